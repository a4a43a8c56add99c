"""The search area: the points where moves may lie while the search is limited."""
from owlgo.engine.core.points import EMPTY, STONES, all_points, row_col
from owlgo.gtp.registry import command, integer, vertex
from owlgo.gtp.session import Session


@command('limit_search', cheap=True)
def limit_search(session: Session, args: list[str]) -> None:
    """Arguments: a number.  Limit genmove and other commands about moves to the search area; 0 ends the limit.  An empty area limits
    nothing.  Fails: invalid value for search limit.
    """
    session.limited = integer(args, 'invalid value for search limit') != 0


@command('set_search_diamond')
def set_search_diamond(session: Session, args: list[str]) -> None:
    """Arguments: vertex.  Set the search area to the points within six steps of this one.  Fails: invalid coordinate."""
    row, col = row_col(vertex(args, session.game.size))
    places = {pos: row_col(pos) for pos in all_points(session.game.size)}
    session.area = frozenset(pos for pos, (r, c) in places.items() if abs(r - row) + abs(c - col) <= 6)


@command('set_search_limit')
def set_search_limit(session: Session, args: list[str]) -> None:
    """Arguments: vertex.  Add this point to the search area.  Fails: invalid coordinate."""
    session.area |= {vertex(args, session.game.size)}


@command('reset_search_mask', cheap=True)
def reset_search_mask(session: Session, args: list[str]) -> None:
    """Empty the search area."""
    session.area = frozenset()


@command('draw_search_area')
def draw_search_area(session: Session, args: list[str]) -> str:
    """Answer: the board with the search area: * for its empty points, x and o for its stones."""
    from owlgo.engine.core.draw import draw
    game = session.game
    return '\n' + draw(game.size, game.color_at, lambda pos: '*xo'[game.color_at(pos)] if pos in session.area else
                       STONES[EMPTY] if game.color_at(pos) == EMPTY else None)
