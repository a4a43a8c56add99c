"""Proves whether dragons live, in closed regions and zones, and checks certificates."""
