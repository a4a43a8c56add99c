"""Find a dragon's living friends: groups of its colour that have two eyes even if the enemy moves first, counted as in the search."""
from collections.abc import Collection

import numpy as np

from owlgo.engine.core.points import other
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.owl.judge import judge_root, py_after_attacker


def living_friends(board: np.void, stones: Collection[int], workspace: Workspace, reader: np.void, eyes: np.void, owl: np.void) -> set[int]:
    """Return the stones of a dragon's living friends.  ``stones`` are the dragon's.  The records of the search are overwritten."""
    color = int(board['color'][next(iter(stones))])
    owl['attacker'], own = other(color), set(stones)
    found: set[int] = set()
    for group in amalgamate.groups(board, workspace, (color,)):
        if own.isdisjoint(group):
            owl['goal'][0] = 0
            owl['goal'][0][group] = 1
            judge_root(board, reader, eyes, owl)
            if py_after_attacker(int(owl['eyes'][0])) >= ENOUGH_EYES:
                found |= set(group)
    return found
