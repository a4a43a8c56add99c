"""Records to review, and the files of each review: which are wanted, where, and which are there."""
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from owlgo.cli import review_page, review_sgf
from owlgo.engine.core.files import write_file
from owlgo.engine.review.analysis import key_of
from owlgo.engine.review.data import Request, Review, dumps, loads

RECORDS = '*.sgf'


@dataclass(frozen=True)
class Task:
    """A record to be reviewed."""
    path: Path
    shown: str
    """Its name in messages: the path below the named folder."""


def tasks(names: list[str], written: str | None = None) -> list[Task]:
    """The records that files and folders name, those of folders sorted; not what was ``written`` of others to a folder among them."""
    found = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            aside = Path(written).resolve() if written else None
            # The folder itself may be named, and what is asked for then.
            inside = aside is not None and path.resolve() in aside.parents
            found += [Task(one, str(one.relative_to(path))) for one in sorted(path.rglob(RECORDS))
                      if one.is_file() and not (inside and aside in one.resolve().parents)]
        else:
            found.append(Task(path, path.name or name))
    return found


@dataclass(frozen=True)
class Outputs:
    """The files that a review is written to; None: not written."""
    json: Path | None = None
    sgf: Path | None = None
    html: Path | None = None

    @classmethod
    def inside(cls, folder: Path, task: Task) -> 'Outputs':
        """All three, in a folder."""
        base = folder / Path(task.shown).with_suffix('')
        return cls(*(base.with_name(f'{base.name}{suffix}') for suffix in ('.json', '.sgf', '.html')))

    def over(self, records: set[Path]) -> Path | None:
        """The file of these that would be written over one of the records, by their resolved paths."""
        return next((path for path in (self.json, self.sgf, self.html) if path is not None and path.resolve() in records), None)

    def done(self, data: bytes, request: Request) -> Review | None:
        """The review that was written before, if it is of the same record, asked for in the same way."""
        if self.json is None or not self.json.is_file():
            return None
        try:
            review = loads(self.json.read_text('utf-8'))
        except (ValueError, OSError):
            return None
        return review if review.key == key_of(data, request) else None

    def write(self, data: bytes, review: Review, anew: bool = True) -> None:
        """Write what is wanted, the JSON last: it says that all is there.  If not ``anew``, only what is missing.  Raises OSError."""
        makers: list[tuple[Path | None, Callable[[], str]]] = [
            (self.sgf, lambda: review_sgf.annotated(data, review)), (self.html, lambda: review_page.page(review)),
            (self.json, lambda: dumps(review))]
        for path, make in makers:
            if path is not None and (anew or not path.is_file()):
                save(path, make())


def save(path: Path, text: str) -> None:
    """Write a file in one step, and the folders that it needs.  Raises OSError."""
    if path.parent != Path():
        path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
