"""Name and version of the engine.  Packaging reads this file, so it imports nothing."""

NAME = 'OwlGo'
VERSION = '0.1.0'
