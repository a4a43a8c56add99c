"""What is claimed of dragons of made positions is played out; and the replay finds what is false."""
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.facts import ALIVE, CRITICAL
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, parse_vertex, vertex
from owlgo.engine.core.result import KO_A, WIN
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, partition
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.examine import claims, explain
from owlgo.engine.examine.tests.replay import FALSE, TRUE, Replay, contradictions, explained
from owlgo.engine.examine.tests.test_sentences import ATARI, GAP, OUTSIDE
from owlgo.engine.mcts.dragon_rollouts import roll_out
from owlgo.engine.owl.limits import of_level

GAMES = Path(__file__).parents[3] / 'regress' / 'games'
LEVEL = of_level(2)
TWO_SPACES = '''
    . X . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
HALF = '''
    . X . X . O . . .
    X X X . X O . . .
    O O O X O O . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
KO = '''
    . X . . O . . . .
    X . X O O . . . .
    . X . O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
RACE = '''
    . X O . O X . . .
    . X O O O X . . .
    . X X X X X . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


@cache
def position(name):
    game = Game()
    game.load(sgf.load(str(GAMES / f'{name}.sgf')))
    return game.board


def changed(claim: Any, **fields: Any) -> Any:
    """A claim with other fields."""
    return replace(claim, **fields)


def checked(board, pos):
    """Claims and sentences about a dragon, all of them true and none against another."""
    every, lines = explained(board, pos, LEVEL)
    results = Replay(board, pos, every, LEVEL).results()
    assert [claim for claim, end in results if end == FALSE] == [], lines
    assert list(contradictions(every, lines)) == [], lines
    return every


@pytest.mark.parametrize('name', few(sorted(path.stem for path in GAMES.glob('*.sgf') if not path.stem.startswith('alphago')), 7))
def test_what_is_claimed_is_true(name):
    board = position(name)
    for dragon in partition.find(board, Workspace()).every:
        if dragon.escape < SMALL_ESCAPE:
            checked(board, dragon.origin)


@pytest.mark.parametrize(('swap', 'text'), few(product((False, True), (ATARI, OUTSIDE, GAP, TWO_SPACES, HALF, KO, RACE)), 7))
def test_what_is_claimed_of_pictures_is_true(text, swap):
    board = drawn(text, swap)
    for dragon in partition.find(board, Workspace()).every:
        if dragon.escape < SMALL_ESCAPE and len(dragon.stones) < 12:
            checked(board, dragon.origin)


@cache
def bulky_five():
    """What is claimed of a dragon in a bulky five, and its sentences."""
    return explained(position('bulky-five'), V['C7'], LEVEL)


def of_kind(kind, every):
    return every, next(one for one in every if isinstance(one, kind))


def ends(board, pos, every, old, new):
    """What a replay says of a claim that takes the place of another."""
    return Replay(board, pos, [new if one is old else one for one in every], LEVEL).end(new)


V = {name: parse_vertex(name, 9) for name in ('C7', 'D5', 'D6', 'E5', 'E6', 'F5', 'A1', 'B8', 'J9')}
BROKEN = [
    (claims.Conclusion, {'count': 14}), (claims.Space, {'most': 1}), (claims.Space, {'least': 0, 'attack': V['D6']}),
    (claims.Space, {'defence': V['A1']}), (claims.Space, {'prisoners': (V['B8'],)}), (claims.Surroundings, {'escape': 3}),
    (claims.Surroundings, {'kind': claims.COULD_RUN}), (claims.Kills, {'move': V['D5']}), (claims.Kills, {'move': V['C7']}),
    (claims.Kills, {'result': KO_A}), (claims.Saves, {'move': V['A1']}), (claims.Saves, {'result': KO_A}),
    (claims.Refuted, {'then': V['A1']}), (claims.Refuted, {'takes': True}),
    (claims.Held, {'saved': PASS, 'move': V['E5'], 'answer': V['D5']})]


