"""Tactical reading on drawn positions, under symmetry, and against an exhaustive twin on small boards."""
import contextlib
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, all_points, other, parse_vertex, point, transform
from owlgo.engine.core.result import GTP_CODES, KO_A, KO_B, LOSE, WIN, reverse
from owlgo.engine.read import combination, odds, query, tactics, tree
from owlgo.engine.read.depths import Depths, of_level
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import Aim
from owlgo.engine.read.tests.oracle import TooLarge
from owlgo.engine.read.tests.small import small_position, truth


def board(text: str) -> Game:
    """A game from a drawing: X Black, O White."""
    rows = [line.split() for line in text.strip().splitlines()]
    game = Game(len(rows))
    stones = {sign: [point(r, c) for r, row in enumerate(rows) for c, s in enumerate(row) if s == sign] for sign in 'XO'}
    game.setup(stones['X'], stones['O'])
    return game


OPEN = '''
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . O X . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
'''

LADDER = '''
. . . . . . . . .
. . . X . . . . .
. . X O . . . . .
. . X . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
'''

KO = '''
. . . . . .
. . X O . .
. X O . O .
. . X O . .
. . . . . .
. . . . . .
'''


def test_a_ladder_runs_across_the_board():
    game = board(LADDER)
    reading = tactics.attack(game.board, parse_vertex('D7', 9))
    assert reading.result == WIN and game.vertex(reading.move) in ('E7', 'D6')
    assert reading.nodes < 500
    assert game.board['stackp'] == 0


def test_a_breaker_stops_it():
    game = board(LADDER)
    game.play(WHITE, parse_vertex('E4', 9))
    assert tactics.attack(game.board, parse_vertex('D7', 9)).result == LOSE
    assert tactics.find_defense(game.board, parse_vertex('D7', 9)) [:2] == (WIN, 0)


def test_a_ko_says_who_needs_the_first_threat():
    game = board(KO)
    stone = parse_vertex('C4', 6)
    assert tactics.attack(game.board, stone).result == KO_A
    game.play(BLACK, parse_vertex('D4', 6))
    assert game.color_at(stone) == 0
    # White may not retake at once: saving the black stone's prey needs a threat, and so does taking the black stone.
    assert tactics.attack(game.board, parse_vertex('D4', 6)).result == KO_B


SHORT_CAPTOR = '''
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X . . . . . . .
X O O O . . . . .
X O O . . . . . .
X . X X X . . . .
O . O . X . . . .
'''


def test_a_stone_may_be_taken_in_ko_by_one_that_is_short_of_liberties():
    """White cannot save A1, but after B2 it is taken in ko: what takes it has no second liberty then."""
    game = board(SHORT_CAPTOR)
    saving = tactics.find_defense(game.board, parse_vertex('A1', 9))
    assert (saving.result, game.vertex(saving.move), saving.certain) == (KO_B, 'B2', True)


def test_of_two_strings_the_one_taken_in_ko_may_be_taken_back():
    """The last looks' proof once forgot the retake after the other string's owner had passed."""
    game = board(KO)
    first, second = parse_vertex('C4', 6), parse_vertex('D5', 6)
    for reader in (as_reader(Depths(proof_nodes=6000)), as_reader(Depths(proof_nodes=6000)).closely()):
        both = tactics.attack_either(game.board, first, second, reader)
        assert (both.result, both.certain) == (KO_A, True)


@pytest.mark.parametrize('text,vertex,attacking,result', [
    ('''X . .
        . X O
        . O .''', 'A3', True, WIN),
    ('''. O X
        O X .
        . O .''', 'C3', False, LOSE),
])
def test_a_ko_takes_two_threats_in_a_line_at_most(text, vertex, attacking, result):
    """With three threats the other side would do better.  Every position that can arise says the same."""
    game = board(text)
    stone = parse_vertex(vertex, 3)
    reading = query.prove(game.board, Aim.CAPTURE, [stone], attacking, as_reader(10))
    assert (reading.result, reading.certain, reading.limited) == (result, True, False)
    assert truth(game, stone, 4000)[attacking] == result


def test_codes_are_those_of_gtp():
    assert [GTP_CODES[result] for result in (WIN, KO_A, KO_B, LOSE)] == [1, 2, 3, 0]
    assert [reverse(result) for result in (WIN, KO_A, KO_B, LOSE)] == [LOSE, KO_B, KO_A, WIN]


def test_an_empty_point_is_refused():
    with pytest.raises(ValueError, match='no string'):
        tactics.attack(Game(9).board, parse_vertex('A1', 9))


