"""Positions of games in which the choice of a move matters, with the moves that lose little by the referee.

    python -m owlgo.regress.strength.make.choices GAMES OUT.json --referee COMMAND [--peer COMMAND]

A position is kept when a pass loses much and few moves are good, which are those that the referee expected.  Judged are the moves that it
searches most and the peer's, all in the same way.
"""
import argparse
import random
from collections import Counter
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, other
from owlgo.regress.strength.entry import Entry, Question, append, drawn, read
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import LETTERS, Referee, moved

ROOT, AFTER = 16, 6
"""Visits for the position and after each move."""
MOST_JUDGED = 5
"""Moves of the referee's that are judged."""
GOOD, MOST_GOOD, EXPECTED = 1.5, 4, 0.5
"""Points that a good move may lose, the most good moves of a position, and how likely they must be together before the search."""
URGENT = 5.0
"""Points that a pass must lose."""
WANTED = {9: 30, 13: 15, 19: 15}
"""Positions of each size."""
FIRST, LAST = 0.1, 0.55
"""The part of the board's points after which, and until which, a position is taken."""


def good_moves(game: Game, color: int, referee: Referee, peer: Peer) -> list[str]:
    """The moves that lose little; none where little hangs on the choice or many moves may be good."""
    sign = 1 if color == BLACK else -1
    glance = referee.glance(game, color)
    if sum(glance.likely[:MOST_GOOD]) < EXPECTED or sign * (glance.lead - referee.glance(game, other(color)).lead) < URGENT:
        return []
    root = referee.look(game, color, ROOT)
    moves = sorted(root.moves, key=lambda move: -root.moves[move][0])[:MOST_JUDGED]
    if sum(root.moves[move][2] for move in moves[:MOST_GOOD]) < EXPECTED:
        return []
    moves.append(peer.ask(game, f'reg_genmove {LETTERS[color]}').upper())
    values = {move: sign * referee.look(moved(game, color, move), other(color), AFTER).lead for move in dict.fromkeys(moves)
              if move and move.upper() not in ('PASS', 'RESIGN')}
    good = [move for move, value in values.items() if max(values.values()) - value <= GOOD]
    expected = sum(root.moves[move][2] for move in good if move in root.moves)
    return good if len(good) <= MOST_GOOD and expected >= EXPECTED else []


def main() -> None:
    """Take positions of games until there are enough of each size, those of earlier runs included."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength.make.choices', description='Find choices of a move.')
    p.add_argument('games', type=Path)
    p.add_argument('out', type=Path)
    p.add_argument('--referee', required=True)
    p.add_argument('--peer', default='gnugo --quiet --mode gtp --level 10')
    p.add_argument('--seed', type=int, default=59)
    args = p.parse_args()
    referee, peer = Referee(args.referee, args.out.with_suffix('.cache')), Peer(args.peer)
    rng = random.Random(args.seed)
    paths = sorted(args.games.glob('*.sgf')) * 8
    rng.shuffle(paths)
    known = read(args.out) if args.out.exists() else []
    subjects, count = {entry.subject for entry in known}, Counter(entry.size for entry in known)
    for path in paths:
        record = sgf.load(str(path))
        if count[record.size] >= WANTED.get(record.size, 0):
            continue
        area = record.size ** 2
        number = rng.randrange(round(FIRST * area), round(LAST * area))
        if number >= len(record.events):
            continue
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number)))
        game.komi = 6.5
        color = game.to_move
        subject = drawn(game), LETTERS[color]
        good = good_moves(game, color, referee, peer) if subject not in subjects else []
        if good:
            question = Question(f'reg_genmove {LETTERS[color]}', tuple(good), 'referee')
            append(args.out, Entry(f'choices-{path.stem}-{number - 1}', drawn(game), (question,), LETTERS[color][0].upper(),
                                   origin=f'{path.stem}, before move {number}'))
            subjects.add(subject)
            count[record.size] += 1


if __name__ == '__main__':
    main()
