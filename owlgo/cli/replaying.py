"""``--replay``: compare the moves of a record with OwlGo's choices."""
from collections.abc import Iterator

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, SIDES
from owlgo.engine.core.sgf import Play
from owlgo.engine.play import genmove
from owlgo.gtp.session import Session


def replay(session: Session, colors: list[int]) -> Iterator[str]:
    """Yield a line for each move of these colours, and at the end the number of equal moves."""
    from dataclasses import replace

    record = session.game.record()
    how = genmove.MoveSettings(session.level, session.seed, session.threads, session.without, session.per_level, session.chinese)
    same = asked = number = 0
    for k, event in enumerate(record.events):
        if not isinstance(event, Play):
            continue
        number += 1
        if event.color not in colors:
            continue
        game = Game()
        game.load(replace(record, events=record.events[:k], to_move=event.color))
        found = genmove.genmove(game, event.color, how, workspace=session.workspace)
        asked += 1
        same += found == event.pos
        name = game.vertex(event.pos) if event.pos != PASS else 'pass'
        mine = 'the same' if found == event.pos else game.vertex(found) if found != PASS else 'pass'
        yield f'Move {number} ({SIDES[event.color]} {name}): {mine}'
    yield f'{same} of {asked} moves are the same'
