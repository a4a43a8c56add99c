"""An interrupt is felt soon, whatever is going on: no kernel works long without a look, and little is done after one that says no.

Counted is work, not time: nodes and playouts of one call of a kernel, and kernels that are called after the interrupt.
"""
import random
import sys

import pytest

from owlgo.engine.core import jit
from owlgo.engine.mcts import mcts
from owlgo.engine.owl import selective
from owlgo.engine.read import query
from owlgo.engine.read.answer import py_read
from owlgo.engine.read.reader import Memory
from owlgo.engine.read.record import Aim
from owlgo.engine.solver import together
from owlgo.gtp import commands
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.interrupts import interrupts

assert commands
ROOM = ['boardsize 13', *(f'play white {column}7' for column in 'ABCDEFG'), *(f'play white G{row}' for row in range(8, 14)),
        'play black C10']
MOVES = 'E5 E3 C4 G4 G5 F4 H4 D3 C3 H5 H3 G6 F5 C2 B2 D2 H6 F6 E6 F7 J5 E7 D7 D8 C7 C8'.split()
FIGHT = ['boardsize 9', 'komi 6.5', *(f'play {"bw"[k % 2]} {vertex}' for k, vertex in enumerate(MOVES))]
QUESTIONS = [(ROOM, 'owlgo-solve attack C10 500000'), (ROOM, 'owl_attack C10'), (ROOM, 'genmove black'), (ROOM, 'final_score'),
             (FIGHT, 'genmove black'), (FIGHT, 'dragon_data'), (FIGHT, 'final_status_list dead'), (FIGHT, 'all_move_values'),
             (FIGHT, 'owl_attack E5'), (FIGHT, 'owl_defend E3'), (FIGHT, 'dragon_status'), (FIGHT, 'combination_attack white'),
             (FIGHT, 'estimate_score'), (ROOM, 'estimate_score'), (FIGHT, 'owl_threaten_attack G4')]
LONG = {'engine.solver.dfpn.py_search', 'engine.owl.search.py_search', 'engine.mcts.tree.py_grow', 'engine.read.answer.py_read',
        'engine.mcts.playout.py_run_playouts', 'engine.solver.strategy.py_collect', 'engine.owl.pattern_moves.py_pattern_moves'}
"""Kernels that take 10 ms or more, if seldom; the others take microseconds."""
LAST_CALLS = 200
"""So many calls of these may follow an interrupt: most are readings of half a millisecond."""


class Trap:
    """Interrupts a session at a call of some kernel, and counts calls after it."""

    def __init__(self, monkeypatch):
        self.session, self.at, self.calls, self.late = Session(), 0, 0, 0
        public = {id(entry.public): entry for entry in jit.entries() if entry.symbol is None}
        for entry in public.values():
            assert entry.callees is not None        # They are known before anything stands in the place of a kernel.
        for module in [module for name, module in sys.modules.items() if name.startswith(('owlgo.engine.', 'owlgo.patterns.'))]:
            for name, value in list(vars(module).items()):
                if id(value) in public and name.startswith('py_'):
                    monkeypatch.setattr(module, name, self.counting(value, public[id(value)].name in LONG))

    def counting(self, kernel, long):
        def called(*args):
            self.calls += 1
            self.late += long and self.session.interrupted.is_set()
            if self.calls == self.at:
                self.session.interrupted.set()
            return kernel(*args)
        return called

    def ask(self, setup, question, at):
        """The answer, if the interrupt comes at this call, and how many calls there were, and long ones after it."""
        self.session, self.at = Session(level=8, seed=5), 0
        for line in setup:
            handle(self.session, line)
        self.calls, self.late, self.at = 0, 0, at
        answer = handle(self.session, question)
        return answer, self.calls, self.late


@pytest.fixture
def trap(monkeypatch):
    for setup, question in QUESTIONS[1::4]:         # so that all modules are there
        session = Session(level=0)
        for line in [*setup, question]:
            handle(session, line)
    return Trap(monkeypatch)


def interrupted(trap, count, seed):
    """So many interrupts at random calls; returns the most long calls that followed one, with the question, and how many came in time."""
    rng = random.Random(seed)
    reach = dict.fromkeys(range(len(QUESTIONS)), 150)
    most, stopped = (0, ''), 0
    for k in range(count):
        setup, question = QUESTIONS[k % len(QUESTIONS)]
        at = rng.randrange(1, reach[k % len(QUESTIONS)])
        _, calls, late = trap.ask(setup, question, at)
        if calls < at:
            reach[k % len(QUESTIONS)] = max(calls, 2)       # it was answered before
            continue
        stopped += 1
        most = max(most, (late, f'{question} at {at}'))
    return most, stopped


@pytest.mark.slow
def test_little_is_done_after_an_interrupt(trap):
    most, stopped = interrupted(trap, len(QUESTIONS), seed=1)
    assert stopped > len(QUESTIONS) // 3 and most[0] <= LAST_CALLS, most


def test_no_kernel_works_long_without_a_look():
    """Some 2 to 6 us a node of proof-number search, 1 ms a node of the selective search, 0.2 ms a playout."""
    assert together.CHECK_NODES <= 2_000 and selective.SLICE <= 15 and mcts.CHECK_PLAYOUTS <= 50


def asked_while_halted(monkeypatch, when):
    """The nodes of a reading during which something happens, how many answers were kept of it, and the nodes of the same left alone."""
    session = Session(level=8)
    for line in FIGHT:
        handle(session, line)
    board, reader = session.game.board, session.reader
    stones = [session.game.stones(1)[0], session.game.stones(1)[-1]]
    plain = query.ask(board, Aim.CUT, stones, True, reader)
    reader.memory.forget()
    monkeypatch.setattr(query, 'py_read', lambda *args: when(session.workspace) or py_read(*args))
    halted = query.ask(board, Aim.CUT, stones, True, reader)
    monkeypatch.undo()
    return halted.nodes, len(reader.memory.answers), plain.nodes


def test_a_reading_ends_inside_its_kernel_and_is_not_remembered(monkeypatch):
    nodes, kept, plain = asked_while_halted(monkeypatch, lambda workspace: workspace.halt())
    assert plain > 50 and nodes <= 4 and kept == 0
    nodes, kept, plain = asked_while_halted(monkeypatch, lambda workspace: None)
    assert nodes == plain and kept == 1


def test_between_two_readings_an_interrupt_ends_the_command(monkeypatch):
    session = Session(level=3)
    for line in FIGHT:
        handle(session, line)
    board, count = session.game.board.copy(), [0]

    def read(*args):
        count[0] += 1
        if count[0] == 3:
            session.interrupted.set()
        return py_read(*args)
    monkeypatch.setattr(query, 'py_read', read)
    for question in ('combination_attack white', 'worm_data', 'combination_defend black', 'dragon_status', 'final_score'):
        session.interrupted.clear()
        session.workspace.get(Memory).forget()
        session.give_up(0)
        count[0] = 0
        assert handle(session, question) == b'? interrupted\n\n'
        assert count[0] == 3 and session.game.stack() == []
        assert (session.game.board['color'] == board['color']).all() and session.game.board['hash'] == board['hash']


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != 'linux', reason='no clock of the processor that another process has used')
def test_interrupts_of_a_process_are_felt():
    """A few of those of ``make interrupts``, whatever time they take here."""
    one = interrupts(3, seed=3, level=0)
    assert len(one.felt) == 3
