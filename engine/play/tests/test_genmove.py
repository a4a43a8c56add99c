"""Moves that a choice leaves out."""

from dataclasses import replace

import pytest

from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.points import BLACK, PASS, WHITE, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life import verdict
from owlgo.engine.mcts import mcts
from owlgo.engine.play import blunder, genmove
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.tests.test_value import game_of
from owlgo.engine.play.weights import TIMING

KO = '''
    . . . . .
    . X O . .
    X O . O .
    . X O . .
    . . . . .
'''


DEAD_INSIDE = '''
    . O X O . O .
    . X X O O O O
    X . X X X X X
    . X . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
'''


TWO_SIDES = '''
    . . . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . O O O O O
    . . . . O X X X X
    . . . . O X . . .
'''


@pytest.mark.parametrize(('clean', 'seconds'), [(False, 0.5), (True, 0.5), (True, 0.1)])
def test_dead_stones_are_taken_off_in_haste_too(clean, seconds, monkeypatch):
    """Though playouts, in which they fall in any case, would pass; but not when there is no time at all."""
    found = mcts.Tree.found

    def likes_pass(tree):
        seen = found(tree)
        seen.lines.sort(key=lambda line: line.move != PASS)
        return seen
    monkeypatch.setattr(mcts.Tree, 'found', likes_pass)
    move = genmove.choose_in(game_of(DEAD_INSIDE), BLACK, seconds, Workspace(), clean=clean).move
    assert (move != PASS) == (clean and seconds > 0.1)


def test_with_a_clock_dragons_are_read_again_only_where_something_has_changed(monkeypatch):
    """Another game or level begins with nothing."""
    asked: list[int] = []
    ask = verdict.ask

    def counted(board, pos, *given, **named):
        asked.append(pos)
        return ask(board, pos, *given, **named)
    monkeypatch.setattr(verdict, 'ask', counted)
    monkeypatch.setattr(genmove, 'TIMING', replace(TIMING, playouts=1000))
    monkeypatch.setattr(blunder, 'turns', lambda *_: 0)     # it reads positions after moves
    game, workspace = game_of(TWO_SIDES), Workspace()

    def reads(level: int = 2) -> int:
        """Questions about dragons for a move."""
        asked.clear()
        genmove.choose_in(game, BLACK, 60.0, workspace, MoveSettings(level))
        return len(asked)
    assert reads() > 0 == reads()
    game.rules = Rules(ko='none')
    assert reads() > 0, 'failed: what was read by other rules counted'
    game.rules = Rules()
    game.play(BLACK, parse_vertex('G1', 9))
    game.play(WHITE, parse_vertex('J1', 9))
    changed, other_level = reads(), reads(1)
    workspace.forget()
    assert 0 < changed < reads() and other_level == reads(1) > 0


@pytest.mark.parametrize('haste', [0.0, 100.0])
def test_with_a_clock_a_fast_machine_searches_on(haste, monkeypatch):
    """As long as there is time, with more playouts than were to be expected in it."""
    monkeypatch.setattr(genmove, 'TIMING', replace(TIMING, playouts=1, haste=haste))
    made: list[int] = []
    grow = mcts.Tree.grow

    def counted(tree, plan):
        grow(tree, plan)
        made.append(int(tree.found().stats['playouts']))
    monkeypatch.setattr(mcts.Tree, 'grow', counted)
    genmove.choose_in(Game(9), BLACK, 60.0, Workspace(), MoveSettings(0))
    assert max(made) > 2 * TIMING.least_playouts


def test_no_move_brings_a_position_back_whatever_the_ko_rule():
    """Both sides passed after the ko was taken: the ban is over, but taking it again would bring back what stood there first."""
    game = game_of(KO)
    take, back = parse_vertex('C3', 5), parse_vertex('B3', 5)
    assert take in mcts.every_move(game, BLACK) and not game.repeats(BLACK, take)
    for color, move in ((BLACK, take), (WHITE, PASS), (BLACK, PASS)):
        game.play(color, move)
    assert game.is_legal(WHITE, back) and game.repeats(WHITE, back) and game.repeats(WHITE, back, by_anyone=False)
    assert back not in mcts.every_move(game, WHITE)
    assert genmove.think(game, WHITE, MoveSettings(0)).of(back) is None
    game.play(WHITE, parse_vertex('E5', 5))
    game.play(BLACK, PASS)
    assert back in mcts.every_move(game, WHITE), 'with another stone on the board it is another position'
