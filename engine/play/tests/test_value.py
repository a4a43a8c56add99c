"""Reasons for moves, their values, the blunder check, and the sentences about a choice."""
from dataclasses import replace

import numpy as np
import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, NPOINTS, PASS, WHITE, other, parse_vertex, row_col, transform
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts import mcts
from owlgo.engine.mcts.ablation import REASONS, SEARCH
from owlgo.engine.mcts.tests.test_fastboard import random_game
from owlgo.engine.play import blunder, explain, genmove, late, move_search, reasons, value
from owlgo.engine.play.genmove import MoveSettings
from owlgo.engine.play.reasons import Motive
from owlgo.engine.play.value import Candidate
from owlgo.engine.play.weights import GAIN, REASON, RESIGN, Weights
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count


def game_of(picture: str, swap: bool = False, symmetry: int = 0) -> Game:
    """A game that begins with the stones of a picture."""
    rows = [line.split() for line in picture.strip().splitlines()]
    size = len(rows)
    stones: dict[int, list[int]] = {BLACK: [], WHITE: []}
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            if sign in 'XO':
                color = 'XO'.index(sign) + 1
                pos = transform((row + 1) * 26 + col + 1, size, symmetry)
                stones[other(color) if swap else color].append(pos)
    game = Game(size, 6.5)
    game.setup(stones[BLACK], stones[WHITE])
    return game


ATARI = '''
    . . . . . . . . .
    . . . . . . . . .
    . . X . X . O . .
    . . . O . . . . .
    . . O X X O . . .
    . . . O O . . . .
    . . X . . . O . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""Two black stones in the centre have one liberty: Black joins them to the one above, White takes them."""


@pytest.mark.parametrize('symmetry', few(range(8), 2))
def test_strings_in_danger_are_reasons_for_both_sides(symmetry):
    for swap in (False, True):
        game = game_of(ATARI, swap, symmetry)
        known = genmove.examine(game, 5, Workspace())
        black, white = (WHITE, BLACK) if swap else (BLACK, WHITE)
        stone = transform(parse_vertex('D5', 9), 9, symmetry)
        saves = [r for why in reasons.collect(game, known, black).values() for r in why if r.kind == Motive.DEFENDS and stone in r.stones]
        takes = [r for why in reasons.collect(game, known, white).values() for r in why if r.kind == Motive.ATTACKS and stone in r.stones]
        assert saves and takes and all(r.points > 0 for r in (*saves, *takes))
        assert blunder.loses(game, known, black, transform(parse_vertex('C2', 9), 9, symmetry)) == 0


def _double(swap: bool, symmetry: int) -> Game:
    """Two pairs of stones that share a point where both are put in atari."""
    return game_of('''
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X . X X . .
        . X O O . O O X .
        . . X . . . X . .
        . . . O . O . . .
        . . . . . . . . .
        . . . . . . . . .
    ''', swap, symmetry)


def test_strings_of_what_is_dead_for_certain_are_no_reasons():
    """Once it is certain that their dragon is dead, two stones in atari are neither saved nor taken; while that is a guess they are."""
    game = game_of(ATARI)
    for uncertain in (False, True):
        known = genmove.examine(game, 5, Workspace())
        worm = known.worm_at[parse_vertex('D5', 9)]
        number = known.dragons.at[worm.stones[0]]
        known.guesses[number] = known.guesses[number]._replace(status=DEAD, grade=Grade.of_reading(not uncertain))
        for color in (BLACK, WHITE):
            assert any(reason.stones == worm.stones for reason in reasons.tactical(known, color)) == uncertain


@pytest.mark.parametrize('certain', [True, False])
def test_a_guess_about_a_dragon_is_worth_half_of_what_is_certain(certain, monkeypatch):
    """A dragon that is read to be critical is worth two points a stone, and one while that is a guess."""
    known, move = genmove.examine(game_of(ATARI), 5, Workspace()), parse_vertex('D4', 9)
    status = known.guesses[0]._replace(status=CRITICAL, grade=Grade.of_reading(certain))
    monkeypatch.setattr(type(known), 'decisive', lambda self, number, color: (status, [move]))
    for reason, dragon in zip(reasons.vital(known, BLACK), known.dragons.every, strict=True):
        assert (reason.points, reason.certain) == ((2.0 if certain else 1.0) * len(dragon.stones), certain)


@pytest.mark.parametrize('symmetry', [0, 3, 6])
def test_combinations_are_reasons_for_both_sides(symmetry):
    """A move that puts two strings in atari takes one of them; whoever owns them may forestall that."""
    for swap in (False, True):
        game = _double(swap, symmetry)
        known = genmove.examine(game, 5, Workspace())
        black, white = (WHITE, BLACK) if swap else (BLACK, WHITE)
        begins = [r for r in reasons.combinations(known, black) if r.kind == Motive.COMBINES]
        keeps = [r for r in reasons.combinations(known, white) if r.kind == Motive.FORESTALLS]
        assert len(begins) == 1 and begins[0].move in {r.move for r in keeps}
        assert all(r.points == REASON.combination + 2 * REASON.stone for r in (*begins, *keeps))


def test_what_hangs_on_a_move_counts_every_stone_once():
    sure, guessed = reasons.Reason(Motive.DEFENDS, 30, (30, 31), 4.0), reasons.Reason(Motive.OWL_DEFENDS, 30, (30, 31, 32), 3.0)
    both = reasons.Reason(Motive.FORESTALLS, 30, (40,), 10.0)
    assert reasons.stake([sure, guessed]) == 5.0 and reasons.stake([sure, guessed, both]) == 15.0
    assert reasons.stake([reasons.Reason(Motive.SHAPE, 30, (), 7.0)]) == 0.0


INTO_ATARI = '''
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . O X X . O .
        . . O O O . .
        . . . . . . .
        . . . . . . .
