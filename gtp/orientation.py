"""Translate vertices between the controller and a turned board (GTP command ``orientation``).

The controller's A1 may be the board's E5.  Every vertex of a command and of its answer is turned, so answers must not change with the
orientation.  Drawings and game records show the board as it is.
"""
import re

from owlgo.engine.core.points import parse_vertex, transform, vertex

INWARD = (0, 5, 3, 6, 4, 2, 7, 1)
"""Symmetries (``points.transform``) from the controller's points to the board's, by GNU Go's orientation."""
OUTWARD = (0, 6, 3, 5, 4, 2, 7, 1)
"""Symmetries back to the controller's points."""


def _turned(text: str, size: int, symmetry: int, zeros: str = '', flags: int = 0) -> str:
    """Turn the vertices of a text; ``zeros`` matches zeros before a row."""
    def image(match: re.Match[str]) -> str:
        try:
            return vertex(transform(parse_vertex(match[0], size), size, symmetry), size)
        except ValueError:
            return match[0]
    pattern = rf'(?<![\w.+-])[A-HJ-Z]{zeros}(?:[1-9]|1[0-9]|2[0-5])(?![\w.])'
    return re.sub(pattern, image, text, flags=flags) if symmetry else text


def inward(words: list[str], size: int, orientation: int) -> list[str]:
    """Turn the vertices in a command's words, which may have small letters and zeros before the row."""
    return [_turned(word, size, INWARD[orientation], '0*', re.IGNORECASE) for word in words]


def outward(text: str, size: int, orientation: int) -> str:
    return _turned(text, size, OUTWARD[orientation])
