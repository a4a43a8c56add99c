"""Records to review, and the files of each review."""
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from owlgo.cli import drawing, review_page, review_picture, review_sgf
from owlgo.cli.drawing import Picture
from owlgo.engine.core.files import real, trying_each, write_file
from owlgo.engine.review.analysis import key_of
from owlgo.engine.review.data import Request, Review, dumps, loads


@dataclass(frozen=True)
class Task:
    """A record to be reviewed."""
    path: Path
    shown: str
    """Its name in messages, the path below the given folder."""


def tasks(names: list[str], written: str | None = None) -> list[Task]:
    """Return the records of files and folders, sorted in folders, without the reviews in the folder ``written``."""
    found = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            aside = real(written) if written else None
            # ``written`` itself may be given; then its records count.
            inside = aside is not None and real(path) in aside.parents
            found += [Task(one, str(one.relative_to(path))) for one in sorted(path.rglob('*.[sS][gG][fF]'))
                      if one.is_file() and not (inside and aside in real(one).parents)]
        else:
            found.append(Task(path, path.name or name))
    return found


@dataclass(frozen=True)
class Outputs:
    """The files of a review.  None: the file is not written."""
    json: Path | None = None
    sgf: Path | None = None
    html: Path | None = None
    svg: Path | None = None
    png: Path | None = None
    """Pictures: of the worst moment as a file, of one moment after the other in a folder that is there."""
    most: int = field(default=0, kw_only=True)
    """Most faults that are drawn in a folder; 0: all."""

    @classmethod
    def inside(cls, folder: Path, task: Task) -> 'Outputs':
        """Return all three files in a folder."""
        base = folder / Path(task.shown).with_suffix('')
        return cls(*(base.with_name(f'{base.name}{suffix}') for suffix in ('.json', '.sgf', '.html')))

    def done(self, data: bytes, request: Request) -> Review | None:
        """Return an earlier review of the same record and request, if there is one."""
        if self.json is None or not self.json.is_file():
            return None
        try:
            review = loads(self.json.read_text('utf-8'))
        except (ValueError, OSError):
            return None
        return review if review.key == key_of(data, request) else None

    def write(self, data: bytes, review: Review, anew: bool = True) -> None:
        """Write the files, JSON last as a sign of completion; without ``anew``, only missing files.  Raises ValueError."""
        makers: list[tuple[Path | None, Callable[[], str]]] = [
            (self.sgf, lambda: review_sgf.annotated(data, review)), (self.html, lambda: review_page.page(review)),
            (self.json, lambda: dumps(review))]
        with trying_each() as attempt:
            for path, make in makers:
                if path is not None and (anew or not path.is_file()):
                    attempt(save, path, make())
            for path, suffix in ((self.svg, '.svg'), (self.png, '.png')):
                for name, picture in self._pictures(path, suffix, review).items():
                    attempt(drawing.save, picture, *((name, None) if suffix == '.svg' else (None, name)))

    def _pictures(self, path: Path | None, suffix: str, review: Review) -> dict[Path, Picture]:
        """Return the pictures of one kind by their files."""
        if path is None:
            return {}
        if not path.is_dir():
            return {path: review_picture.worst(review)}
        name = Path(review.name).stem
        return {path / f'{name}-{number}{suffix}': picture for number, picture in review_picture.by_move(review, self.most).items()}


def save(path: Path, text: str) -> None:
    """Write a file in one step, with its folders.  Raises OSError."""
    if path.parent != Path():
        path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, text)
