"""Proof where it can be had, OWL where not."""
import subprocess
import sys

import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import PASS, all_points, parse_vertex, point
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading, reverse
from owlgo.engine.core.tests.pictures import BENT_FOUR, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading, semeai, variations, verdict
from owlgo.engine.life.reading import Arenas
from owlgo.engine.life.tests.test_owl import SHUT_IN
from owlgo.engine.life.tests.test_reading import RUNNER
from owlgo.engine.life.tests.test_semeai import points, race
from owlgo.engine.life.walls import NOTHING, REFUTED, WallCondition
from owlgo.engine.mcts.dragon_rollouts import DragonRollouts
from owlgo.engine.owl import selective
from owlgo.engine.owl.limits import Counter, Means, of_level
from owlgo.engine.solver import together
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Solver
from owlgo.engine.solver.tests.test_open_region import GAP
from owlgo.engine.solver.tests.test_oracle import BENT, EYES, SQUARE, first_stone


@pytest.mark.parametrize('text,attack,defence', [(BENT, WIN, WIN), (EYES, LOSE, WIN), (SQUARE, WIN, LOSE)])
def test_closed_regions_are_answered_by_proof(text, attack, defence):
    board = drawn(text)
    pos = point(*first_stone(text))
    killing, saving = verdict.owl_attack(board, pos), verdict.owl_defend(board, pos)
    assert (killing.result, saving.result) == (attack, defence) and killing.certain and saving.certain
    assert (killing.move == PASS) == (attack == LOSE) and (saving.move == PASS) == (text != BENT)


def test_open_regions_without_a_proof_are_left_to_owl():
    board = drawn('. . . . .\n. X X . .\n. . . . .\n. . O . .\n. . . . .')
    assert verdict.prove(board, point(1, 1), ATTACKER, 1000, Means(Workspace())) is None
    assert verdict.owl_attack(board, point(1, 1)).result in (LOSE, WIN)


def test_proofs_get_the_threads_that_were_asked_for(monkeypatch):
    """Of closed regions and open dragons, whichever way they are asked for."""
    asked, begin = list[int](), together.HelperSearches.__init__
    monkeypatch.setattr(together, 'SOLO_NODES', 0)

    def noting(self, region, leader, table, count, new_search):
        asked.append(count)
        begin(self, region, leader, table, count, new_search)
    monkeypatch.setattr(together.HelperSearches, '__init__', noting)
    means = Means(Workspace(), of_level(10)._replace(threads=3))
    board, pos = drawn(BENT), point(*first_stone(BENT))
    found = verdict.ask(board, pos, ATTACKER, means)
    assert found.grade == Grade.PROVED and found.reading.result == WIN and asked == [2] * len(asked) != []
    asked.clear()
    proved = verdict.prove(board, pos, ATTACKER, 10_000, means)
    assert proved is not None and proved[0].reading.result == WIN and asked == [2] * len(asked) != []
    assert verdict.open_search(Goal(drawn(GAP), point(0, 2), means.workspace), DEFENDER, 100_000, means)._threads == 3


def test_a_proof_in_the_open_shows_the_side_that_was_asked_about():
    """Failed: its variations began with the defender."""
    found = verdict.prove(drawn(GAP), point(0, 2), ATTACKER, 100_000, Means(Workspace()))
    assert found is not None and found[0].solver is not None and found[0].solver.asked == ATTACKER


@pytest.mark.parametrize('evidence', [NOTHING, REFUTED])
def test_a_proof_in_the_open_whose_wall_can_be_taken_is_none(evidence, monkeypatch):
    """What cannot be said of a string of the wall leaves the proof conditional."""
    held = verdict.Answer(Reading(WIN, point(0, 3), 1, Grade.PROVED_IF), conditions=(WallCondition((point(1, 3),), evidence),))
    monkeypatch.setattr(verdict, '_answer_of', lambda *_: held)
    means = Means(Workspace())
    search = verdict.open_search(Goal(drawn(GAP), point(0, 2), means.workspace), ATTACKER, 100_000, means)
    found = verdict.proved_in_the_open(search, 100_000, means)
    assert found is (None if evidence == REFUTED else held)


