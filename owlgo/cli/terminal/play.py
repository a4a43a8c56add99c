"""Play a game on the terminal: a person types moves and words, the engine answers.

The session and the GTP commands keep rules, moves, undo, records and scores; this file keeps turns and prints.  No game is lost: an
unsaved game is written to a file before it is left or replaced.
"""
import contextlib
import difflib
import os
import re
import shlex
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from owlgo.cli.options import Exit
from owlgo.cli.terminal.screen import Screen
from owlgo.engine.core import sgf
from owlgo.engine.core.files import write_file
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, other, parse_vertex, vertex
from owlgo.gtp.about import NAME, VERSION
from owlgo.gtp.commands import play
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.session import Interrupted, Session


class Word(NamedTuple):
    run: 'Callable[[TerminalGame, list[str]], None]'
    """The function; raises GtpError."""
    usage: str
    what: str
    names: tuple[str, ...]
    """All its names; help lists the first one."""


class TerminalGame:
    """Plays a session's game with a person at the terminal."""

    def __init__(self, session: Session, screen: Screen, words: Mapping[str, Word], human: int = BLACK, quiet: bool = False) -> None:
        self.session, self.screen, self.words, self.human, self.quiet = session, screen, words, human, quiet
        self.waiting = False
        """Whether the engine waits for a typed move or go, with either side to move."""
        self.gave_up = EMPTY
        """The side that resigned at the end of the game."""
        self.shows = True
        """Whether to show the board after every move."""
        self.changed = True
        """Whether the board has changed since it was shown."""
        self.result_shown = False
        """Whether the end of the game was announced."""
        self.status = 0
        self.whole: sgf.Record | None = None
        """The whole game while an earlier position is on the board."""
        self.saved = session.game.record(), self.gave_up
        """The game as saved, and the side that gave it up."""
        self.files = set[str]()
        """Real paths of the files that this game was saved in by its name: only those are written again."""

    # --- asking the engine --------------------------------------------------------------------------------------------------

    def ask(self, name: str, *args: str) -> str:
        """Return the answer of a GTP command.  Raises GtpError."""
        with self.thinking():
            return str(COMMANDS[name].handler(self.session, list(args)) or '')

    @contextlib.contextmanager
    def thinking(self) -> Iterator[None]:
        """Let the first Ctrl-C interrupt the computation (Interrupted is raised) and the second one leave."""
        session = self.session
        trial_moves = session.trial_moves

        def stop(number: int, frame: FrameType | None) -> None:
            if session.interrupted.is_set():
                raise KeyboardInterrupt
            session.interrupted.set()
        before = signal.signal(signal.SIGINT, stop) if threading.current_thread() is threading.main_thread() else None
        try:
            yield
        except Interrupted:
            session.give_up(trial_moves)
            raise
        finally:
            session.interrupted.clear()
            if before is not None:
                signal.signal(signal.SIGINT, before)

    # --- the course of the game ---------------------------------------------------------------------------------------------

    @property
    def resigned(self) -> int:
        """The side that has resigned; EMPTY while an earlier position is on the board."""
        return EMPTY if self.whole is not None else self.gave_up

    @property
    def ended(self) -> bool:
        """Whether a side has resigned or both have passed."""
        moves = self.session.game.moves
        return bool(self.resigned) or (len(moves) > 1 and moves[-1][1] == moves[-2][1] == PASS and moves[-1][0] != moves[-2][0])

    def run(self) -> int:
        """Play until the person leaves; return the exit status."""
        self.screen.edits(self.words)
        with self._signals():
            try:
                self.greet()
                while not self.session.quitting:
                    self.turn()
            except KeyboardInterrupt:
                self.status = Exit.INTERRUPTED
            finally:
                self.keep()
        return self.status

    def greet(self) -> None:
        """Introduce the players and the input."""
        if not self.quiet:
            engine = other(self.human)
            self.screen.say(f'{NAME} {VERSION}.  You play {self.side(self.human)}, {NAME} plays {self.side(engine)}.', 'bold')
            self.screen.say('Type a move such as D4, or pass, hint, why, status D4, score, undo, quit; help lists all.')

    def side(self, color: int) -> str:
        """Name a side with the sign of its stones."""
        return f'{SIDES[color]} ({self.screen.stone(color)})'

    def turn(self) -> None:
        """Make one move of the engine, or run one typed line."""
        try:
            if self.ended and not self.result_shown:
                self.tell_end()
            elif self.ended or self.waiting or self.session.game.to_move == self.human:
                self.listen()
            else:
                self.answer()
        except GtpError as error:
            self.screen.say(f'! {error}', 'red')

    def answer(self) -> None:
        """Let the engine move for the side to move.  Raises GtpError."""
        game = self.session.game
        who, number = game.to_move, len(game.moves) + 1
        if self.screen.typed and not self.quiet:
            self.screen.say(f'{NAME} is thinking...', 'dim')
        self.waiting = True     # unless it finds a move
        try:
            with self.thinking():
                move = play.generate(self.session, who)
        except Interrupted:
            raise GtpError(f'interrupted: go lets {NAME} move, or type a move of {SIDES[who]}, or undo') from None
        self.waiting = False
        self.branch()
        self.moved()
        self.screen.say(f'{COLOR_NAMES[who]}({number}): {move}')
        if move == 'resign':
            self.gave_up = who

    def listen(self) -> None:
        """Show the board if it has changed, and run the typed line.  Raises GtpError."""
        if self.changed and self.shows:
            self.show()
        self.changed = False
        game = self.session.game
        prompt = '> ' if self.ended else f'{COLOR_NAMES[game.to_move]}({len(game.moves) + 1}): '
        try:
            line = self.screen.ask(prompt)
        except EOFError:
            if self.screen.typed:
                self.screen.say()
            self.session.quitting = True
        except KeyboardInterrupt:
            # A second one in a row passes through.
            self.screen.say()
            self.screen.say('Ctrl-C again leaves; so does quit.')
            with contextlib.suppress(EOFError):
                self.obey(self.screen.ask(prompt))
        else:
            self.obey(line)

    def obey(self, line: str) -> None:
        """Run a line: a word with its arguments, or a move.  Raises GtpError."""
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        if not words:
            return
        name, args = words[0].lower(), words[1:]
        if name in self.words:
            self.words[name].run(self, args)
            return
        try:
            pos = parse_vertex(name, self.session.game.size)
        except ValueError as error:
            close = difflib.get_close_matches(name, self.words, 1)
            known = f'did you mean {close[0]}?' if close else 'help lists what can be typed'
            wrong = str(error) if re.fullmatch('[a-z][0-9]+', name) else f'there is no command {words[0]!r}'
            raise GtpError(f'{wrong}; {known}') from None
        if args:
            raise GtpError(f'a move is one word; {" ".join(args)!r} is too much')
        self.play(pos)

    def play(self, pos: int) -> None:
        """Play a move of the side to move, or PASS.  Raises GtpError."""
        game = self.session.game
        if self.resigned:
            raise GtpError('the game is over: undo, or new')
        reason = game.why_illegal(game.to_move, pos)
        if reason:
            why = {'occupied': 'there is a stone', 'suicide': 'it would have no liberty', 'ko': 'the ko was just taken',
                   'superko': 'the board was like that before', 'off the board': 'off the board'}
            raise GtpError(f'{vertex(pos, game.size)} cannot be played: {why[reason]}')
        self.ask('play', COLOR_NAMES[game.to_move], vertex(pos, game.size))
        self.waiting = False
        self.branch()
        self.moved()

    def branch(self) -> None:
        """Save the old game to a file after a new move from an earlier position."""
        if self.whole is not None:
            self.keep(self.whole)
            self.whole = None
            self.files.clear()

    def moved(self) -> None:
        """Note that the board has changed and the game is open again."""
        self.changed, self.result_shown, self.gave_up = True, False, EMPTY

    # --- showing ------------------------------------------------------------------------------------------------------------

    def show(self, dead: frozenset[int] = frozenset()) -> None:
        """Show the board, captures and the last move."""
        game, screen = self.session.game, self.screen
        taken = ', '.join(f'{self.side(color)} has captured {game.captures(color)}' for color in (BLACK, WHITE))
        screen.say()
        screen.say(taken)
        if game.moves:
            screen.say(f'Last move: {SIDES[game.moves[-1][0]]} {game.vertex(game.moves[-1][1])}')
        screen.board(game, game.moves[-1][1] if game.moves else PASS, dead)

    def tell_end(self) -> None:
        """Announce the winner and dead stones, and suggest what to type.  Raises GtpError."""
        self.result_shown = True
        screen = self.screen
        if self.resigned:
            if self.shows:
                self.show()
            screen.say(f'{SIDES[self.resigned]} resigns: {SIDES[other(self.resigned)]} wins.', 'bold')
        else:
            self.tell_score()
        self.changed = False
        screen.say('Type new for another game, undo to play on, save FILE to keep this one, why, score, or quit.')

    def tell_score(self) -> None:
        """Announce the final score and dead stones.  Raises GtpError."""
        from owlgo.engine.play.final import DEAD_STONE, seen_from
        from owlgo.engine.score.estimate import winner
        game, screen = self.session.game, self.screen
        with self.thinking():
            found = self.session.finished()
        status = seen_from(game.board, found)
        dead = frozenset(pos for pos, word in status.items() if word == DEAD_STONE)
        if self.shows:
            self.show(dead)
        how = 'stones and territory' if self.session.area_scoring else 'territory and prisoners'
        screen.say(f'{winner(found.score, "wins")} ({how}, komi {game.komi:g}).', 'bold')
        if found.board['hash'] != game.board['hash']:
            screen.say('Not everything is settled: the score assumes that both sides decide the critical dragons in turn.')
        for color in (BLACK, WHITE):
            stones = sorted(pos for pos in dead if game.color_at(pos) == color)
            if stones:
                screen.say(f'Dead stones of {SIDES[color]}, small letters on the board: {" ".join(map(game.vertex, stones))}')
        if not dead:
            screen.say('No stone is dead.')

    # --- keeping ------------------------------------------------------------------------------------------------------------

    def record(self) -> sgf.Record:
        return self.whole or self.session.game.record()

    def save(self, path: Path) -> None:
        """Write the game to a file.  Raises OSError, and ValueError for a file with anything but this game."""
        place = os.path.realpath(path)
        if os.path.isfile(place) and place not in self.files:
            raise ValueError('this file is there already, and this game was not saved in it: save it under another name')
        record = self.record()
        self._write(record, path)
        self.saved = record, self.gave_up
        self.files.add(place)

    def _write(self, record: sgf.Record, path: Path) -> None:
        players = {COLOR_NAMES[self.human]: 'Human', COLOR_NAMES[other(self.human)]: f'{NAME} {VERSION}'}
        info = {'PB': players['black'], 'PW': players['white'], 'DT': time.strftime('%Y-%m-%d')}
        if self.gave_up:
            info['RE'] = f'{"B" if self.gave_up == WHITE else "W"}+R'
        write_file(path, sgf.dumps(replace(record, info=info)))

    def keep(self, replaced: sgf.Record | None = None) -> None:
        """Write the game, or the one it replaced, to a new file unless it was saved, and print the file's name."""
        record = replaced or self.record()
        if (record, self.gave_up) == self.saved or not any(isinstance(event, sgf.Play) for event in record.events):
            return
        name = time.strftime('owlgo-%Y%m%d-%H%M%S')
        for folder in (Path(), Path(tempfile.gettempdir())):
            for number in range(100):
                path = folder / f'{name}{f"-{number}" if number else ""}.sgf'
                try:
                    path.touch(exist_ok=False)
                except FileExistsError:
                    continue
                except OSError:
                    break
                try:
                    self._write(record, path)
                except OSError:
                    path.unlink()
                    break
                self.saved = record, self.gave_up
                path = path.absolute()
                self.screen.say(f'The game is saved in {path}; owlgo -l {shlex.quote(str(path))} --mode ascii goes on with it.')
                return
        self.screen.say('! the game could not be saved: neither this folder nor that for temporary files can be written', 'red')

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Keep the game too if the terminal closes or the process is asked to end."""
        def leave(number: int, frame: FrameType | None) -> None:
            raise SystemExit(128 + number)
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = [getattr(signal, name) for name in ('SIGHUP', 'SIGTERM') if hasattr(signal, name)]
        before = {number: signal.signal(number, leave) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
