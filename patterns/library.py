"""The databases in use: our own, or files of the same names from a folder of the user's (``--patterns DIR``).

A database is loaded when it is first asked for.  What is known where it is matched stands in the record of facts that its constraints are
asked with: tables are never changed by matching, so that threads share them.
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from owlgo.engine.core.facts import ALWAYS, OF_CONNECTIONS, OF_GOAL, bits
from owlgo.patterns.compile import compile_database, load, needs
from owlgo.patterns.expr import calls
from owlgo.patterns.lang import Database, Pattern, file_text, read_file
from owlgo.patterns.source import PatternErrors, Problem

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
KNOWN = {'owl_attackpats': OF_GOAL, 'owl_defendpats': OF_GOAL, 'owl_vital_apats': OF_GOAL, 'conn': OF_CONNECTIONS}
"""The facts that are known where a database is matched, if its patterns ask for them; of the others nothing but ALWAYS."""


@dataclass
class Loaded:
    """A database ready to be matched."""
    name: str
    path: Path
    tables: np.void
    names: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    """Of a file of the user's: what could not be understood; those patterns are left out."""

    @property
    def known(self) -> int:
        """The facts that are known where it is matched (bits of Kind)."""
        return KNOWN.get(self.name, ALWAYS)

    @property
    def needs(self) -> int:
        """The facts that some pattern asks for (bits of Kind)."""
        return int(np.bitwise_or.reduce(self.tables['needs'][:len(self.names)], initial=0))

    def answered(self, known: int) -> np.ndarray:
        """By pattern, whether it asks for nothing but these facts (bits of Kind)."""
        return np.asarray(self.tables['needs'][:len(self.names)] & ~np.int32(known) == 0)

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
        return self.loaded[name]

    def use_folder(self, folder: Path) -> None:
        """Take databases from a folder; those that it lacks stay our own.  Raises ValueError if it has none at all."""
        names = [*USES, *EYE_TABLES]
        if not any((folder / f'{name}.db').is_file() for name in names):
            raise ValueError(f'{folder}: no database there: one of {", ".join(f"{name}.db" for name in names)}')
        self.folder = folder
        self.loaded.clear()


def parse(path: Path, name: str, tolerant: bool = False) -> tuple[Database, tuple[Problem, ...]]:
    """The patterns of a file, without those that have mistakes, and the mistakes; unless ``tolerant``, mistakes raise PatternErrors."""
    problems: list[Problem] | None = [] if tolerant else None
    database = read_file(str(path), name not in WITHOUT_MOVES, problems)
    return database, tuple(problems or ())


def asked_for(database: Database, known: int) -> dict[str, list[str]]:
    """Patterns that never hold where only these facts are known, with the helpers that ask for others; none if nobody knows the helper."""
    found = {}
    for pattern in database.patterns:
        if bits(*needs(pattern)) & ~known:
            asked = calls(pattern.constraint) if pattern.constraint else ()
            found[pattern.name] = sorted({call.helper.name for call in asked if not known >> call.helper.needs & 1})
    return found


LIBRARY = Library()