def test_without_nodes_owl_answers():
    """At level 0 the solver has few nodes; whoever answers, the square is dead."""
    board = drawn(SQUARE)
    assert verdict.owl_attack(board, point(*first_stone(SQUARE)), Means(Workspace(), of_level(0))).result == WIN


NINE = '''
    . . . X O . . .
    . . . X O . . .
    . . . X O . . .
    X X X X O . . .
    O O O O O . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
'''


@pytest.mark.parametrize('proof,how', [(2_000, Grade.READ), (20_000, Grade.PROVED)])
def test_a_closed_region_that_no_proof_settles_is_read_there(proof, how):
    """To prove that the corner lives takes more nodes than to read it."""
    answer = verdict.ask(drawn(NINE), point(0, 3), ATTACKER, Means(Workspace(), of_level(10)._replace(proof=proof, reading=10)))
    assert (answer.grade, answer.reading.result) == (how, LOSE)


def test_an_empty_point_is_no_dragon():
    with pytest.raises(ValueError, match='no stone'):
        verdict.owl_attack(drawn(BENT), point(0, 0))


SEVERAL = '''
    . O . O . X . O .
    O O O O O X X X O
    X X X X O O . X O
    . . X . X O O X X
    O O X X . X O O O
    . O . X X X X X O
    O O O O O O . X X
    X X X X X O O O X
    . X O . O . . . .
'''


HALVES = '''
    X O . . . O X . .
    X O . . . O X . .
    X O O . O O X . .
    X X X O X X X . .
    . . X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


def goal_of(board, pos):
    region = Goal(board, pos, Workspace()).region
    return {p for k, p in enumerate(region.points) if int(region.record['goal']) >> k & 1}


def test_the_dragon_is_what_has_to_be_taken():
    """The three O at the right are lost, though the region holds O that live; X takes two of them at once, so they are two dragons."""
    board = drawn(SEVERAL)
    lost, living = point(0, 7), point(0, 3)
    assert verdict.owl_attack(board, lost).result == WIN
    assert verdict.owl_attack(board, living).result == LOSE
    assert goal_of(board, lost) == {lost} and goal_of(board, point(1, 8)) == {point(1, 8), point(2, 8)}
    assert verdict.owl_attack(board, point(1, 8)).result == WIN


def test_strings_round_an_eye_space_are_one_dragon():
    """The two halves have nothing in common but the space between them."""
    board = drawn(HALVES)
    assert {point(0, 1), point(0, 5)} <= goal_of(board, point(0, 1))


TAKEN = '''
    . X X X . X O . .
    X X O O X X O . .
    . X O . O O O . .
    X X O . . . . . .
    O O O . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


def test_a_string_that_can_be_taken_does_not_live_with_its_neighbours():
    """O takes three X at the point that they share with X that live: this kills the three, and X first saves them there."""
    board, shared, three, living = drawn(TAKEN), point(0, 4), point(1, 4), point(1, 0)
    for ask in (verdict.owl_attack, verdict.owl_defend):
        reading = ask(board, three)
        assert (reading.result, reading.move) == (WIN, shared)
    assert verdict.owl_attack(board, living).result == LOSE
    assert goal_of(board, three) == {three, point(1, 5), point(0, 5)}


def test_the_counter_counts_the_nodes_of_the_search_that_answers():
    """Proofs and readings alike."""
    means, total = Means(Workspace()), 0
    for text in (BENT, SQUARE, RUNNER):
        board = drawn(text)
        pos = min(pos for pos in all_points(int(board['size'])) if board['color'][pos] == 1)
        for ask in (verdict.owl_attack, verdict.owl_defend):
            before = means.workspace.get(Counter).nodes
            reading = ask(board, pos, means)
            assert means.workspace.get(Counter).nodes - before >= reading.nodes
            total += reading.nodes
    assert total > 1000


