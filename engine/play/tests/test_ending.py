"""How games end: what is critical is decided in turn, and nothing that is certain is played away."""
from dataclasses import replace
from pathlib import Path

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, parse_vertex
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import likely, outcome
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Status
from owlgo.engine.owl.limits import Counter
from owlgo.engine.play import ending
from owlgo.engine.play.weights import LIMIT
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count, by_bouzy

GAMES = Path(__file__).parents[3] / 'regress' / 'games'
RACE = """
    . . . . . . . .
    O O O O X X X X
    X X X X O O O O
    . . . X O . . .
    X X X X O O O O
    . . . X O . . .
    . X . X O . O .
    . . . X O . . .
"""
"""Four stones of each side race along the upper edge with four liberties each, in front of walls that live."""


def set_up(text: str, to_move: int = BLACK) -> Game:
    """A game that begins with a picture."""
    board = drawn(text)
    size = int(board['size'])
    game = Game(size, 0.0)
    black, white = ([pos for pos in all_points(size) if board['color'][pos] == color] for color in (BLACK, WHITE))
    game.setup(black, white)
    game.to_move = to_move
    return game


@pytest.mark.parametrize('to_move', [BLACK, WHITE])
def test_whoever_moves_wins_a_critical_race_in_the_final_status_too(to_move):
    """Failed where White moves: both sides of such a race were alive in the end."""
    game, known = set_up(RACE, to_move), Examination(drawn(RACE), Workspace())
    black, white = known.dragons.of(parse_vertex('E7', 8)), known.dragons.of(parse_vertex('A7', 8))
    assert {known.judgement_of(dragon).status.status for dragon in (black, white)} == {CRITICAL}
    end = ending.finish(game, Workspace())
    assert end.dead >= set((white if to_move == BLACK else black).stones)
    assert not end.dead & set((black if to_move == BLACK else white).stones)
    assert end.uncertain >= {*black.stones, *white.stones}


@pytest.mark.parametrize('to_move', [BLACK, WHITE])
def test_after_two_passes_what_is_decided_costs_nothing(to_move):
    game = set_up(RACE, to_move)
    for color in (to_move, 3 - to_move):
        game.play(color, PASS)
    end = ending.finish(game, Workspace())
    assert (end.board['color'] == game.board['color']).all() and len(end.dead) == 4
    sign = 1 if to_move == WHITE else -1
    # Four prisoners, the ground below them, and the upper edge; both walls enclose as much.
    assert end.score == sign * (4 + 4 + 8)


TWO_GROUPS = """
    O O O . X X X X X
    . . O O X X X . .
    O O O O X X X X X
    . . O O X X X . .
    O O O O X X X X X
    O O O X X X X X X
    X O X O O O O X X
    . . X . . O . O X
    . X . . . O O O X
"""
"""At the lower edge White takes Black's four stones, whoever moves first; above, both sides live by two eyes."""


