"""Bits of words against Python's integers."""
import random

import numpy as np

from owlgo.engine.core.bits import count_ones, trailing_zeros


def test_bits_are_counted_and_found():
    rng = random.Random(1)
    for word in [0, 1, 1 << 63, (1 << 64) - 1, *(rng.getrandbits(64) & rng.getrandbits(64) for _ in range(200))]:
        assert count_ones(np.uint64(word)) == word.bit_count()
        assert trailing_zeros(np.uint64(word)) == ((word & -word).bit_length() - 1 if word else 64)
