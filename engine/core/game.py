"""One game: setup, moves, rules and undo, on top of the board record.

The board knows suicide and simple ko.  Superko is checked here against all positions of the game.  Undo replays the game from its setup,
which takes less than a millisecond for 300 moves.
"""
import copy
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from owlgo.engine.core import board as boards
from owlgo.engine.core import sgf, strings
from owlgo.engine.core.board import KoRule, Suicide
from owlgo.engine.core.draw import draw
from owlgo.engine.core.named_rules import BONUSES, compensation
from owlgo.engine.core.points import BLACK, EMPTY, MAX_SIZE, NEIGHBOURS, PASS, STONES, WHITE, all_points, on_board, other, vertex

_serials = itertools.count(1)
KO_RULES = {'simple': KoRule.SIMPLE, 'positional': KoRule.SUPER, 'situational': KoRule.SUPER, 'none': KoRule.NONE}
"""The board's ko rule for each ko rule of a game."""


class IllegalMove(ValueError):
    """A move that the rules forbid.  ``reason``: occupied, suicide, ko, superko, or off the board."""

    def __init__(self, reason: str):
        super().__init__(f'illegal move: {reason}')
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason,)


class CannotUndo(ValueError):
    """Too few moves to take back."""


class Rules(NamedTuple):
    """Rules.  Suicide: forbidden, allowed (two stones or more) or all.  KoRule: simple, positional, situational or none.  Bonus: White's
    points for N handicap stones where area counts, N, N-1 or 0.
    """
    suicide: str = 'forbidden'
    ko: str = 'simple'
    bonus: str = 'N'