def random_game(seed: int, size: int, moves: int) -> Game:
    rng = random.Random(seed)
    game = Game(size)
    color = BLACK
    for _ in range(moves):
        pos = rng.choice(all_points(size))
        if game.is_legal(color, pos):
            game.play(color, pos)
        color = other(color)
    return game


def image(game: Game, symmetry: int, swap: bool) -> Game:
    """The same position turned, with colours exchanged."""
    stones = [[transform(pos, game.size, symmetry) for pos in game.stones(color)] for color in (BLACK, WHITE)]
    result = Game(game.size)
    black, white = stones[::-1] if swap else stones
    result.setup(black, white)
    return result


def test_results_are_reproducible_and_leave_the_board_alone():
    readers = as_reader(10), as_reader(10)
    for seed in range(15):
        game = random_game(seed, 9, 50)
        before = game.board['color'].tobytes()
        for pos in game.strings(BLACK) + game.strings(WHITE):
            first, second = (tactics.attack(game.board, pos, reader) for reader in readers)
            assert first == second
        assert game.board['color'].tobytes() == before and game.board['stackp'] == 0


@pytest.mark.parametrize('games', [3, pytest.param(12, marks=pytest.mark.slow)])
def test_symmetries_and_colours_change_no_verdict(games):
    asked = 0
    reader = as_reader(5)
    reader.memory.caching = False
    for seed in range(games):
        game = image(random_game(seed, 7, 30), 0, False)       # without a ko ban
        for symmetry in range(8):
            for swap in (False, True):
                other_game = image(game, symmetry, swap)
                for pos in game.strings(BLACK) + game.strings(WHITE):
                    here = tactics.attack_and_defend(game.board, pos, reader)
                    there = tactics.attack_and_defend(other_game.board, transform(pos, 7, symmetry), reader)
                    assert [r.result for r in here] == [r.result for r in there]
                    assert [transform(r.move, 7, symmetry) for r in here] == [r.move for r in there]
                    asked += 1
    assert asked > 85 * games


def solved(count: int, sizes: list[int]) -> Iterator[tuple[int, Game, int, dict[bool, int]]]:
    """Random small boards with a string of each, and what reading it truly comes to, unless too many positions can arise."""
    for seed in range(count):
        game = small_position(seed, sizes, {2: (1, 4), 3: (2, 5), 4: (3, 5)})
        strings = game.strings(BLACK) + game.strings(WHITE) if game else []
        if game and strings:
            pos = strings[seed % len(strings)]
            with contextlib.suppress(TooLarge):
                yield seed, game, pos, truth(game, pos, 1500)


@pytest.mark.parametrize('closely', [False, True])
@pytest.mark.parametrize('positions', [60, pytest.param(180, marks=pytest.mark.slow)])
def test_every_claim_on_small_boards_is_true(positions, closely):
    """Against every position that can arise.  A claimed WIN must be one; kinds of ko may differ at a limit, but for last looks."""
    asked = ko_differs = 0
    reader = as_reader(10).closely() if closely else as_reader(10)
    for seed, game, pos, true in solved(positions, [2, 3, 3, 4]):
        for attacking in (True, False):
            reading = query.read_afresh(game.board, Aim.CAPTURE, [pos], attacking, reader)
            asked += 1
            if reading.result != true[attacking]:
                assert reading.result in (KO_A, KO_B) and true[attacking] in (KO_A, KO_B), (seed, attacking, game.show())
                ko_differs += 1
    assert asked > positions * 2 // 3, asked
    assert ko_differs <= (0 if closely else 0.03 * asked)


def test_where_few_moves_are_tried_the_attacker_claims_nothing_false():
    """Deep down moves are left out on both sides; of the defender's replies none is where a success is verified."""
    claims = 0
    reader = as_reader(Depths(branch_depth=-15))
    for seed, game, pos, true in solved(90, [2, 3, 3]):
        for attacking in (True, False):
            reading = query.prove(game.board, Aim.CAPTURE, [pos], attacking, reader)
            if reading.result == (WIN if attacking else LOSE) and reading.certain:
                assert reading.result == true[attacking], (seed, attacking, game.show())
                claims += 1
    assert claims > 20


def test_a_string_that_may_not_be_retaken_so_deep_is_taken_at_a_limit():
    """White's retake would be the second move."""
    game, stone = board(KO), parse_vertex('C4', 6)
    first, second = (query.prove(game.board, Aim.CAPTURE, [stone], True, as_reader(Depths(ko_depth=depth - 32))) for depth in (0, 1))
    assert (first.result, first.limited, second.result) == (WIN, True, KO_A)