@pytest.mark.parametrize('kind, fields', BROKEN, ids=lambda value: value.__name__ if isinstance(value, type) else ' '.join(value))
def test_a_false_claim_is_found(kind, fields):
    board, pos = position('bulky-five'), V['C7']
    held = claims.Held(V['E5'], V['D5'], V['D6'])
    every, claim = of_kind(kind, bulky_five()[0]) if kind is not claims.Held else ([*bulky_five()[0], held], held)
    assert ends(board, pos, every, claim, claim) == TRUE
    assert ends(board, pos, every, claim, changed(claim, **fields)) == FALSE


@pytest.mark.parametrize('text, kind, fields', [
    (ATARI, claims.Undone, {'strings': (V['A1'],)}), (OUTSIDE, claims.Undone, {'eyes': 0}), (TWO_SPACES, claims.Safe, {'certain': True}),
    (TWO_SPACES, claims.Together, {'least': 1, 'most': 1})])
def test_a_false_claim_about_a_picture_is_found(text, kind, fields):
    board = drawn(text)
    pos = next(dragon.origin for dragon in partition.find(board, Workspace()).every if dragon.color == 1)
    every, claim = of_kind(kind, explained(board, pos, LEVEL)[0])
    wanted = TRUE if kind is claims.Safe else FALSE
    assert ends(board, pos, every, claim, claim) == TRUE and ends(board, pos, every, claim, changed(claim, **fields)) == wanted


def test_liberties_of_a_race_are_counted():
    board, every = position('bulky-five'), bulky_five()[0]
    race = claims.Contest(V['B8'], 5, 23, 0, (WIN, WIN), (WIN, WIN), (PASS, PASS), False)
    assert ends(board, V['C7'], [*every, race], race, race) == FALSE


def test_a_ko_is_shown_by_the_moves_that_lead_to_it():
    board = drawn(KO)
    pos = next(dragon.origin for dragon in partition.find(board, Workspace()).every if dragon.color == 1)
    every = checked(board, pos)
    found = [one for one in every if isinstance(one, claims.KoStart)]
    lines = explain.sentences(every, board)
    assert any(isinstance(one, claims.Kills) and one.result != WIN for one in every)
    assert found and any('takes the ko at' in line for line in lines) and any('needs the first ko threat' in line for line in lines)
    assert ends(board, pos, every, found[0], changed(found[0], point=V['J9'])) == FALSE


@pytest.mark.parametrize('color', [1, 2])
def test_playouts_are_made_again(color):
    board, pos = position('bulky-five'), V['C7']
    found = roll_out(board, amalgamate.group(board, pos, Workspace()), color, LEVEL.playouts, Workspace(), may_pass=False)
    claim = claims.Playouts(color, found.move, found.tenths, found.playouts)
    every = [*bulky_five()[0], claim]
    assert vertex(found.move, 9) == 'E5' and found.tenths > 7 and found.line[0] == found.move
    assert ends(board, pos, every, claim, claim) == TRUE
    for damage in ({'tenths': 5}, {'move': V['J9']}, {'made': 7}):
        assert ends(board, pos, every, claim, changed(claim, **damage)) == FALSE


def test_contradictions_are_found():
    every, lines = bulky_five()
    assert list(contradictions(every, lines)) == []
    first, space = every[0], next(one for one in every if isinstance(one, claims.Space))
    assert 'alive, and killed' in contradictions([changed(first, status=ALIVE), *every[1:]], lines)
    assert isinstance(first, claims.Conclusion) and first.status == CRITICAL
    two = [changed(one, least=2) if one is space else one for one in every]
    assert {'two eyes whoever begins, and not alive, without a reason', 'two eyes are called safe that are not'} <= \
        set(contradictions(two, lines))
    assert 'that it is a guess is not said first' in contradictions([changed(first, doubt='unfinished'), *every[1:]], lines)
    assert 'a guess is said as plainly as what was read' in contradictions([changed(first, doubt='unfinished'), *every[1:]], lines)
    none = [one for one in every if not isinstance(one, claims.Space)]
    assert 'saved with less than two eyes, without a reason' in contradictions(none, lines)
