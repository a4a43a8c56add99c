"""Hash keys of stones (Zobrist 1970): a position's hash is the exclusive or of its stones' keys.

Keys are computed, not stored: Steele's splitmix64 finaliser costs two multiplications, and leaves the processor's cache to the board.
"""
from numba import int64, uint64

from owlgo.engine.core.jit import for_python, kernel


@kernel(uint64(uint64))
def mix(x):
    """Map a 64-bit number to a number that looks random.  Different numbers give different results."""
    x = x + uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> uint64(27))) * uint64(0x94D049BB133111EB)
    return x ^ (x >> uint64(31))


py_mix = for_python(mix)


@kernel(uint64(int64, int64))
def py_stone_key(color, pos):
    """Return the key of a stone of this colour on this point."""
    return mix(uint64(pos * 4 + color))


@kernel(uint64(int64, int64))
def state_key(kind, value):
    """Return the key of a fact other than a stone: a ko point, the side to move, a goal.  Kinds count from 1."""
    return mix(uint64((kind << 32) + value))
