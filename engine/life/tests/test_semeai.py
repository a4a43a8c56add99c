"""Races: counted liberties, exchanges, kos, and what proofs say of them."""
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, all_points, parse_vertex, transform
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading, semeai, verdict
from owlgo.engine.life.tests import races, test_reading
from owlgo.engine.owl import selective
from owlgo.engine.owl.limits import Means
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests import test_oracle

GAMES = Path(__file__).parents[3] / 'regress' / 'games'
LENGTH = 4


def race(mine, theirs, shared):
    """X in the second row against O in the fourth: outer liberties of both in the first and fifth row, shared ones in the third."""
    rows = ['O' * 9 for _ in range(2)]
    rows[0] = 'O' * 5 + 'O.O.'
    rows[1] = '.' * mine + 'O' * (9 - mine)
    rows.append('X' * LENGTH + 'OOO..')
    rows.append('.' * shared + 'X' * (LENGTH - shared) + 'OOOO.')
    rows.append('O' * LENGTH + 'XXXX.')
    rows.append('.' * theirs + 'X' * (9 - theirs))
    rows += ['X' * 5 + '.X.X', '.........', '.........']
    return '\n'.join(' '.join(row) for row in rows)


@cache
def outcome(mine, theirs, shared, passed=False):
    """1 if the side to move takes the other, 0 for seki, -1 if it is taken: by trying everything."""
    found = 0 if passed else -outcome(theirs, mine, shared, True)
    if theirs:
        found = max(found, 1 if theirs + shared == 1 else -outcome(theirs - 1, mine, shared))
    if shared:
        if theirs + shared == 1:
            found = 1
        elif mine + shared > 1:
            found = max(found, -outcome(theirs, mine, shared - 1))
    return found


def points(board, swap=False, symmetry=0):
    """Where the two strings stand."""
    size = int(board['size'])
    every = list(all_points(size))
    return [transform(every[row * size], size, symmetry) for row in (2, 4)]


RACES = [(mine, theirs, shared) for mine, theirs, shared in product(range(5), range(5), range(4)) if mine + shared and theirs + shared]


@pytest.mark.parametrize('mine,theirs,shared', few(RACES, 6))
def test_races_end_as_counting_liberties_says(mine, theirs, shared):
    swap, symmetry = bool((mine + theirs) % 2), (mine + 3 * theirs + 5 * shared) % 8
    board = drawn(race(mine, theirs, shared), swap, symmetry)
    first, second = points(board, swap, symmetry)
    expected = {1: (WIN, WIN), 0: (WIN, LOSE), -1: (LOSE, LOSE)}
    found = semeai.analyze(board, first, second)
    assert (found.defence, found.attack) == expected[outcome(mine, theirs, shared)] and found.grade.certain
    back = semeai.analyze(board, second, first)
    assert (back.defence, back.attack) == expected[outcome(theirs, mine, shared)] and back.grade.certain
    if not found.move:
        # A pass loses nothing only if the opponent, to move, achieves no more.
        assert outcome(theirs, mine, shared) == -outcome(mine, theirs, shared)
    if outcome(theirs, mine, shared) == -1:
        assert not found.move, 'who wins whoever begins need not move'


@pytest.mark.parametrize('mine,theirs,shared', few(RACES[::3], 4))
def test_zones_and_idle_moves_change_no_result_of_a_race(mine, theirs, shared):
    board = drawn(race(mine, theirs, shared))
    for pos, rival in (points(board), points(board)[::-1]):
        for side in (ATTACKER, DEFENDER):
            found = []
            for guess in (False, True):
                region = reading.Arenas(Goal(board, pos, Workspace()), Means(Workspace()), [rival]).draw(2, 2)
                assert region is not None
                found.append(Solver(region, 200_000, 1, 16.0, guess=guess).settle(
                    region.attackers, region.defenders, region.ko_for(side), side, 0))
            assert found[0] == found[1]


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_a_race_is_handed_on_with_the_solver_that_proved_it(side):
    """The solver that read it with guesses used to choose the move, and to show the variations."""
    board = drawn(race(2, 2, 1))
    pos, rival = points(board)
    one = Goal(board, pos, Workspace())
    found, solver = reading.read_arenas(one, side, 20_000, Means(Workspace()), [rival], [(2, 2)], again=True) or pytest.fail()
    assert solver is not None and found.result == WIN and found.grade.certain and not solver.guess and solver.wins(found.move, side)


