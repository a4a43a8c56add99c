"""Random lines, good and bad, in random positions, some interrupted; ``python -m owlgo.gtp.tests.fuzz SECONDS [SEED]`` says what is wrong.

Nothing is an internal error; what fails changes nothing; a question has the same answer when it is asked again, after an interrupt too, and
in a process that was asked nothing else.
"""
import random
import sys
import threading
import time
from pathlib import Path

from owlgo.engine.core.points import COLUMNS
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask

SIZES = (2, 3, 4, 5, 6, 7, 7, 9, 9)
MOVES = 40
RECORDS = sorted((Path(__file__).parents[2] / 'regress' / 'games').glob('*.sgf'))
PATIENCE = 6
"""Questions in a position."""
SLOW = 20
"""Seconds for all that are worth telling."""
SETTINGS = ('komi', 'level', 'owlgo-rank', 'set_random_seed', 'report_uncertainty', 'increase_depths', 'decrease_depths', 'time_settings',
            'time_left', 'kgs-time_settings', 'clear_cache', 'advance_random_seed', 'limit_search', 'set_search_limit',
            'set_search_diamond', 'reset_search_mask', 'start_sgftrace')
PLAYS = ('tryko', 'orientation',
         'play', 'black', 'white', 'trymove', 'popgo', 'undo', 'gg-undo', 'clear_board', 'fixed_handicap', 'place_free_handicap',
         'set_free_handicap', 'gogui-setup', 'gogui-play_sequence', 'gogui-setup_player')
CHOICES = ('genmove', 'genmove_black', 'genmove_white', 'kgs-genmove_cleanup', 'lz-genmove_analyze', 'kata-genmove_analyze')
"""They play, and think on from what was thought before."""
UNASKED = ('rectangular_boardsize',
           'quit', 'boardsize', 'loadsgf', 'printsgf', 'finish_sgftrace', 'echo_err', 'cputime', 'lz-analyze', 'kata-analyze')
"""Files and streams are tested elsewhere, and the time is another one each time."""
COUNTERS = tuple(name for name in COMMANDS if name.endswith('_counter'))
QUESTIONS = tuple(sorted(set(COMMANDS) - {*SETTINGS, *PLAYS, *CHOICES, *UNASKED, *COUNTERS}))
BAD = ('A00021', 'A0', 'Z1', 'I5', 'A99999999999999999999', 'pass', '-1', '0', '2147483648', '9223372036854775808', '1e20', 'nan', 'inf',
       '9' * 400, '1e400', '1_0', '²', '', 'x', '-', '/', '%', '..', 'A1,B2', 'true', '\udcff')


