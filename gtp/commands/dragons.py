"""Dragons: what is known of them, as GNU Go prints it."""
from typing import TYPE_CHECKING

from engine.core.points import COLOR_NAMES, EMPTY, PASS, other
from gtp.commands.eyes import table
from gtp.commands.reading import string
from gtp.commands.worms import stones_of
from gtp.protocol import GtpError
from gtp.registry import command, vertex
from gtp.session import Session

if TYPE_CHECKING:
    from engine.core.result import Reading
    from engine.dragons.partition import Dragon, Dragons
    from engine.examine.status import Judge, Judgement, Status

STATUS = {1: 'alive', 2: 'dead', 3: 'critical', 4: 'unknown'}
"""Words for the statuses of ``engine.core.facts``."""
WIDTH = 23
"""Of the names in dragon_data."""
NOBODY = 'dragon vertex must be nonempty'


def dragons(session: Session) -> 'Dragons':
    """The dragons of the position."""
    return session.examination.dragons


def judge(session: Session) -> 'Judge':
    """Who answers about the dragons of the position."""
    return session.examination.judge


@command('dragon_status')
def dragon_status(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: alive, dead, or critical with the killing and the saving move; without a vertex of every dragon, a
    line each that begins with its first stone.

    Fails: invalid coordinate, vertex must not be empty.
    """
    if args:
        return words(session, judge(session).judge(string(session, args)).status)
    return '\n'.join(f'{session.game.vertex(dragon.origin)}: {words(session, judge(session).of(dragon).status)}'
                     for dragon in dragons(session).every)


@command('owlgo-explain')
def owlgo_explain(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a stone.  Answer: why its dragon lives or dies, a sentence a line.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.examine import explain
    found = dragons(session)
    return '\n'.join(explain.dragon(session.game.board, found, found.of(string(session, args)), judge(session)))


def words(session: Session, status: 'Status') -> str:
    """A status, with both moves if it is critical."""
    text = STATUS[status.status]
    return f'{text} {session.game.vertex(status.attack)} {session.game.vertex(status.defence)}' if text == 'critical' else text


@command('dragon_data')
def dragon_data(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: what is known of the dragon at the vertex, or of every dragon: GNU Go's keys, with its internal codes
    (5 for 1, 4 for 2, 1 for 3).  More than two eyes count as two.

    Fails: invalid coordinate.
    """
    game = session.game
    if not args:
        return '\n'.join(_data(session, dragon) for dragon in dragons(session).every)
    pos = vertex(args, game.size)
    if game.color_at(pos) == EMPTY:
        return f'{game.vertex(pos)}:\n' + table({'color': 'empty'}, WIDTH)
    return _data(session, dragons(session).of(pos), pos)


def _data(session: Session, dragon: 'Dragon', pos: int | None = None) -> str:
    """The rows of a dragon."""
    from engine.examine import status
    game, found = session.game, dragons(session)
    judged = status.judgement(dragon, judge(session))
    lunch = dragon.lunches[0].stones[0] if dragon.lunches else PASS
    rows: dict[str, object] = {
        'color': COLOR_NAMES[dragon.color], 'origin': game.vertex(dragon.origin), 'size': len(dragon.stones),
        'effective_size': f'{dragon.effective_size:.2f}', 'strategic_size': f'{dragon.effective_size:.2f}', 'genus': dragon.genus,
        'heye': game.vertex(dragon.half_eye), 'escape_route': dragon.escape, 'lunch': game.vertex(lunch),
        'crude_status': STATUS[dragon.crude_status], 'owl_status': 'unchecked' if judged.owl_status is None else STATUS[judged.owl_status],
        'status': STATUS[judged.status.status], 'safety': status.safety(dragon, judged, found, session.examination.lasting),
        'weakness': f'{_weakness(dragon, judged):.2f}', 'weakness_pre_owl': f'{dragon.weakness:.2f}',
        'surround_status': dragon.surrounded, 'surround_size': dragon.surround_size, 'moyo_size': dragon.moyo,
        'moyo_territorial_value': f'{dragon.moyo:.2f}',
        'neighbors': ' '.join(game.vertex(found.every[k].origin) for k in dragon.neighbours),
        'hostile_neighbors': len(found.hostile(dragon))}
    rows |= _reading(session, 'attack', judged.attack and judged.attack.reading) | {'owl_threat_status': 'unchecked'} | \
        _reading(session, 'defense', judged.defence and judged.defence.reading)
    rows |= {'owl_attack_kworm': 'PASS', 'owl_defense_kworm': 'PASS'} | _semeais(session, judged)
    rows['strings'] = ' '.join(game.vertex(first) for first in dragon.strings)
    return f'{game.vertex(dragon.origin if pos is None else pos)}:\n{table(rows, WIDTH)}'


def _weakness(dragon: 'Dragon', judged: 'Judgement') -> float:
    """Weakness after reading: none if it lives for sure, all if it does not."""
    if STATUS[judged.status.status] != 'alive':
        return 1.0
    return dragon.weakness if judged.owl_status is None or judged.status.uncertain else 0.0


def _reading(session: Session, name: str, reading: 'Reading | None') -> dict[str, object]:
    """The rows of an attack or a defence."""
    rows: dict[str, object] = {f'owl_{name}_code': reading.result if reading else 0,
                               f'owl_{name}_point': session.game.vertex(reading.move if reading else PASS),
                               f'owl_{name}_certain': 'NO' if reading and reading.uncertain else 'YES'}
    return rows | {f'owl_2nd_{name}_point': 'PASS'}


def _semeais(session: Session, judged: 'Judgement') -> dict[str, object]:
    """The rows of the races that a dragon is in."""
    game = session.game
    rows: dict[str, object] = {'semeais': len(judged.races)}
    race = judged.races[0] if judged.races else None
    for name, half, result in (('defense', race and race.ours, race and race.ours.defence),
                               ('attack', race and race.theirs, race and race.theirs.attack)):
        rows |= {f'semeai_{name}_code': result or 0, f'semeai_{name}_point': game.vertex(half.move if half else PASS),
                 f'semeai_{name}_certain': 'NO' if half and half.uncertain else 'YES',
                 f'semeai_{name}_target': game.vertex(race.rival if race else PASS)}
    return rows


@command('dragon_stones')
def dragon_stones(session: Session, args: list[str]) -> str:
    """Arguments: [vertex or color].  Answer: the stones of the dragon at the vertex; without it of every dragon, or of every dragon of the
    colour, a line each.

    Fails: invalid coordinate, dragon_stones called on an empty vertex.
    """
    return stones_of(session, args, 'dragon_stones', {stone: list(dragon.stones) for dragon in dragons(session).every
                                                      for stone in dragon.stones})


@command('same_dragon')
def same_dragon(session: Session, args: list[str]) -> str:
    """Arguments: two vertices.  Answer: 1 if the stones there belong to one dragon, else 0.

    Fails: invalid coordinate, vertex must not be empty.
    """
    first, second = string(session, args), string(session, args, 1)
    found = dragons(session)
    return str(int(found.of(first) is found.of(second)))


@command('is_surrounded')
def is_surrounded(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: 1 if the dragon there is surrounded, 2 if it is weakly surrounded, else 0.

    Fails: invalid coordinate, dragon vertex must be nonempty.
    """
    return str(dragons(session).of(_stone(session, args)).surrounded)


@command('does_surround')
def does_surround(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a move, vertex of a dragon.  Answer: 1 if the opponent of the dragon surrounds it with the move, else 0.

    Fails: invalid coordinate, move vertex must be empty, dragon vertex must be nonempty, illegal move.
    """
    from engine.dragons import surround
    game = session.game
    move = vertex(args, game.size)
    if game.color_at(move):
        raise GtpError('move vertex must be empty')
    dragon = dragons(session).of(_stone(session, args, 1))
    if not game.is_legal(other(dragon.color), move):
        raise GtpError('illegal move')
    hostile = dragons(session).hostile_stones(dragon)
    game.trymove(other(dragon.color), move)
    status, _ = surround.look(game.board, dragon.stones, [*hostile, move])
    game.popgo()
    return str(int(status != surround.FREE and dragon.surrounded == surround.FREE))


@command('surround_map')
def surround_map(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a dragon, vertex.  Answer: whether the second vertex lies in the hull of the enemy's stones round the dragon, 1
    or 0; -1 if the dragon is not surrounded.

    Fails: invalid coordinate, dragon vertex must be nonempty.
    """
    from engine.dragons import surround
    game, found = session.game, dragons(session)
    dragon, pos = found.of(_stone(session, args)), vertex(args, game.size, 1)
    if dragon.surrounded == surround.FREE:
        return '-1'
    return str(int(surround.is_in_hull(surround.hull_of(game.board, found.hostile_stones(dragon)), pos)))


def _stone(session: Session, args: list[str], index: int = 0) -> int:
    """The point of a stone of a dragon."""
    pos = vertex(args, session.game.size, index)
    if session.game.color_at(pos) == EMPTY:
        raise GtpError(NOBODY)
    return pos
