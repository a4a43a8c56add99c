"""Open regions: what is proved of dragons whatever lies outside."""
import pytest

from owlgo.engine.checker.check import check
from owlgo.engine.core.board import py_place_if_legal
from owlgo.engine.core.points import BLACK, PASS, WHITE, point, transform
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import string
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.life import verdict
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.dfpn import End
from owlgo.engine.solver.ground import Ground
from owlgo.engine.solver.open_region import OpenProof, OpenSearch, _verdict
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NO_KO
from owlgo.engine.solver.solver import Solution, Solver
from owlgo.engine.solver.zone import zone
from owlgo.engine.solver.zone_search import LIMITS, ZoneProof

GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""O has left a gap on the first line."""


def test_a_door_is_shut_in_time():
    """X is dead even if he moves first: as soon as he steps into the gap the door is shut."""
    board = drawn(GAP)
    attack = OpenSearch(board, point(0, 2), ATTACKER, 1_000_000).go_on()
    assert attack is not None and attack.verdict.proved and attack.verdict.result == WIN
    defence = OpenSearch(board, point(0, 2), DEFENDER, 1_000_000).go_on()
    assert defence is not None and defence.verdict.result == LOSE
    assert point(0, 3) in defence.matter.points and point(8, 8) not in defence.matter.points
    assert defence.matter.wall and all(board['color'][p] == WHITE for p in defence.matter.wall)
    assert verdict.owl_attack(board, point(0, 2)).result == WIN and verdict.owl_attack(board, point(0, 2)).certain


KO = '''
    . X . X O . . . .
    X . X O . . . . .
    O X X O O . . . .
    O X . X O . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""X has one eye, and O takes the ko for the other at C9."""


@pytest.mark.parametrize('taken,side,result,untils', [
    (False, ATTACKER, KO_A, {ATTACKER: 0, DEFENDER: 1}), (True, DEFENDER, KO_B, {ATTACKER: 0, DEFENDER: 1})])
@pytest.mark.parametrize('symmetry', [0, 3, 6])
def test_a_ko_in_the_open(symmetry, taken, side, result, untils):
    """Each side has a zone where it wins, with as many threats as that takes; together they leave none open."""
    board, pos = drawn(KO, symmetry=symmetry), transform(point(1, 0), 9, symmetry)
    if taken:
        assert py_place_if_legal(board, transform(point(0, 2), 9, symmetry), WHITE)
    proof = OpenSearch(board, pos, side, 20_000).go_on()
    assert proof is not None and (proof.verdict.result, proof.verdict.threats, proof.verdict.proved) == (result, 1, True)
    assert proof.verdict.move == transform(point(0, 3 if taken else 2), 9, symmetry)
    assert {found.winner: found.until for found in proof.proofs} == untils
    assert len(check(certify_open(board, pos, [proof]))) == 2


def test_two_successes_that_contradict_each_other_settle_nothing():
    """A kill takes walls for granted that a rescue may take: with as many threats both may win, each in its zone."""
    search = OpenSearch(drawn(KO), point(1, 0), ATTACKER, 20_000)
    proof = search.go_on()
    assert proof is not None
    attack, defence = search._tries
    for attacker, defender, settled in ((0, 1, True), (3, 1, False), (0, 0, False), (0, 2, False)):
        attack.found, defence.found = proof.proofs[0]._replace(until=attacker), proof.proofs[1]._replace(until=defender)
        assert (_verdict(ATTACKER, search._tries, 0) is not None) == settled