class Countdown(threading.Event):
    """An interrupt that comes when it has been looked for so many times."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def is_set(self) -> bool:
        self.times -= 1
        return self.times < 0


def state(session: Session) -> list[object]:
    return [session.game.history, session.game.stack(), session.level, session.rank, session.seed, session.deeper,
            session.report_uncertainty, repr(session.clock),
            session.quitting, session.get_komi(), session.orientation, session.limited, session.area]


class Fuzz:
    """Positions and lines from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.wrong: list[str] = []
        self.asked = 0

    def vertex(self, size: int) -> str:
        return f'{COLUMNS[self.random.randrange(size)]}{self.random.randint(1, size)}'

    def stone(self, session: Session) -> str:
        stones = session.game.stones(1) + session.game.stones(2)
        return session.game.vertex(self.random.choice(stones)) if stones else self.vertex(session.size)

    def word(self, session: Session) -> str:
        pick = self.random.random
        if pick() < 0.08:
            return self.random.choice(BAD)
        kinds = [lambda: self.stone(session), lambda: self.stone(session), lambda: self.vertex(session.size),
                 lambda: self.random.choice(['b', 'w', 'black', 'WHITE']), lambda: str(self.random.randint(0, 12))]
        return self.random.choice(kinds)()

    def args(self, session: Session, name: str) -> list[str]:
        """Words that mostly fit."""
        text = COMMANDS[name].handler.__doc__ or ''
        wanted = text.split('Arguments:', 1)[1].split('.', 1)[0].lower() if 'Arguments:' in text else ''
        if not wanted or wanted.strip() == 'none':
            return [self.word(session)] * (self.random.random() < 0.1)
        found: list[str] = []
        for part in wanted.replace('[', ' ').replace(']', ' ').split(','):
            bad = self.random.random() < 0.04
            if bad:
                found.append(self.random.choice(BAD))
            elif 'two' in part or 'three' in part or 'vertices' in part:
                found += [self.stone(session) for _ in range(self.random.randint(1, 3))]
            elif 'colo' in part and 'vert' not in part:
                found.append(self.random.choice(['b', 'w']))
            elif 'attack or defend' in part or '"attack"' in part:
                found.append(self.random.choice(['attack', 'defend']))
            elif 'seki' in part or 'alive' in part or 'territory' in part:
                found.append(self.random.choice(['alive', 'dead', 'seki', 'white_territory', 'dame']))
            elif 'what' in part:
                found.append(self.random.choice(['white_influence', 'territory_value', 'influence_regions', 'black_strength']))
            elif 'database' in part:
                found.append(self.random.choice(['attack', 'conn', 'owl_attackpats']))
            elif 'number' in part or 'seconds' in part or 'how many' in part:
                found.append(str(self.random.randint(0, 30)))
            elif 'vertex of a move' in part or part.strip() == 'move':
                found.append(self.vertex(session.size))
            elif 'vertex' in part:
                found.append(self.random.choice([self.stone(session), self.stone(session), self.vertex(session.size)]))
            else:
                found.append(self.word(session))
        if self.random.random() < 0.05:
            found = found[:-1]
        return found

    def position(self) -> tuple[Session, list[str]]:
        """A session in a random position, and the lines that lead there."""
        choose = self.random
        session = Session(level=choose.randint(0, 1), suicide=choose.choice(['forbidden', 'forbidden', 'allowed', 'all']),
                          orientation=choose.choice([0, 0, 0, 0, choose.randrange(8)]),
                          ko=choose.choice(['simple', 'simple', 'none', 'positional', 'situational']))
        if choose.random() < 0.3:
            # Most records have one position of 19x19 points, with something to read.
            lines = [f'loadsgf {choose.choice(RECORDS)} {choose.randint(1, 60)}']
            return session, [line for line in lines if ask(session, line).startswith('=')]
        size = choose.choice(SIZES)
        lines = [f'boardsize {size}', f'komi {choose.choice(["0", "6.5", "-3"])}']
        for number in range(choose.randint(0, min(MOVES, size * size))):
            who = 'bw'[number % 2] if choose.random() < 0.9 else choose.choice('bw')
            lines.append(f'play {who} {"pass" if choose.random() < 0.03 else self.vertex(size)}')
        if choose.random() < 0.15:
            lines.append(f'trymove {choose.choice("bw")} {self.vertex(size)}')
        return session, [line for line in lines if ask(session, line).startswith('=')]

    def fresh(self, like: Session, lines: list[str]) -> Session:
        """A session that knows nothing, in the same position."""
        session = Session(level=like.level, suicide=like.suicide, ko=like.ko, seed=like.seed, deeper=like.deeper,
                          report_uncertainty=like.report_uncertainty, orientation=like.orientation, limited=like.limited, area=like.area)
        for line in lines:
            ask(session, line)
        ask(session, 'clear_cache')
        return session

    def check(self, session: Session, lines: list[str], line: str) -> str:
        """Ask once; what is an internal error, and what fails and changes something, is wrong."""
        before = state(session)
        answer = ask(session, line)
        self.asked += 1
        if 'internal error' in answer:
            self.tell(session, lines, line, answer)
        elif answer.startswith('?') and state(session) != before and line.split()[0] not in CHOICES:
            self.tell(session, lines, line, f'{answer.strip()} and changed something')
        return answer

    def tell(self, session: Session, lines: list[str], line: str, what: str) -> None:
        rules = f'level {session.level} {session.suicide} {session.ko} deeper {session.deeper}'
        self.wrong.append(f'{what.strip()!r}\n    {rules}\n    {"; ".join(lines)}; {line}')

    def round(self) -> None:
        """One position and some questions about it."""
        session, lines = self.position()
        for _ in range(PATIENCE):
            name = self.random.choice(QUESTIONS)
            line = ' '.join([name, *self.args(session, name)])
            if self.random.random() < 0.2:
                other = self.random.choice(SETTINGS)
                self.check(session, lines, ' '.join([other, *self.args(session, other)]))
                session.level, session.clock = min(session.level, 1), None
            fresh = self.fresh(session, lines)
            if state(fresh)[0] != state(session)[0]:
                continue        # komi and the like were set
            plain, session.interrupted = session.interrupted, Countdown(self.random.choice([0, 1, 2, 3, 5, 10, 30, 100]))
            first = self.check(session, lines, line)
            session.interrupted = plain
            second = self.check(session, lines, line)
            third = self.check(fresh, lines, line)
            if 'unknown' in first and name == 'owlgo-solve' or first == '? interrupted\n\n':
                first = second
            if not first == second == third:
                self.tell(session, lines, line, f'{first} {second} {third}')
        name = self.random.choice([*PLAYS, *PLAYS, *SETTINGS])
        self.check(session, lines, ' '.join([name, *self.args(session, name)]))


def main() -> None:
    """Seed after seed, as long as told."""
    begin, seed = time.monotonic(), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    asked = 0
    while time.monotonic() < begin + float(sys.argv[1]):
        fuzz = Fuzz(seed)
        now = time.monotonic()
        fuzz.round()
        if time.monotonic() - now > SLOW:
            print(f'slow: seed {seed}, {time.monotonic() - now:.0f} s', flush=True)
        for text in fuzz.wrong:
            print(f'seed {seed}: {text}', flush=True)
        asked += fuzz.asked
        seed += 1
    print(f'{asked} lines, up to seed {seed}')


if __name__ == '__main__':
    main()
