"""Captures on small boards, settled by every position that can arise, for people who make the bench anew:

    python -m regress.strength.tests.small_strings OUT.json [COUNT [SEED]]
"""
import random
import sys
from pathlib import Path

from engine.core.points import BLACK, WHITE
from engine.core.result import GTP_CODES, LOSE, WIN
from engine.read.tests.oracle import TooLarge
from engine.read.tests.small import small_position, truth
from regress.strength.entry import Entry, Question, drawn, dumps

EMPTY_POINTS = {4: (3, 6), 5: (3, 6)}
STATES = 700


def main() -> None:
    out, count, seed = Path(sys.argv[1]), *(int(word) for word in [*sys.argv[2:], '12', '1'][:2])
    lines: list[str] = []
    while len(lines) < count:
        seed += 1
        game = small_position(seed, [4, 5, 5], EMPTY_POINTS)
        strings = game.strings(BLACK) + game.strings(WHITE) if game else []
        if not game or not strings or int(game.board['ko']):
            continue
        pos = random.Random(seed).choice(strings)
        try:
            true = truth(game, pos, STATES)
        except TooLarge:
            continue
        if len(game.liberties(pos)) < 2 or true[True] == LOSE or true[False] == WIN and true[True] == LOSE:
            continue
        questions = [Question(f'{name} {game.vertex(pos)}', (str(GTP_CODES[true[attacking]]),), 'exhaustive')
                     for name, attacking in (('attack', True), ('defend', False))]
        lines.append(dumps(Entry(f'strings-small{seed}', drawn(game), tuple(questions), origin='random')))
        out.write_text('\n'.join(lines) + '\n', 'utf-8')


if __name__ == '__main__':
    main()
