"""What the engine calls itself.  Nothing is imported here: packaging reads the version from this file, and GTP answers with it at once."""

NAME = 'OwlGo'
VERSION = '0.1.0'
