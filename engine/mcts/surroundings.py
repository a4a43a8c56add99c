"""Learned weights of moves in playouts on small boards, by what lies on the eight points round them (after Coulom 2007).

``surroundings.txt`` has a line for each kind of move: its place as seen from the last move, the signs of the eight points in the order of
``around.AROUND`` (``.`` empty, ``X`` the mover's stone, ``O`` the opponent's, ``#`` beyond the edge), and the logarithm of its weight.  For
replies, beside the last move or diagonal to it, the weight of all other moves together is 1.  Of moves elsewhere, random points are
accepted with a chance that grows with the weight.
"""
import math
from functools import cache
from importlib import resources

import numpy as np

from owlgo.engine.core import store, symmetry
from owlgo.engine.core.points import BLACK, STRIDE, WHITE
from owlgo.engine.core.symmetry import images
from owlgo.engine.mcts import around
from owlgo.engine.mcts.around import AROUND

WEIGHTS_FILE = 'surroundings.txt'
"""The file of the engine's weights, in this folder."""
PLACES = ('beside', 'diagonal', 'elsewhere')
"""Where a move lies as seen from the last move."""
REPLIES = 2
"""Number of places of replies, which come first."""
SIGNS = '.XO#'
"""Signs of points by colour, Black to move: empty, the mover's stone, the opponent's, beyond the edge."""
UNIT = 1000
"""Weight 1 in the table of replies."""
HIGHEST = 11.0
"""Largest logarithm of an entry of that table, which holds 16 bits."""
CERTAIN = 1.0
"""Logarithm of a weight from which on a point elsewhere is accepted for certain."""
SHARPNESS = 0.5
"""Power of the weight with which the chance falls below that."""
LEAST = 0.02
"""Lowest chance."""
UNKNOWN = -2.0
"""Logarithm of the weight of a move elsewhere that was not learned."""
STEPS = tuple((round(step / STRIDE), step - STRIDE * round(step / STRIDE)) for step in AROUND)
"""Rows and columns to the eight points."""
TURNS = images(STEPS)
"""For each of the eight symmetries, the index of each point's image."""

Weights = dict[tuple[str, str], float]
"""The logarithms of weights, by place and signs."""


def images_of(signs: str) -> set[str]:
    """Return the eight images of the signs of eight points; none if there are not eight."""
    return {''.join(signs[at] for at in turn) for turn in TURNS} if len(signs) == len(AROUND) else set()


def codes(signs: str, color: int = BLACK) -> set[int]:
    """Return the codes of the eight images of these signs, with this colour to move."""
    seen = signs if color == BLACK else signs.translate(str.maketrans('XO', 'OX'))
    return {sum(SIGNS.index(sign) << 2 * k for k, sign in enumerate(image)) for image in images_of(seen)}


def parse(text: str, name: str = WEIGHTS_FILE) -> Weights:
    """Parse a file of weights.  Raises ValueError naming the line, also for a second weight of a kind of move."""
    weights: Weights = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('# ') or not line.strip():
            continue
        try:
            place, signs, weight = line.split()
            value = float(weight)
        except ValueError:
            place, signs, value = '', '', math.nan
        known = any((place, image) in weights for image in images_of(signs))
        if known or place not in PLACES or len(signs) != len(AROUND) or set(signs) - set(SIGNS) or not math.isfinite(value):
            raise ValueError(f'{name}:{number}: no weight of a move')
        weights[place, signs] = value
    return weights


def tables_of(weights: Weights) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights of replies in parts of UNIT, an array of uint16 by colour to move, place and code, and the chances in 255 that
    moves elsewhere are accepted, an array of uint8 by colour and code.  Replies without a weight have 0:
    what was hardly ever possible is not played.
    """
    near = np.zeros((2, REPLIES, 1 << 16), np.uint16)
    accepted = np.full((2, 1 << 16), _chance(UNKNOWN), np.uint8)
    for (place, signs), weight in weights.items():
        for color in (BLACK, WHITE):
            found = list(codes(signs, color))
            if PLACES.index(place) < REPLIES:
                near[color - 1, PLACES.index(place), found] = round(math.exp(min(weight + math.log(UNIT), HIGHEST)))
            else:
                accepted[color - 1, found] = _chance(weight)
    return near, accepted


def _chance(weight: float) -> int:
    """Return the chance, in 255, that a move elsewhere is accepted, given the logarithm of its weight."""
    return round(255 * max(math.exp(min(SHARPNESS * (weight - CERTAIN), 0.0)), LEAST))


@cache
def learned() -> tuple[np.ndarray, np.ndarray]:
    """Return the tables of the engine's weights (``tables_of``), made once and then taken from the cache."""
    text = resources.files(__package__).joinpath(WEIGHTS_FILE).read_text()
    return store.kept('surroundings', text, (__file__, around.__file__, symmetry.__file__), lambda: tables_of(parse(text)))
