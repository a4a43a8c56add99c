"""Proves what becomes of a dragon, in closed regions and zones, and checks certificates."""
