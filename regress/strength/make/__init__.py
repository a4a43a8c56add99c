"""Makers of the strength bench find positions and the right answers to questions about them."""