TAKEN_AND_RETAKEN = '''
    . . . . . . . . .
    . . . . . . . . .
    O O O O . . . . .
    . O . O . . . . .
    X X X O . . . . .
    X . X O . . . . .
    O O X O . . . . .
    O X X O . . . . .
    . X . O . . . . .
'''


@pytest.mark.parametrize('symmetry', range(8))
def test_who_takes_three_stones_and_dies_of_it_has_taken_nothing(symmetry):
    board = drawn(TAKEN_AND_RETAKEN, symmetry=symmetry)
    every = list(all_points(9))
    outside, inside = (transform(every[k], 9, symmetry) for k in (36, 54))
    assert semeai.analyze(board, outside, inside)[:3] == (WIN, LOSE, 0)
    assert semeai.analyze(board, inside, outside)[:3] == (WIN, LOSE, 0)


def test_points_that_are_no_race():
    board = drawn(race(1, 1, 1))
    first, second = points(board)
    for pair in ((first, first), (first, list(all_points(9))[-1]), (list(all_points(9))[-1], second)):
        with pytest.raises(ValueError, match='both colours'):
            semeai.analyze(board, *pair)


THREE = '''
    . O . X X O O X . O .
    O O . X X O O X . O O
    O O X X X O O X O O O
    . O X X X O O X O O .
    O O X X . O . X O O O
    O O X X . O . X O O O
    . O X X X O O X O O .
    O O X X X O O X O O O
    O O X X X O O X O O O
    . O X X X O O X O O .
    O O X X X O O X O O O
'''


@pytest.mark.parametrize('column,swap', [(3, False), (7, True)])
def test_a_race_that_hangs_on_a_third_dragon_is_uncertain(column, swap):
    """White in the middle races with Black on either side, and taking one black dragon may save him from the other."""
    board = drawn(THREE, swap)
    every = list(all_points(11))
    pair = every[110 + column], every[115]
    for first, second in (pair, pair[::-1]):
        assert not semeai.analyze(board, first, second).grade.certain
        # Whoever asks for many races doubts them himself; and liberties alone know of no third dragon.
        assert semeai.analyze(board, first, second, guess=False).grade.certain


@pytest.mark.parametrize('last', ['X', '.'])
def test_a_third_dragon_that_does_not_change_the_race_leaves_it_certain(last):
    """White's four liberties are more than Black's two, whatever becomes of the other black dragon."""
    rows = ['. O X X O X X O .', 'O O X X O X X O O'] * 4 + ['. O X X O X X O .']
    rows[2:4] = [f'. O X . O . {last} O .', f'O O X . O . {last} O O']
    board = drawn('\n'.join(rows))
    every = list(all_points(9))
    for first, second, ends in ((every[2], every[4], LOSE), (every[4], every[2], WIN)):
        assert semeai.analyze(board, first, second)[:2] == (ends, ends)
        assert semeai.analyze(board, first, second).grade.certain


@pytest.mark.parametrize('mine,theirs,shared', [each for each in RACES if each[1] and each[2] and outcome(*each) == 1])
def test_outer_liberties_are_filled_before_shared_ones(mine, theirs, shared):
    board = drawn(race(mine, theirs, shared))
    first, second = points(board)
    means = Means(Workspace())
    threat = reading.read(Goal(board, second, means.workspace), ATTACKER, 30_000, means, amalgamate.group(board, first, means.workspace))
    assert threat is not None and threat.result == WIN
    assert threat.move in list(all_points(9))[45:54]


APPROACH = '''
    . . X O . O . X .
    . X X O O O O O X
    . X O X X X X X .
    . X O X . X . . .
    O O O X X X X . .
    . O . O O O X . .
    . O . . . O X . .
    O O O O O O X . .
    . O . O . O X . .
'''


@pytest.mark.parametrize('swap', [False, True])
@pytest.mark.parametrize('symmetry', range(8))
def test_stones_that_lose_liberties_to_a_growing_arena_are_no_wall(symmetry, swap):
    """White takes four stones in the corner at J7 unless Black connects them first: only then can he fill White's liberties."""
    board = drawn(APPROACH, swap, symmetry)
    inside, outside, approach = (transform(list(all_points(9))[k], 9, symmetry) for k in (3, 2, 26))
    means = Means(Workspace())
    region = reading.Arenas(Goal(board, inside, means.workspace), means, amalgamate.group(board, outside, means.workspace)).draw(1, 1)
    assert region is not None and approach in region.points
    assert semeai.analyze(board, inside, outside, means)[:2] == (WIN, WIN)


