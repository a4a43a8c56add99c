"""Strings from game records, for counting how readings go."""
import random
from collections.abc import Iterator

from engine.core import sgf
from engine.core.game import Game
from engine.core.points import BLACK, WHITE
from engine.read.tactics import MAX_LIBERTIES


def short_strings(files: list[str], seed: int) -> Iterator[tuple[Game, int]]:
    """Every string of few liberties at the end and at two earlier moments of each record: the game, and a stone.  Raises ValueError."""
    rng = random.Random(seed)
    for name in files:
        game = Game(19)
        moves = len(sgf.load(name, None).events)
        for until in (None, *(str(rng.randint(15, moves)) for _ in range(2) if moves > 20)):
            game.load(sgf.load(name, until))
            for pos in game.strings(BLACK) + game.strings(WHITE):
                if len(game.liberties(pos)) <= MAX_LIBERTIES:
                    yield game, pos
