"""Play games to learn from (``regress.train.shapes``): OwlGo against itself by playouts alone, or any GTP engine against itself."""
from collections.abc import Callable
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, PASS, other, parse_vertex
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.mcts import Plan
from owlgo.engine.mcts.nodes import MAX_NODES
from owlgo.gtp.client import Client

LOST = 0.08
"""A game ends if a side's best move wins less than this share of playouts, but not before half as many moves as the board has points."""
LONGEST = 2
"""Moves per point of the board after which a game ends."""
KOMI = 7.5
FILLED = 0.85
"""Moves per point of the board after which a game of another engine ends: later moves only fill dame."""
TIMEOUT = 300.0
"""Time limit of another engine for a move, in seconds."""


def play_game(size: int, choose: Callable[[Game, int], int | None], longest: float) -> sgf.Record:
    """Play a game until two passes, until no move is chosen, or until it has ``longest`` moves per point of the board."""
    game, color = Game(size, KOMI), BLACK
    while len(game.moves) < longest * size * size:
        pos = choose(game, color)
        if pos is None or pos == PASS == (game.moves[-1][1] if game.moves else None):
            break
        game.play(color, pos)
        color = other(color)
    return sgf.Record(size=size, komi=KOMI, events=[sgf.Play(color, pos) for color, pos in game.moves])


def own_game(size: int, playouts: int, seed: int) -> sgf.Record:
    """Play a game with ``playouts`` for each move.  The same seed gives the same game."""
    tree = mcts.Tree(MAX_NODES >> 2)

    def choose(game: Game, color: int) -> int | None:
        number = len(game.moves)
        tree.begin(mcts.Root(game.board, color, KOMI, seed * 1000 + number, mcts.every_move(game, color),
                             game.moves[-1][1] if number else PASS, mcts.before_last(game), game.trail))
        tree.grow(Plan(playouts, early=True))
        best = tree.found().lines[0]
        return None if best.winning < LOST and number > size * size // 2 else best.move
    return play_game(size, choose, LONGEST)


def engine_game(command: str, size: int, number: int) -> sgf.Record:
    """Play a game of a GTP engine against itself.  ``{seed}`` in the command stands for the number of the game.

    Raises OSError if the engine cannot be started, and ValueError if it refuses a command, makes an illegal move, or is lost.
    """
    with Client(command.replace('{seed}', str(number))) as engine:

        def ask(line: str) -> str:
            reply = engine.send(line, TIMEOUT)
            if reply.status != '=':
                raise ValueError(f'{command}: {line}: {reply.text or reply.status}')
            return reply.text.strip().lower()

        def choose(game: Game, color: int) -> int | None:
            answer = ask(f'genmove {COLOR_NAMES[color]}')
            return None if answer == 'resign' else parse_vertex(answer, size)

        for line in (f'boardsize {size}', 'clear_board', f'komi {KOMI}'):
            ask(line)
        return play_game(size, choose, FILLED)


def write_game(folder: Path, number: int, size: int, playouts: int, command: str | None = None) -> Path:
    """Play a game of this engine, or of another, and write it to a file of the folder.  If the file exists, no game is played.  Return its
    path."""
    path = folder / f'{"engine" if command else "self"}{size}-{number:05}.sgf'
    if not path.exists():
        record = engine_game(command, size, number) if command else own_game(size, playouts, number)
        part = path.with_suffix('.part')
        part.write_text(sgf.dumps(record))
        part.replace(path)
    return path