def test_what_meets_no_limit_is_true_though_kos_are_retaken_at_the_root_alone():
    """A retake that is refused so deep is a limit met.  Proofs look 32 moves deeper for kos than other readings."""
    sure = 0
    reader = as_reader(replace(Depths().closely().last_looks()[1], ko_depth=-32))
    for seed, game, pos, true in solved(30, [2, 3, 3]):
        for attacking in (True, False):
            reading = query.prove(game.board, Aim.CAPTURE, [pos], attacking, reader)
            if reading.certain and not reading.limited:
                assert reading.result == true[attacking], (seed, attacking, game.show())
                sure += 1
    assert sure > 10


def test_more_replies_than_can_be_listed_leave_a_capture_uncertain():
    """Two ladders cross, and a stone where they do breaks both: it is one of too many replies."""
    small, game = board(LADDER), Game(23)
    black, white = ([*small.stones(color), *(transform(pos, 23, 1) for pos in small.stones(color))] for color in (BLACK, WHITE))
    game.setup(black, white)
    reader = as_reader(Depths(proof_nodes=150000))
    saving = query.read_afresh(game.board, Aim.CAPTURE, white, False, reader)
    assert saving.result == WIN or not saving.certain
    game.play(WHITE, parse_vertex('M15', 23))
    assert all(tactics.attack(game.board, pos, reader).result == LOSE for pos in white)


def test_last_looks_lift_the_limits():
    """Saving the black stones is a ko that needs a threat of Black's first; the usual reading, limited in kos, says of White's."""
    game = board("""
        X X .
        O . O
        O . X
        """)
    stone = parse_vertex('A3', 3)
    usual, closely = as_reader(10), as_reader(10).closely()
    assert query.read_afresh(game.board, Aim.CAPTURE, [stone], False, usual).result == KO_A
    assert query.read_afresh(game.board, Aim.CAPTURE, [stone], False, closely).result == truth(game, stone, 1500)[False] == KO_B
    deepest = board(LADDER)
    deepest.play(WHITE, parse_vertex('E4', 9))
    safe = query.read_afresh(deepest.board, Aim.CAPTURE, [parse_vertex('D7', 9)], True, closely)
    assert safe.surely_fails
    assert usual.depths.last_nodes == 0 < of_level(0).closely().last_nodes < closely.depths.last_nodes


def test_a_string_that_seems_safe_is_read_deeper_and_its_variations_show_how():
    """Level 0 sees that F2 can be captured four moves deeper, where no proof settled its first reading."""
    game, stone = random_game(0, 9, 34), parse_vertex('F2', 9)
    usual = as_reader(0)
    assert query.read_afresh(game.board, Aim.CAPTURE, [stone], True, usual).result == LOSE
    closely = usual.closely()
    found = query.read_afresh(game.board, Aim.CAPTURE, [stone], True, closely)
    assert found.result == WIN and closely.memory.decided_by == closely.depths.deeper()
    shown = tree.variations(game.board, Aim.CAPTURE, [stone], True, closely)
    assert [(line.move, line.outcome) for line in shown] == [(found.move, 'captured')]


def test_variations_are_not_those_of_a_last_look_that_changed_nothing():
    """The usual proof finds D2 safe; the last look runs out of nodes.  Depth-first reading, which knows less, would capture."""
    game = board("""
        . X O O
        . X . .
        . . O X
        . . . .
        """)
    stone, closely = parse_vertex('D2', 4), as_reader(4).closely()
    assert query.read_afresh(game.board, Aim.CAPTURE, [stone], True, closely).result == LOSE and not closely.memory.proved
    assert {line.outcome for line in tree.variations(game.board, Aim.CAPTURE, [stone], True, closely)} == {'safe'}


def test_the_cache_changes_no_answer():
    game = random_game(3, 13, 70)
    reader = as_reader(4)
    asked = 0
    for _ in range(15):
        for pos in game.strings(BLACK) + game.strings(WHITE):
            known = query.ask(game.board, Aim.CAPTURE, [pos], True, reader)
            assert known[:2] == query.read_afresh(game.board, Aim.CAPTURE, [pos], True, reader)[:2]
            asked += 1
        game.undo()
    assert reader.memory.hits > asked // 20, (reader.memory.hits, asked)


