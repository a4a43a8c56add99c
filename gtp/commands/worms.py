"""Data of strings, as GNU Go prints them, and their stones."""
from owlgo.engine.core import points
from owlgo.engine.core.points import EMPTY
from owlgo.gtp.commands.reading import string
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, vertex
from owlgo.gtp.session import Session


@command('worm_data')
def worm_data(session: Session, args: list[str]) -> str:
    """Arguments: [vertex].  Answer: the data of the string at the vertex, or at every point: origin, color, size, effective_size, liberties
    of four orders, attack and defence codes (5, 4 and 1 for GTP's 1, 2 and 3) and points, lunch, cutstone, cutstone2, genus,
    inessential, invincible, unconditional_status.  Fails: invalid coordinate.
    """
    from owlgo.engine.examine import data
    size = session.game.size
    places = [vertex(args, size)] if args else points.all_points(size)
    known = session.examination
    return '\n'.join(data.worm(known, pos) for pos in places)


@command('worm_cutstone')
def worm_cutstone(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: 2 if the string lies between two enemy strings without a common liberty, 1 if they have one, else 0.
    Fails: invalid coordinate, vertex must not be empty.
    """
    from owlgo.engine import worms as strings
    return str(strings.cutstone(session.game.board, string(session, args)))


@command('worm_stones')
def worm_stones(session: Session, args: list[str]) -> str:
    """Arguments: [vertex or color].  Answer: the stones of the string at the vertex; without it, of every string or of every string of the
    colour, a line each.  Fails: invalid coordinate, worm_stones called on an empty vertex.
    """
    game = session.game
    return stones_of(session, args, 'worm_stones', {pos: game.string(pos) for pos in points.all_points(game.size) if game.color_at(pos)})


def stones_of(session: Session, args: list[str], name: str, groups: 'dict[int, list[int]]') -> str:
    """List the stones of groups, one group a line: all groups, those of a colour, or the one at a vertex."""
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
