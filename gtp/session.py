"""What one GTP connection remembers: the game and the settings."""
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.game import Game

NAME = 'OwlGo'
VERSION = '0.1.0'


@dataclass
class Session:
    """Settings are plain values; the game is made when it is first needed, since its board brings numba with it."""
    boardsize: int = 19
    komi: float = 0.0
    level: int = 10
    seed: int = 0
    suicide: str = 'forbidden'
    ko: str = 'simple'
    report_uncertainty: bool = False
    quitting: bool = False
    _game: 'Game | None' = field(default=None, repr=False)

    @property
    def game(self) -> 'Game':
        """The game under way."""
        if self._game is None:
            from engine.core.game import Game, Rules
            self._game = Game(self.boardsize, self.komi, Rules(self.suicide, self.ko))
        return self._game

    @property
    def size(self) -> int:
        """The board's size, without waking the board up."""
        return self.boardsize if self._game is None else self._game.size

    def set_komi(self, komi: float) -> None:
        self.komi = komi
        if self._game is not None:
            self._game.komi = komi

    def get_komi(self) -> float:
        return self.komi if self._game is None else self._game.komi
