"""Games that the engine plays against itself by playouts alone, to learn from (``regress.train.shapes``)."""
from pathlib import Path

from engine.core import sgf
from engine.core.game import Game
from engine.core.points import BLACK, PASS, other
from engine.mcts import mcts
from engine.mcts.mcts import Plan
from engine.mcts.nodes import MAX_NODES

LOST = 0.08
"""A side is beaten, and the game ends, when its best move wins no more than this part of the playouts."""
LONGEST = 2
"""Moves of a game, for every point of the board, after which it ends."""
KOMI = 7.5


def play_game(size: int, playouts: int, seed: int) -> sgf.Record:
    """A game of so many playouts a move; the same seed plays the same."""
    game, tree, color = Game(size, KOMI), mcts.Tree(MAX_NODES >> 2), BLACK
    moves: list[sgf.Event] = []
    while len(moves) < LONGEST * size * size:
        last = game.moves[-1][1] if moves else PASS
        tree.begin(game.board, color, KOMI, seed * 1000 + len(moves), mcts.every_move(game, color), last, game.trail)
        tree.grow(Plan(playouts, early=True))
        best = tree.found().lines[0]
        if best.move == PASS and last == PASS or (best.winning < LOST and len(moves) > size * size // 2):
            break
        game.play(color, best.move)
        moves.append(sgf.Play(color, best.move))
        color = other(color)
    return sgf.Record(size=size, komi=KOMI, events=moves)


def write_game(folder: Path, number: int, size: int, playouts: int) -> Path:
    """Play the game of this number and write it; one that is there is left as it is."""
    path = folder / f'self{size}-{number:05}.sgf'
    if not path.exists():
        text = sgf.dumps(play_game(size, playouts, number))
        part = path.with_suffix('.part')
        part.write_text(text)
        part.replace(path)
    return path
