"""Handicap stones, after the GTP specification section 4.1."""
from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, point, row_col
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command, integer, vertex_or_pass
from owlgo.gtp.session import Session


def fixed_points(size: int, count: int) -> list[int]:
    """Return the traditional points, or none if this board has no such handicap (GTP 2, section 4.1.1)."""
    edge = 2 if size < 13 else 3
    low, middle, high = edge, size // 2, size - 1 - edge
    most = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else 9
    if not 2 <= count <= most:
        return []
    bottom_left, top_right, top_left, bottom_right = (high, low), (low, high), (low, low), (high, high)
    spots = [bottom_left, top_right, top_left, bottom_right][:count]
    if count >= 6:
        spots += [(middle, low), (middle, high)]
    if count >= 8:
        spots += [(low, middle), (high, middle)]
    if count in (5, 7, 9):
        spots.append((middle, middle))
    return [point(row, col) for row, col in spots]


def free_points(size: int, count: int) -> list[int]:
    """Return sensible handicap points, at most all but one: fixed points, star points, then points far from other stones and the edge."""
    for most in range(min(count, 9), 1, -1):
        chosen = fixed_points(size, most)
        if chosen:
            break
    else:
        chosen = []
    chosen += [pos for pos in hoshi(size) if pos not in chosen][:count - len(chosen)]
    rest = [pos for pos in all_points(size) if pos not in chosen]
    while len(chosen) < count:
        def worth(pos: int) -> tuple[int, int]:
            row, col = row_col(pos)
            near = min((abs(row - r) + abs(col - c) for r, c in map(row_col, chosen)), default=size)
            height = min(row, col, size - 1 - row, size - 1 - col)
            return min(near, 4) + min(height, 3), -abs(height - 3)
        best = max(rest, key=worth)
        rest.remove(best)
        chosen.append(best)
    return chosen


def _place(session: Session, stones: list[int]) -> str:
    session.game.setup(stones, [], to_move=WHITE, handicap=len(stones))
    return ' '.join(session.game.vertex(pos) for pos in stones)


def _require_empty(session: Session) -> None:
    if session.game.moves or session.game.stones(BLACK) or session.game.stones(WHITE):
        raise GtpError('board not empty')


@command('fixed_handicap')
def fixed_handicap(session: Session, args: list[str]) -> str:
    """Arguments: how many.  Answer: the stones.  Fails: board not empty, handicap not an integer, invalid handicap."""
    _require_empty(session)
    count = integer(args, 'handicap not an integer')
    stones = fixed_points(session.game.size, count)
    if not stones:
        raise GtpError('invalid handicap')
    return _place(session, stones)


@command('place_free_handicap')
def place_free_handicap(session: Session, args: list[str]) -> str:
    """Arguments: how many.  Answer: that many stones.  Fails: board not empty, handicap not an integer, invalid handicap."""
    _require_empty(session)
    count = integer(args, 'handicap not an integer')
    if not 2 <= count <= session.game.size ** 2 - 1:
        raise GtpError('invalid handicap')
    return _place(session, free_points(session.game.size, count))


@command('set_free_handicap')
def set_free_handicap(session: Session, args: list[str]) -> None:
    """Arguments: vertices, 2 or more.  Fails: board not empty, invalid handicap, invalid coordinate, repeated vertex."""
    _require_empty(session)
    game = session.game
    if not 2 <= len(args) <= game.size ** 2 - 1:
        raise GtpError('invalid handicap')
    stones = [vertex_or_pass(args, game.size, index) for index in range(len(args))]
    if PASS in stones:
        raise GtpError('invalid coordinate')
    if len(set(stones)) < len(stones):
        raise GtpError('repeated vertex')
    _place(session, stones)


@command('get_handicap')
def get_handicap(session: Session, args: list[str]) -> str:
    """Answer: the number of handicap stones."""
    return str(session.game.handicap)
