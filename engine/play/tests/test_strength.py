"""Levels and ranks as players: playouts, the moves that are considered, resignation, handicap games."""
import math
from collections import Counter
from dataclasses import replace

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.level import MAX_LEVEL, STRONGEST_RANK, WEAKEST_RANK, parse_rank
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.mcts.around import is_own_eye
from owlgo.engine.play import genmove, over, strength
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.tests.test_value import game_of

LEVELS = range(MAX_LEVEL + 1)
FIGHT = 'E5 C3 G3 E7 C6'
ATARI = '''
    . . . . . . . . .
    . . . . . . . . .
    . . O O O . . . .
    . O X X X . . . .
    . O X X . . . . .
    . . O O . X . . .
    . . . . X . X . .
    . . . X . . . . .
    . . . . . . . . .
'''
OPEN_BORDER = 'F4 G5 G4 F5 E5 E6 D5 H5 D6 E7 H3 D7 C7 C8 B8 A9 C9 D9 A8 B9 H4 J4 J3'
OVER = '''
    . X . X O . O
    X X X X O O O
    . X . X O . .
    X X X X O O O
    . . X X O . .
    X X X O O O O
    . X X O . O .
'''


def player(step: float, seed: int = 0) -> MoveSettings:
    chosen = strength.at(step)
    return MoveSettings(chosen.level, seed, strength=chosen)


def played(moves: str, size: int = 9) -> Game:
    game = Game(size, 7.5)
    for number, name in enumerate(moves.split()):
        game.play((BLACK, WHITE)[number % 2], parse_vertex(name, size))
    return game


@pytest.mark.parametrize('size', [5, 9, 13, 19, 25])
def test_playouts_grow_by_level(size):
    playouts = [player(level).plan(size).playouts for level in LEVELS]
    assert playouts == sorted(playouts) and len(set(playouts[7:])) == 6