class Scripted(semeai._Race):
    """A race whose readings are known: ``told`` by dragon, side and the moves made so far."""
    told: dict = {}

    def read(self, pos, side):
        result, move, uncertain = self.told.get((pos, side, self.made), (LOSE, PASS, False))
        self.certain &= not uncertain
        return Reading(result, move, 0, Grade.of_reading(not uncertain))

    made = PASS

    def after(self, move, color, ask):
        before, self.made = self.made, move
        result = ask()
        self.made = before
        return result


def scripted(monkeypatch, told):
    """The answer of a race with such readings, uncertain or not."""
    board = drawn(race(2, 2, 2))
    first, second = points(board)
    monkeypatch.setattr(Scripted, 'told', {((first, second)[which], side, made): read for (which, side, made), read in told.items()})
    monkeypatch.setattr(semeai, '_Race', Scripted)
    return semeai._between_two(board, first, second, Means(Workspace()), False, True)


def test_a_pass_that_achieves_no_more_than_the_attack_is_not_named(monkeypatch):
    told = {(1, ATTACKER, PASS): (KO_A, 5, False), (1, DEFENDER, PASS): (WIN, 6, False), (0, ATTACKER, PASS): (KO_B, 7, False)}
    assert scripted(monkeypatch, told)[:3] == (KO_A, KO_A, 5)


@pytest.mark.parametrize('uncertain', [True, False])
def test_a_capture_that_is_a_guess_is_not_followed_to_the_end(monkeypatch, uncertain):
    """One that is certain brings nothing if the taker is taken back."""
    told = {(1, ATTACKER, PASS): (WIN, 5, uncertain), (0, ATTACKER, 5): (WIN, 6, False)}
    assert scripted(monkeypatch, told)[:2] == (WIN, WIN if uncertain else LOSE)


@pytest.mark.parametrize('saves', [True, False])
def test_where_the_saving_move_is_a_guess_the_opponents_best_move_is_named_if_it_saves(monkeypatch, saves):
    told = {(0, DEFENDER, PASS): (WIN, 5, True), (0, ATTACKER, PASS): (WIN, 6, True),
            (0, ATTACKER, 6): (LOSE if saves else WIN, 7, True)}
    assert scripted(monkeypatch, told)[:3] == (WIN, LOSE, 6 if saves else 5)


def test_no_move_is_named_where_the_opponent_threatens_nothing(monkeypatch):
    assert scripted(monkeypatch, {(0, DEFENDER, PASS): (WIN, 5, True)})[:3] == (WIN, LOSE, PASS)


@pytest.mark.parametrize('arena,asked,result', [
    (None, True, WIN),                                      # no arena holds the dragon
    (Reading(KO_A, 5, 9, grade=Grade.UNCERTAIN), True, WIN),       # nodes ran out over a ko
    (Reading(KO_A, 5, 9), False, KO_A),
    (Reading(LOSE, PASS, 9, grade=Grade.UNCERTAIN), False, LOSE)])
def test_the_selective_search_is_asked_where_arenas_say_little(monkeypatch, arena, asked, result):
    board = drawn(race(1, 1, 1))
    first, second = points(board)
    questions = []

    def search(group, side, means, *moves):
        questions.append((group.pos, side))
        return Reading(WIN, 6, 3)

    monkeypatch.setattr(reading, 'read', lambda *args, **options: arena)
    monkeypatch.setattr(selective, 'read', search)
    found = semeai._Race(board, first, second, Means(Workspace()), False, True).read(second, ATTACKER)
    assert found.result == result and bool(questions) == asked
    assert found.certain == (arena is not None and arena.certain)
    # What liberties alone decide is not searched, nor a race that many dragons ask for.
    for tactical, guess in ((True, True), (False, False)):
        questions.clear()
        semeai._Race(board, first, second, Means(Workspace()), tactical, guess).read(second, ATTACKER)
        assert not questions


def test_a_race_that_ran_out_of_nodes_is_asked_again():
    board = drawn(race(4, 4, 3))
    first, second = points(board)
    one = Goal(board, first, Workspace())
    once, twice = (reading.read(one, DEFENDER, 100, Means(Workspace()), [second], again=again) for again in (False, True))
    assert once is not None and twice is not None and once.nodes < twice.nodes


def test_a_race_that_was_not_read_to_its_end_takes_over_that_a_dragon_lives():
    """Black's rabbity six lives by its own eyes if he moves first, and need not take the wall."""
    game = Game(9)
    game.load(sgf.load(GAMES / 'rabbity-six.sgf'))
    group, wall, vital = (parse_vertex(name, 9) for name in ('C7', 'B8', 'E5'))
    means = Means(Workspace())
    alone = semeai._between_two(game.board, group, wall, means, False, True)
    assert not alone.grade.certain and alone.defence == LOSE, 'by the race alone'
    found = semeai.analyze(game.board, group, wall, means)
    assert (found.defence, found.attack, found.move) == (WIN, LOSE, vital)


