"""The blunder check of dragons: own ones that no longer live, and dead ones that come back."""
import math
import random
import time

import numpy as np
import pytest

from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.points import BLACK, EMPTY, NPOINTS, PASS, WHITE, all_points, other, parse_vertex, transform, vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.mcts.ablation import SEARCH
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.play import blunder, genmove, move_search
from owlgo.engine.play.tests.test_value import game_of
from owlgo.engine.play.value import Candidate, Thought

FOUR = '''
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . O . O .
    O O O O O O .
    X X X X X O .
    . . . . X O .
'''
"""Four points in a row are two eyes, whoever begins; three are not."""
CORNER = '''
    . X . O . .
    . X . O . .
    . X O O . O
    X X O . O .
    . X X O O O
    O . X O . .
'''
"""The white stone in the corner is dead."""


LOST = '''
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . O O O O O .
    . O X X . O .
    . O . . . O .
'''
"""Two stones for which there is no room to live, and no way out."""
IN_ATARI = '''
    . . . . .
    . . . . .
    O . . . .
    X O . . .
    . O . . .
'''


SAVED = '''
    . . . . . . .
    . X . . . . .
    X O O O O . .
    O X X . . . .
    . O O O . . .
    . . . . . . .
    . . . . . . .
'''
"""A3 takes a stone, which saves the two at the edge."""


def placed(picture: str, move: str, symmetry: int, swap: bool) -> tuple[Game, int, int]:
    """The game of a picture in which Black is to move, who that is, and a move in it, as the board lies."""
    game = game_of(picture, swap, symmetry)
    return game, WHITE if swap else BLACK, transform(parse_vertex(move, game.size), game.size, symmetry)


SEEN = [0, 5, *(pytest.param(symmetry, marks=pytest.mark.slow) for symmetry in (1, 2, 3, 4, 6, 7))]


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', SEEN)
def test_a_move_that_fills_an_eye_space_costs_the_dragon(symmetry, swap):
    for move, stones in (('A1', 6), ('D1', 6), ('B1', 0), ('C1', 0)):
        game, color, pos = placed(FOUR, move, symmetry, swap)
        known, before = genmove.examine(game, 10, Workspace()), game.show()
        assert blunder.fills(game, color, pos)
        assert blunder.turns(game, known, color, pos) == stones
        assert blunder.stakes(game, known, color, pos) >= stones
        assert game.show() == before and not game.stack()


def test_dragons_are_read_again_though_the_time_for_reading_them_first_is_over():
    """Under a clock a position is examined in the first part of a move's time, and moves are checked at its end."""
    time_is_up: list[bool] = []
    for move, stones in (('A1', 6), ('B1', 0)):
        time_is_up.clear()
        game, color, pos = placed(FOUR, move, 0, False)
        known = genmove.examine(game, 10, Workspace(), lambda: not time_is_up)
        assert all(guess.certain for guess in known.guesses)
        time_is_up.append(True)
        assert blunder.turns(game, known, color, pos) == stones
        assert blunder.turns(game, known, color, pos, lambda: False) == 0


QUICKLY_ALIVE = '''
    . . O O O X . . .
    . O O O X X . O .
    O . O O X . X X .
    X O O X . . . X .
    X X X X X . X . X
    . . X X O X X X O
    . X . X O O O O O
    . X . X O . . . .
    . . X O O . . . .
'''
"""White's dragon below on the right lives; after F2 it seems to live still, but Black can kill it."""


@pytest.mark.parametrize('swap', [False, True])
def test_the_dragon_that_fills_its_own_eye_space_is_read_fully(swap):
    game = game_of(QUICKLY_ALIVE, swap)
    color, pos = BLACK if swap else WHITE, parse_vertex('F2', 9)
    known = genmove.examine(game, 4, Workspace())
    assert blunder.turns(game, known, color, pos) >= 10
    game.play(color, pos)
    after = genmove.examine(game, 4, Workspace())
    assert after.guesses[after.dragons.at[pos]].status == ALIVE


