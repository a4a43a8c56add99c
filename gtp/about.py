"""Name and version of the engine.  Packaging reads this file, so it imports nothing."""

NAME = 'OwlGo'
"""Name of the engine."""
VERSION = '1.0.0'
"""Version of the engine."""