def test_a_search_goes_on_where_it_stopped():
    """What is found in two goes takes hardly more nodes than in one, and no go takes more than it is given."""
    board, pos = drawn(GAP), point(0, 2)
    whole = OpenSearch(board, pos, DEFENDER, 1_000_000)
    proof = whole.go_on(1_000_000)
    assert proof is not None and proof.verdict.nodes == whole.nodes
    parted = OpenSearch(board, pos, DEFENDER, 1_000_000)
    assert parted.go_on(whole.nodes // 2) is None and parted.nodes <= whole.nodes // 2 + 100
    again = parted.go_on(1_000_000, (ATTACKER,))
    assert again is not None and again.verdict.result == LOSE and parted.nodes <= 1.2 * whole.nodes


def test_a_large_zone_that_is_not_soon_solved_is_given_up():
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    search = OpenSearch(board, point(3, 2), ATTACKER, 1_000_000)
    assert search.go_on(1_000_000, (DEFENDER,)) is None and search.nodes < 250_000
    # All first zones have been tried, and more nodes might help.
    tried = search._tries[DEFENDER]
    assert all(one.spent for one in tried.starts) and tried.starved and not search._tries[ATTACKER].starved


def test_who_perseveres_spends_all_nodes_on_zones_that_were_given_up():
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    once, search = (OpenSearch(board, point(3, 2), DEFENDER, 300_000) for _ in range(2))
    proof = once.go_on()
    assert proof is None and once.nodes < 200_000
    proof = search.persevere()
    assert proof is not None or search.nodes >= 300_000


def test_who_is_asked_an_easier_question_begins_again():
    """Zones that do not hold without threats may hold with one: once the other side has won without, the first zone is tried again."""
    search = OpenSearch(drawn(KO), point(1, 0), ATTACKER, 20_000)
    attack, defence = search._tries
    first = attack.starts[0]
    first.steps, first.over, first.spent = 7, True, 1
    attack.ask_again()
    assert (first.steps, first.over) == (0, False)
    while attack.found is None:
        attack.turn(100)
    before = first.steps
    attack.ask_again()
    assert first.steps == before
    proof = search.go_on()
    assert proof is not None and proof.verdict.threats == 1 and not any(one.spent for one in defence.starts[1:])


def test_a_search_that_lasts_grows_more_zones():
    """As long as the first zone is not given up, another one joins it after so many nodes, and both take turns."""
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    tried = OpenSearch(board, point(3, 2), ATTACKER, 10_000_000)._tries[DEFENDER]
    spent = 0
    while all(one.goes_on for one in tried.starts) and spent < 4 * LIMITS.joining:
        spent += tried.turn(LIMITS.turn)
        assert sum(one.spent > 0 for one in tried.starts) <= 1 + spent // LIMITS.joining
    assert spent == tried.spent == sum(one.spent for one in tried.starts)
    assert all(one.spent for one in tried.starts)


SHUT_IN = '''
    . . X O . X . X .
    . . X O . X X X .
    X X X O . X . . .
    O O O O X X . . .
    X X X X X . . . .
    . X . . . . . . .
    X X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""X in the corner makes no two eyes.  The string of O round it has three liberties outside and no eye."""
SHUT_IN_FOR_EVER = '''
    . . X O . . . . .
    . . X O . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . O . O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''


def test_who_cannot_live_inside_attacks_the_wall():
    proof = OpenSearch(drawn(SHUT_IN), point(2, 0), DEFENDER, 100_000).go_on(winners=(DEFENDER,))
    assert proof is not None and proof.verdict.result == WIN and proof.proofs[0].unconditional
    assert point(0, 4) in proof.matter.points
    search = OpenSearch(drawn(SHUT_IN_FOR_EVER), point(2, 0), DEFENDER, 100_000)
    assert search.go_on(winners=(DEFENDER,)) is None and search.nodes < 1000 and not search._tries[0].starved


def test_first_zones_that_grow_into_the_same_zone_are_searched_once():
    """Before a wall a first zone of three steps is the same as one of two."""
    tried = OpenSearch(drawn(SHUT_IN), point(2, 0), ATTACKER, 1_000_000)._tries[DEFENDER]
    first, other = tried.starts[:2]
    first.turn(1)
    other.turn(1000)
    assert first.steps == other.steps == 1 and other.over and other.solver is None and not other.starved
    # Of two searches that meet, the one that came first goes on, with the nodes of the one that may take more.
    tried.ask_again()
    assert not other.over
    other.turn(1)
    fewer = other.patience
    first.turn(1000)
    assert first.over and not other.over and other.solver is not None
    assert other.patience == other.solver.most == LIMITS.later_divisor * fewer


def test_who_is_stopped_begins_with_no_other_zone():
    board = drawn('. . . . . . . . .\n' * 3 + '. . X X X . . . .\n. . X . X . . . .\n' + '. . . . . . . . .\n' * 4)
    search = OpenSearch(board, point(3, 2), ATTACKER, 1_000_000, progress=lambda nodes: nodes < 3000)
    assert search.go_on(1_000_000, (DEFENDER,)) is None and search.more_may_help
    assert not any(one.spent for one in search._tries[DEFENDER].starts[1:])


def test_a_dragon_in_the_open_is_not_judged():
    board = drawn('. . . . . . . . .\n' * 9)
    py_place_if_legal(board, point(4, 4), BLACK)
    py_place_if_legal(board, point(4, 6), WHITE)
    assert OpenSearch(board, point(4, 4), ATTACKER, 20_000).go_on() is None
    with pytest.raises(ValueError, match='no stone'):
        OpenSearch(board, point(0, 0), ATTACKER, 100).go_on()


def test_a_dragon_that_no_zone_holds_is_not_proved():
    board = drawn(GAP)
    far = point(8, 8)
    assert py_place_if_legal(board, far, BLACK)
    stones = string(board, point(0, 2))
    assert OpenSearch(board, point(0, 2), ATTACKER, 100_000, dragon=stones).go_on() is not None
    assert OpenSearch(board, point(0, 2), ATTACKER, 100_000, dragon=[*stones, far]).go_on() is None


def test_friends_that_live_already_are_named():
    """X connects on one side or the other."""
    board = drawn('''
        . X . X . X O . .
        X X X X . X O . .
        O O O O O O O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .''')
    dragon = string(board, point(0, 5))
    part = zone(Ground(board), {point(0, 4), point(1, 4)}, DEFENDER, dragon)
    solver = Solver(part, 1000, winner=DEFENDER)
    assert solver.settle(part.attackers, part.defenders, NO_KO, ATTACKER, -9) == End.DEFENDER_WON
    matter = OpenProof(Solution(LOSE, PASS, 0, True, 0), (ZoneProof(DEFENDER, -9, part, solver, ATTACKER),)).matter
    assert matter.friends == (point(0, 3), point(1, 3)) and matter.sentence(board).endswith('; D9 D8 live already.')