@pytest.mark.parametrize(('size', 'playouts'), [(9, 12100), (13, 5851), (19, 2792)])
def test_level_10_is_as_it_was(size, playouts):
    """As a player it holds nothing back; and a question about moves gets as many playouts as ever, at each level."""
    plan = player(10).plan(size)
    assert plan == MoveSettings(10).plan(size) and plan.playouts == playouts and not plan.without
    assert [MoveSettings(level).plan(size).playouts for level in (1, 3)] == \
        [(500 + 1150 * level) * 81 // size ** 2 + 100 for level in (1, 3)]
    assert strength.at(10) == strength.STANDARD and not player(10).is_weak


def test_level_10_chooses_as_a_question_about_moves_is_answered():
    one, two = (genmove.think(played(FIGHT), WHITE, replace(how, per_level=30), (), genmove.examine(played(FIGHT), 0, Workspace()))
                for how in (player(10), MoveSettings(10)))
    assert [(c.move, c.value, c.visits) for c in one.candidates] == [(c.move, c.value, c.visits) for c in two.candidates]


@pytest.mark.parametrize(('step', 'judges'), [(3, False), (4, True)])
@pytest.mark.parametrize('size', [9, 13])
def test_a_weak_player_judges_no_dragon_while_much_is_open(size, step, judges):
    """This is nine tenths of its time."""
    game = played(FIGHT, size)
    how = player(step)
    known = genmove.examine(game, how.level, Workspace())
    assert genmove.choose(game, known, genmove.think(game, WHITE, how, (), known)) != PASS
    assert ('guesses' in known.__dict__) == judges


@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_a_weak_player_judges_dragons_once_little_is_open(color):
    game = game_of(OVER)
    how = player(0)
    known = genmove.examine(game, how.level, Workspace())
    genmove.think(game, color, how, (), known)
    assert 'guesses' in known.__dict__


def test_a_level_sees_what_a_lower_one_sees_and_considers_more_moves():
    every = [strength.at(level) for level in LEVELS]
    for low, high in zip(every, every[1:], strict=False):
        assert low.without >= high.without and low.moves <= high.moves and low.level < high.level and low.share <= high.share
        assert low.temperature >= high.temperature and low.resigns <= high.resigns
    assert not every[0].resigns and every[9].resigns and math.isinf(every[9].moves)


def test_ranks_lie_between_levels():
    ranks = [strength.of_rank(kyu) for kyu in range(WEAKEST_RANK, STRONGEST_RANK - 1, -1)]
    moves = [rank.moves for rank in ranks]
    assert moves == sorted(moves) and [rank.share for rank in ranks] == sorted(rank.share for rank in ranks)
    assert all(strength.at(0).share <= rank.share <= 1 for rank in ranks)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize('text', ['', 'k', '0k', '21k', '15', '15d', '-5k', '1.5k', 'x'])
def test_what_is_no_rank(text):
    with pytest.raises(ValueError, match='no rank from 20k to 1k'):
        parse_rank(text)


@pytest.mark.parametrize(('text', 'kyu'), [('20k', 20), ('1k', 1), ('9K', 9), (' 15kyu ', 15)])
def test_what_is_a_rank(text, kyu):
    assert parse_rank(text) == kyu


@pytest.mark.parametrize('step', [-1, 12.5, 13, math.nan])
def test_there_is_no_such_level(step):
    with pytest.raises(ValueError, match='no level'):
        strength.at(step)


def test_likely_moves_come_to_mind_first():
    """Four of ten moves; the likeliest nearly always, the others less the less likely they are.  A seed always draws the same ones."""
    chances = {move: 0.5 ** move for move in range(10)}
    four = replace(strength.STANDARD, moves=4.0)
    every = [strength.considered(chances, four, seed) for seed in range(400)]
    assert all(sorted([*seen, *others]) == list(range(10)) for seen, others in every)
    drawn = [seen for seen, _ in every]
    assert {len(set(one)) for one in drawn} == {4}
    seen = Counter(move for one in drawn for move in one)
    assert seen[0] > 350 and seen[0] > seen[2] > seen[4] > seen[7]
    assert drawn[7] == strength.considered(chances, four, 7)[0]
    hot = Counter(move for seed in range(400) for move in strength.considered(chances, replace(four, temperature=3.0), seed)[0])
    assert hot[0] < seen[0] and hot[9] > seen[9]
    assert set(strength.considered(chances, strength.STANDARD, 1)[0]) == set(chances)


@pytest.mark.parametrize('rank', [20, 15])
def test_a_rank_plays_legal_moves_by_its_seed(rank):
    game, workspace = played(FIGHT), Workspace()
    chosen = strength.of_rank(rank)
    moves = [genmove.genmove(game, BLACK, MoveSettings(chosen.level, seed, strength=chosen), workspace=workspace) for seed in range(8)]
    again = genmove.genmove(game, BLACK, MoveSettings(chosen.level, 3, strength=chosen), workspace=Workspace())
    assert again == moves[3] and len(set(moves)) > 1
    assert all(game.is_legal(BLACK, move) and not is_own_eye(game.board, move, BLACK) for move in moves if move != PASS)


def test_a_weak_player_passes_when_the_game_is_over():
    game = game_of(OVER)
    for color in (BLACK, WHITE):
        for step in (0, 0.5, 1, 2, 3, 4, 5, 6, 8):
            assert genmove.genmove(game, color, player(step, seed=int(step))) == PASS


@pytest.mark.parametrize('passed', [False, True])
def test_a_weak_player_does_not_pass_while_a_border_is_open(passed):
    """Who moves first decides whether A8 is Black's, though to a weak player no move that comes to mind looks worth it."""
    game = played(OPEN_BORDER)
    if passed:
        game.play(WHITE, PASS)
    for step in (0.5, 3):
        how = player(step)
        # Whether the pass wins is another question, which takes seconds.
        thought = replace(genmove.think(game, game.turn, how, list(game.legal_moves(game.turn))), ends=False)
        known = genmove.examine(game, 0, Workspace())
        assert not over.is_certain(over.closely(game, known))
        move = genmove.choose(game, known, thought)
        assert move != PASS and not is_own_eye(game.board, move, game.turn)


@pytest.mark.parametrize(('step', 'seed'), [(0.5, 1), *(pytest.param(0.5, seed, marks=pytest.mark.slow) for seed in (2, 3, 4))])
def test_a_game_of_weak_players_ends_only_when_it_is_finished(step, seed):
    game, workspace, how = Game(7, 6.5), Workspace(), player(step, seed)
    while [move for _, move in game.moves[-2:]] != [PASS, PASS]:
        game.play(game.turn, genmove.genmove(game, game.turn, how, workspace=workspace))
        assert len(game.moves) < 200
    assert over.is_certain(genmove.examine(game, 10, workspace))


def test_a_weak_player_with_a_handicap_does_not_pass_while_the_board_is_open():
    """Though it wins all playouts, after a pass as well."""
    game = Game(9, 0.5)
    game.setup([parse_vertex(name, 9) for name in ('C3', 'G7', 'C7', 'G3')], [], to_move=WHITE, handicap=4)
    game.play(WHITE, parse_vertex('E7', 9))
    for rank in (20, 15):
        chosen = strength.of_rank(rank)
        assert PASS not in [genmove.genmove(game, BLACK, MoveSettings(chosen.level, seed, strength=chosen)) for seed in range(1, 5)]


def test_a_weak_player_answers_the_atari_of_a_large_string():
    game = game_of(ATARI)
    game.play(WHITE, parse_vertex('F6', 9))
    saved = sum(genmove.genmove(game, BLACK, player(5, seed)) == parse_vertex('E5', 9) for seed in range(10))
    assert saved >= 9


@pytest.mark.parametrize('seconds', [0.3, 60.0])
def test_time_makes_no_weak_player_strong(seconds):
    how = player(2)
    found = genmove.choose_in(played('E5'), WHITE, seconds, Workspace(), how)
    assert found.thought is not None
    assert 0 < sum(one.visits for one in found.thought.candidates) <= how.plan(9).playouts + 60


def test_white_plays_on_against_nine_stones():
    """It knows how it stands, but neither passes nor resigns while much is open; and the first moves differ in value."""
    game = Game(19, 0.5)
    corners = [parse_vertex(name, 19) for name in 'D4 Q16 D16 Q4 D10 Q10 K16 K4 K10'.split()]
    game.setup(corners, [], to_move=WHITE, handicap=9)
    how = replace(player(10), per_level=20)
    known = genmove.examine(game, 0, Workspace())
    thought = genmove.think(game, WHITE, how, (), known)
    assert genmove.choose(game, known, thought) not in (PASS, EMPTY)
    assert thought.lead < -30 and thought.candidates[0].value > thought.candidates[20].value + 2
    for _ in range(20):
        game.play(WHITE, PASS)
        game.play(BLACK, PASS)
    assert not genmove.resigns(game, known, replace(thought, winning=0.0, lead=-200.0))
