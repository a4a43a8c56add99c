"""Vertices as the controller of a turned board sees them: ``orientation`` changes where its words lie on the board, not the words.

The controller's A1 may be the board's E5; both ways every vertex of a command or an answer is turned, and a controller sees no difference.
That is what the command is for: answers must not depend on how the board lies.  Drawings and game records show the board as it is.
"""
import re

from owlgo.engine.core.points import parse_vertex, transform, vertex

INWARD = (0, 5, 3, 6, 4, 2, 7, 1)
"""The symmetry (``points.transform``) from the controller's points to the board's, by GNU Go's number of the orientation."""
OUTWARD = (0, 6, 3, 5, 4, 2, 7, 1)
"""And back."""
VERTEX = re.compile(r'(?<![\w.+-])[A-HJ-Z](?:[1-9]|1[0-9]|2[0-5])(?![\w.])')
WRITTEN = re.compile(VERTEX.pattern.replace('Z](', 'Z]0*('), re.IGNORECASE)
"""As controllers may write it."""


def _turned(pattern: re.Pattern[str], text: str, size: int, symmetry: int) -> str:
    def image(match: re.Match[str]) -> str:
        try:
            return vertex(transform(parse_vertex(match[0], size), size, symmetry), size)
        except ValueError:
            return match[0]
    return pattern.sub(image, text) if symmetry else text


def inward(words: list[str], size: int, orientation: int) -> list[str]:
    """A command's words with the board's vertices for the controller's."""
    return [_turned(WRITTEN, word, size, INWARD[orientation]) for word in words]


def outward(text: str, size: int, orientation: int) -> str:
    """An answer with the controller's vertices for the board's."""
    return _turned(VERTEX, text, size, OUTWARD[orientation])
