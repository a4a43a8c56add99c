"""Limits of OWL: nodes and cutoffs by level and option, and what patterns of the highest values decide without reading."""
import random

import pytest

from owlgo.engine.core.board import py_popgo, py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import PASS, all_points, parse_vertex, point, transform, vertex
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading, verdict
from owlgo.engine.life.tests.test_reading import ROOM, first
from owlgo.engine.mcts.dragon_rollouts import DragonRollouts
from owlgo.engine.owl import pattern_values
from owlgo.engine.owl.limits import FULL, Counter, Effort, Means, of_level
from owlgo.engine.solver.region import ATTACKER, DEFENDER, enclose
from owlgo.engine.solver.solver import Cutoffs, Solver
from owlgo.engine.solver.tests.test_oracle import SQUARE, first_stone
from owlgo.gtp.session import Session
from owlgo.patterns.library import LIBRARY
from owlgo.regress.train.sampling import dragon

CORNER = '''
    . . . X O . . . .
    . . . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''


def test_levels_and_options():
    assert of_level(0).reading * 11 == FULL.reading and of_level(0).proof * 11 == FULL.proof
    assert of_level(3, nodes=5, proof=7, race=9)[:5] == (3, 7, 5, 9, 9)
    # What an option says holds for any question; a level gives less to those that are seldom settled.
    proof = of_level(3).proof
    assert [of_level(3).closed(empty) for empty in (0, 16, 17)] == [proof, proof, proof // 2] and of_level(3).open == proof // 10
    assert of_level(3, proof=70).closed(17) == of_level(3, proof=70).open == 70
    assert of_level(3, race=10**6).rival == of_level(3).rival, 'dragon_status does not look at more'
    assert of_level(2).cutoffs == Cutoffs()


def test_nodes_of_the_command_line_reach_the_selective_search_in_proportion():
    """A million of its nodes would take minutes."""
    assert [of_level(10, nodes, nodes).owl for nodes in (5, 1000, 10**6)] == [5, 1000, 10**6]
    ours = FULL.owl
    wanted = {5: 5, 1000: ours, FULL.reading: ours, 2 * FULL.reading: 2 * ours, 10**6: ours * 10**6 // FULL.reading}
    assert {nodes: of_level(10, nodes, in_proportion=True).owl for nodes in wanted} == wanted
    assert of_level(10, in_proportion=True) == FULL
    assert Session(limit_options={'nodes': 10**6}).limits.owl < 10_000


@pytest.mark.parametrize('cutoffs,wins', [(Cutoffs(), True), (Cutoffs(reading=0), False), (Cutoffs(reading=200), True)])
def test_what_is_too_deep_counts_as_life(cutoffs, wins):
    """The square of four is dead as it stands, which static recognition sees at once: unless nothing is looked at."""
    board = drawn(SQUARE)
    region = enclose(board, point(*first_stone(SQUARE)))
    solver = Solver(region, 5000, guess=True, cutoffs=cutoffs)
    assert (solver.read(ATTACKER).result == WIN) == wins
    assert solver.cut == (not wins)


def test_without_trust_everything_is_read_out():
    rng = random.Random(3)
    nodes = dict.fromkeys((0, 6, 300), 0)
    for _ in range(12):
        _, region = dragon(rng)
        found = set()
        for distrust in nodes:
            solver = Solver(region, 60_000, guess=True, cutoffs=Cutoffs(distrust=distrust))
            verdict = solver.read(ATTACKER)
            assert not solver.cut
            nodes[distrust] += solver.nodes
            # What is read out may take more nodes than there are.
            if verdict.settled:
                found.add(verdict.result)
        assert len(found) == 1
    assert nodes[0] < nodes[6] < nodes[300], nodes


def test_one_move_each_reads_faster_and_is_uncertain():
    board = drawn(CORNER)
    region = enclose(board, point(0, 3))
    whole, narrow = (Solver(region, 400_000, guess=True, cutoffs=cutoffs) for cutoffs in (Cutoffs(), Cutoffs(branch=1)))
    assert whole.read(ATTACKER).result == WIN
    narrow.read(ATTACKER)
    assert narrow.nodes < whole.nodes and narrow.cut


def test_an_answer_that_was_cut_off_says_so():
    board = drawn(CORNER)
    pos = first(board, 1)
    limits = [FULL._replace(proof=1, cutoffs=Cutoffs(reading=depth)) for depth in (3, 300)]
    found = [verdict.ask(board, pos, ATTACKER, Means(Workspace(), each)) for each in limits]
    assert [(answer.grade, answer.reading.result) for answer in found] == [(Grade.UNCERTAIN, WIN), (Grade.READ, WIN)]


TWO = '''
    . . X O . . . . .
    X X X O . . . . .
    O O . O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
