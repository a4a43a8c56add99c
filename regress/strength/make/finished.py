"""Games to score, by area, as early before their ends as the referee is sure of every point.

    python -m owlgo.regress.strength.make.finished GAMES OUT.json --referee COMMAND [--peer COMMAND]

A game is kept if the referee gives every point to a side, whoever is to move, and the peer's score is the same; or if the referee is surer.
Asked are the score, and the status of a dead string and of the smallest living one.
"""
import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE
from owlgo.regress.strength.entry import Entry, Question, drawn, save
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import LETTERS, Referee

VISITS, KOMI = 6, 6.5
SURE, SURER = 0.6, 0.95
"""How much of each point a side must own, with the peer and without it."""
EARLIEST, STEP = 12, 3
"""Moves before the end of a game from which on it is looked at, and from one look to the next."""
WANTED = {9: 24, 13: 11, 19: 5}


def owners(game: Game, referee: Referee) -> dict[int, float]:
    """How much of each point is Black's, by the less sure of two looks, one with each side to move."""
    looks = [referee.look(game, color, VISITS).owners for color in (BLACK, WHITE)]
    return {pos: min((look[pos] for look in looks), key=abs) if looks[0][pos] * looks[1][pos] > 0 else 0.0 for pos in looks[0]}


def settled(record: sgf.Record, path: Path, referee: Referee) -> Iterator[Game]:
    """The game from where every point looks settled, and its end."""
    last = len(record.events)
    for number in [*range(last - EARLIEST, last, STEP), last]:
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number + 1)) if number < last else record)
        game.komi = KOMI
        if number == last or all(min(map(abs, referee.glance(game, color).owners.values())) > SURE for color in (BLACK, WHITE)):
            yield game


def questions(game: Game, referee: Referee, peer: Peer) -> list[Question]:
    """What is asked of a finished game; nothing where a doubt is left."""
    found = owners(game, referee)
    least = min(map(abs, found.values()))
    if least < SURE:
        return []
    points = sum(1 if share > 0 else -1 for share in found.values()) - game.komi
    score = f'{"B" if points > 0 else "W"}+{abs(points):.1f}'
    agrees = peer.ask(game, 'final_score').upper() == score
    if not agrees and least < SURER:
        return []
    source = 'referee+gnugo' if agrees else 'referee'
    asked = [Question('final_score', (score,), source)]
    strings = [pos for color in (BLACK, WHITE) for pos in game.strings(color)]
    alive = [pos for pos in strings if (found[pos] > 0) == (game.color_at(pos) == BLACK)]
    largest_dead = sorted(set(strings) - set(alive), key=lambda pos: (-len(game.string(pos)), pos))[:1]
    smallest = sorted(alive, key=lambda pos: len(game.string(pos)))[:1]
    for pos, word in [*((pos, 'dead') for pos in largest_dead), *((pos, 'alive') for pos in smallest)]:
        said = peer.ask(game, f'final_status {game.vertex(pos)}')
        asked.append(Question(f'final_status {game.vertex(pos)}', (word,), 'referee+gnugo' if said == word else 'referee'))
    return asked


def main() -> None:
    """Look at the ends of games until there are enough of each size."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength.make.finished', description='Find finished games to score.')
    p.add_argument('games', type=Path)
    p.add_argument('out', type=Path)
    p.add_argument('--referee', required=True)
    p.add_argument('--peer', default='gnugo --quiet --mode gtp --level 10 --chinese-rules')
    args = p.parse_args()
    referee, peer = Referee(args.referee, args.out.with_suffix('.cache')), Peer(args.peer)
    paths = sorted(args.games.glob('*.sgf'))
    random.Random(1).shuffle(paths)
    found: dict[int, list[Entry]] = {size: [] for size in WANTED}
    for path in paths:
        record = sgf.load(str(path))
        row = found.get(record.size, [])
        ends = [isinstance(event, sgf.Play) and event.pos == PASS for event in record.events[-2:]]
        if len(row) >= WANTED.get(record.size, 0) or ends != [True, True]:
            continue
        for game in settled(record, path, referee):
            asked = questions(game, referee, peer)
            if not asked:
                continue
            row.append(Entry(f'finished-{path.stem}', drawn(game), tuple(asked), LETTERS[game.to_move][0].upper(), KOMI,
                             f'{path.stem}, after {len(game.moves)} of {len(record.events)} moves'))
            save(args.out, (one for row in found.values() for one in row))
            break


if __name__ == '__main__':
    main()
