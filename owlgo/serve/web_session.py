"""The tabs of the web page: each has its own session and record, and answers one question at a time.

A question names the position it is about, so nothing on the page can be out of step with the server.
"""
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from owlgo.cli.values import Data
from owlgo.engine.core import sgf, sgf_notes
from owlgo.engine.core.level import STANDARD_LEVEL
from owlgo.engine.core.points import BLACK, COLOR_NAMES, SIDES, WHITE, vertex
from owlgo.engine.core.printable import counted, printable
from owlgo.gtp.session import Session
from owlgo.serve.one_question import QUESTION_SECONDS, OneQuestion

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game

MOST_TABS = 16
"""Tabs that are remembered; another one replaces the one that has asked nothing for longest."""
MOST_MOVES = 1500
"""Moves, and positions set up in a game, of the longest record that the page walks through."""
MOST_ANSWERS = 300
"""Answers that a tab remembers."""


class ForgottenTab(ValueError):
    """The tab was closed, or replaced by newer ones."""

    def __init__(self) -> None:
        super().__init__('this tab has been forgotten: open the record again')


class PagePosition(NamedTuple):
    """A position of a record: moves of the record, then moves that were tried on the page, as colour and point."""
    number: int
    tried: tuple[tuple[int, int], ...]
    level: int = STANDARD_LEVEL


def position(game: 'Game') -> Data:
    """Return what the page draws of a position: the board row by row, and the stones that each side has captured."""
    return {'board': game.picture(), 'captures': {COLOR_NAMES[color]: game.captures(color) for color in (BLACK, WHITE)}}


def _note(note: sgf_notes.Note, size: int) -> Data:
    """Return a comment, marks and labels, by vertex, in characters that can be shown."""
    return {'comment': '\n'.join(printable(line) for line in note.comment.split('\n')),
            'marks': {vertex(pos, size): mark for pos, mark in note.marks.items()},
            'labels': {vertex(pos, size): printable(text) for pos, text in note.labels.items()}}


def parse(data: bytes, name: str) -> sgf.Record:
    """Return a record that the page can walk through.  Raises SgfError."""
    record = sgf.parse(data, name)
    count = len(record.events)
    if count > MOST_MOVES:
        raise sgf.SgfError(name, f'it has {counted(count, "move")} and positions set up, and the page takes {MOST_MOVES:,}')
    return record


class Tab:
    """A tab's session and record."""

    def __init__(self, seconds: float = QUESTION_SECONDS) -> None:
        self.session = Session()
        self.questions = OneQuestion(self.session, seconds)
        self.record, self.data = sgf.Record(), b''
        self._answers = OrderedDict[object, Data]()
        self._place: PagePosition | None = None

    def open(self, data: bytes, name: str) -> Data:
        """Load a record; return its moves, the board after each, and the record's notes.  Raises SgfError, and then nothing has changed."""
        record = parse(data, name)
        notes = sgf_notes.read(data, name, record.size)
        self.session.game.load(record)
        self.record, self.data, self._place = record, data, None
        self._answers.clear()
        moves = [record.events[index] for index in record.plays]
        told = [{'color': COLOR_NAMES[event.color], 'vertex': vertex(event.pos, record.size)}
                for event in moves if isinstance(event, sgf.Play)]
        shown = [position(game) for game in self.session.game.replayed()]
        return {'name': printable(name), 'size': record.size, 'komi': record.komi, 'moves': told, 'positions': shown,
                'to_move': COLOR_NAMES[record.to_move],
                'notes': {number: _note(one, record.size) for number, one in notes.items()},
                'players': [printable(record.info.get(key, '')) for key in ('PB', 'PW')],
                'result': printable(record.info.get('RE', '')), 'warnings': [printable(one) for one in record.warnings]}

    def record_at(self, place: PagePosition) -> sgf.Record:
        """Return the record as far as a position has it."""
        whole = place.number == len(self.record.plays) and not place.tried
        return self.record if whole else replace(self.record.after(place.number), stopped=True)

    def go(self, place: PagePosition) -> None:
        """Set up a position.  Raises ValueError for a position that the record does not have, or an illegal move."""
        game = self.session.game
        if place == self._place:
            return
        if place.number > len(self.record.plays):
            raise ValueError(f'the record has {counted(len(self.record.plays), "move")}')
        self._place = None
        self.session.level = place.level
        game.load(self.record.after(place.number))
        for color, pos in place.tried:
            why = game.why_illegal(color, pos)
            if why is not None:
                raise ValueError(f'{SIDES[color]} cannot play {game.vertex(pos)}: {why}')
            game.play(color, pos)
        self._place = place

    def kept(self, place: PagePosition, what: object, answer: Callable[[], Data]) -> Data:
        """Return the answer to a question about a position, from memory if it was given before."""
        self.go(place)
        key = place, what
        if key not in self._answers:
            self._answers[key] = answer()
            if len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
        return self._answers[key]


class Tabs:
    """The tabs that are remembered, by their secret names."""

    def __init__(self, most: int = MOST_TABS, seconds: float = QUESTION_SECONDS) -> None:
        self.most, self.seconds = most, seconds
        self._tabs = OrderedDict[str, Tab]()
        self._lock = threading.Lock()

    def new(self) -> Tab:
        """Return a new tab, which has no name until it is added."""
        return Tab(self.seconds)

    def add(self, tab: Tab) -> str:
        """Remember a tab under a name, and return that.  The tab that has asked nothing for longest is forgotten if there are too many."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._tabs[name] = tab
            gone = self._tabs.popitem(last=False)[1] if len(self._tabs) > self.most else None
        if gone is not None:
            gone.questions.stop()
        return name

    def get(self, name: str) -> Tab:
        """Return a tab.  Raises ForgottenTab."""
        with self._lock:
            if name not in self._tabs:
                raise ForgottenTab
            self._tabs.move_to_end(name)
            return self._tabs[name]

    def close(self, name: str) -> None:
        """Stop and forget a tab, if it is known."""
        with self._lock:
            tab = self._tabs.pop(name, None)
        if tab is not None:
            tab.questions.stop()
