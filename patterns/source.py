"""Places and errors in pattern files."""
import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A position in a file; lines and columns count from 1."""
    file: str
    line: int
    column: int
    text: str
    """The whole line."""


@dataclass(frozen=True)
class Problem:
    """A mistake in a pattern file."""
    place: Place
    message: str

    @property
    def in_a_line(self) -> str:
        """The place and the message, in one line."""
        return f'{self.place.file}:{self.place.line}:{self.place.column}: {self.message}'

    def __str__(self) -> str:
        """Return place and message, then the line with a caret below the mistake."""
        p = self.place
        lead = ''.join('\t' if c == '\t' else ' ' for c in p.text[:p.column - 1])
        return f'{self.in_a_line}\n    {p.text}\n    {lead}^'


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by their places."""
    return sorted(problems, key=lambda problem: (problem.place.file, problem.place.line, problem.place.column))


class PatternErrors(ValueError):
    """Raised with all mistakes of a file, in order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__('\n'.join(map(str, self.problems)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problems,)


class Text:
    """Text joined from pieces of several lines, such as a constraint, with the place of every character."""

    def __init__(self) -> None:
        self.text = ''
        self._pieces: list[tuple[int, Place]] = []

    def add(self, place: Place) -> None:
        """Append the text from a place to the end of its line, separated by a blank."""
        if self.text:
            self.text += ' '
        self._pieces.append((len(self.text), place))
        self.text += place.text[place.column - 1:]

    def place(self, offset: int) -> Place:
        """Return the place of the character at an offset; the end of the text has a place too."""
        start, found = self._pieces[0]
        for begin, piece in self._pieces:
            if begin <= offset:
                start, found = begin, piece
        return Place(found.file, found.line, min(found.column + offset - start, len(found.text) + 1), found.text)

    def __bool__(self) -> bool:
        return bool(self._pieces)


def near(name: str, known: Iterable[str]) -> str:
    """Return a hint at similar names, ``: did you mean lib or olib?``; empty if there are none."""
    close = difflib.get_close_matches(name, list(known), 3, 0.6)
    return f': did you mean {" or ".join(close)}?' if close else ''
