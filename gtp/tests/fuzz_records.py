"""Game records, made at random and damaged: ``python -m owlgo.gtp.tests.fuzz_records [SECONDS] [SEED [COUNT]]`` says what is wrong.

Each is refused with one line that begins with its name, and then the game is as before; or it is loaded, and what is written of it is read
back as the same game, also by ``owlgo -l`` and with a review in it.  Nothing of a record reaches a terminal that it would obey.
"""
import contextlib
import io
import math
import os
import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path

from owlgo.cli.main import main as owlgo
from owlgo.cli.review_page import page
from owlgo.cli.review_sgf import annotated
from owlgo.cli.review_text import lines
from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.review.data import Finding, Moment, Review
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.strict import ROOT, Wrong, given

RECORDS = sorted((ROOT / 'regress' / 'games').glob('*.sgf'))
UNFIT = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]')
RARE = 60
"""One record in so many is also given to the command."""
TEXTS = ('', 'x', '19', '6.5', '375', '650', '3.75', '\\]', '\\\\', '<script>', '\x1b[2J', '\x00', '\u202e', '\n', 'a:b', 'W+R',
         '\ufeff', '\u56f2\u7881', '9' * 30, '-', 'nan', '[b]')
KEYS = ('C', 'GN', 'PB', 'PW', 'KM', 'HA', 'RE', 'RU', 'DT', 'CA', 'AP', 'FF', 'GM', 'SZ', 'PL', 'LB', 'TR', 'XX', 'BM', 'SBKV', 'N', 'TM')
CHARSETS = ('utf-8', 'utf-8', 'utf-8', 'latin-1', 'gb18030', 'shift_jis', 'utf-16', 'utf-8-sig')
LETTERS = 'abcdefghijklmnopqrstuvwxyz'


