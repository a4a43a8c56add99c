"""Find nearly finished games to score by area.  Each is cut at the earliest late position in which the referee is sure of every point.

    python -m owlgo.regress.strength.make.finished GAMES OUT.json --referee COMMAND [--peer COMMAND]

The referee must give every point to the same side, whoever is to move, and the peer's score must agree.  If the referee is very sure, the
peer need not agree.  The questions are the score, and the status of the largest dead and the smallest living string.
"""
from collections.abc import Iterator
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE
from owlgo.regress.strength.entry import Question
from owlgo.regress.strength.make.engines import Peer, Referee
from owlgo.regress.strength.make.written import GNUGO, Wanted, arguments, entry, position

SETTLED_SHARE = 0.6
"""Least ownership of a settled point, from 0 to 1, if the peer's score agrees."""


def owners(game: Game, referee: Referee) -> dict[int, float]:
    """Return Black's share of each point.  Of two searches, one for each side to move, the less sure one counts."""
    looks = [referee.look(game, color, 6).owners for color in (BLACK, WHITE)]
    return {pos: min((look[pos] for look in looks), key=abs) if looks[0][pos] * looks[1][pos] > 0 else 0.0 for pos in looks[0]}


def settled(path: Path, last: int, referee: Referee) -> Iterator[Game]:
    """Yield the positions in which every point looks settled, among every third of the last twelve; then the final position."""
    for number in range(last - 12, last, 3):
        game = position(path, number + 1)
        if all(min(map(abs, referee.glance(game, color)[1].values())) > SETTLED_SHARE for color in (BLACK, WHITE)):
            yield game
    yield position(path)


def questions(game: Game, referee: Referee, peer: Peer) -> list[Question]:
    """Return the questions about a finished game, or none if the owner of a point or the score is in doubt."""
    found = owners(game, referee)
    least = min(map(abs, found.values()))
    if least < SETTLED_SHARE:
        return []
    points = sum(1 if share > 0 else -1 for share in found.values()) - game.komi
    score = f'{"B" if points > 0 else "W"}+{abs(points):.1f}'
    agrees = peer.ask(game, 'final_score').upper() == score
    if not agrees and least < 0.95:
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
    """Search the ends of games until each board size has enough entries."""
    args = arguments('finished', peer=f'{GNUGO} --chinese-rules', seed=1)
    wanted = Wanted(args.out, {9: 24, 13: 11, 19: 5}, lambda one: one.size)
    for path in args.games:
        record = sgf.load(str(path))
        ends = [isinstance(event, sgf.Play) and event.pos == PASS for event in record.events[-2:]]
        if record.size not in wanted or ends != [True, True]:
            continue
        for game in settled(path, len(record.events), args.referee):
            asked = questions(game, args.referee, args.peer)
            if asked:
                origin = f'{path.stem}, after {len(game.moves)} of {len(record.events)} moves'
                wanted.add(entry(f'finished-{path.stem}', game, asked, origin))
                break


if __name__ == '__main__':
    main()