def test_moves_that_gain_liberties_or_join_nothing_fill_nothing():
    """The slow twin counts liberties on boards of their own."""
    rng, seen = random.Random(7), {True: 0, False: 0}
    for _ in range(30):
        game = _at_random(rng, 7)
        for color in (BLACK, WHITE):
            for move in all_points(7):
                if game.color_at(move) != EMPTY or not game.is_legal(color, move):
                    continue
                beside = [q for q in (move - 26, move - 1, move + 1, move + 26) if game.color_at(q) == color]
                most = max((len(game.liberties(q)) for q in beside), default=None)
                stones = {c: {p for p in all_points(7) if game.color_at(p) == c} for c in (BLACK, WHITE)}
                game.trymove(color, move)
                taken = any(game.color_at(p) == EMPTY for p in stones[other(color)])
                slow = most is not None and not taken and len(game.liberties(move)) <= most
                game.popgo()
                assert blunder.fills(game, color, move) == slow
                seen[slow] += 1
    assert min(seen.values()) > 50


@pytest.mark.slow
def test_what_turns_is_what_two_examinations_tell_apart():
    """Also counted are the points that dead stones were dead in."""
    rng, own, back = random.Random(3), 0, 0
    for _ in range(24):
        game = _at_random(rng, 7)
        color = rng.choice((BLACK, WHITE))
        known = genmove.examine(game, 3, Workspace())
        before = _fates(game)
        for move in [p for p in all_points(7) if game.color_at(p) == EMPTY and game.is_legal(color, p)][:6]:
            found = blunder.turns(game, known, color, move)
            game.trymove(color, move)
            after = _fates(game, move)
            game.popgo()
            worse = {p: game.color_at(p) == color for p, fate in before.items()
                     if p in after and fate == (ALIVE if game.color_at(p) == color else DEAD, True) and after[p][0] != fate[0] and
                     after[p][1]}
            if not worse or all(worse.values()):
                assert found == len(worse)
            else:
                assert found >= len(worse)
                back += 1
            own += bool(worse) and all(worse.values())
    assert min(own, back) >= 2


def test_dead_stones_that_come_back_take_their_region_with_them(monkeypatch):
    """What is read is made up: the white stone in Black's corner was dead and is critical then."""
    game = game_of(CORNER)
    known = genmove.examine(game, 3, Workspace())
    stone = parse_vertex('A1', 6)
    assert stone in known.dead
    after = genmove.examine(game, 3, Workspace())
    after.guesses = [Status(CRITICAL) if stone in dragon.stones else guess for dragon, guess in zip(after.dragons.every, after.guesses,
                                                                                                    strict=True)]
    monkeypatch.setattr(Examination, 'again', lambda *_: after)
    empty = 2
    assert blunder.turns(game, known, BLACK, parse_vertex('F6', 6)) == 1 + empty // 2


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', SEEN)
def test_stones_that_were_lost_before_are_not_lost_by_the_move_that_joins_them(symmetry, swap):
    """By suicide neither: only the stone that is added is."""
    for picture, move in ((LOST, 'E2'), (IN_ATARI, 'A1')):
        game, color, pos = placed(picture, move, symmetry, swap)
        game.rules = Rules(suicide='allowed')
        known = genmove.examine(game, 10, Workspace())
        assert blunder.loses(game, known, color, pos) == 1


def test_stones_that_another_move_saves_are_lost_by_one_that_joins_them_in_vain():
    game = game_of(SAVED)
    known, two = genmove.examine(game, 10, Workspace()), [parse_vertex(name, 7) for name in ('A5', 'B6')]
    assert all(known.worm_at[stone].attacks and parse_vertex('A3', 7) in known.worm_at[stone].defences for stone in two)
    assert blunder.loses(game, known, BLACK, parse_vertex('A6', 7)) == 3


