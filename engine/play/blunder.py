"""The blunder check: what falls after a move and did not before, and what was dead and comes back."""
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
    """Stones that a move loses by what strings and dragons come to after it; dragons are read again only where it ``fills``, and while
    there is time.
    """
    lost = loses(game, known, color, move)
    return max(lost, turns(game, known, color, move, has_time)) if fills(game, color, move) and has_time() else lost


def loses(game: Game, known: Examination, color: int, move: int) -> int:
    """Stones that fall after the move and did not before, its own among them; by suicide they fall at once.

    Nothing is lost by strings that it joins which were beyond rescue.
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
    """Whether a move may take a liberty of a string, or of one next to it."""
    row, col = row_col(move)
    return any(abs(row - r) + abs(col - c) <= 2 for r, c in map(row_col, worm.stones))


def fills(game: Game, color: int, move: int) -> bool:
    """Whether a move joins own strings and leaves them no more liberties than the one of them had that had most, taking nothing: it fills
    a liberty of its own, as one does in a race at the end and in one's own eyes.
    """
    most = max((len(game.liberties(q)) for q in neighbours(move, game.size) if game.color_at(q) == color), default=0)
    if not most:
        return False
    taken = game.captures(color)
    game.trymove(color, move)
    filled = game.captures(color) == taken and game.color_at(move) == color and len(game.liberties(move)) <= most
    game.popgo()
    return filled


def turns(game: Game, known: Examination, color: int, move: int, has_time: Callable[[], bool] = lambda: True) -> int:
    """What hangs, in stones, on dragons whose fate the move turns against its side: own ones that lived for certain and then do not, the
    opponent's that were dead for certain and then can live, with the region that they were dead in (GNU Go manual, "owl_confirm_safety").

    All dragons are read again after the move, as quickly as before it, while it ``has_time``: of those that come later nothing is certain.
    """
    game.trymove(color, move)
    after = known.again(game.board, lambda _: has_time())
    game.popgo()        # before anything is read: an interrupt would leave the move on the board
    turned: set[int] = set()
    for dragon, before in zip(known.dragons.every, known.guesses, strict=True):
        good = ALIVE if dragon.color == color else DEAD
        if before.status == good and not before.uncertain:
            bad = {number for number, now in enumerate(after.guesses) if now.status != good and not now.uncertain}
            turned |= {stone for stone in dragon.stones if after.dragons.at.get(stone) in bad}
    if not turned:
        return 0
    back = [region.points for region in estimate.regions(known.board, known.dead) if not turned.isdisjoint(region.points)]
    return len(turned) + len(set().union(*back) - turned) // 2
