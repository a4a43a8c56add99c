"""Data of dragons, as GNU Go prints them."""
from typing import TYPE_CHECKING

from owlgo.engine.core.points import other
from owlgo.gtp.commands.reading import string, unoccupied
from owlgo.gtp.commands.worms import stones_of
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, vertex
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.examine.judgement import Judgement


NO_DRAGON = 'dragon vertex must be nonempty'
"""GNU Go's words for an empty point that should be a dragon's."""


@command('dragon_status')
def dragon_status(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: alive, dead, or critical with the killing and the saving move; without a vertex, a line for every
    dragon: a stone of its largest group, and that group's status.  After report_uncertainty on, "seki" if it lives in seki, and the grade
    as owlgo-verdict gives it.  A dragon with a wide escape route or a very large eye space is not read: alive, uncertain.
    Fails: invalid coordinate, vertex must not be empty.
    """
    if args:
        return words(session, session.examination.judgement(string(session, args)))
    known = session.examination
    return '\n'.join(f'{session.game.vertex(known.judge.main_stone(dragon.stones))}: {words(session, known.judgement_of(dragon))}'
                     for dragon in session.examination.dragons.every)


@command('owlgo-explain')
def owlgo_explain(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a stone.  Answer: why its dragon lives or dies, a sentence a line.  Fails: invalid coordinate, vertex must not
    be empty.
    """
    from owlgo.engine.examine import explain
    found, pos = session.examination.dragons, string(session, args)
    return '\n'.join(explain.dragon(found, found.of(pos), session.examination.judge, pos))


def words(session: Session, judged: 'Judgement') -> str:
    """Write a status with the moves of a critical dragon, and after report_uncertainty on with its grade."""
    from owlgo.engine.examine import data
    size = session.game.size
    text = data.status_words(judged.status, size)
    return f'{text} {data.graded(judged, size)}' if session.report_uncertainty else text


@command('dragon_data')
def dragon_data(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: the data of the dragon at the vertex, or of every dragon, under GNU Go's names.  Results are
    GNU Go's internal codes (5, 4 and 1 for GTP's 1, 2 and 3).  More than two eyes count as two.  Fails: invalid coordinate.
    """
    from owlgo.engine.examine import data
    known = session.examination
    places = [vertex(args, session.game.size)] if args else [dragon.origin for dragon in known.dragons.every]
    return '\n'.join(data.dragon(known, pos) for pos in places)


@command('dragon_stones')
def dragon_stones(session: Session, args: list[str]) -> str:
    """Arguments: [vertex or color].  Answer: the stones of the dragon at the vertex; without it, of every dragon or of every dragon of the
    colour, a line each.  Fails: invalid coordinate, dragon_stones called on an empty vertex.
    """
    return stones_of(session, args, 'dragon_stones', {stone: list(dragon.stones) for dragon in session.examination.dragons.every
                                                      for stone in dragon.stones})


@command('same_dragon')
def same_dragon(session: Session, args: list[str]) -> str:
    """Arguments: two vertices.  Answer: 1 if the stones there belong to one dragon, else 0.  Fails: invalid coordinate, vertex must not be
    empty.
    """
    first, second = string(session, args), string(session, args, 1)
    found = session.examination.dragons
    return str(int(found.of(first) is found.of(second)))


@command('is_surrounded')
def is_surrounded(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: 1 if the dragon there is surrounded, 2 if it is weakly surrounded, else 0.  Fails: invalid coordinate,
    dragon vertex must be nonempty.
    """
    return str(int(session.examination.dragons.of(string(session, args, 0, NO_DRAGON)).surrounded))


@command('does_surround')
def does_surround(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a move, vertex of a dragon.  Answer: 1 if the opponent of the dragon surrounds it with the move, else 0.  Fails:
    invalid coordinate, move vertex must be empty, dragon vertex must be nonempty, illegal move.
    """
    from owlgo.engine.dragons import surround
    game = session.game
    move = unoccupied(session, vertex(args, game.size))
    dragon = session.examination.dragons.of(string(session, args, 1, NO_DRAGON))
    if not game.is_legal(other(dragon.color), move):
        raise GtpError('illegal move')
    hostile = session.examination.dragons.hostile_stones(dragon)
    game.trymove(other(dragon.color), move)
    status, _ = surround.surrounded(game.board, dragon.stones, [*hostile, move])
    game.popgo()
    return str(int(status != surround.Surrounded.NO and dragon.surrounded == surround.Surrounded.NO))


@command('surround_map')
def surround_map(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a dragon, vertex.  Answer: whether the second vertex lies in the hull of the enemy's stones round the dragon, 1
    or 0; -1 if the dragon is not surrounded.  Fails: invalid coordinate, dragon vertex must be nonempty.
    """
    from owlgo.engine.dragons import surround
    game, found = session.game, session.examination.dragons
    dragon, pos = found.of(string(session, args, 0, NO_DRAGON)), vertex(args, game.size, 1)
    if dragon.surrounded == surround.Surrounded.NO:
        return '-1'
    return str(int(surround.is_in_hull(surround.hull_of(game.board, found.hostile_stones(dragon)), pos)))
