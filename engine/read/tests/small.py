"""Random small positions, and what is true on them."""
import random

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, all_points, other
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.read.tests.oracle import Oracle


def small_position(seed: int, sizes: list[int], empty_points: dict[int, tuple[int, int]]) -> Game | None:
    """A random position on a board of one of the sizes, played until few points are empty (fewest and most, by size), or None."""
    rng = random.Random(seed)
    size = rng.choice(sizes)
    wanted = {key: rng.randint(*bounds) for key, bounds in empty_points.items()}[size]
    game, color = Game(size), BLACK
    for _ in range(200):
        empty = [pos for pos in all_points(size) if game.color_at(pos) == 0]
        if len(empty) <= wanted:
            return game
        pos = rng.choice(empty)
        if game.is_legal(color, pos):
            game.play(color, pos)
        color = other(color)
    return None


def truth(game: Game, pos: int, limit: int) -> dict[bool, int]:
    """What attacking (True) and defending (False) the string at pos comes to.  Raises TooLarge beyond so many positions."""
    oracle = Oracle(game.size)
    bits = dict(zip(all_points(game.size), oracle.points, strict=True))
    black, white = (sum(bits[p] for p in game.stones(color)) for color in (BLACK, other(BLACK)))
    verdicts = oracle.verdicts((black, white), bits.get(int(game.board['ko']), 0), bits[pos], limit)
    owner = game.color_at(pos)
    result = {}
    for attacking in (True, False):
        side = other(owner) if attacking else owner
        won = {threats: verdicts[side, threats] == attacking for threats in (0, 1, 2)}
        result[attacking] = WIN if won[other(side)] else KO_A if won[0] else KO_B if won[side] else LOSE
    return result
