"""Games to learn from (``regress.train.shapes``): OwlGo against itself by playouts alone, or any GTP engine against itself."""
from collections.abc import Callable
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, other, parse_vertex
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.mcts import Plan
from owlgo.engine.mcts.nodes import MAX_NODES
from owlgo.gtp.client import Client

LOST = 0.08
"""A game of at least half as many moves as the board has points ends when a side's best move wins less than this share of playouts."""
LONGEST = 2
"""Moves after which a game ends, per point of the board."""
KOMI = 7.5
FILLED = 0.85
"""Moves after which a game of another engine ends, per point of the board: the rest is dame."""
TIMEOUT = 300.0
"""Time limit of another engine for a move, in seconds."""


def play_game(size: int, playouts: int, seed: int) -> sgf.Record:
    """Play a game with ``playouts`` a move; the same seed gives the same game."""
    game, tree, color = Game(size, KOMI), mcts.Tree(MAX_NODES >> 2), BLACK
    moves: list[sgf.Event] = []
    while len(moves) < LONGEST * size * size:
        last = game.moves[-1][1] if moves else PASS
        tree.begin(mcts.Root(game.board, color, KOMI, seed * 1000 + len(moves), mcts.every_move(game, color), last, mcts.before_last(game),
                             game.trail))
        tree.grow(Plan(playouts, early=True))
        best = tree.found().lines[0]
        if best.move == PASS and last == PASS or (best.winning < LOST and len(moves) > size * size // 2):
            break
        game.play(color, best.move)
        moves.append(sgf.Play(color, best.move))
        color = other(color)
    return sgf.Record(size=size, komi=KOMI, events=moves)


def engine_game(command: str, size: int, number: int) -> sgf.Record:
    """Play a game of a GTP engine against itself; ``{seed}`` in its command stands for the number of the game.

    Raises OSError if it cannot be started, and ValueError if it refuses a command, makes a move that is illegal, or is lost.
    """
    game, moves = Game(size, KOMI), list[sgf.Event]()
    with Client(command.replace('{seed}', str(number))) as engine:

        def ask(line: str) -> str:
            reply = engine.send(line, TIMEOUT)
            if reply.status != '=':
                raise ValueError(f'{command}: {line}: {reply.text or reply.status}')
            return reply.text.strip().lower()

        for line in (f'boardsize {size}', 'clear_board', f'komi {KOMI}'):
            ask(line)
        color = BLACK
        while len(moves) < FILLED * size * size:
            vertex = ask(f'genmove {"black" if color == BLACK else "white"}')
            if vertex == 'resign':
                break
            pos = parse_vertex(vertex, size)
            if pos == PASS == (game.moves[-1][1] if moves else None):
                break
            game.play(color, pos)
            moves.append(sgf.Play(color, pos))
            color = other(color)
    return sgf.Record(size=size, komi=KOMI, events=moves)


def write_game(path: Path, play: Callable[[], sgf.Record]) -> Path:
    """Play a game and write it to a file, unless the file exists."""
    if not path.exists():
        text = sgf.dumps(play())
        part = path.with_suffix('.part')
        part.write_text(text)
        part.replace(path)
    return path


def write_own_game(folder: Path, number: int, size: int, playouts: int) -> Path:
    """Play and write a game of this engine (``play_game``)."""
    return write_game(folder / f'self{size}-{number:05}.sgf', lambda: play_game(size, playouts, number))


def write_engine_game(folder: Path, number: int, size: int, command: str) -> Path:
    """Play and write a game of another engine (``engine_game``)."""
    return write_game(folder / f'engine{size}-{number:05}.sgf', lambda: engine_game(command, size, number))