'''


def test_a_move_into_atari_is_a_blunder():
    game = game_of(INTO_ATARI)
    known = genmove.examine(game, 5, Workspace())
    assert blunder.loses(game, known, BLACK, parse_vertex('E4', 7)) >= 3
    assert blunder.loses(game, known, WHITE, parse_vertex('E4', 7)) == 0


def test_the_opening_is_in_corners_then_sides_on_large_boards_only():
    assert not list(reasons.opens(Examination(Game(9).board, Workspace()), BLACK))
    game = Game(19)

    def points(name: str) -> float:
        return sum(r.points for r in reasons.opens(Examination(game.board, Workspace()), BLACK) if r.move == parse_vertex(name, 19))
    assert points('D4') == points('Q16') > points('K3') > 0 > points('K10') and points('K2') == 0
    game.play(BLACK, parse_vertex('D4', 19))
    game.play(WHITE, parse_vertex('F3', 19))
    assert points('Q16') > points('C6') > points('K3') and points('C3') == 0
    for name in ('D16', 'Q4', 'Q16', 'K4', 'K16', 'D10', 'Q10', 'G10', 'N10'):
        game.play(BLACK, parse_vertex(name, 19))
    assert {r.kind for r in reasons.opens(Examination(game.board, Workspace()), BLACK)} <= {Motive.FOLLOWS, Motive.SIDE, Motive.CENTRE}


def test_the_search_begins_in_the_corners():
    game = Game(19, 7.5)
    thought = genmove.think(game, BLACK, MoveSettings(level=0), known=genmove.examine(game, 0, Workspace()))
    lines = sorted(min(k, 18 - k) for k in row_col(thought.candidates[0].move))
    assert lines in ([2, 3], [3, 3])


@pytest.mark.parametrize('seed', [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize('color', [BLACK, WHITE])
def test_two_stones_in_atari_are_saved_or_taken(color, seed):
    game = game_of(ATARI)
    assert game.vertex(genmove.genmove(game, color, MoveSettings(10, seed))) == 'E6'


def test_thinking_changes_nothing_and_repeats_itself():
    game = game_of(ATARI)
    before = game.show(), game.hash()
    one, two = (genmove.think(game, BLACK, MoveSettings(1, 5)) for _ in range(2))
    assert (game.show(), game.hash()) == before and not game.stack()
    assert [(c.move, c.value) for c in one.candidates] == [(c.move, c.value) for c in two.candidates]
    assert one.candidates == sorted(one.candidates, key=lambda c: (-c.value, -c.visits, c.move))
    assert abs(one.owned).max() <= 1 and 0 <= one.winning <= 1


def test_a_thought_that_follows_and_one_that_does_not_begin_alike():
    """Both know the last two moves, so that moves look the same to them."""
    game = random_game(3, 9, 40)
    color = other(game.moves[-1][0])
    one, two = (genmove.think(game, color, MoveSettings(0), known=genmove.examine(game, 0, Workspace()), follows=follows)
                for follows in (False, True))
    assert [(c.move, c.visits, c.winning, c.value) for c in one.candidates] == [(c.move, c.visits, c.winning, c.value)
                                                                               for c in two.candidates]


def test_the_search_gives_white_a_point_for_every_handicap_stone():
    """As the count by area does; all stones live, and by komi alone Black is ahead by a point."""
    game = game_of('. X . X O O . O .\n' * 9)
    game.komi = -10.0
    stones, known = (game.stones(BLACK), game.stones(WHITE)), genmove.examine(game, 0, Workspace())
    for handicap, ahead in ((0, 1), (2, -1)):
        game.setup(*stones, handicap=handicap)
        assert game.area_komi == handicap - 10
        thought = genmove.think(game, BLACK, MoveSettings(0, area_scoring=True), known=known)
        assert round(thought.lead) == round(thought.passed.lead) == ahead and (thought.winning > 0.9) == (ahead > 0)
        assert estimate.of(known, Count.of(game, True), estimate.by_regions).value == -ahead


def test_among_leaves_only_these_moves():
    game = game_of(ATARI)
    among = (parse_vertex('A1', 9), parse_vertex('C7', 9), parse_vertex('J9', 9))
    assert {c.move for c in genmove.think(game, BLACK, MoveSettings(0), among).candidates} <= set(among)


def test_thinking_stops_when_nobody_waits():
    game = game_of(ATARI)
    with pytest.raises(value.Stopped):
        move_search.MoveSearch(game, genmove.examine(game, 0, Workspace()), BLACK, mcts.Plan(50, goes_on=lambda: False), 0).grow()


@pytest.mark.parametrize('without', [frozenset({SEARCH}), *(pytest.param(each, marks=pytest.mark.slow)
                                     for each in (frozenset(), frozenset({REASONS})))])
def test_a_thought_can_be_stopped_anywhere(without):
    """Whenever it is asked whether to go on, the answer may be no: then it says that it was stopped, and the game is as it was."""
    game = game_of(ATARI)
    known = genmove.examine(game, 0, Workspace())
    left = 0

    def goes_on() -> bool:
        nonlocal left
        left -= 1
        return left >= 0
    stopped = 0
    for times in range(200):
        left = times
        try:
            move_search.MoveSearch(game, known, BLACK, mcts.Plan(300, goes_on=goes_on, without=without), 0).grow()
            break
        except value.Stopped:
            stopped += 1
        assert not game.stack()
    assert 0 < stopped < 199
    assert len(game.stack()) <= 1, 'at most the move that was being looked at'


def test_the_last_dame_is_filled_and_then_it_passes():
    game = game_of('''
        . X . O .
        . X . O .
        . X X O .
        . X O O .
        . X O . .
    ''')
    for color in (BLACK, WHITE):
        pos = genmove.genmove(game, color, MoveSettings(0))
        assert game.vertex(pos) in ('C5', 'C4')
        game.play(color, pos)
    assert genmove.genmove(game, BLACK, MoveSettings(0)) == PASS == genmove.genmove(game, WHITE, MoveSettings(0))


@pytest.mark.parametrize('level', [0, 1, 2])
def test_it_resigns_only_when_all_is_lost(level):
    lost = game_of('''
        . O . O . O . . .
        O O O O O O O O O
        . . . . . . . . .
        O O O O O O O O O
        . . . . . . . . .
        O O O O O O O O O
        X X X X X X X X X
        X . X . X . X . X
        X X X X X X X X X
    ''')
    known = genmove.examine(lost, level, Workspace())
    early = genmove.think(lost, BLACK, MoveSettings(level), (), known)
    assert not genmove.resigns(lost, known, early), 'no move has been played yet'
    for _ in range(10):
        lost.play(BLACK, PASS)
        lost.play(WHITE, PASS)
    assert genmove.resigns(lost, known, early)
    assert not genmove.resigns(lost, known, genmove.think(lost, WHITE, MoveSettings(level), (), known))


def test_what_a_quick_look_takes_for_dead_is_looked_at_again_before_it_resigns():
    game = game_of('''
        . O . O X . .
        O O O O X X .
        . . . O O X .
        O O O . O X X
        . . O O O X .
        . . . O X X X
        . . . O X . X
    ''')
    for color in (BLACK, WHITE) * 7:
        game.play(color, PASS)
    known = genmove.examine(game, 0, Workspace())
    thought = genmove.think(game, WHITE, MoveSettings(0), (), known)
    assert not genmove.resigns(game, known, thought)
    hopeless = replace(thought, winning=0.0, lead=-40.0)
    known.dead = frozenset(game.stones(WHITE))      # as playouts would be told
    assert not genmove.resigns(game, known, hopeless)
    sure = genmove.examine(game, RESIGN.level, Workspace())
    sure.dead = known.dead
    assert genmove.resigns(game, sure, hopeless)


def test_the_move_that_will_be_made_is_checked_for_being_a_blunder():
    """The first one is worth too little where it lies."""
    game = game_of(INTO_ATARI)
    known = genmove.examine(game, 5, Workspace())
    first = Candidate(parse_vertex('D6', 7), value=1.8, settled=True)
    moves = [first, Candidate(parse_vertex('E4', 7), value=1.5), Candidate(parse_vertex('B6', 7), value=1.0)]
    value.check_for_blunders(game, known, BLACK, moves, Weights.of_playouts(0, 7), lambda: True)
    assert [one.move for one in moves if value.is_worth_it(one, {})] == [parse_vertex('B6', 7)]


@pytest.mark.parametrize(('largest', 'values'), [('D6', [1.0, 0.05]), ('B6', [1.1, 0.1])])
def test_the_largest_point_of_an_endgame_is_worth_what_it_is_worth(largest, values, monkeypatch):
    """Whether playouts put it first or not."""
    monkeypatch.setattr(late, 'is_late', lambda *_: True)
    monkeypatch.setattr(late.Endgame, 'hottest', lambda *_: (parse_vertex(largest, 7), 0.5))
    game = game_of(INTO_ATARI)
    search = move_search.MoveSearch(game, genmove.examine(game, 0, Workspace()), BLACK, MoveSettings(0).plan(7), 0)
    moves = [Candidate(parse_vertex(name, 7), value=worth, settled=True, winning=0.0) for name, worth in (('D6', 0.1), ('B6', 0.05))]
    search._prefer_largest(moves, np.zeros(NPOINTS))
    assert [one.value for one in moves] == values and moves[0].move == parse_vertex(largest, 7) and not moves[0].settled


def test_a_choice_is_explained_in_sentences():
    game = game_of(ATARI)
    thought = genmove.think(game, WHITE, MoveSettings(2))
    chosen = thought.candidates[0]
    text = explain.move(thought, chosen.move, 9)
    assert text[0].startswith(f'{game.vertex(chosen.move)} is worth') and text[0].endswith('.')
    assert 'Next best is' in text[2] or 'No other move' in text[2]
    assert text[1].startswith(f'Expected: {game.vertex(chosen.move)} ')
    assert text[-1].startswith('White was about')
    assert [explain.move(replace(thought, lead=lead), PASS, 9)[-1].split(' and ')[0] for lead in (0.8, -12.4)] == [
        'White was about 1 point ahead before it', 'White was about 12 points behind before it']
    taking = next(c for c in thought.candidates if any(r.kind == Motive.ATTACKS for r in c.reasons))
    assert 'capture the string at' in explain.move(thought, taking.move, 9)[0]
    stones = taking.reasons[0].stones
    for certain, words in ((True, 'it would kill the dragon at'), (False, 'it would perhaps kill the dragon at')):
        one = replace(taking, reasons=[reasons.Reason(Motive.OWL_ATTACKS, taking.move, stones, 1.0, certain)])
        assert words in explain.move(replace(thought, candidates=[one]), taking.move, 9)[0]
    both = [reasons.Reason(kind, taking.move, stones) for kind in (Motive.ATTACKS, Motive.OWL_ATTACKS)]
    best, rest = replace(taking, reasons=both), replace(taking, move=taking.move + 1, reasons=[])
    where = game.vertex(stones[0])
    assert f'it does not capture the string at {where} or kill the dragon at {where}' in \
        explain.second(replace(thought, candidates=[best, rest]), best, 9)[0]
    assert explain.move(thought, PASS, 9)[0].startswith('Passed')
    poor = [replace(taking, value=-1.0)]
    assert 'much is open still' in explain.move(replace(thought, candidates=poor, is_open=True), taking.move, 9)[0]
    assert 'neutral point' in explain.move(replace(thought, candidates=poor, is_open=False), taking.move, 9)[0]
    assert Count().komi == 0


def test_nobody_passes_while_much_is_open():
    game = Game(9)
    known, size = genmove.examine(game, 1, Workspace()), game.size
    best, next_best = (value.Candidate(parse_vertex(name, size), visits=visits, value=worth) for name, visits, worth in
                       (('B2', 10, -1.0), ('C2', 20, -2.0)))
    for is_open, settled, expected in ((False, False, PASS), (True, False, best.move), (True, True, next_best.move)):
        best.settled = settled
        thought = value.Thought(BLACK, [best, next_best], value.Candidate(PASS), 0.5, 0.0, np.zeros(NPOINTS), is_open)
        assert genmove.choose(game, known, thought) == expected


def test_a_pass_is_searched_as_long_as_the_moves_only_where_it_may_be_played(monkeypatch):
    """On a large empty board moves may gain little in playouts, too, but nobody would pass."""
    monkeypatch.setattr(move_search, 'GAIN', replace(GAIN, pass_check=10.0))
    settled = game_of('. X . X O O . O .\n' * 9)
    for game, as_long in ((Game(19, 6.5), False), (settled, True)):
        thought = genmove.think(game, BLACK, MoveSettings(3))
        assert max(one.playouts for one in thought.candidates) < 10.0
        made = sum(one.visits for one in thought.candidates)
        assert (thought.passed.visits >= made) == as_long
