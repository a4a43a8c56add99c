"""The control of the selective search: against its twin in plain Python, and rule by rule."""
import itertools
from collections import Counter
from typing import NamedTuple

import pytest

from owlgo.engine.core import variation
from owlgo.engine.core.board import py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, PASS, WHITE, parse_vertex, vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import variations
from owlgo.engine.life.tests.test_reading import GAP, RUNNER, first
from owlgo.engine.owl import selective
from owlgo.engine.owl.judge import judge_root
from owlgo.engine.owl.limits import FULL, Limits, Means
from owlgo.engine.owl.record import Leaf, Source, Stage, new_owl
from owlgo.engine.owl.search import _leave, _position_key
from owlgo.engine.owl.tests import lying, plain_control, small_patterns
from owlgo.engine.owl.tests.test_selective import KO, KO_EYE, OPEN, SQUARE, STRAIGHT_THREE, TWO_EYES
from owlgo.engine.read.inner import new_inner_record
from owlgo.engine.read.komaster import WEAK, Way
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.solver import Cutoffs

py_leave = for_python(_leave)
SHALLOW = FULL._replace(cutoffs=Cutoffs(distrust=1, branch=2, reading=6))
"""Limits of depth that small searches reach."""
LONE = '''
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
CROWD = '''
    . O X X O . . . .
    . O X X O . . . .
    . O X X O . . . .
    . . O X O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""Seven stones in atari."""


@pytest.fixture(autouse=True)
def small_databases(tmp_path, monkeypatch):
    small_patterns.use(monkeypatch, tmp_path)


class Tried(NamedTuple):
    """A move of the log."""
    parent: int
    move: str
    color: int
    stage: int
    value: float
    source: int
    detail: int
    leaf: int
    result: int


def tree(board, pos: int, side: int, limits: Limits = FULL, tries: tuple[int, int] = (3, 3)) -> list[Tried]:
    """What was tried about the dragon at pos, in order."""
    means = Means(Workspace(), limits)
    selective.read(Goal(board, pos, means.workspace), side, means, *tries, logging=True)
    o = means.workspace.get(selective.Selective).owl
    fields = 'parent', 'move', 'color', 'stage', 'value', 'source', 'detail', 'leaf', 'result'
    found = (Tried(*(o[f'log_{name}'][n].item() for name in fields)) for n in range(int(o['log_n'])))
    return [one._replace(move=vertex(int(one.move), int(board['size']))) for one in found]


def roots(text: str, side: int, stone: str | None = None) -> list[Tried]:
    """What was tried at the root, about the first dragon of X or the one of a stone."""
    board = drawn(text)
    return [one for one in tree(board, parse_vertex(stone, 9) if stone else first(board, 1), side) if one.parent < 0]


def agree(board, pos: int, side: int, limits: Limits, tries: tuple[int, int]) -> Counter[str]:
    """That search and twin answer alike after as many nodes; which rules that took."""
    plain, twin = plain_control.read(board, pos, side, Means(Workspace(), limits), *tries)
    assert selective.read(Goal(board, pos, Workspace()), side, Means(Workspace(), limits), *tries) == plain
    return twin.met


RULES = {'urgent', 'patterns', 'vital', 'tactics', 'asked', 'his point', 'known', 'two eyes', 'one and plenty', 'counted deep down',
         'alarm, attacker', 'alarm, defender', 'nothing to try', 'nothing to try, two eyes counted', 'way out', 'no hope', 'on condition',
         'one move deep down', 'too deep', 'out of nodes'}


def test_the_search_is_its_twin(tmp_path, monkeypatch):
    """Result, move, nodes and certainty, with all rules in use."""
    met = Counter[str]()
    for number, (board, pos, side, tries, _) in enumerate(lying.questions(5, 32)):
        met += agree(board, pos, side, (FULL, SHALLOW)[number % 2]._replace(owl=40), tries)
    for text in (GAP, RUNNER, KO_EYE, TWO_EYES):
        board = drawn(text)
        for side in (ATTACKER, DEFENDER):
            met += agree(board, first(board, 1), side, FULL._replace(owl=40), (3, 3))
    small_patterns.use(monkeypatch, tmp_path, ALARMING)
    met += agree(drawn(TWO_EYES), first(drawn(TWO_EYES), 1), ATTACKER, FULL, (3, 3))
    met += agree(drawn(TWO_EYES), first(drawn(TWO_EYES), 1), DEFENDER, FULL, (3, 3))
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    for board, pos, side, tries, _ in lying.questions(6, 12):
        met += agree(board, pos, side, FULL._replace(owl=40), tries)
    small_patterns.use(monkeypatch, tmp_path, {**small_patterns.SMALL, 'owl_attackpats': small_patterns.NONE['owl_attackpats']})
    met += agree(drawn(OPEN), first(drawn(OPEN), 1), ATTACKER, FULL._replace(owl=40), (3, 3))
    assert RULES - met.keys() == set()


def test_a_position_known_from_deeper_down_is_searched_again():
    """There fewer moves were left; the twin searches it again too."""
    board, pos, side, tries, _ = next(itertools.islice(lying.questions(5, 6), 5, None))
    assert agree(board, pos, side, FULL._replace(owl=150), tries)['known from deeper down']


@pytest.mark.slow
@pytest.mark.parametrize('seed', range(4))
def test_the_search_is_its_twin_at_length(seed):
    for number, (board, pos, side, tries, _) in enumerate(lying.questions(20 + seed, 60)):
        agree(board, pos, side, (FULL, SHALLOW)[number % 2]._replace(owl=150), tries)


def test_stages_come_in_their_order_the_best_move_first():
    """At most so many of each stage, one ko on condition of a threat, and no move twice."""
    several = kos = 0
    for board, pos, side, tries, _ in [*lying.questions(7, 25), (drawn(KO_EYE), parse_vertex('E8', 9), ATTACKER, (3, 3), None)]:
        found = tree(board, pos, side, FULL._replace(owl=100), tries)
        for parent in {one.parent for one in found}:
            here = [one for one in found if one.parent == parent]
            assert [(one.stage, -one.value) for one in here] == sorted((one.stage, -one.value) for one in here)
            assert len({one.move for one in here}) == len(here)
            stages = Counter(one.stage for one in here)
            assert all(stages[stage] <= tries[here[0].color != found[0].color] for stage in range(Stage.ASK)) and stages[Stage.KO] <= 1
            assert all(one.result in (LOSE, KO_B) for one in here if one.stage == Stage.KO)
            several += len(stages) > 1
            kos += stages[Stage.KO]
    assert several > 20 and kos


def test_an_eye_space_has_one_vital_point():
    """Of several that decide one is tried."""
    reader, several = new_inner_record(selective.INSIDE), 0
    for board, pos, _, _, _ in lying.questions(7, 120):
        means = Means(Workspace(), FULL._replace(owl=20))
        turned, _, _ = (group := Goal(board, pos, means.workspace)).turned
        kept = selective.prepare(group.in_turned(), means)
        judge_root(turned, reader, kept.eyes, kept.owl)
        if (kept.eyes['nattacks'][1:int(kept.eyes['n']) + 1] > 1).any():
            several += 1
            spaces = [(one.parent, one.detail) for one in tree(board, pos, ATTACKER, means.limits) if one.source == Source.EYE]
            assert len(set(spaces)) == len(spaces)
    assert several > 8


def test_a_vital_point_that_only_the_ko_forbids_is_tried_on_condition(tmp_path, monkeypatch):
    """It comes last of all."""
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    board = drawn(KO_EYE)
    board['ko'] = parse_vertex('C6', 9)
    *before, last = [one for one in tree(board, parse_vertex('E8', 9), ATTACKER) if one.parent < 0]
    assert last[1:6] == ('C6', BLACK, Stage.KO, 55, Source.EYE) and last.result == KO_B
    assert all(one.move != 'C6' and one.result == LOSE for one in before)


def test_an_attacker_without_a_move_asks_the_defender(tmp_path, monkeypatch):
    """No pass is played: the defender moves in the same position, and if he has no move either he is dead."""
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    asks, = tree(drawn(OPEN), first(drawn(OPEN), 1), ATTACKER)
    assert asks == (-1, 'PASS', WHITE, Stage.ASK, 0, Source.NONE, 0, Leaf.NOTHING, WIN)


def test_the_attacker_takes_the_point_that_the_defender_needs(tmp_path, monkeypatch):
    small_patterns.use(monkeypatch, tmp_path, {**small_patterns.SMALL, 'owl_attackpats': small_patterns.NONE['owl_attackpats']})
    board = drawn(OPEN)
    needed = selective.read(Goal(board, first(board, 1), Workspace()), DEFENDER, Means(Workspace()))
    asks, takes = roots(OPEN, ATTACKER)
    assert (asks.move, asks.result) == ('PASS', LOSE)
    assert takes[1:6] == (vertex(needed.move, 9), WHITE, Stage.ASK, 0, Source.REPLY)


ALARMING = {**small_patterns.NONE, 'owl_vital_apats': small_patterns.VITAL.replace(':8,-,', ':8,s,')}
THREE = '''
    . X . X . X O . .
    X X X X X X O . .
    O O O O O O O . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""Three eyes and two alarms, at C9 and E9."""
