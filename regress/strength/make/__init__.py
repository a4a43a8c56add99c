"""Makers of the strength bench: they find positions and right answers."""
