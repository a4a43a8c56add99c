"""Levels of effort, from 0 (fast) upwards.  ``engine.read.depths`` and ``engine.owl.limits`` list their limits."""

MAX_LEVEL = 12
"""The highest level."""
STANDARD_LEVEL = 10
"""The default level, as in GNU Go."""