def test_a_proof_in_a_closed_region_loads_no_eyes():
    """Those rooms take a while to load; what asks patterns or the selective search needs them."""
    code = f"""
import sys
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.life import verdict
def loaded():
    return any(name.startswith('owlgo.engine.eyes') for name in sys.modules)
found = verdict.ask(drawn({SQUARE!r}), {point(*first_stone(SQUARE))}, {ATTACKER})
before = loaded()
import owlgo.engine.owl.selective
print(found.grade.word, before, loaded())"""
    assert subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True).stdout == 'proved False True\n'


@pytest.mark.parametrize('result,other,side,is_open,chance,how,ends', [
    (WIN, WIN, ATTACKER, False, 0.5, Grade.SECONDED, WIN), (WIN, WIN, ATTACKER, True, 0.5, Grade.UNCERTAIN, WIN),
    (WIN, WIN, ATTACKER, False, 0.3, Grade.UNCERTAIN, WIN), (WIN, KO_A, ATTACKER, True, 0.5, Grade.UNCERTAIN, WIN),
    (WIN, WIN, DEFENDER, True, 0.5, Grade.SECONDED, WIN), (WIN, LOSE, DEFENDER, False, 0.5, Grade.UNCERTAIN, WIN),
    (KO_A, KO_A, ATTACKER, False, 0.5, Grade.UNCERTAIN, KO_A), (LOSE, LOSE, ATTACKER, False, 0.5, Grade.SECONDED, LOSE),
    (LOSE, LOSE, ATTACKER, True, 0.5, Grade.SECONDED, LOSE), (LOSE, LOSE, ATTACKER, True, 0.7, Grade.UNCERTAIN, LOSE),
    (LOSE, LOSE, DEFENDER, False, 0.5, Grade.SECONDED, LOSE), (LOSE, LOSE, DEFENDER, True, 0.5, Grade.UNCERTAIN, LOSE),
    (LOSE, WIN, ATTACKER, True, 0.5, Grade.UNCERTAIN, WIN), (LOSE, WIN, DEFENDER, True, 0.5, Grade.UNCERTAIN, WIN),
    (LOSE, WIN, ATTACKER, True, 0.49, Grade.UNCERTAIN, LOSE), (WIN, LOSE, ATTACKER, True, 0.49, Grade.UNCERTAIN, LOSE),
    (WIN, LOSE, DEFENDER, True, 0.5, Grade.UNCERTAIN, WIN), (LOSE, WIN, ATTACKER, False, 0.3, Grade.UNCERTAIN, WIN),
    (LOSE, WIN, DEFENDER, False, 0.9, Grade.UNCERTAIN, LOSE), (WIN, LOSE, ATTACKER, False, 0.4, Grade.UNCERTAIN, WIN),
    (WIN, LOSE, ATTACKER, False, 0.3, Grade.UNCERTAIN, LOSE), (WIN, LOSE, ATTACKER, False, 0.29, Grade.UNCERTAIN, LOSE),
    (WIN, LOSE, DEFENDER, False, 0.2, Grade.UNCERTAIN, WIN)])
def test_what_two_readers_make_of_a_dragon(monkeypatch, result, other, side, is_open, chance, how, ends):
    """Where they agree it is read, unless playouts deny it or it is a kill in the open.  Where they differ in the open playouts have the
    casting vote, also where the search ended by its limit.  Where the dragon is shut in, a kill that only the search finds is a guess, and
    one that the search and playouts deny is none; if the search ended by its limit only when hardly a playout kills."""
    board, means = drawn(RUNNER), Means(Workspace())
    pos = min(pos for pos in all_points(int(board['size'])) if board['color'][pos] == 1)
    group = Goal(board, pos, means.workspace)
    region = Arenas(group, means).draw(2, 2)
    assert region is not None
    region.record['escape'] = is_open
    guess = verdict.Answer(Reading(result, pos, 1, Grade.UNCERTAIN), Solver(region, 10))
    for limited in (False, True):
        monkeypatch.setattr(selective, 'read', lambda *_, limited=limited: Reading(other, pos, 1, Grade.of_reading(not limited)))
        found = verdict._with_second(group, side, means, guess, DragonRollouts(chance, pos, 100))
        assert found.grade == (Grade.UNCERTAIN if limited else how)
        assert found.reading.result == (result if limited and not is_open and chance >= 0.3 else ends)