class Game:
    """A game in progress.  ``board`` is the record that reading functions take."""

    def __init__(self, size: int = 19, komi: float = 0.0, rules: Rules | None = None):
        self.board = boards.new_board(size)
        self.komi = komi
        self.rules = rules or Rules()
        self._start()

    @property
    def size(self) -> int:
        return int(self.board['size'])

    @property
    def rules(self) -> Rules:
        return self._rules

    @rules.setter
    def rules(self, rules: Rules) -> None:
        suicide = {kind.name.lower(): kind for kind in Suicide}
        if rules.suicide not in suicide or rules.ko not in KO_RULES or rules.bonus not in BONUSES:
            raise ValueError(f'no such rules: {rules}')
        self._rules = rules
        self.board['suicide'], self.board['ko_rule'] = suicide[rules.suicide], KO_RULES[rules.ko]

    def _start(self) -> None:
        """Forget setup and moves, and empty the board."""
        self._serial = next(_serials)
        self.handicap = 0
        self._black: list[int] = []
        self._white: list[int] = []
        self._first = BLACK
        self._events: list[sgf.Event] = []
        self.to_move = BLACK
        self._turns: dict[int, int] = {}
        """Sides to move that were set by hand, by the number of events before."""
        self._edited = False
        """Whether stones were set or taken off between moves."""
        self._begin_at(0, BLACK)

    def _begin_at(self, position: int, to_move: int) -> None:
        """Start the history of positions, for superko, with this position alone."""
        self._seen = [(position, to_move)]
        self._situations = {(position, to_move)}        # a set, since superko looks every move up

    def new(self, size: int | None = None) -> None:
        """Start over on an empty board.  Komi and rules stay.  Raises ValueError for an impossible size."""
        if size is not None and not 1 <= size <= MAX_SIZE:
            raise ValueError(f'no boards of size {size}')
        boards.clear(self.board, size or self.size)
        self._start()

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Colour and point of every play since the setup, passes too."""
        return [(event.color, event.pos) for event in self._events if isinstance(event, sgf.Play)]

    @property
    def trail(self) -> list[tuple[int, int]]:
        """A number unique to this game, followed by the game's moves.  The trail of a later state begins with the trail of every earlier
        one."""
        return [(self._serial, PASS), *self.moves]

    @property
    def compensation(self) -> int:
        """White's points for the handicap stones under area scoring."""
        return compensation(self.rules.bonus, self.handicap)

    @property
    def area_komi(self) -> float:
        """Komi under area scoring, with White's points for the handicap stones (``engine.score.estimate``).

        Playouts count area under all rules.  Under territory rules this komi is right too, with bonus N.  After equally many moves by
        both sides, Black has as many more stones on the board as the handicap, and area scoring counts these stones.
        """
        return self.komi + self.compensation

    @property
    def situation(self) -> tuple[int, ...]:
        """Everything that an answer about the board may depend on: size, stones, ko and rules."""
        b = self.board
        return int(b['size']), self.hash(), int(b['ko']), int(b['suicide']), list(KO_RULES).index(self.rules.ko)

    @property
    def history(self) -> tuple[object, ...]:
        """Everything that an answer about the game may depend on: board, earlier positions, moves and trial moves, side to move,
        prisoners, komi."""
        prisoners = self.captures(BLACK), self.captures(WHITE)
        return self.situation, tuple(self._seen), tuple(self.moves), tuple(self.stack()), self.to_move, prisoners, self.compensation, \
            self.komi

    # --- playing ---------------------------------------------------------------------------------------------------------

    def why_illegal(self, color: int, pos: int) -> str | None:
        """Return why a move is forbidden, or None."""
        b = self.board
        if pos == PASS:
            return None
        if not on_board(pos, self.size):
            return 'off the board'
        if b['color'][pos] != EMPTY:
            return 'occupied'
        if boards.py_is_ko_ban(b, pos, color):
            return 'ko'
        if not boards.py_is_legal(b, pos, color):
            return 'suicide'
        if self.rules.ko in ('positional', 'situational') and self.repeats(color, pos, self.rules.ko == 'positional'):
            return 'superko'
        return None

    def repeats(self, color: int, pos: int, by_anyone: bool = True) -> bool:
        """Whether a move that is legal but for superko repeats a position of this game.  The side to move must be the same too, unless
        ``by_anyone``."""
        if not boards.py_trymove(self.board, pos, color):
            return False            # no room for another trial move
        position = self.hash()
        boards.py_popgo(self.board)
        return any((position, side) in self._situations for side in ((BLACK, WHITE) if by_anyone else (other(color),)))

    def is_legal(self, color: int, pos: int) -> bool:
        return self.why_illegal(color, pos) is None

    def is_new(self, color: int, pos: int) -> bool:
        """Whether a move is legal and repeats no position of the game, so that games end under every rule."""
        # A position can repeat only after stones were taken off: by a capture, by suicide, or by hand.
        may_repeat = self.board['captures'].any() or self.rules.suicide != 'forbidden' or self._edited
        return self.is_legal(color, pos) and not (may_repeat and self.repeats(color, pos))

    def play(self, color: int, pos: int) -> None:
        """Play or pass.  Trial moves are taken back first.  Raises IllegalMove, and then nothing has changed."""
        trial_moves = self.stack()
        self.pop_all()
        reason = self.why_illegal(color, pos)
        if reason:
            self.push_again(trial_moves)
            raise IllegalMove(reason)
        self._apply(sgf.Play(color, pos))

    def _apply(self, event: sgf.Event) -> None:
        """Play a move, or set up stones, known to be possible."""
        if isinstance(event, sgf.Play):
            boards.py_place(self.board, event.pos, event.color)
        else:
            wanted = self.board['color'].copy()
            for positions, color in ((event.black, BLACK), (event.white, WHITE), (event.empty, EMPTY)):
                wanted[list(positions)] = color
            self._put(wanted)
        self._note(event)

    def _note(self, event: sgf.Event) -> None:
        """Record an event whose stones are on the board."""
        if isinstance(event, sgf.Play):
            self.to_move = other(event.color)
        else:
            self._edited = True
        self._events.append(event)
        self._seen.append((self.hash(), self.to_move))
        self._situations.add(self._seen[-1])

    def set_turn(self, color: int) -> None:
        """Set the side to move.  Undoing later moves restores it."""
        self.to_move = color
        if self._events:
            self._turns[len(self._events)] = color
            self._seen[-1] = self._seen[-1][0], color
            self._situations = set(self._seen)
        else:
            self._first = color
            self._begin_at(self._seen[-1][0], color)

    def _put(self, wanted: np.ndarray) -> None:
        """Set the board to exactly these stones.  The numbers of captures stay.  Raises ValueError if a string has no liberty."""
        captures = self.board['captures'].copy()
        boards.clear(self.board, self.size)
        if not boards.py_set_up(self.board, wanted):
            raise ValueError('a string without liberties')
        self.board['captures'][:] = captures
        self.board['ko'] = 0

    def undo(self, count: int = 1) -> None:
        """Take back the last ``count`` plays, and any setup after them.  If there are fewer plays, raise CannotUndo and change nothing."""
        if count < 0 or count > len(self.moves):
            raise CannotUndo('cannot undo')
        events = list(self._events)
        while count:
            count -= isinstance(events.pop(), sgf.Play)
        self._replay(events)

    def _replay(self, events: list[sgf.Event]) -> None:
        black, white, first, handicap = self._black, self._white, self._first, self.handicap
        turns = {number: color for number, color in self._turns.items() if number <= len(events)}
        boards.clear(self.board, self.size)
        self._start()
        self._set(black, white, first, handicap)
        for number, event in enumerate(events, 1):
            self._apply(event)
            if number in turns:
                self.set_turn(turns[number])

    def _set(self, black: Iterable[int], white: Iterable[int], to_move: int, handicap: int) -> None:
        black, white = sorted(black), sorted(white)
        wanted = self.board['color'].copy()
        wanted[list(all_points(self.size))] = EMPTY
        wanted[black], wanted[white] = BLACK, WHITE
        self._put(wanted)
        self._black, self._white, self._first, self.handicap = black, white, to_move, handicap
        self.to_move = to_move
        self._begin_at(self.hash(), to_move)

    def setup(self, black: Iterable[int], white: Iterable[int], to_move: int = BLACK, handicap: int = 0) -> None:
        """Start a new game from these stones.  Raises ValueError, and changes nothing, if they make no legal position."""
        black, white = list(black), list(white)
        record = sgf.Record(size=self.size, komi=self.komi, black=black, white=white, handicap=handicap, to_move=to_move)
        self.load(record)

    def load(self, record: sgf.Record) -> None:
        """Replace the game by a recorded one, with its komi (0 if the record has none).

        Raises SgfError (a ValueError) naming the first impossible move or setup.  The game has not changed then.
        """
        fresh = Game(record.size, record.komi or 0.0, self.rules)
        first = next((event.color for event in record.events if isinstance(event, sgf.Play)), record.to_move)
        if len(set(record.black) | set(record.white)) != len(record.black) + len(record.white):
            raise sgf.SgfError(record.name, 'two setup stones on one point')
        try:
            fresh._set(record.black, record.white, first, record.handicap)
        except ValueError as error:
            raise sgf.SgfError(record.name, f'the setup has {error}') from None
        for index, event in enumerate(record.events):
            if isinstance(event, sgf.Play):
                # The recorded game may have been played by another ko rule, so ko does not forbid its moves.
                if not boards.py_place_if_legal(fresh.board, event.pos, event.color):
                    raise record.error(index, str(fresh.why_illegal(event.color, event.pos)))
                fresh._note(event)
            else:
                try:
                    fresh._apply(event)
                except ValueError as error:
                    raise record.error(index, str(error)) from None
        fresh.set_turn(record.to_move)
        fresh.board['trymoves'] = self.board['trymoves']
        self.__dict__.update(fresh.__dict__)

    def record(self) -> sgf.Record:
        """The game as a record that can be written."""
        return sgf.Record(size=self.size, komi=self.komi, handicap=self.handicap, black=list(self._black), white=list(self._white),
                          events=list(self._events), to_move=self.to_move)

    def replayed(self) -> 'Iterator[Game]':
        """Yield one game at its positions after 0, 1, 2, ... moves, each with the setup before the next move."""
        game = Game(self.size, self.komi, self.rules)
        game._set(self._black, self._white, self._first, self.handicap)
        for event in self._events:
            if isinstance(event, sgf.Play):
                yield game
            game._apply(event)
        yield game

    # --- questions -------------------------------------------------------------------------------------------------------

    def picture(self) -> str:
        """Return the points row by row from the top: X, O or a dot."""
        return ''.join(STONES[color] for color in self.board['color'][list(all_points(self.size))].tolist())

    def color_at(self, pos: int) -> int:
        return int(self.board['color'][pos])

    def liberties(self, pos: int) -> list[int]:
        """Return the liberties of the string at pos, or for an empty point, its empty neighbours."""
        if self.color_at(pos) == EMPTY:
            return sorted(pos + step for step in NEIGHBOURS if self.board['color'][pos + step] == EMPTY)
        strings.py_liberties(self.board, pos)
        return strings.found(self.board)

    def liberties_after(self, color: int, pos: int) -> list[int]:
        """Return the liberties of the string that a stone played on this empty point would belong to, legal or not.  Suicide has none."""
        strings.py_liberties_after(self.board, pos, color)
        return strings.found(self.board)

    def string(self, pos: int) -> list[int]:
        """The stones of the string at pos."""
        return strings.string(self.board, pos)

    def stones(self, color: int) -> list[int]:
        """All stones of a colour, top row first."""
        return [int(pos) for pos in np.flatnonzero(self.board['color'] == color)]

    def strings(self, color: int) -> list[int]:
        """One stone, the topmost leftmost, of every string of a colour."""
        found, seen = [], set()
        for pos in self.stones(color):
            if pos not in seen:
                seen.update(self.string(pos))
                found.append(pos)
        return found

    def captures(self, color: int) -> int:
        """Return the number of stones this colour has captured."""
        return int(self.board['captures'][color])

    def hash(self) -> int:
        """The hash of the stones on the board."""
        return int(self.board['hash'])

    def legal_moves(self, color: int) -> list[int]:
        """Every point where the colour may play."""
        return [pos for pos in all_points(self.size) if self.is_legal(color, pos)]

    def show(self) -> str:
        """The board as text, with the captures beside it."""
        row = 2 if self.size <= 10 else self.size - 8
        beside = {row: f'     WHITE (O) has captured {self.captures(WHITE)} stones',
                  row - 1: f'     BLACK (X) has captured {self.captures(BLACK)} stones'}
        return draw(self.size, self.color_at, beside=beside)

    def __repr__(self) -> str:
        return f'<Game, {len(self.moves)} moves>\n{self.show()}'

    # --- trial moves -----------------------------------------------------------------------------------------------------

    def trymove(self, color: int, pos: int) -> bool:
        """Push a trial move.  Return False if it is illegal or the stack is full."""
        return bool(boards.py_trymove(self.board, pos, color))

    def tryko(self, color: int, pos: int) -> bool:
        """Push a trial move as if every ko could be retaken at once.  Return False if it is illegal for another reason or the stack is
        full."""
        ko = int(self.board['ko'])
        self.board['ko'] = 0
        done = self.trymove(color, pos)
        if done:
            self.board['frame_ko'][int(self.board['stackp']) - 1] = ko      # comes back with popgo
        else:
            self.board['ko'] = ko
        return done

    def popgo(self) -> bool:
        """Take the last trial move back.  Return False if there is none."""
        return bool(boards.py_popgo(self.board))

    def pop_all(self) -> None:
        while self.popgo():
            pass

    def push_again(self, trial_moves: Iterable[tuple[int, int]]) -> None:
        """Repeat trial moves that were made from this position before, including ko retakes."""
        for color, pos in trial_moves:
            self.tryko(color, pos)

    def stack(self) -> list[tuple[int, int]]:
        """Colour and point of the trial moves, the oldest first."""
        n = int(self.board['stackp'])
        return [(int(self.board['frame_color'][i]), int(self.board['frame_move'][i])) for i in range(n)]

    @property
    def turn(self) -> int:
        """The side to move.  After trial moves it is the opponent of the side that played the last trial move."""
        trial_moves = self.stack()
        return other(trial_moves[-1][0]) if trial_moves else self.to_move

    def as_if_played(self) -> 'Game':
        """Return a copy of the game with its trial moves played as moves, whatever superko says, or the game itself if there are none.

        Trial moves are not in the game's history.  Callers that need the history, or play on, use the returned game.
        """
        trial_moves = self.stack()
        if not trial_moves:
            return self
        game = copy.deepcopy(self)
        game.pop_all()
        for color, pos in trial_moves:
            game._apply(sgf.Play(color, pos))
        return game

    def vertex(self, pos: int) -> str:
        return vertex(pos, self.size)