THREE_APART = '''
    . X . X O . . . .
    X X X X O . . . .
    X . X O O . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
"""Three eyes and one alarm, at C9."""


@pytest.mark.parametrize('side', [ATTACKER, DEFENDER])
def test_an_alarm_takes_one_eye_from_those_that_are_certain(side, tmp_path, monkeypatch):
    """Whoever moves; the defender has to answer it."""
    board, lives = drawn(TWO_EYES), LOSE if side == ATTACKER else WIN
    assert selective.read(Goal(board, first(board, 1), Workspace()), side, Means(Workspace())) == (lives, PASS, 1, Grade.READ, False)
    small_patterns.use(monkeypatch, tmp_path, ALARMING)
    answer, = roots(TWO_EYES, DEFENDER)
    assert (answer.move, answer.source, answer.value) == ('C9', Source.VITAL_PATTERN, 55)
    assert selective.read(Goal(board, first(board, 1), Workspace()), side, Means(Workspace())).nodes > 1
    for picture, quiet in ((THREE, False), (THREE_APART, True)):
        board = drawn(picture)
        assert (selective.read(Goal(board, first(board, 1), Workspace()), side, Means(Workspace())).nodes == 1) == quiet


def test_tactics_save_small_dragons_alone(tmp_path, monkeypatch):
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    saves, = roots(LONE, DEFENDER, 'D6')
    assert saves[1:6] == ('D5', BLACK, Stage.TACTICS, 25, Source.TACTICS)
    assert all(one.source != Source.TACTICS for one in roots(CROWD, DEFENDER, 'D6'))


def test_tactics_take_the_string_that_was_asked_about(tmp_path, monkeypatch):
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    takes, = roots(SQUARE, ATTACKER)
    assert (takes.stage, takes.source, takes.result) == (Stage.TACTICS, Source.TACTICS, WIN)


RESULTS = LOSE, KO_B, KO_A, WIN


def left(way: int, found: plain_control.Outcome, theirs: plain_control.Outcome) -> tuple[plain_control.Outcome, list[int]]:
    """What the search makes of a frame after a move of this way, and its moves then."""
    board, o = drawn(LONE), new_owl()
    if way != Way.PASSED:
        assert py_trymove(board, parse_vertex('A1', 9), BLACK)
    # The log is empty, so no line of it (-1) takes the result; a result that was known is not remembered.
    o['depth'], o['way'][0], o['nmoves'][0], o['line'][1], o['leaf'][1] = 1, way, 1, -1, Leaf.KNOWN
    o['move'][0, 0] = PASS if way == Way.PASSED else parse_vertex('A1', 9)
    for depth, (result, best, limited) in enumerate((found, theirs)):
        o['result'][depth], o['best'][depth], o['limited'][depth] = result, best, limited
    py_leave(board, o)
    assert o['depth'] == board['stackp'] == 0
    return (plain_control.Outcome(int(o['result'][0]), int(o['best'][0]), bool(o['limited'][0])),
            o['move'][0, :o['nmoves'][0]].tolist())


@pytest.mark.parametrize('limits', list(itertools.product((False, True), repeat=2)))
@pytest.mark.parametrize('theirs', RESULTS)
def test_a_frame_takes_over_what_a_move_achieves(theirs, limits):
    """For every result of the other side and every one found before; a ko on condition of a threat stays one."""
    move, before, reply = (parse_vertex(name, 9) for name in ('A1', 'B1', 'C1'))
    theirs = plain_control.Outcome(theirs, PASS if theirs == LOSE else reply, limits[0])
    for result in RESULTS[:-1]:
        found = plain_control.Outcome(result, PASS if result == LOSE else before, limits[1])
        for way in (Way.ALLOWED, Way.CONDITIONAL):
            assert left(way, found, theirs) == (plain_control.better(found, theirs, move, way == Way.CONDITIONAL), [move])
    # Whatever the defender achieves when asked, the attacker has achieved nothing yet: he takes the defender's point.
    found = plain_control.Outcome(LOSE, PASS, limits[1])
    wins, fails = plain_control.Outcome(WIN, PASS, limits[0]), found._replace(limited=any(limits))
    assert left(Way.PASSED, found, theirs) == ((wins, [PASS]) if theirs.result == LOSE else (fails, [PASS, reply]))


def test_the_key_of_a_position_holds_all_that_its_answer_depends_on():
    """Stones, goal, turn, the banned ko and the komaster's ko; not where the frame is."""
    board, means = drawn(KO), Means(Workspace())
    pos = parse_vertex('C7', 9)
    o = selective.prepare(Goal(board, pos, means.workspace), means).owl

    def key(side=1, komaster=0, place='PASS', ban='PASS', depth=0):
        o['goal'][depth] = o['goal'][0]
        o['side'][depth], o['komaster'][depth], o['ko_place'][depth] = side, komaster, parse_vertex(place, 9)
        board['ko'] = parse_vertex(ban, 9)
        return _position_key(board, o, depth)

    keys = [key(), key(side=2), key(ban='C2'), key(ban='J7'), key(komaster=WEAK, place='C2'), key(komaster=1, place='C2'),
            key(komaster=2, place='C2'), key(komaster=2, place='J7')]
    assert len(set(keys)) == len(keys) and key(depth=5) == keys[0]
    o['goal'][0][pos] = 2
    assert key() not in keys
    o['goal'][0][pos] = 1
    assert key() == keys[0]


def test_the_tree_says_the_pass_the_value_and_the_proposer_of_every_move(tmp_path, monkeypatch):
    """With the comment of a pattern."""
    def text(picture, side, stone):
        means = Means(Workspace(), FULL._replace(owl=600))
        return variation.lines(variations.searched(drawn(picture), parse_vertex(stone, 9), side, means), 9)

    runs = text(RUNNER, DEFENDER, 'C8')
    assert any('lives, escapes to' in line for line in runs)
    assert runs[0] == 'Black C5: lives [pass 2 (patterns), 70: owl_defendpats/run: Jump to where there is a way out]'
    small_patterns.use(monkeypatch, tmp_path, small_patterns.NONE)
    assert text(STRAIGHT_THREE, ATTACKER, 'A8') == [
        'White B9: dies, nothing left to try [pass 3 (vital), 55: a vital point of an eye space]']
    assert text(OPEN, ATTACKER, 'D7') == [
        'White pass: dies, nothing left to try [pass 5 (the defender is asked): nothing to try: what would the defender play?]']