A, B = parse_vertex('A1', 9), parse_vertex('B1', 9)


class Agreeable(Solver):
    """A solver in whose arena a move wins, or does not, as seven nodes find."""
    nodes = 0

    def __init__(self, wins: bool) -> None:
        self._wins = wins

    def wins(self, move: int, side: int, threats: int = 0) -> bool:
        self.nodes += 7
        return self._wins


@pytest.mark.parametrize('side,result,chance,how,move', [
    (ATTACKER, WIN, 0.6, Grade.SECONDED, B), (ATTACKER, WIN, 0.59, None, A), (ATTACKER, KO_A, 0.9, None, A),
    (ATTACKER, LOSE, 0.1, None, PASS), (DEFENDER, LOSE, 0.39, Grade.SECONDED, PASS), (DEFENDER, LOSE, 0.4, None, PASS),
    (DEFENDER, WIN, 0.9, None, A)])
@pytest.mark.parametrize('wins', [False, True])
def test_what_playouts_confirm_is_seconded(side, result, chance, how, move, wins):
    solver = Agreeable(wins)
    guess = verdict.Answer(Reading(result, PASS if result == LOSE else A, 1, Grade.UNCERTAIN), solver)
    means = Means(Workspace())
    found = verdict._confirmed(guess, side, DragonRollouts(chance, B), means)
    assert (found and found.grade) == how and means.workspace.get(Counter).effort == solver.nodes == 7 * (move == B)
    if found:
        assert found.reading == Reading(result, move, 1, how)
        assert found.solver is (None if move == B and not wins else solver), 'variations of another arena are none'
    assert verdict._confirmed(guess._replace(solver=None), side, DragonRollouts(chance, B), Means(Workspace())) is None


def test_the_line_that_playouts_visited_is_a_variation():
    board = drawn(RUNNER)
    pos = min(pos for pos in all_points(int(board['size'])) if board['color'][pos] == 1)
    answer = verdict.Answer(Reading(WIN, A, 1), rollouts=DragonRollouts(0.74, A, 900, (A, B)))
    for side, color, end in ((ATTACKER, 2, 'dies'), (DEFENDER, 1, 'lives')):
        one, = variations.played_out(board, pos, side, answer)
        assert (one.color, one.move, one.outcome) == (color, A, f'{end} in 7 of 10 of 900 playouts')
        assert [(two.color, two.move, two.children) for two in one.children] == [(3 - color, B, [])]
    assert variations.played_out(board, pos, ATTACKER, answer._replace(rollouts=None)) == []


@pytest.mark.parametrize('side,result,chance,expected', [
    (DEFENDER, LOSE, 0.7, (WIN, B)), (DEFENDER, LOSE, 0.69, (LOSE, PASS)), (ATTACKER, LOSE, 0.9, (LOSE, PASS)),
    (ATTACKER, WIN, 0.6, (WIN, B)), (ATTACKER, WIN, 0.5, (WIN, A)), (DEFENDER, WIN, 0.7, (WIN, B)), (DEFENDER, KO_A, 0.9, (KO_A, A))])
def test_what_playouts_find_likelier_stays_a_guess(side, result, chance, expected):
    guess = verdict.Answer(Reading(result, PASS if result == LOSE else A, 1, Grade.UNCERTAIN))
    found = verdict._likely(guess, side, DragonRollouts(chance, B), Means(Workspace()))
    assert found.reading[:2] == expected and not found.reading.certain


def test_a_kill_is_denied_by_what_is_certain_after_its_move_alone():
    board = drawn('''
        . . . .
        . X . .
        . . . .
        . . . .
    ''')
    kill, lives = verdict.Answer(Reading(WIN, point(2, 1), 1)), Reading(WIN, point(1, 2), 1)
    told = [lives]
    for told[0], denied in ((lives, True), (lives.as_guess(), False), (lives._replace(result=LOSE), False)):
        assert verdict.is_denied(board, point(1, 1), ATTACKER, kill, lambda _: verdict.Answer(told[0])) == denied
    assert not verdict.is_denied(board, point(1, 1), ATTACKER, kill.graded(Grade.PROVED), lambda side: verdict.Answer(lives))


