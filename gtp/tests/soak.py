"""Many games and questions in one process, whose memory must not grow.

    python -m owlgo.gtp.tests.soak [GAMES] [QUESTIONS] [SEED] [LEVEL]

Boards of all sizes, moves by genmove and at random, undo, analyses that are broken off, and questions about dragons in between.  Memory is
what the process holds (VmRSS), read after every game, when the board is cleared: what was read of its last position may take 20 MB.  The
first games load what was not needed before (``WARMING``).  At the end it leaves at once, and has said nothing on standard error.
"""
import random
import sys
import time
from pathlib import Path

from owlgo.engine.core.points import COLUMNS
from owlgo.engine.core.tests.resident import resident
from owlgo.gtp.tests.strict import Strict, Wrong, given

SIZES = (9, 13, 9, 7, 9, 19, 9, 7, 9, 25)
MOST_MOVES = {7: 40, 9: 50, 13: 30, 19: 15, 25: 10}
"""Moves of a game, by size: large boards are there for their memory, not for their ends."""
WARMING = 0.3
"""Part of the games after which nothing new should be needed any more."""
ALLOWED = 0.02
"""Part of its memory that may come to it after the warming."""
DRAGONS = ('owl_attack', 'owl_defend', 'dragon_status', 'owl_attack', 'owl_defend', 'dragon_data', 'attack', 'defend',
           'owlgo-verdict attack')
OTHERS = ('estimate_score', 'top_moves_{color}', 'unconditional_status {stone}', 'printsgf', 'initial_influence {color} white_influence',
          'showboard', 'eval_eye {empty}', 'worm_data', 'move_history', 'gomill-explain_last_move', 'final_status_list dead')
FAILING = ('bogus', 'owl_attack A99', 'play b', 'loadsgf no-such-file', 'komi x', 'play {color} I5')


class Soak:
    """Games in one process."""

    def __init__(self, seed: int, level: int) -> None:
        self.random = random.Random(seed)
        self.engine = Strict('--level', str(level))
        self.asked = self.moves = 0
        self.held: list[int] = []

    def game(self, size: int, questions: int) -> None:
        """A game with so many questions about dragons."""
        do, choose = self.engine.do, self.random
        do(f'boardsize {size}')
        do(choose.choice(['komi 6.5', 'komi 0.5', 'kata-set-rules chinese', 'kgs-rules japanese']))
        if choose.random() < 0.2:
            do(f'place_free_handicap {choose.randint(2, 4)}')
        passes = played = 0
        share = questions / MOST_MOVES[size]
        while passes < 2 and played < MOST_MOVES[size]:
            color = ('black', 'white')[played % 2]
            played += 1
            self.moves += 1
            if choose.random() < 0.3:
                answer = 'illegal'
                while answer == 'illegal':
                    answer = self.vertex(size)
                    fine, _ = self.engine.ask(f'play {color} {answer}')
                    answer = answer if fine else 'illegal'
            else:
                answer = do(f'genmove {color}')
            if answer == 'resign':
                break
            passes = passes + 1 if answer == 'PASS' else 0
            self.ask(int(share) + (choose.random() < share % 1), color, size)
        do('clear_board')
        self.held.append(resident(self.engine.process.pid))

    def vertex(self, size: int) -> str:
        return f'{COLUMNS[self.random.randrange(size)]}{self.random.randint(1, size)}'

    def ask(self, count: int, color: str, size: int) -> None:
        """Questions about dragons, and now and then another one, one that fails, a move taken back, an analysis that is broken off."""
        choose, do = self.random, self.engine.do
        stones = f'{do("list_stones black")} {do("list_stones white")}'.split()
        words = {'color': color, 'stone': choose.choice(stones or ['A1']), 'empty': self.vertex(size)}
        for _ in range(count):
            if stones:
                do(f'{choose.choice(DRAGONS)} {choose.choice(stones)}')
                self.asked += 1
        pick = choose.random()
        if pick < 0.15:
            self.engine.ask(choose.choice(OTHERS).format(**words))
        elif pick < 0.25 and self.engine.ask(choose.choice(FAILING).format(**words))[0]:
            raise Wrong('what should fail did not')
        elif pick < 0.3 and self.engine.ask('undo')[0]:
            do(f'play {color} pass')
        elif pick < 0.35:
            self.engine.write(b'lz-analyze 5\n')
            self.engine.read(60, b'info ')
            self.engine.write(b'\n')
            self.engine.read(60)

    def growth(self) -> float:
        """By what part the most that was held after the warming is above the most until then."""
        warm = max(int(len(self.held) * WARMING), 1)
        return max(self.held[warm:]) / max(self.held[:warm]) - 1


def soak(games: int, questions: int, seed: int, level: int, tell: bool = False) -> Soak:
    """Play and ask; the process has left when this returns.  Raises Wrong."""
    one, begin = Soak(seed, level), time.monotonic()
    with one.engine:
        for number in range(games):
            size = SIZES[number % len(SIZES)]
            one.game(size, max((questions - one.asked) // (games - number), 0))
            if tell:
                print(f'game {number + 1}, {size}x{size}: {one.moves} moves, {one.asked} questions, {one.held[-1] / 1024:.1f} MB, '
                      f'{time.monotonic() - begin:.0f} s', flush=True)
        threads = len(list(Path(f'/proc/{one.engine.process.pid}/task').iterdir()))
        files = len(list(Path(f'/proc/{one.engine.process.pid}/fd').iterdir()))
        if tell:
            print(f'{threads} threads and {files} files at the end')
        one.engine.leave()
    return one


def main() -> int:
    """Returns 1 if memory grew."""
    games, questions, seed, level = map(int, given(50, 5000, 1, 1))
    growth = soak(games, questions, seed, level, tell=True).growth()
    print(f'memory grew by {growth:.1%} after three tenths of the games; {ALLOWED:.0%} are allowed')
    return int(growth > ALLOWED)


if __name__ == '__main__':
    sys.exit(main())