@pytest.mark.parametrize('share', [1, 4])
@pytest.mark.parametrize('to_move', [BLACK, WHITE])
def test_of_groups_that_race_those_that_win_are_alive_when_points_are_counted(to_move, share, monkeypatch):
    """Failed by guesses alone if Black moves: both sides were dead.  A closer look settles it, with a quarter of its effort too."""
    monkeypatch.setattr(outcome, 'EFFORT', outcome.EFFORT // share)
    monkeypatch.setattr(outcome, 'GUESSING', outcome.GUESSING // share)
    game = set_up(TWO_GROUPS, to_move)
    known = Examination(game.board, Workspace())
    dead = {parse_vertex(name, 9) for name in ('A3', 'B1', 'C2', 'C3')}
    assert ending.finish(game, Workspace(), known=known).dead == dead
    lost = {stone for dragon, one in zip(known.dragons.every, outcome.of(known).every, strict=True)
            if one.status == DEAD for stone in dragon.stones}
    assert lost == dead and estimate.of(known, Count.of(game, False), by_bouzy).value > 0


OPEN_SIDE = 'H17 Q17 R17 S15 F12 Q7 S6 N4 R4 R3', 'P16 Q16 Q13 M10 L5 Q5 Q4 C3 L3'
"""Move 20 of a plain game: Q5 and Q4 lean on two black stones in the corner, with the whole side open before them."""


def test_stones_that_can_run_are_not_dead_and_the_bounds_of_an_open_board_differ():
    """Failed: both stones were dead, and the bounds were the same."""
    game = Game(19, 6.5)
    black, white = ([parse_vertex(name, 19) for name in names.split()] for names in OPEN_SIDE)
    game.setup(black, white)
    game.to_move = WHITE
    known = Examination(game.board, Workspace())
    score = estimate.of(known, Count.of(game, False), by_bouzy)
    assert parse_vertex('Q5', 19) in known.dragons.at and score.lower < score.value < score.upper
    assert not ending.finish(game, Workspace(), known=known).dead


def test_a_proof_outweighs_what_the_choice_of_moves_guesses_and_playouts_decide_the_rest(monkeypatch):
    known = Examination(drawn(RACE), Workspace())
    dragons = known.dragons.every
    unsure = Status(DEAD, grade=Grade.UNCERTAIN)
    known.__dict__['guesses'] = [unsure] * len(dragons)
    monkeypatch.setattr(likely, 'kept', lambda _, dragon: -0.3 if len(dragon.stones) == 4 else -0.9)
    monkeypatch.setattr(outcome.Outcomes, 'look_at', lambda self, dragon: Status(ALIVE))
    told = outcome.of(known).every
    # About what is divided it is asked, of all others playouts are believed.
    assert [one.status for one in told] == [ALIVE if len(dragon.stones) == 4 else DEAD for dragon in dragons]
    assert [one.certain for one in told] == [len(dragon.stones) == 4 for dragon in dragons]


def test_a_dragon_in_doubt_is_judged_without_the_dead_stones_beside_it(monkeypatch):
    """Failed: stones lived that only a dead group beside them seemed to help; later, where looking at that group took all effort."""
    known = Examination(drawn(RACE), Workspace())
    black, white = known.dragons.of(parse_vertex('E7', 8)), known.dragons.of(parse_vertex('A7', 8))
    outlook = {black.origin: Status(DEAD), white.origin: Status(CRITICAL, 1, 2, grade=Grade.UNCERTAIN)}
    known.__dict__['guesses'] = [outlook.get(dragon.origin, Status(ALIVE)) for dragon in known.dragons.every]
    monkeypatch.setattr(likely, 'kept', lambda _, dragon: -0.3 if dragon.origin == black.origin else -0.9)
    quickly, looked_at = Examination.quickly, []

    def look_at(self, dragon):
        if dragon.origin == black.origin:
            self.known.means.add_effort(outcome.EFFORT)
        return Status(CRITICAL, 1, 2, grade=Grade.UNCERTAIN)
    monkeypatch.setattr(outcome.Outcomes, 'look_at', look_at)

    def without(self, board, *more):
        looked_at.append({pos for pos in black.stones if board['color'][pos]})
        then = quickly(self, board, *more)
        monkeypatch.setattr(then, 'guess', lambda dragon: Status(DEAD))
        return then
    monkeypatch.setattr(Examination, 'quickly', without)
    found = dict(zip((dragon.origin for dragon in known.dragons.every), outcome.of(known).every, strict=True))
    assert looked_at == [set()] and found[white.origin] == found[black.origin] == Status(DEAD, grade=Grade.UNCERTAIN)


@pytest.mark.parametrize(('most', 'over'), [(200_000, 100_000), (20_000, 100_000), (0, 0)])
def test_looking_closely_at_dragons_when_points_are_counted_stays_within_its_effort(most, over, monkeypatch):
    """Failed: dragons of an unfinished board were read like any single question, each for up to two seconds."""
    monkeypatch.setattr(outcome, 'EFFORT', most)
    monkeypatch.setattr(outcome, 'GUESSING', 0)
    game = Game(19)
    game.load(sgf.load(GAMES / 'alphago-lee-sedol-4.sgf', '130'))
    known = Examination(game.board, Workspace())
    counter = known.means.workspace.get(Counter)
    outcome.of(known).effort.begin()
    before = counter.effort
    guesses = [not outcome.of(known).look_at(dragon).certain for dragon in known.dragons.every]
    # The question that is under way ends with its last step; after that nothing is read, and all is a guess.
    assert most <= counter.effort - before <= most + over and (most or all(guesses))


def test_what_no_effort_is_left_for_is_marked_as_a_guess(monkeypatch):
    """A critical race is neither looked at closely nor decided: both sides stay as they are."""
    game, known = set_up(RACE), Examination(drawn(RACE), Workspace())
    monkeypatch.setattr(outcome, 'EFFORT', 0)
    monkeypatch.setattr(ending, 'LIMIT', replace(LIMIT, ending_nodes=0))
    end = ending.finish(game, Workspace(), known=known)
    assert end.uncertain >= {*known.dragons.of(parse_vertex('E7', 8)).stones, *known.dragons.of(parse_vertex('A7', 8)).stones}
    assert (end.board['color'] == game.board['color']).all()


OPEN_EYES = """
    . O . . . . . . .
    . O X X . . . . .
    . O O X . . X X X
    . . O O X . X O X
    . . O X X . O O X
    O O X X . . O . O
    X O X . . . . . .
    X X X O O . O . .
    . . . . . . . . .
"""
"""White's stones in the upper left seem to have two eyes and can be killed."""


def test_eyes_that_nobody_read_are_looked_at_before_points_are_counted():
    """White's dragon at B9 was alive for certain in the end, and critical by what dragon_status read."""
    known = Examination(drawn(OPEN_EYES), Workspace())
    dragon = known.dragons.of(parse_vertex('B9', 9))
    told, counted = known.judgement_of(dragon).status, outcome.of(known).every[known.dragons.every.index(dragon)]
    assert told.status == CRITICAL and told.certain
    assert counted.status == CRITICAL or not counted.certain
    assert ending.finish(set_up(OPEN_EYES), Workspace(), known=known).uncertain.issuperset(dragon.stones)


def test_what_the_deciding_moves_turn_is_in_doubt(monkeypatch):
    """Stones that counted as dead and live after both sides have decided the rest used to be alive for certain."""
    game, known = set_up(RACE), Examination(drawn(RACE), Workspace())
    dragon = known.dragons.of(parse_vertex('G2', 8))
    at = known.dragons.every.index(dragon)
    outcome.of(known).every[at] = Status(DEAD)
    # In the positions after such moves it is judged anew.
    outcome.of(known).following(game.board, {})
    monkeypatch.setattr(known.ended, 'find', lambda board, stones: None if stones == dragon.stones else Status(ALIVE))
    end = ending.finish(game, Workspace(), known=known)
    assert not end.dead & set(dragon.stones) and end.uncertain >= set(dragon.stones)


def test_what_lives_by_a_guess_and_loses_its_ground_is_given_up_unless_a_closer_look_saves_it(monkeypatch):
    known = Examination(drawn(RACE), Workspace())
    outcome.of(known).__dict__['every'] = [Status(ALIVE, grade=Grade.UNCERTAIN)] * len(known.dragons.every)
    monkeypatch.setattr(likely, 'kept', lambda _, dragon: outcome.GIVEN_UP - 0.1 if len(dragon.stones) == 4 else outcome.GIVEN_UP)
    for grade in (Grade.UNCERTAIN, Grade.READ):
        monkeypatch.setattr(outcome.Outcomes, 'look_at', lambda self, dragon, grade=grade: Status(ALIVE, grade=grade))
        assert len(outcome.of(known).given_up()) == (0 if grade.certain else 8)