@pytest.mark.parametrize('result', [KO_A, KO_B])
def test_a_ko_is_denied_by_anything_but_that_ko_after_its_move(result):
    """The other side has the same ko after the move.  Failed: the reply was asked for plain kills and rescues alone."""
    board = drawn('. . . .\n. X . .\n. . . .\n. . . .')
    ko = verdict.Answer(Reading(result, point(2, 1), 1))
    told = [ko]
    for back in (LOSE, KO_B, KO_A, WIN):
        told[0] = verdict.Answer(Reading(back, point(1, 2), 1))
        assert verdict.is_denied(board, point(1, 1), ATTACKER, ko, lambda _: told[0]) == (back != reverse(result))
        assert not verdict.is_denied(board, point(1, 1), ATTACKER, ko, lambda _: told[0].as_guess())


def wait_in_a_race(means):
    """Whether the four in the corner, whose race the last one inside decides, can only wait for its ko."""
    first, second = (parse_vertex(name, 7) for name in ('B2', 'A1'))
    semeai._Race(drawn(BENT_FOUR), first, second, means, False, True).can_only_wait(first, Reading(KO_B, parse_vertex('C3', 7), 1))


def win_a_race(means):
    board = drawn(race(2, 1, 2))
    first, second = points(board)
    reading.read(Goal(board, second, means.workspace), ATTACKER, 30_000, means, [first])


@pytest.mark.parametrize('room,name,ask', [
    (reading, '_usual_move', lambda means: reading.read(Goal(drawn(RUNNER), point(1, 2), means.workspace), DEFENDER, 500, means)),
    (reading, '_outer_move', win_a_race), (semeai, 'waiting', wait_in_a_race),
    (verdict, 'first_move', lambda means: verdict.ask(drawn(SHUT_IN), point(1, 0), ATTACKER, means)),
    (verdict, 'shown', lambda means: verdict.ask(drawn(SHUT_IN), point(1, 0), ATTACKER, means)),
    (verdict, 'waiting', lambda means: verdict.ask(drawn(BENT_FOUR), parse_vertex('B2', 7), ATTACKER, means))],
    ids=['usual move', 'outer move', 'waiting in a race', 'shorter proof', 'its variations', 'waiting'])
def test_nodes_for_a_better_move_or_a_closer_result_are_counted(monkeypatch, room, name, ask):
    """As many as its search takes are missing if what it found is known beforehand; budgets and the bench count what is spent."""
    real, found, spent = getattr(room, name), [], 0

    def noting(*question):
        nonlocal spent
        solver = next(one for one in (getattr(one, 'solver', one) for one in question) if isinstance(one, Solver))
        before = solver.nodes
        found.append(real(*question))
        spent += found[-1].nodes if isinstance(found[-1], Solver) else solver.nodes - before
        return found[-1]

    total = {}
    for known in (False, True):
        means, told = Means(Workspace()), iter(Agreeable(True) if isinstance(one, Solver) else one for one in found)
        monkeypatch.setattr(room, name, (lambda *_, told=told: next(told)) if known else noting)
        ask(means)
        total[known] = means.workspace.get(Counter).effort
    assert total[False] - total[True] == spent > 0


def test_a_defence_that_takes_its_own_stones_is_denied_and_an_attack_that_takes_them_is_not():
    """Nobody need be asked about what is off the board."""
    board = drawn('''
        X . O .
        O O . .
        . . . .
        . . . .
    ''')
    board['suicide'] = 1
    won = verdict.Answer(Reading(WIN, point(0, 1), 1))
    for side in (ATTACKER, DEFENDER):
        assert verdict.is_denied(board, point(0, 0), side, won, lambda _: pytest.fail('asked')) == (side == DEFENDER)