FAR_FRIEND = '''
. . . . . . . . . . . . . . . . . . .
. . . X . . . . . . . . . . . . . . .
. . X O . . . . . . . . . . . . . . .
. . X . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . O . X . . . .
. . . . . . . . . . X X O X X . . . .
. . . . . . . . . . . X O X . . . . .
. . . . . . . . . . . O X O . . . . .
. . . . . . . . . . . o X o . . . . .
. . . . . . . . . . . o X o . . . . .
. . . . . . . . . . . . . . . . . . .
'''


def test_the_cache_knows_the_neighbours_of_a_friend_that_a_string_runs_to():
    """The ladder ends at White's three stones, unless White can take the black ones behind them, which four more stones (o) bring about."""
    game, stone, reader = board(FAR_FRIEND), parse_vertex('D17', 19), as_reader(10)
    assert tactics.attack(game.board, stone, reader).result == WIN
    after = board(FAR_FRIEND.replace('o', 'O'))
    answer = tactics.attack(after.board, stone, reader)
    assert answer == tactics.attack(after.board, stone, as_reader(10)) and answer.result == LOSE


@pytest.mark.slow
def test_several_strings_are_read_together():
    """A combination takes one of strings that are safe singly, and what forestalls it leaves none."""
    combined = forestalled = 0
    for seed in range(60):
        game = random_game(seed, 9, 40)
        found, goals = combination.combination_attack(game.board, BLACK)
        if found.result == LOSE:
            assert not goals
            continue
        combined += 1
        assert len(goals) > 1 and all(game.color_at(pos) == WHITE for pos in goals)
        assert all(tactics.attack(game.board, pos).result in (LOSE, KO_B) for pos in goals), game.show()
        if len(goals) == 2:
            either = tactics.attack_either(game.board, *goals)
            assert either.result == WIN or not either.certain
        # Asked about these strings alone, nearly all forestall it that do so on the whole board, and perhaps others.
        defences = combination.combination_defend(game.board, WHITE)
        near = combination.forestall(game.board, WHITE, found.move, goals, as_reader(10))
        assert len(set(defences) & set(near)) >= 0.75 * len(defences), game.show()
        for move in defences[:2]:
            game.play(WHITE, move)
            assert combination.combination_attack(game.board, BLACK)[0].result == LOSE
            forestalled += 1
            game.undo()
        if combined >= 3:
            break
    assert combined >= 2 and forestalled


def test_two_strings_are_read_together():
    game = board(OPEN)
    assert tactics.defend_both(game.board, parse_vertex('F5', 9), parse_vertex('E4', 9))[:2] == (WIN, 0)
    with pytest.raises(ValueError, match='both colours'):
        tactics.attack_either(game.board, parse_vertex('E5', 9), parse_vertex('F5', 9))


def test_moves_are_judged():
    game = board(LADDER)
    target = parse_vertex('D7', 9)
    assert tactics.does_attack(game.board, parse_vertex('E7', 9), target) == WIN
    assert tactics.does_attack(game.board, parse_vertex('A1', 9), target) == LOSE
    assert tactics.does_defend(game.board, parse_vertex('A1', 9), target) == LOSE
    assert tactics.ladder_attack(game.board, target).result == WIN
    with pytest.raises(ValueError, match='more than two'):
        tactics.ladder_attack(game.board, parse_vertex('D8', 9))
    corner = board("""
        X X X .
        O O X .
        . O X .
        X X X .
        """)
    assert tactics.find_defense(corner.board, parse_vertex('A3', 4)).result == LOSE
    assert tactics.does_attack(corner.board, parse_vertex('D1', 4), parse_vertex('A3', 4)) == LOSE
    assert game.board['stackp'] == 0


def test_the_odds_are_chances():
    chance = odds.chances()
    assert chance.shape == (odds.FEATURES,) and chance.min() > 0 and chance.max() < 1
    # A string of two liberties that gains none by extending is easier to take than one that gets away.
    assert chance[odds.feature(1, 2, 2, 1, 0)] > 0.9 > chance[odds.feature(1, 2, 5, 5, 0)]
    pn, dn, hopeless = odds.first_numbers()
    assert (pn >= 1).all() and (dn >= 1).all() and 0 < hopeless.sum() < odds.FEATURES


def test_depths_follow_the_level():
    assert of_level(10) == Depths() and of_level(10).changed(1).changed(-1).depth == 16
    assert of_level(0).nodes < of_level(5).nodes < of_level(12).nodes
    with pytest.raises(ValueError, match='no level 13'):
        of_level(13)
    game = board(LADDER)
    shallow = tactics.attack(game.board, parse_vertex('D7', 9), of_level(0))
    assert shallow.nodes <= tactics.attack(game.board, parse_vertex('D7', 9)).nodes + 200
