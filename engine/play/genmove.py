"""The first move chooser: what reading and OWL find to save or capture, else the move that did best in random playouts.

Points that both sides' playouts agree on are settled; where only settled points are left, it passes.
"""
from collections.abc import Collection

from engine.core.facts import CRITICAL
from engine.core.game import Game
from engine.core.points import PASS, all_points, other, row_col
from engine.core.zobrist import mix
from engine.life import limits
from engine.life.status import Judge
from engine.play.playout import py_is_own_eye, sample
from engine.read import tactics
from engine.read.result import WIN
from engine.worms import best_move, worm
from patterns.library import LIBRARY
from patterns.match import new_matches, py_find_matches

SETTLED = 0.9
"""Playouts that agree on an owner to this degree leave nothing to play for."""
FEW_VISITS = 10
TACTICAL_SHARE = 0.08
"""What a captured or saved stone is worth, as a winning rate."""
SHAPE_SHARE = 0.0005
"""What a point of a shape's value is worth, as a winning rate."""

LEAST_DRAGON = 3
"""Stones of a dragon that OWL is asked about."""
OWL_NODES = 200
"""Of the solver for each question, for each level."""

_matches = new_matches()


def playout_count(level: int, size: int) -> int:
    """Playouts for a move: some 0.1 s at level 10 on 9x9, 0.15 s on 19x19."""
    return (600 + 600 * level) * 81 // max(size * size, 81) + 300


def genmove(game: Game, color: int, level: int = 10, seed: int = 0, among: Collection[int] = ()) -> int:
    """A legal move for the colour, or PASS; it is not played.  The same game and seed give the same move; ``among`` leaves it the choice of
    these points only.
    """
    shuffled = int(mix(game.hash() ^ (seed * 0x9E3779B97F4A7C15 % (1 << 64)))) >> 1
    stats = sample(game.board, color, playout_count(level, game.size), game.komi, shuffled)
    urgent = _tactical_moves(game, color, level)
    shapes = _shapes(game, color)
    count = int(stats['playouts'])
    base = int(stats['black_wins']) / count if color == 1 else 1 - int(stats['black_wins']) / count
    best, best_value = PASS, -1.0
    for pos in among or all_points(game.size):
        if game.color_at(pos) or py_is_own_eye(game.board, pos, color):
            continue
        stones = urgent.get(pos, 0)
        if not stones and _is_settled(game, stats, pos):
            continue
        visits = int(stats['visits'][color, pos])
        value = int(stats['wins'][color, pos]) / visits if visits >= FEW_VISITS else base
        value += TACTICAL_SHARE * min(stones, 12) + _opening_bonus(game, pos) + SHAPE_SHARE * shapes.get(pos, 0.0)
        if value > best_value and game.is_legal(color, pos) and (stones or not _is_self_atari(game, color, pos)):
            best, best_value = pos, value
    return best


def _shapes(game: Game, color: int) -> dict[int, float]:
    """What shapes.db says of moves: the values of its patterns added up, good and bad."""
    tables = LIBRARY.get('shapes').tables
    _matches['by_goal'] = 0
    py_find_matches(game.board, tables, _matches, color)
    found: dict[int, float] = {}
    for k in range(int(_matches['n'])):
        move = int(_matches['move'][k])
        found[move] = found.get(move, 0.0) + float(tables['value'][tables['pattern'][_matches['instance'][k]]])
    return found


def _is_settled(game: Game, stats, pos: int) -> bool:
    """Whether the playouts agree about the point and all points next to it."""
    count = int(stats['playouts'])
    near = [pos] + [p for p in game.liberties(pos)]
    return all(abs(int(stats['owned'][p])) >= SETTLED * count for p in near)


def _opening_bonus(game: Game, pos: int) -> float:
    """A little for the third and fourth line while the board is empty there, a little less for the edge."""
    if game.size < 7:
        return 0.0
    row, col = row_col(pos)
    line = min(row, col, game.size - 1 - row, game.size - 1 - col)
    if line < 1:
        return -0.05
    fill = sum(1 for p in game.liberties(pos) if p) - 4
    return (0.03 if line in (2, 3) else 0.0) + 0.01 * fill


def _is_self_atari(game: Game, color: int, pos: int) -> bool:
    game.trymove(color, pos)
    danger = game.color_at(pos) == color and len(game.liberties(pos)) == 1 and len(game.string(pos)) > 1
    if not danger and game.color_at(pos) == color and len(game.liberties(pos)) <= 2:
        danger = tactics.attack(game.board, pos, 3).result == WIN
    game.popgo()
    return danger


def _tactical_moves(game: Game, color: int, level: int) -> dict[int, int]:
    """Moves that save own strings and dragons or capture the opponent's, with the stones at stake."""
    found: dict[int, int] = {}

    def add(pos: int, stones: int) -> None:
        if pos != PASS and game.is_legal(color, pos):
            found[pos] = found.get(pos, 0) + stones

    for who in (color, other(color)):
        for pos in game.strings(who):
            if len(game.liberties(pos)) <= tactics.MAX_LIBERTIES:
                w = worm(game.board, pos, level)
                if w.attacks and w.defences:
                    add(best_move(w.defences if who == color else w.attacks), len(game.string(pos)))
    judge = Judge(game.board, limits.of_level(level, OWL_NODES * (level + 1), OWL_NODES * (level + 1)))
    for stones in judge.groups:
        if len(stones) >= LEAST_DRAGON:
            status = judge.by_owl(stones[0]).status
            if status.status == CRITICAL and not status.uncertain:
                add(status.defence if game.color_at(stones[0]) == color else status.attack, len(stones))
    return found
