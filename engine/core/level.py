"""Levels: how much is read, from 0 (fast) upwards.  What a level may cost is in ``engine.read.depths`` and ``engine.owl.limits``."""

MAX_LEVEL = 12
STANDARD_LEVEL = 10