def test_dragons_are_read_again_only_while_there_is_time(monkeypatch):
    game = game_of(FOUR)
    known, move = genmove.examine(game, 3, Workspace()), parse_vertex('B1', 7)
    monkeypatch.setattr(blunder, 'turns', lambda *_: 99)
    assert blunder.stakes(game, known, BLACK, move) == 99
    assert blunder.stakes(game, known, BLACK, move, lambda: False) == blunder.loses(game, known, BLACK, move) == 0
    assert blunder.stakes(game, known, BLACK, parse_vertex('G1', 7)) == 1


def test_dragons_are_read_again_only_while_somebody_waits(monkeypatch):
    """An analysis that is told to stop must not go on reading, nor a move whose time is over."""
    game = game_of(FOUR)
    known = genmove.examine(game, 0, Workspace())
    asked: list[bool] = []
    nobody_waits: list[bool] = []
    plan = genmove.MoveSettings(0, without=frozenset({SEARCH})).plan(7)._replace(goes_on=lambda: not nobody_waits)
    now = time.monotonic()

    def stakes(*given):
        asked.append(given[-1]())
        return 0
    monkeypatch.setattr(blunder, 'stakes', stakes)
    for until, waits, has_time in ((math.inf, True, True), (now + 600, True, True), (now - 600, True, False), (math.inf, False, False)):
        search = move_search.MoveSearch(game, known, BLACK, plan._replace(until=until), 1)
        nobody_waits += [] if waits else [True]
        asked.clear()
        search.thought()
        assert asked and set(asked) == {has_time}


@pytest.mark.parametrize(('values', 'owned', 'among', 'chosen'), [
    ((-1.0, -2.0), 1.0, (), 'B2'), ((-4.0, -5.0), 1.0, (), 'PASS'), ((-4.0, -2.0), 1.0, (), 'C3'),
    ((-4.0, -5.0), 0.5, (), 'B2'), ((-4.0, -5.0), 1.0, ('B2', 'C3'), 'B2')])
def test_no_move_is_made_that_is_much_worse_than_a_pass(values, owned, among, chosen):
    """If little is in doubt and it need not be one of a few; the second of two moves is made where the first is a blunder and it is not."""
    game = Game(9)
    moves = [Candidate(parse_vertex(name, 9), value=value, visits=9) for name, value in zip(('B2', 'C3'), values, strict=True)]
    moves[0].blunder = 2.0 * (values[0] < values[1])
    thought = Thought(BLACK, moves, Candidate(PASS), 0.9, 5.0, np.full(NPOINTS, owned), is_open=True)
    move = genmove.choose(game, genmove.examine(game, 0, Workspace()), thought, [parse_vertex(name, 9) for name in among])
    assert vertex(move, 9) == chosen


def test_an_interrupted_reading_of_dragons_leaves_the_game_as_it_is(monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt
    game = game_of(FOUR)
    known, before = genmove.examine(game, 3, Workspace()), game.show()
    known.guesses  # noqa: B018 (they are read before the check)
    monkeypatch.setattr(Examination, 'guesses', property(interrupted))
    with pytest.raises(KeyboardInterrupt):
        blunder.turns(game, known, BLACK, parse_vertex('A1', 7))
    assert game.show() == before and not game.stack()


def _fates(game: Game, mover: int = PASS) -> dict[int, tuple[int, bool]]:
    """What the stones of a position count as, and whether that is certain, asked anew; the dragon of ``mover`` is read fully."""
    known = genmove.examine(game, 3, Workspace())
    fates: dict[int, tuple[int, bool]] = {}
    for dragon, guess in zip(known.dragons.every, known.guesses, strict=True):
        status = known.quick_judgement(dragon).status if mover in dragon.stones else guess
        fates |= dict.fromkeys(dragon.stones, (status.status, status.certain))
    return fates


def _at_random(rng: random.Random, size: int) -> Game:
    """A game of some thirty moves that leave eyes alone."""
    game, color = Game(size), BLACK
    for _ in range(rng.randrange(22, 40)):
        moves = [p for p in all_points(size)
                 if game.color_at(p) == EMPTY and game.is_legal(color, p) and not is_own_eye(game.board, p, color)]
        game.play(color, rng.choice(moves) if moves else PASS)
        color = other(color)
    return game
