"""Input and output at a terminal: text, the board in colour, a prompt.

Without a terminal, or with NO_COLOR, the output is plain text without colours and cursor moves.
"""
import contextlib
import glob
import itertools
import os
import re
import sys
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.style import Style
from rich.text import Text

from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.points import BLACK, COLUMNS, EMPTY, PASS, STONES, WHITE, point

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game

DISCS = {BLACK: '●', WHITE: '○'}
"""Signs of stones, if the terminal can show them."""


class Screen:
    """Standard input and output, or a given console."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False, soft_wrap=not sys.stdout.isatty())
        self.coloured = self.console.color_system is not None and not self.console.no_color
        self.typed = sys.stdin.isatty()
        """Whether a person types; other input is echoed."""
        language = next((value for name in ('LC_ALL', 'LC_CTYPE', 'LANG') if (value := os.environ.get(name))), '')
        # Terminals of these languages may draw discs two columns wide.
        fits = self._can_show(''.join(DISCS.values())) and not language.startswith(('ja', 'ko', 'zh'))
        self.stones = {**STONES, **(DISCS if fits else {})}
        reconfigure = getattr(sys.stdin, 'reconfigure', None)
        if reconfigure:     # Names of files may be no text.
            reconfigure(errors='surrogateescape')

    def _can_show(self, text: str) -> bool:
        try:
            text.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def say(self, text: str = '', style: str = '') -> None:
        """Print text, wrapped to the terminal, with question marks for characters that the encoding lacks."""
        if not self._can_show(text):
            text = text.encode(self.console.encoding, 'replace').decode(self.console.encoding)
        self.console.print(Text(text, style=style if self.coloured else ''))

    def stone(self, color: int) -> str:
        return self.stones[color]

    def board(self, game: 'Game', last: int = PASS, dead: Collection[int] = ()) -> None:
        """Print the board with coordinates; brackets mark the last move, small letters dead stones.

        A narrow terminal gets no blanks between points and no brackets.
        """
        close = self.console.is_terminal and self.console.width < 2 * game.size + 5
        gap = '' if close else ' '
        letters = f'   {gap.join(COLUMNS[:game.size])}'
        stars = set(hoshi(game.size))
        self.say(letters)
        for row in range(game.size):
            number = game.size - row
            line = Text(f'{number:2d}')
            line.append_text(self._row(game, [point(row, col) for col in range(game.size)], stars, last, dead, gap))
            line.append(f'{number}')
            self.console.print(line, soft_wrap=True)
        self.say(letters)

    def _row(self, game: 'Game', points: list[int], stars: Collection[int], last: int, dead: Collection[int], gap: str) -> Text:
        """Draw a row of points, with a blank or a bracket at either end."""
        signs, before = [], ' '
        for k, pos in enumerate(points):
            color, marked = game.color_at(pos), pos == last and last != PASS
            sign = STONES[color].lower() if pos in dead else self._sign(color) if color else '+' if pos in stars else '.'
            signs.append(self._cell('(' if marked and before else before))
            signs.append(self._cell(sign, color, marked and not gap))
            before = ')' if marked and gap else gap if k + 1 < len(points) else ' '
        signs.append(self._cell(before))
        line = Text()
        for style, run in itertools.groupby(signs, lambda cell: cell[1]):
            line.append(''.join(text for text, _ in run), style)
        return line

    def _cell(self, text: str, color: int = EMPTY, marked: bool = False) -> tuple[str, Style]:
        """Return a piece of the board's text, on a point or between points, with its style."""
        if not self.coloured:
            return text, Style()
        board = '#dcb35c'
        if text in ('(', ')'):
            return text, Style(bgcolor=board, color='#b00000', bold=True)
        return text, Style(bgcolor=board, color={BLACK: '#000000', WHITE: '#ffffff', EMPTY: '#6b4a12'}[color], underline=marked)

    def _sign(self, color: int) -> str:
        """Return the sign of a stone on the board; a coloured board has full discs for both colours."""
        return self.stones[BLACK] if self.coloured and self.stones[BLACK] == DISCS[BLACK] else self.stones[color]

    # --- what is typed -----------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """Read a line.  Raises EOFError at the end of the input, KeyboardInterrupt on Ctrl-C."""
        line = input(prompt) if self.typed else sys.stdin.readline()
        if not line and not self.typed:
            raise EOFError
        line = re.sub(r'[\x00-\x1f\x7f]', '', line)
        if not self.typed:
            self.say(f'{prompt}{line}')
        return line

    def edits(self, words: Iterable[str]) -> None:
        """Enable editing, history, and completion of these words and of file names, if Python has readline."""
        if not self.typed:
            return
        with contextlib.suppress(ImportError):
            import readline
            names = sorted(words)

            def complete(start: str, state: int) -> str | None:
                first = not readline.get_line_buffer()[:readline.get_begidx()].strip()
                found = [f'{name} ' for name in names if name.startswith(start)] if first else \
                    [path + '/' * os.path.isdir(path) for path in sorted(glob.glob(glob.escape(start) + '*'))]
                return found[state] if state < len(found) else None
            readline.set_completer(complete)
            readline.set_completer_delims(' \t\n')
            readline.parse_and_bind('tab: complete')


def progress(name: str, done: int, total: int) -> None:
    """Print the progress of compiling on standard error, on a terminal in one line; an empty name erases it."""
    text = f'getting ready, the first time only: {done} of {total} ({name.removesuffix(".db").rpartition(".")[2]})' if name else ''
    if sys.stderr.isatty():
        sys.stderr.write(f'\r{text[:60]:<60}' + '\r' * (not name))
    elif name and done % 20 == 0:
        sys.stderr.write(f'owlgo: {text}\n')
    sys.stderr.flush()
