"""The databases in use: our own, or files of the same names from the user's folder (``--patterns DIR``).

A database is loaded on first use.  Matching reads facts from a separate record and never changes tables, so threads share them.
"""
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from owlgo.engine.core.facts import ALWAYS, OF_CONNECTIONS, OF_GOAL, bits
from owlgo.patterns.compile import compile_database, load, needs
from owlgo.patterns.expr import calls
from owlgo.patterns.lang import Database, Pattern, file_text, read_file
from owlgo.patterns.source import PatternErrors, Problem

DATABASE_FOLDER = Path(__file__).parent / 'db'
"""The folder of our own databases."""
PATTERN_DATABASES = {
    'owl_attackpats': OF_GOAL,      # moves that attack a dragon
    'owl_defendpats': OF_GOAL,      # moves that defend a dragon
    'owl_vital_apats': OF_GOAL,     # vital points of its eyes
    'conn': OF_CONNECTIONS,         # connections and cuts
    'attack': ALWAYS,               # attacks on a string, where reading alone finds none
    'defense': ALWAYS,              # defences of a string, where reading alone finds none
    'shapes': ALWAYS,               # good and bad shape for the move generator
}
"""By a database's name: the kinds of facts that the engine knows when it matches the database (bits of Kind)."""
EYE_TABLES = 'eyes', 'eyes_nosuicide'
"""Tables of eye values beside the databases; the second has the values that differ where suicide is illegal."""


@dataclass
class Loaded:
    """A database ready to be matched."""
    name: str
    path: Path
    tables: np.void
    names: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    """Mistakes in the user's file; the patterns that have them are left out."""

    @property
    def known(self) -> int:
        """Kinds of facts that the engine knows when it matches this database (bits of Kind)."""
        return PATTERN_DATABASES[self.name]

    @property
    def needs(self) -> int:
        """Kinds of facts that the patterns of this database ask for (bits of Kind)."""
        return int(np.bitwise_or.reduce(self.tables['needs'][:len(self.names)], initial=0))

    def answered(self, known: int) -> np.ndarray:
        """Return for each pattern whether it asks only for these kinds of facts (bits of Kind)."""
        return np.asarray(self.tables['needs'][:len(self.names)] & ~np.int32(known) == 0)

    def source(self) -> Database:
        """Parse the database's file again, mistakes or not.  Raises OSError if the file is gone."""
        return read_file(str(self.path), needs_moves(self.name), tolerant=True)

    def pattern(self, name: str) -> Pattern:
        """Return one pattern of the database's file.  Raises KeyError for an unknown name."""
        found = next((pattern for pattern in self.source().patterns if pattern.name == name), None)
        if found is None:
            raise KeyError(name)
        return found


@dataclass
class Library:
    """Finds and loads databases, and keeps those that are loaded."""
    folder: Path | None = None
    loaded: dict[str, Loaded] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """Return the file of a database, the user's if there is one.  Raises KeyError for an unknown name."""
        if name not in PATTERN_DATABASES and name not in EYE_TABLES:
            raise KeyError(name)
        theirs = self.folder / f'{name}.db' if self.folder else None
        return theirs if theirs and theirs.is_file() else DATABASE_FOLDER / f'{name}.db'

    def get(self, name: str) -> Loaded:
        """Load a database.  Raises KeyError for an unknown name, OSError and PatternErrors for unusable files."""
        if name not in self.loaded:
            path = self.path(name)
            problems: tuple[Problem, ...] = ()
            try:
                tables, names = load(file_text(str(path)), str(path), needs_moves(name))
            except PatternErrors:
                if path.parent == DATABASE_FOLDER:
                    raise
                database = read_file(str(path), needs_moves(name), tolerant=True)
                tables, names = compile_database(database), tuple(pattern.name for pattern in database.patterns)
                problems = database.problems
            self.loaded[name] = Loaded(name, path, tables, names, problems)
        return self.loaded[name]

    def use_folder(self, folder: Path) -> None:
        """Take databases from a folder, and those that it lacks from our own.  Raises ValueError if the folder has none."""
        names = [*PATTERN_DATABASES, *EYE_TABLES]
        if not any((folder / f'{name}.db').is_file() for name in names):
            raise ValueError(f'{folder}: has no database; expected one of {", ".join(f"{name}.db" for name in names)}')
        self.folder = folder
        self.loaded.clear()


def needs_moves(name: str) -> bool:
    """Return whether every pattern of a database must have a move; connections have none."""
    return name != 'conn'


def asked_for(database: Database, known: int) -> dict[str, list[str]]:
    """Return the patterns that need facts of kinds not in ``known``: for each name, the helpers that ask for them."""
    found = {}
    for pattern in database.patterns:
        if bits(*needs(pattern)) & ~known:
            asked = calls(pattern.constraint) if pattern.constraint else ()
            found[pattern.name] = sorted({call.helper.name for call in asked if not known >> call.helper.needs & 1})
    return found


LIBRARY = Library()
"""The databases of this process."""
