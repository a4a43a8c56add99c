"""Find positions of games in which the choice of a move matters, and the moves that lose little by the referee.

    python -m owlgo.regress.strength.make.choices GAMES OUT.json --referee COMMAND [--peer COMMAND]

A position is kept if a pass loses much and few moves are good, moves that the referee expected before its search.  The referee judges its
five most visited moves and the peer's.
"""
import argparse
import random
from collections import Counter
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, other
from owlgo.regress.strength.entry import Entry, Question, read
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import Referee, moved
from owlgo.regress.strength.make.written import append, drawn


def good_moves(game: Game, color: int, referee: Referee, peer: Peer) -> list[str]:
    """Return the moves that lose at most 1.5 points; none if a pass loses less than 5 points or many moves may be good."""
    most_good, expected_share = 4, 0.5      # good moves, and their least probability together before the search
    sign = 1 if color == BLACK else -1
    glance = referee.glance(game, color)
    if sum(glance.likely[:most_good]) < expected_share or sign * (glance.lead - referee.glance(game, other(color)).lead) < 5.0:
        return []
    root = referee.look(game, color, 16)
    moves = sorted(root.moves, key=lambda move: -root.moves[move][0])[:5]
    if sum(root.moves[move][2] for move in moves[:most_good]) < expected_share:
        return []
    moves.append(peer.ask(game, f'reg_genmove {COLOR_NAMES[color]}').upper())
    values = {move: sign * referee.look(moved(game, color, move), other(color), 6).lead for move in dict.fromkeys(moves)
              if move and move.upper() not in ('PASS', 'RESIGN')}
    good = [move for move, value in values.items() if max(values.values()) - value <= 1.5]
    expected = sum(root.moves[move][2] for move in good if move in root.moves)
    return good if len(good) <= most_good and expected >= expected_share else []


def main() -> None:
    """Look for positions where the move matters, until each board size has enough; entries of earlier runs count."""
    wanted = {9: 30, 13: 15, 19: 15}
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
        if count[record.size] >= wanted.get(record.size, 0):
            continue
        area = record.size ** 2
        number = rng.randrange(round(0.1 * area), round(0.55 * area))
        if number >= len(record.events):
            continue
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number)))
        game.komi = 6.5
        color = game.to_move
        subject = drawn(game), COLOR_NAMES[color]
        good = good_moves(game, color, referee, peer) if subject not in subjects else []
        if good:
            question = Question(f'reg_genmove {COLOR_NAMES[color]}', tuple(good), 'referee')
            append(args.out, Entry(f'choices-{path.stem}-{number - 1}', drawn(game), (question,), COLOR_NAMES[color][0].upper(),
                                   origin=f'{path.stem}, before move {number}'))
            subjects.add(subject)
            count[record.size] += 1


if __name__ == '__main__':
    main()
