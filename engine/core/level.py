"""Levels of effort, from 0 (fast) upwards, and ranks.  ``engine.read.depths`` and ``engine.owl.limits`` list the limits of levels."""
import re

MAX_LEVEL = 12
"""The highest level."""
STANDARD_LEVEL = 10
"""The default level, as in GNU Go."""
WEAKEST_RANK, STRONGEST_RANK = 20, 1
"""The ranks that moves can be chosen at, in kyu (``engine.play.strength``)."""


def parse_rank(text: str) -> int:
    """Parse a rank such as 15k, and return its number.  Raises ValueError."""
    found = re.fullmatch('([0-9]{1,2})k(?:yu)?', text.strip().lower())
    if not found or not STRONGEST_RANK <= int(found[1]) <= WEAKEST_RANK:
        raise ValueError(f'{text!r} is no rank from {WEAKEST_RANK}k to {STRONGEST_RANK}k')
    return int(found[1])