class Records:
    """Records from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kept = [path.read_bytes() for path in RECORDS]

    def point(self, size: int) -> str:
        letters = LETTERS[:size] if self.random.random() < 0.995 else LETTERS
        return self.random.choice(letters) + self.random.choice(letters)

    def node(self, size: int, color: str) -> str:
        choose = self.random
        text = f';{color}[{self.point(size) if choose.random() < 0.95 else choose.choice(("", "tt", "zz", "a", "aaa"))}]'
        if choose.random() < 0.1:
            text += f'{choose.choice(KEYS)}[{choose.choice(TEXTS)}]'
        if choose.random() < 0.04:
            text += f';{choose.choice(("AB", "AW", "AE"))}[{self.point(size)}]'
        return text

    def made(self) -> bytes:
        """A game at random, mostly legal by chance."""
        choose = self.random
        size = choose.choice((1, 2, 5, 9, 9, 13, 19, 25))
        text = f'(;SZ[{size}]' + ''.join(f'{choose.choice(KEYS[:8])}[{choose.choice(TEXTS)}]' for _ in range(choose.randrange(4)))
        for key in ('AB', 'AW'):
            text += f'{key}' + ''.join(f'[{self.point(size)}]' for _ in range(choose.randint(1, 4))) if choose.random() < 0.3 else ''
        taken: set[str] = set()
        for k in range(choose.choice((0, 3, 10, 30))):
            node = self.node(size, 'BW'[k % 2])
            if node[:6] not in taken or choose.random() < 0.02:
                taken.add(node[:6])
                text += node
            if choose.random() < 0.03:
                text += f'({self.node(size, "B")})({self.node(size, "B")}'
                return (text + '))').encode(choose.choice(CHARSETS), 'replace')
        return (text + ')').encode(choose.choice(CHARSETS), 'replace')

    def damaged(self, data: bytes) -> bytes:
        """A record with bytes changed, cut, doubled, moved."""
        choose, found = self.random, bytearray(data)
        for _ in range(choose.choice((1, 1, 2, 5))):
            at, kind = choose.randrange(len(found) + 1), choose.randrange(6)
            if kind == 0:
                found[at:at + 1] = bytes([choose.randrange(256)])
            elif kind == 1:
                del found[at:at + choose.choice((1, 2, 50))]
            elif kind == 2:
                found[at:at] = choose.choice(TEXTS).encode()
            elif kind == 3:
                found[at:at] = found[max(at - choose.randint(1, 40), 0):at]
            elif kind == 4:
                found[at:at] = choose.choice((b'(', b')', b'[', b']', b';', b'\\', b'C[', b'(;', b'AB[aa:ss]', b'SZ[9]', b'HA[x]'))
            else:
                del found[at:]
        return bytes(found)

    def record(self) -> bytes:
        kind = self.random.random()
        if kind < 0.4:
            return self.made()
        return self.damaged(self.made() if kind < 0.8 else self.random.choice(self.kept))


def state(session: Session) -> tuple[object, ...]:
    return (session.game.history, session.get_komi(), session.komi)


def check(data: bytes, path: Path, session: Session) -> bool:
    """Whether a record is taken.  Raises Wrong, and whatever should not have been raised."""
    path.write_bytes(data)
    before = state(session)
    error = io.StringIO()
    with contextlib.redirect_stderr(error):
        answer = handle(session, f'loadsgf {path}').decode('utf-8', 'surrogateescape')
    if UNFIT.search(answer + error.getvalue()) or not answer.endswith('\n\n') or 'internal error' in answer or '\n\n' in answer[:-2]:
        raise Wrong(answer)
    if answer[0] == '?':
        if state(session) != before or not answer.startswith((f'? cannot load file: {path}: ', f'? cannot load file: {path.name}: ')):
            raise Wrong(f'{answer!r} or something changed')
        return False
    record = sgf.parse(data, path.name)
    again = sgf.parse(sgf.dumps(record).encode(), path.name)
    if again != record:
        raise Wrong('what was written is another record')
    game = Game()
    game.load(again)
    if game.board['hash'] != session.game.board['hash'] or game.to_move != session.game.to_move:
        raise Wrong('what was written is another game')
    printed = handle(session, 'printsgf').decode('utf-8', 'surrogateescape')
    if UNFIT.search(printed) or '\n\n' in printed[:-2]:
        raise Wrong(f'printsgf: {printed!r}')
    reviewed(data, record)
    return True


def reviewed(data: bytes, record: sgf.Record) -> None:
    """A review that was not thought about, in all its forms.  Raises Wrong."""
    plays = [event for event in record.events if isinstance(event, sgf.Play)]
    moments = [Moment(k, '' if k == 0 else 'black', '', '.' * record.size ** 2, 0.5, 0.5, choice='PASS', line=['PASS'])
               for k in range(len(plays) + 1)]
    findings = [Finding('mistake', 1, 'black', '', 'it fails', loss=1.0, fault=True)] if plays else []
    review = Review(record.name, record.size, 0.0, 0, record.info, moments, findings, record.warnings)
    text = annotated(data, review)
    if annotated(text.encode(), review) != text:
        raise Wrong('a review of its own output adds something')
    again = sgf.parse(text.encode(), record.name)
    if [event for event in again.events if isinstance(event, sgf.Play)] != plays:
        raise Wrong('the reviewed record has another game')
    if UNFIT.search(page(review)) or any(UNFIT.search(line.plain) for line in lines(review, 0)):
        raise Wrong('something of the record is shown as it is')


def command(path: Path) -> None:
    """The record given to ``owlgo -l``.  Raises Wrong."""
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        status = owlgo(['-l', str(path), '--decide-string', 'C3', '--quiet'])
    said = out.getvalue() + error.getvalue()
    with contextlib.redirect_stderr(io.StringIO()) as warnings, contextlib.suppress(sgf.SgfError):
        sgf.load(path).tell()
    failed = error.getvalue().removeprefix(warnings.getvalue())
    if UNFIT.search(said) or not error.getvalue().startswith(warnings.getvalue()) or status != len(failed.splitlines()):
        raise Wrong(f'status {status}: {said!r}')


def fuzz(seconds: float, seed: int, most: int = 1 << 40) -> Counter:
    """Records as long as told; returns how many were taken and refused.  Raises Wrong with the record."""
    begin, records, outcomes, session = time.monotonic(), Records(seed), Counter[str](), Session()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'f.sgf'
        while time.monotonic() < begin + seconds and outcomes.total() < most:
            data = records.record()
            try:
                outcomes['taken' if check(data, path, session) else 'refused'] += 1
                if outcomes.total() % RARE == 0:
                    command(path)
            except Exception as error:
                raise Wrong(f'seed {seed}, record {outcomes.total()}: {error!r}\n{data!r}') from error
    return outcomes


if __name__ == '__main__':
    os.chdir(ROOT)
    seconds, first, count = given(60.0, 1.0, math.inf)
    print(dict(fuzz(seconds, int(first), int(min(count, 1 << 40)))))
