"""Interrupts at random moments of readings, moves and analyses: ``python -m owlgo.gtp.tests.interrupts [COUNT] [SEED] [LEVEL]``.

Each is sent to a process from outside while it works on something, and is felt when that has been answered.  Told is how long that took, in
time of the processor that the process used (Linux), so that a busy machine does not count, and on the clock.  After an analysis, which is
stopped by any line, a question about the board comes: it waits until nothing is searched any more.
"""
import random
import select
import sys
import time
from collections import Counter
from typing import NamedTuple

from owlgo.engine.core import sgf
from owlgo.engine.core.points import COLUMNS
from owlgo.engine.core.sgf import Play
from owlgo.gtp.tests.fuzz_records import RECORDS
from owlgo.gtp.tests.strict import Strict, Wrong, given

MOVES = {path: sum(isinstance(event, Play) for event in sgf.load(path).events) for path in RECORDS}
ALLOWED = 0.1
"""Seconds of the processor in which an interrupt is to be felt."""
ANALYSES = ('lz-analyze 10', 'kata-analyze 20 ownership true rootInfo true')
QUESTIONS = ('owl_attack {stone}', 'owl_defend {stone}', 'dragon_status {stone}', 'dragon_status', 'dragon_data', 'owlgo-explain {stone}',
             'owlgo-solve attack {stone} 500000', 'owlgo-solve defend {stone} 500000', 'owlgo-owl attack {stone}', 'owlgo-dragon_statuses',
             'genmove {color}', 'genmove {color}', 'kata-genmove_analyze {color}', 'all_move_values', 'top_moves_{color}',
             'final_score', 'final_status_list dead', 'estimate_score', 'combination_attack {color}', 'owl_threaten_attack {stone}',
             'owl_threaten_defense {stone}', 'analyze_semeai {stone} {other}', 'move_influence {color} {empty} territory_value',
             'attack {stone}', 'worm_data', 'connect {stone} {friend}', 'disconnect {stone} {friend}', *ANALYSES)
REACH = 4.0
"""Seconds of the processor after which an interrupt comes at the latest; sooner where a question was answered before."""
SHORT = 0.02
"""What is answered in less is hardly met."""
PATIENCE = 600.0


class Felt(NamedTuple):
    """One interrupt: seconds of the processor and of the clock until it was felt, and of the processor before it came."""
    used: float
    passed: float
    before: float
    what: str