def test_a_move_that_saves_and_kills_is_found_where_the_kill_alone_loses_the_race():
    """White takes Black's stones by E3 too, and dies first; F2 makes her safe and leaves Black without a defence."""
    board = races.board_of('OOO.XXXXX/..OOXXX../OOOOXXXXX/..OOXXX../OOOOXXXXX/OOOOOXXXX/XXXX...OX/XXXXX..OX/XXXXX.OOX')
    first, second = parse_vertex('H1', 9), parse_vertex('E1', 9)
    assert semeai.analyze(board, first, second)[:2] == semeai.analyze(board, second, first)[:2] == (WIN, WIN)


MADE = [line.split() for line in (Path(__file__).parent / 'races.txt').read_text('ascii').splitlines()]
"""Races made by machine, with what trying everything says: ``races.py``."""


def test_races_of_eyes_end_as_trying_everything_says():
    """The first needs every liberty counted: a count of eyes gave White a kill there that Black's capture undoes."""
    wrong, doubted = [], 0
    for number, (rows, first, second, *ends) in enumerate(MADE):
        board = races.board_of(rows)
        for pair, wanted in (((int(first), int(second)), ends[:2]), ((int(second), int(first)), ends[2:])):
            found = semeai.analyze(board, *pair)
            doubted += not found.grade.certain
            if found.grade.certain and [found.defence, found.attack] != [int(end) for end in wanted]:
                wrong.append(number)
    assert wrong == [] and doubted <= len(MADE) // 10


@pytest.mark.parametrize('number', [0, 1])
def test_the_answers_of_races_are_found_again(number):
    rows, first, second, *ends = MADE[number]
    board = races.board_of(rows)
    race = races.ListedRace(board, [set(string(board, int(stone))) for stone in (first, second)])
    assert [str(end) for pair in race.answers() for end in pair] == ends


@pytest.mark.parametrize('alone,move,ends', [(LOSE, PASS, (LOSE, LOSE, PASS)), (WIN, 7, (WIN, LOSE, 7)), (KO_B, 8, (KO_B, LOSE, 8))])
def test_a_rival_proved_alive_takes_with_it_what_its_capture_brought(monkeypatch, alone, move, ends):
    """An unfinished race that the dragon won by a capture: once the rival cannot be taken, it is worth what its defence alone is."""
    board = drawn(race(2, 2, 2))
    first, second = points(board)
    proved = {first: Reading(LOSE, PASS, 0, Grade.UNCERTAIN), second: Reading(LOSE, PASS, 100, Grade.PROVED)}
    monkeypatch.setattr(verdict, 'proved_life', lambda board, pos, side, means: proved[pos])
    monkeypatch.setattr(verdict, 'ask_alone', lambda *args: verdict.Answer(Reading(alone, move, 10, Grade.READ)))
    won = semeai.Semeai(WIN, WIN, 5, Grade.UNCERTAIN, 1)
    found = semeai._with_life(board, first, second, Means(Workspace()), won)
    assert (found.defence, found.attack, found.move) == ends and not found.grade.certain and found.nodes == 111
    # A race that brought no capture stays as it was read.
    unwon = won._replace(defence=KO_A, attack=LOSE)
    assert semeai._with_life(board, first, second, Means(Workspace()), unwon)[:3] == (KO_A, LOSE, 5)


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
@pytest.mark.parametrize('text', [test_oracle.THREE, test_oracle.TWO, test_oracle.EYES, test_oracle.SQUARE,
                                  test_reading.ROOM, test_reading.RUNNER])
def test_a_life_is_proved_where_the_whole_question_proves_it(text, side):
    """Dragons in closed regions and in the open; what is not proved, or dies, has no proof of life."""
    board, means = drawn(text), Means(Workspace())
    pos = test_reading.first(board, 1)
    whole = verdict.ask(board, pos, side, means, alone=True)
    proof = verdict.proved_life(board, pos, side, means)
    lives = whole.grade == Grade.PROVED and (whole.reading.result == WIN) == (side == DEFENDER) and whole.reading.result in (WIN, LOSE)
    assert proof.grade == (Grade.PROVED if lives else Grade.UNCERTAIN)
    assert not lives or proof.result == whole.reading.result
