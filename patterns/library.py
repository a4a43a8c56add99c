"""The databases in use: our own, or files of the same names from a folder of the user's (``--patterns DIR``).

A database is loaded when it is first asked for.  Patterns whose constraints ask for facts that no floor fills are switched off, and listed.
"""
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.core.facts import ALWAYS, Kind
from patterns.compile import compile_database, load, needs
from patterns.expr import calls
from patterns.lang import Database, Pattern, file_text, read_file
from patterns.source import PatternErrors, Problem

OWN = Path(__file__).parent / 'db'
USES = {
    'owl_attackpats': 'moves that attack a dragon',
    'owl_defendpats': 'moves that defend a dragon',
    'owl_vital_apats': 'vital points of its eyes',
    'conn': 'connections and cuts',
    'attack': 'attacks on a string, where reading alone finds none',
    'defense': 'defences of a string, where reading alone finds none',
    'shapes': 'good and bad shape for the move generator',
}
"""Databases by name, and what they are for."""
EYE_TABLES = {
    'eyes': 'values of eye spaces',
    'eyes_nosuicide': 'values of eye spaces that differ where suicide is illegal',
}
"""Files of another kind beside them, and what they are for."""
WITHOUT_MOVES = frozenset({'conn'})
"""Patterns there need no move."""


@dataclass
class Loaded:
    """A database ready to be matched."""
    name: str
    path: Path
    tables: np.void
    names: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    """Of a file of the user's: what could not be understood; those patterns are left out."""

    def enable(self, known: int) -> None:
        """Switch on the patterns that ask for nothing but these facts (bits of Kind), and the others off."""
        count = len(self.names)
        self.tables['enabled'][:count] = (self.tables['needs'][:count] & ~np.int32(known)) == 0

    def disabled(self) -> list[str]:
        """The patterns that are switched off."""
        return [name for name, on in zip(self.names, self.tables['enabled'], strict=False) if not on]

    def source(self, tolerant: bool = False) -> Database:
        """The patterns as they were written.  Raises OSError if the file has gone."""
        return parse(self.path, self.name, tolerant)[0]

    def pattern(self, name: str) -> Pattern:
        """One pattern as it was written.  Raises KeyError if there is none."""
        found = next((pattern for pattern in self.source(tolerant=True).patterns if pattern.name == name), None)
        if found is None:
            raise KeyError(name)
        return found


@dataclass
class Library:
    """Where databases come from, and those that have been loaded."""
    folder: Path | None = None
    known: int = ALWAYS
    """Facts that the floors above fill (bits of Kind)."""

    def __post_init__(self) -> None:
        self.loaded: dict[str, Loaded] = {}

    def path(self, name: str) -> Path:
        """The file of a database: the user's if there is one.  Raises KeyError for an unknown name."""
        if name not in USES and name not in EYE_TABLES:
            raise KeyError(name)
        theirs = self.folder / f'{name}.db' if self.folder else None
        return theirs if theirs and theirs.is_file() else OWN / f'{name}.db'

    def get(self, name: str) -> Loaded:
        """A database by name.  Raises KeyError for an unknown name, OSError and PatternErrors for files that cannot be used."""
        if name not in self.loaded:
            path = self.path(name)
            problems: tuple[Problem, ...] = ()
            try:
                tables, names = load(file_text(str(path)), str(path), name not in WITHOUT_MOVES)
            except PatternErrors:
                if path.parent == OWN:
                    raise
                database, problems = parse(path, name, tolerant=True)
                tables, names = compile_database(database), tuple(pattern.name for pattern in database.patterns)
            self.loaded[name] = Loaded(name, path, tables, names, problems)
            self.loaded[name].enable(self.known)
        return self.loaded[name]

    def use_folder(self, folder: Path) -> None:
        """Take databases from a folder; those that it lacks stay our own.  Raises ValueError if it has none at all."""
        names = [*USES, *EYE_TABLES]
        if not any((folder / f'{name}.db').is_file() for name in names):
            raise ValueError(f'{folder}: no database there: one of {", ".join(f"{name}.db" for name in names)}')
        self.folder = folder
        self.loaded.clear()

    def fill(self, kinds: Iterable[Kind]) -> None:
        """A floor says that it fills these facts."""
        for kind in kinds:
            self.known |= 1 << kind
        for loaded in self.loaded.values():
            loaded.enable(self.known)


def parse(path: Path, name: str, tolerant: bool = False) -> tuple[Database, tuple[Problem, ...]]:
    """The patterns of a file, without those that have mistakes, and the mistakes; unless ``tolerant``, mistakes raise PatternErrors."""
    problems: list[Problem] | None = [] if tolerant else None
    database = read_file(str(path), name not in WITHOUT_MOVES, problems)
    return database, tuple(problems or ())


def asked_for(database: Database, known: int) -> dict[str, list[str]]:
    """Patterns that need facts which are not known, with the helpers that ask for them."""
    found = {}
    for pattern in database.patterns:
        if pattern.constraint and any(not known >> kind & 1 for kind in needs(pattern)):
            found[pattern.name] = sorted({call.helper.name for call in calls(pattern.constraint) if not known >> call.helper.needs & 1})
    return found


LIBRARY = Library()
