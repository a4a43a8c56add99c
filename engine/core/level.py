"""Levels: how much is read, from 0 (fast) upwards; ``engine.read.depths`` and ``engine.owl.limits`` say what each may cost."""

MAX_LEVEL = 12
STANDARD_LEVEL = 10