THREE = '''
    . O X . . . X O .
    . O X X X X X O .
    . O O O O O O O .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
PATTERNS = '''
attribute_map value_only
goal_elements X
callback_data X

Pattern Corner
# The corner point.

|.*X
+---

:8,s,value({first})

Pattern Third
# Further in.

|*.X
+---

:8,s,value({second})
'''


@pytest.fixture
def patterns(tmp_path):
    """Puts databases of attack in the place of our own for one test."""
    def use(first: int, second: int) -> None:
        (tmp_path / 'owl_attackpats.db').write_text(PATTERNS.format(first=first, second=second), encoding='utf-8')
        LIBRARY.use_folder(tmp_path)
    yield use
    LIBRARY.folder = None
    LIBRARY.loaded.clear()


@pytest.mark.parametrize('first_value,second_value,result,move', [
    (100, 99, WIN, 'B9'), (99, 99, LOSE, 'PASS'), (50, 50, None, 'PASS'), (99, 50, None, 'B9')])
def test_patterns_of_the_highest_values_decide(patterns, first_value, second_value, result, move):
    patterns(first_value, second_value)
    board = drawn(TWO)
    told, only = pattern_values.decided(Goal(board, first(board, 1), Workspace()), True)
    assert (told.result if told else None) == result
    assert vertex(told.move if told else only, 9) == move
    assert pattern_values.decided(Goal(board, first(board, 1), Workspace()), False) == (None, PASS), 'that is for the attacker'


def test_of_winning_moves_none_is_chosen_by_how_the_board_lies(patterns):
    """Failed: the first on the board was."""
    patterns(100, 100)
    moves = set()
    for symmetry in range(8):
        board = drawn(TWO, symmetry=symmetry)
        told, _ = pattern_values.decided(Goal(board, transform(first(drawn(TWO), 1), 9, symmetry), Workspace()), True)
        assert told is not None and told.result == WIN
        moves |= {q for q in all_points(9) if transform(q, 9, symmetry) == told.move}
    assert len(moves) == 1


def test_a_forced_move_is_the_only_one_tried(patterns):
    board = drawn(ROOM)
    pos = first(board, 1)
    free = verdict.ask(board, pos, ATTACKER)
    patterns(99, 1)
    assert verdict.ask(board, pos, ATTACKER)[:1] == free[:1], 'no such shape here'
    board = drawn(TWO)
    pos = first(board, 1)
    patterns(1, 1)
    assert vertex(verdict.ask(board, pos, ATTACKER, Means(Workspace(), FULL._replace(proof=1))).reading.move, 9) == 'C7'
    patterns(100, 1)
    found = verdict.ask(board, pos, ATTACKER, Means(Workspace(), FULL._replace(proof=1)))
    assert (found.grade, vertex(found.reading.move, 9)) == (Grade.SEARCHED, 'B9')
    patterns(99, 1)
    found = verdict.ask(board, pos, ATTACKER, Means(Workspace(), FULL._replace(proof=1)))
    assert (found.reading.result, vertex(found.reading.move, 9)) == (WIN, 'B9')


def test_that_a_forced_move_fails_is_no_proof():
    """That the defender lives after it is proved; that every attack fails is not."""
    board = drawn(ROOM)
    pos, move, means = first(board, 1), parse_vertex('B9', 9), Means(Workspace())
    assert py_trymove(board, move, 2)
    assert verdict.ask(board, pos, DEFENDER, means).grade == Grade.PROVED
    py_popgo(board)
    found = verdict._forced(Goal(board, pos, means.workspace), move, means)
    assert (found.reading.result, found.grade, found.matter) == (LOSE, Grade.SEARCHED, None)


def test_playouts_after_a_forced_move_are_none_of_the_attack(monkeypatch):
    """Failed: the defender's chance was shown as the attacker's."""
    back = verdict.Answer(Reading(LOSE, PASS, 1), rollouts=DragonRollouts(0.1, PASS, 100))
    monkeypatch.setattr(verdict, 'ask', lambda *_: back)
    board = drawn(ROOM)
    found = verdict._forced(Goal(board, first(board, 1), Workspace()), parse_vertex('B9', 9), Means(Workspace()))
    assert (found.reading.result, found.rollouts) == (WIN, None)


def test_a_forced_move_may_take_the_string_itself():
    board = drawn('''
        . . . . .
        . . O . .
        . O X . .
        . . O . .
        . . . . .''')
    found = verdict._forced(Goal(board, parse_vertex('C3', 5), Workspace()), parse_vertex('D3', 5), Means(Workspace()))
    assert (found.reading.result, vertex(found.reading.move, 5), found.grade) == (WIN, 'D3', Grade.SEARCHED)
    assert board['stackp'] == 0


def test_vital_patterns_begin_at_level_nine():
    """Three points in line on the edge."""
    board = drawn(THREE)
    for level, seen in ((8, False), (9, True)):
        workspace = Workspace()
        reading.Arenas(Goal(board, point(0, 2), workspace), Means(workspace, of_level(level))).move_prior()
        assert any(name.startswith('owl_vital_apats/') for name in workspace.get(pattern_values.HeldInArenas)) == seen
        assert any(name.startswith('owl_attackpats/') for name in workspace.get(pattern_values.HeldInArenas))


def test_what_is_remembered_costs_the_same_and_is_not_found_again():
    board, means, asked = drawn(CORNER), Means(Workspace()), list[Means]()

    def find(means: Means) -> int:
        asked.append(means)
        means.add_nodes(70, 2)
        return 5
    counter, spent = means.workspace.get(Counter), []
    for _ in range(3):
        assert means.remember(board, 'question', find) == 5
        spent.append((counter.nodes, counter.effort))
    assert spent == [(70, 140), (140, 280), (210, 420)] and len(asked) == 1
    assert means.remember(board, 'other question', find) == 5 and len(asked) == 2
    board['suicide'] = 1 - board['suicide']
    assert means.remember(board, 'question', find) == 5 and len(asked) == 3
    assert means._replace(limits=of_level(1)).remember(board, 'question', find) == 5 and len(asked) == 4
    means.workspace.forget()
    assert means.remember(board, 'question', find) == 5 and len(asked) == 5


def test_what_a_budget_would_have_cut_short_is_asked_again_and_not_remembered():
    board, means, asked = drawn(CORNER), Means(Workspace()), list[Means]()

    def find(means: Means) -> int:
        asked.append(means)
        means.add_effort(70)
        return len(asked)
    assert means.remember(board, 'question', find) == 1
    for most, wanted in ((100, 1), (60, 2), (60, 3), (100, 1)):
        assert means._replace(progress=Effort(means, most)).remember(board, 'question', find) == wanted, most


def test_an_answer_that_one_check_cut_short_is_not_remembered():
    """A search under way may count nodes that are charged already: its budget refuses once, and would allow more afterwards."""
    board, means = drawn(CORNER), Means(Workspace())
    within = means._replace(progress=Effort(means, 100))

    def find(means: Means) -> bool:
        return means.progress is None or means.progress(200)
    assert not within.remember(board, 'question', find) and within.goes_on
    assert means.remember(board, 'question', find)


@pytest.mark.parametrize('rivals', [False, True])
def test_readings_in_a_used_workspace_are_those_of_a_new_one(rivals):
    """Several questions, each twice, on one workspace; with enemies as rivals, other limits and a budget."""
    board, used = drawn(CORNER), Workspace()
    others = [pos for pos in all_points(9) if board['color'][pos] == 2] if rivals else []
    for side, limit, most in [(side, limit, most) for side in (ATTACKER, DEFENDER) for limit in (2000, 200) for most in (0, 10**6)] * 2:
        found = []
        for workspace in (used, Workspace()):
            means = Means(workspace)
            means = means._replace(progress=Effort(means, most)) if most else means
            before = workspace.get(Counter).effort
            found.append((reading.read(Goal(board, first(board, 1), workspace), side, limit, means, others),
                          workspace.get(Counter).effort - before))
        assert found[0] == found[1], (side, limit, most)