class Interrupts:
    """A process, and interrupts from a seed."""

    def __init__(self, seed: int, level: int) -> None:
        self.random = random.Random(seed)
        self.engine = Strict('--level', str(level))
        self.reach: dict[str, float] = {}
        self.felt: list[Felt] = []
        self.missed: Counter[str] = Counter()

    def used(self) -> float:
        """Seconds of the processor that the process has used, threads that have ended included (``clock_getcpuclockid``, Linux)."""
        return time.clock_gettime(~self.engine.process.pid << 3 | 2)

    def position(self) -> str:
        """Put a position on the board: of a record, or a random one of 9x9 or 13x13; returns what made it."""
        choose, do = self.random, self.engine.do
        if choose.random() < 0.6:
            path = choose.choice([RECORDS[0], choose.choice(RECORDS)])      # The first is a whole game.
            text = f'loadsgf {path} {choose.randint(1, MOVES[path] + 1)}'
            do(text)
            return text
        size, seed = choose.choice((9, 9, 13)), choose.randrange(1 << 30)
        rng = random.Random(seed)
        do(f'boardsize {size}')
        for k in range(rng.randint(10, size * size // 2)):
            self.engine.ask(f'play {"bw"[k % 2]} {COLUMNS[rng.randrange(size)]}{rng.randint(1, size)}')
        return f'{size}x{size} of seed {seed}'

    def words(self) -> dict[str, str]:
        """Words for questions about the position."""
        choose, stones = self.random, [self.engine.do(f'list_stones {color}').split() for color in ('black', 'white')]
        own = choose.randrange(2) if all(stones) else int(bool(stones[1]))
        mine, theirs = stones[own] or ['A1'], stones[1 - own] or ['A1']
        size = int(self.engine.do('query_boardsize'))
        return {'stone': choose.choice(mine), 'friend': choose.choice(mine), 'other': choose.choice(theirs),
                'color': choose.choice(('black', 'white')), 'empty': f'{COLUMNS[choose.randrange(size)]}{choose.randint(1, size)}'}

    def waiting(self) -> bool:
        """Whether the process has said something that was not read."""
        assert self.engine.process.stdout
        return bool(select.select([self.engine.process.stdout], [], [], 0)[0])

    def work(self, seconds: float) -> bool:
        """Whether it worked so long, in seconds of the processor, without an answer; a moment of the clock at the end is at random."""
        until = self.used() + seconds
        while self.used() < until:
            if self.waiting():
                return False
            time.sleep(min(max(until - self.used(), 0) + 0.0005, 0.02))
        return not self.waiting()

    def question(self, where: str) -> None:
        """Ask something and interrupt it.  Raises Wrong where the answer is neither what it would be nor that it was interrupted."""
        engine, pattern = self.engine, self.random.choice(QUESTIONS)
        text, begin = pattern.format(**self.words()), self.used()
        analysis = pattern in ANALYSES
        engine.write(f'1 {text}\n'.encode())
        if analysis:
            engine.read(PATIENCE, b'=1\n')
        if analysis:
            time.sleep(self.random.random() * 0.5)
        elif not self.work(self.random.random() * self.reach.get(pattern, REACH)):
            self.reach[pattern] = max(min(self.reach.get(pattern, REACH), 2 * (self.used() - begin)), SHORT)
            self.missed[pattern] += 1
            engine.read(PATIENCE)
            return
        now, clock = self.used(), time.monotonic()
        engine.write(b'2 is_legal black A1\n' if analysis else b'# interrupt\n')
        if analysis:
            engine.read(PATIENCE, b'=2 ')
        answer = engine.read(PATIENCE)
        if not analysis and answer[:2] not in (b'=1', b'?1') or b'internal error' in answer:
            raise Wrong(f'{where}; {text}: {answer!r}')
        self.felt.append(Felt(self.used() - now, time.monotonic() - clock, now - begin, f'{text} ({where})'))

    def run(self, count: int, tell: bool = False) -> None:
        """So many interrupts.  Raises Wrong."""
        where, number = '', 0
        while len(self.felt) < count:
            if number % 4 == 0:
                where = self.position()
            number += 1
            self.question(where)
            if tell and len(self.felt) % 100 == 0 and len(self.felt) > 0 and self.felt[-1].used > ALLOWED:
                print(self.felt[-1], flush=True)
        if [line for line in self.engine.errors() if 'Traceback' in line]:
            raise Wrong('; '.join(self.engine.errors()))


def interrupts(count: int, seed: int, level: int, tell: bool = False) -> Interrupts:
    """Interrupt so often; the process has left when this returns.  Raises Wrong."""
    one = Interrupts(seed, level)
    with one.engine:
        one.run(count, tell)
        one.engine.leave()
    return one


def main() -> int:
    """Returns 1 if an interrupt was felt late."""
    count, seed, level = map(int, given(1000, 1, 8))
    one = interrupts(count, seed, level, tell=True)
    used, passed = (sorted(getattr(felt, name) for felt in one.felt) for name in ('used', 'passed'))
    for name, times in (('processor', used), ('clock', passed)):
        parts = ', '.join(f'{part:.1%} within {1000 * times[min(int(part * count), count - 1)]:.0f} ms' for part in (0.5, 0.9, 0.99, 0.999))
        print(f'{name}: {parts}, slowest {1000 * times[-1]:.0f} ms')
    late = [felt for felt in one.felt if felt.used > ALLOWED]
    print(f'{count} interrupts of {len({felt.what.split()[0] for felt in one.felt})} commands, {len(late)} felt later than {ALLOWED} s '
          f'of the processor; {one.missed.total()} questions were answered before')
    for felt in sorted(one.felt, reverse=True)[:8]:
        print(f'  {1000 * felt.used:.0f} ms ({1000 * felt.passed:.0f} on the clock), {felt.before:.2f} s after {felt.what}')
    return int(bool(late))


if __name__ == '__main__':
    sys.exit(main())
