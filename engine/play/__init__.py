"""Chooses moves and ends games."""
