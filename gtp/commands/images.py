"""The board's eight symmetric images: invariant hashes, and the orientation that the controller sees."""
from functools import cache
from typing import TYPE_CHECKING

from owlgo.engine.core.points import all_points, transform
from owlgo.gtp.orientation import INWARD
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game


@command('invariant_hash')
def invariant_hash(session: Session, args: list[str]) -> str:
    """Answer: 16 hex digits, the same for the 8 symmetric images of a position."""
    return f'{smallest_hash(session.game):016x}'


@command('invariant_hash_for_moves')
def invariant_hash_for_moves(session: Session, args: list[str]) -> str:
    """Arguments: colour.  Answer: every legal move of this colour with the hash of the board after it, as invariant_hash gives it, one a
    line.  Fails: invalid color.
    """
    who, game = color(args), session.game
    found = []
    for pos in game.legal_moves(who):
        if game.trymove(who, pos):
            found.append(f'{game.vertex(pos)} {smallest_hash(game):016x}')
            game.popgo()
    return '\n'.join(found)


def smallest_hash(game: 'Game') -> int:
    """Return the smallest hash of the position's images."""
    images = [0] * 8
    for pos in all_points(game.size):
        if who := game.color_at(pos):
            images = [image ^ key for image, key in zip(images, _keys(pos, game.size, who), strict=True)]
    return min(images)


@cache
def _keys(pos: int, size: int, who: int) -> tuple[int, ...]:
    """Return the keys of a stone in the hashes of the eight images."""
    return tuple(_mix(transform(pos, size, symmetry) * 4 + who) for symmetry in range(8))


def _mix(x: int) -> int:
    """Mix 64 bits (splitmix64)."""
    mask = (1 << 64) - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & mask
    return x ^ x >> 31


@command('orientation', literal=True)
def orientation(session: Session, args: list[str]) -> None:
    """Arguments: 0 to 7.  Clear the board, and turn or mirror the controller's vertices from now on; drawings and game records show the
    board as it is.  Fails: orientation not an integer, unacceptable orientation.
    """
    wanted = integer(args, 'orientation not an integer')
    if not 0 <= wanted < len(INWARD):
        raise GtpError('unacceptable orientation')
    session.orientation = wanted
    session.clear_board()


@command('query_orientation', cheap=True)
def query_orientation(session: Session, args: list[str]) -> str:
    """Answer: the orientation, 0 to 7."""
    return str(session.orientation)
