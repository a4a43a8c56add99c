"""What is known of strings, as GNU Go prints it: numbers for tests of the engine, and the stones of each."""
from typing import TYPE_CHECKING

from engine.core import points
from engine.core.points import COLOR_NAMES, EMPTY, PASS
from gtp.commands.eyes import table
from gtp.protocol import GtpError
from gtp.registry import command, vertex
from gtp.session import Session

if TYPE_CHECKING:
    from engine.worms import Worm

NOTHING = {'size': 0, 'effective_size': '0.00', 'liberties': 0, 'liberties2': 0, 'liberties3': 0, 'liberties4': 0, 'attack_code': 0,
           'attack_point': 'PASS', 'defense_code': 0, 'defense_point': 'PASS', 'lunch': 'PASS', 'cutstone': 0, 'cutstone2': 0, 'genus': 0,
           'inessential': 0, 'invincible': 0, 'unconditional_status': 'unknown'}
"""What worm_data says of an empty point."""


def worms(session: Session) -> 'dict[int, Worm]':
    """The worms of the position, by stone."""
    return session.examination.worm_at


@command('worm_data')
def worm_data(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: what is known of the string at the vertex, or at every point: origin, color, size, effective_size,
    liberties of four orders, attack and defence codes (internal: 5 for 1, 4 for 2, 1 for 3) and points, lunch, cutstone, cutstone2, genus,
    inessential, invincible, unconditional_status.

    Fails: invalid coordinate.
    """
    game = session.game
    places = [vertex(args, game.size)] if args else points.all_points(game.size)
    return '\n'.join(f'{game.vertex(pos)}:\n{table(_row(session, pos))}' for pos in places)


def _row(session: Session, pos: int) -> dict[str, object]:
    """The row of a point."""
    from engine import benson
    from engine import worms as strings
    game = session.game
    status = benson.WORDS[session.examination.lasting[pos]]
    status = 'unknown' if status == 'undecided' else status
    if game.color_at(pos) == EMPTY:
        return {'origin': game.vertex(pos), 'color': 'empty', **NOTHING, 'unconditional_status': status}
    every = worms(session)
    worm = every[pos]
    lunches = {every[q].stones for stone in worm.stones for q in points.neighbours(stone, game.size)
               if game.color_at(q) == points.other(worm.color) and every[q].attacks}
    lunch = max(lunches, key=lambda stones: (len(stones), -stones[0]), default=())
    numbers = session.examination.measures[worm.stones[0]]
    rows: dict[str, object] = {'origin': game.vertex(worm.stones[0]), 'color': COLOR_NAMES[worm.color], 'size': len(worm.stones),
                               'effective_size': f'{numbers.effective_size:.2f}'}
    rows |= {f'liberties{order if order > 1 else ""}': count for order, count in enumerate(numbers.liberties, 1)}
    for name, code, moves in (('attack', worm.attack_code, worm.attacks), ('defense', worm.defence_code, worm.defences)):
        rows |= {f'{name}_code': code, f'{name}_point': game.vertex(strings.best_move(moves) if moves else PASS)}
    return rows | {'lunch': game.vertex(lunch[0] if lunch else PASS), 'cutstone': numbers.cutstone, 'cutstone2': numbers.cuts,
                   'genus': numbers.genus, 'inessential': int(worm.inessential), 'invincible': int(status == 'alive'),
                   'unconditional_status': status}


@command('worm_cutstone')
def worm_cutstone(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: 2 if the string lies between two enemy strings without a common liberty, 1 if they have one, else 0;
    of an empty point nothing.

    Fails: invalid coordinate.
    """
    pos = vertex(args, session.game.size)
    if session.game.color_at(pos) == EMPTY:
        return ''
    from engine import worms as strings
    return str(strings.cutstone(session.game.board, pos))


@command('worm_stones')
def worm_stones(session: Session, args: list[str]) -> str:
    """Arguments: [vertex or color].  Answer: the stones of the string at the vertex; without it of every string, or of every string of the
    colour, a line each.

    Fails: invalid coordinate, worm_stones called on an empty vertex.
    """
    game = session.game
    return stones_of(session, args, 'worm_stones', {pos: game.string(pos) for pos in points.all_points(game.size) if game.color_at(pos)})


def stones_of(session: Session, args: list[str], name: str, groups: 'dict[int, list[int]]') -> str:
    """The stones of groups, each a line: all, a colour's, or one."""
    game = session.game
    owner = None
    if args:
        try:
            owner = points.parse_color(args[0])
        except ValueError:
            pos = vertex(args, game.size)
            if game.color_at(pos) == EMPTY:
                raise GtpError(f'{name} called on an empty vertex') from None
            return ' '.join(game.vertex(stone) for stone in sorted(groups[pos]))
    firsts = sorted({min(stones) for pos, stones in groups.items() if owner in (None, game.color_at(pos))})
    return '\n'.join(' '.join(game.vertex(stone) for stone in sorted(groups[first])) for first in firsts)
