"""The blunder check: stones that a move leaves to be captured, and dead stones that it revives."""
from collections.abc import Callable

from owlgo.engine.core.facts import ALIVE, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import neighbours, other, row_col
from owlgo.engine.core.result import WIN
from owlgo.engine.examine.examination import Examination
from owlgo.engine.read import tactics
from owlgo.engine.score import estimate
from owlgo.engine.worms import Worm


def stakes(game: Game, known: Examination, color: int, move: int, has_time: Callable[[], bool] = lambda: True) -> int:
    """Count the stones that a move loses.  If the move fills an own liberty, dragons are read again (``turns``), while there is time.
    """
    lost = loses(game, known, color, move)
    return max(lost, turns(game, known, color, move, has_time)) if fills(game, color, move) and has_time() else lost


def loses(game: Game, known: Examination, color: int, move: int) -> int:
    """Count the stones that the opponent can capture after the move but not before it, and the stones of a suicide.

    Stones beyond rescue that the move joins do not count.
    """
    gone = sum(len(worm.stones) for worm in known.worms if worm.color == color and worm.attack_code == WIN and not worm.defences and
               not set(neighbours(move, game.size)).isdisjoint(worm.stones))
    safe = [worm for worm in known.worms if worm.color == color and not worm.attacks and _is_near(worm, move)]
    taken = game.captures(other(color))
    game.trymove(color, move)
    lost = game.captures(other(color)) - taken
    own = set() if lost else set(game.string(move))
    if own and len(game.liberties(move)) <= tactics.MAX_LIBERTIES and tactics.attack(game.board, move, known.reader).result == WIN:
        lost = len(own)
    lost -= gone if lost else 0
    for worm in safe:
        stone = worm.stones[0]
        if game.color_at(stone) == color and stone not in own and len(game.liberties(stone)) <= tactics.MAX_LIBERTIES and \
                tactics.attack(game.board, stone, known.reader).result == WIN:
            lost += len(worm.stones)
    game.popgo()
    return lost


def _is_near(worm: Worm, move: int) -> bool:
    """Whether a move is so near to a string that it may take a liberty of it or of a neighbour."""
    row, col = row_col(move)
    return any(abs(row - r) + abs(col - c) <= 2 for r, c in map(row_col, worm.stones))


def fills(game: Game, color: int, move: int) -> bool:
    """Whether a move only fills a liberty of its own side, such as an own eye.  It captures nothing, and its string gains no liberty."""
    most = max((len(game.liberties(q)) for q in neighbours(move, game.size) if game.color_at(q) == color), default=0)
    if not most:
        return False
    taken = game.captures(color)
    game.trymove(color, move)
    filled = game.captures(color) == taken and game.color_at(move) == color and len(game.liberties(move)) <= most
    game.popgo()
    return filled


def turns(game: Game, known: Examination, color: int, move: int, has_time: Callable[[], bool] = lambda: True) -> int:
    """Count the stones of dragons for which a move turns out badly by certain readings (GNU Go manual, "owl_confirm_safety").

    Own dragons may die, and dead dragons of the opponent may revive.  If they revive, the other points of their region count half.  All
    dragons are read again as quickly as before, as long as ``has_time`` allows; the dragon that the move joins is read as for the choice
    of a move.
    """
    game.trymove(color, move)
    after = known.again(game.board, lambda _: has_time())
    game.popgo()        # before anything is read: an interrupt would leave the move on the board
    good = {dragon.color: ALIVE if dragon.color == color else DEAD for dragon in known.dragons.every}
    stood = [dragon for dragon, before in zip(known.dragons.every, known.guesses, strict=True)
             if before.status == good[dragon.color] and before.certain]
    if not stood:
        return 0
    turned: set[int] = set()
    mover = after.dragons.at.get(move)
    now = [after.quick_judgement(dragon).status if number == mover else after.guesses[number]
           for number, dragon in enumerate(after.dragons.every)]
    for dragon in stood:
        bad = {number for number, status in enumerate(now) if status.status != good[dragon.color] and status.certain}
        turned |= {stone for stone in dragon.stones if after.dragons.at.get(stone) in bad}
    if not turned:
        return 0
    back = [region.points for region in estimate.regions(known.board, known.dead) if not turned.isdisjoint(region.points)]
    return len(turned) + len(set().union(*back) - turned) // 2
