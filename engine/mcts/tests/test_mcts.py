"""Tree search: what it finds, and its numbers against a slow twin."""
from itertools import combinations, product

import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.layout import dtype_of
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, parse_vertex
from owlgo.engine.mcts import fastboard, mcts, nodes, tree
from owlgo.engine.mcts.playout import new_playout, sample
from owlgo.engine.mcts.tests.test_fastboard import random_game

py_update = for_python(tree.update)


def everywhere(game: Game) -> dict[int, float]:
    return {PASS: 0.0} | {pos: 0.0 for pos in all_points(game.size)}


@pytest.mark.parametrize('swap', [False, True])
def test_it_lives_with_the_only_move(swap):
    """The dragon in the corner has one move to two eyes, and the game hangs on it."""
    game = Game(7)
    black = [parse_vertex(v, 7) for v in ('A2', 'B2', 'C2', 'D2', 'D1')]
    white = [parse_vertex(v, 7) for v in ('A3', 'B3', 'C3', 'D3', 'E3', 'E2', 'E1', 'B5', 'D5', 'F5')]
    game.setup(*((white, black) if swap else (black, white)))
    color = WHITE if swap else BLACK
    for side in (color, other(color)):
        found = mcts.search(mcts.Root(game.board, side, 41.0 if swap else -41.0, 1, everywhere(game)), mcts.Plan(3000))
        assert game.vertex(found.lines[0].move) == 'B1'
        assert found.lines[0].variation[0] == found.lines[0].move


def test_visits_add_up_and_the_same_seed_finds_the_same():
    game = random_game(3, 9, 40)
    allowed = everywhere(game)
    one, two, three = (mcts.search(mcts.Root(game.board, BLACK, 7.5, seed, allowed), mcts.Plan(600)) for seed in (1, 1, 2))
    assert one.lines == two.lines != three.lines
    assert sum(line.visits for line in one.lines) == 600 == int(one.stats['playouts'])
    assert all(0 <= line.at_least <= line.winning <= 1 or line.visits < 5 for line in one.lines)


def test_only_moves_that_are_allowed_are_looked_at():
    game = random_game(5, 9, 30)
    legal = [pos for pos in all_points(9) if game.is_legal(BLACK, pos)]
    found = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, {legal[0]: 0.0, legal[1]: 25.0}), mcts.Plan(300))
    assert {line.move for line in found.lines} == set(legal[:2])
    alone = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, {PASS: 0.0}), mcts.Plan(300))
    assert [line.move for line in alone.lines] == [PASS] and alone.lines[0].visits == 300


def test_a_drawn_playout_is_half_won_by_both_sides():
    """With a whole komi; what one playout is worth is told from its score."""
    game, outcomes = random_game(8, 5, 20), set()
    for seed, komi, color in product(range(20), (25.0, -25.0), (BLACK, WHITE)):
        found = mcts.search(mcts.Root(game.board, color, komi, seed, everywhere(game)), mcts.Plan(1))
        line, = (line for line in found.lines if line.visits)
        for stats in (sample(game.board, color, 1, komi, seed), found.stats):
            margin = float(stats['score']) - komi
            won = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
            assert float(stats['black_wins']) == won
            outcomes.add(won)
        share, beyond = nodes.WEIGHTS['score_share'], margin / nodes.WEIGHTS['score_range']
        result = (1 - share) * won + share * (0.5 + 0.5 * beyond / (1 + abs(beyond)))
        assert line.winning == pytest.approx(result if color == BLACK else 1 - result, abs=1e-4)
    assert outcomes == {0.0, 0.5, 1.0}


def test_it_stops_when_nobody_waits():
    game = Game(9)
    found = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)), mcts.Plan(100000, goes_on=lambda: False))
    assert sum(line.visits for line in found.lines) == 0


def test_two_threads_grow_one_tree():
    """Every playout is made, and hardly a visit is lost."""
    game = random_game(3, 9, 40)
    found = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)), mcts.Plan(6000, threads=2))
    assert int(found.stats['playouts']) == 6000
    assert 4500 < sum(line.visits for line in found.lines) <= 6010
    alone = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)), mcts.Plan(6000))
    assert abs(found.lines[0].winning - alone.lines[0].winning) < 0.1


def search_of(game: Game) -> mcts.Tree:
    """A tree of a few hundred playouts."""
    grown = mcts.Tree(1 << 14)
    grown.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game), trail=game.trail))
    grown.grow(mcts.Plan(400))
    return grown


def test_a_long_search_goes_on_counting():
    """In four bytes visits stood still at 2 ** 24, and what was won went on."""
    grown, many = search_of(random_game(3, 9, 40)), 1 << 25
    t, moves = grown.record, list(grown.children(0))
    t['visits'][[0, *moves]] += many
    t['wins'][moves] += many / 2
    t['score'][moves] += 7.0 * many
    before, score = grown.made(grown.children(0)), t['score'][moves].sum()
    grown.grow(mcts.Plan(400))
    assert float(t['visits'][0]) == many + 801
    assert (grown.made(grown.children(0)) - before).sum() == 400
    assert t['score'][moves].sum() - score == int(grown.found().stats['score']) - score + 7.0 * many * len(moves)


def test_a_node_takes_as_much_memory_as_is_said():
    fields = [dtype_of(nodes.TREE)[name] for name in dtype_of(nodes.TREE).names or ()]
    assert sum(field.base.itemsize for field in fields if field.shape == (nodes.MAX_NODES,)) == nodes.NODE_BYTES


RACES = [('visits', -0.9), ('visits', -1.5), ('wins', 1.2), ('wins', -1.5), ('began', 1.5), ('began_wins', -2.0), ('score', 200.0)]
"""A number of a node, and by how many times the visits made it is off: what two threads that add to it at once may leave."""


def disturb(grown: mcts.Tree, name: str, times: float) -> None:
    """Change a number of every move at the root."""
    t = grown.record
    for child, made in zip(grown.children(0), grown.made(grown.children(0)), strict=True):
        t[name][child] += times * made


@pytest.mark.parametrize(('name', 'times'), RACES)
def test_rates_stay_rates_whatever_threads_lose(name, times):
    """With numbers that do not fit together a rate passed 1, and the bound below it had no square root."""
    grown = search_of(random_game(3, 9, 40))
    disturb(grown, name, times)
    found = grown.found()
    assert [line.visits for line in found.lines] == sorted((line.visits for line in found.lines), reverse=True)
    for line in found.lines:
        assert line.visits >= 0 and 0 <= line.at_least <= 1 and 0 <= line.winning <= 1 and abs(line.score) <= 81
        assert line.variation[0] == line.move


@pytest.mark.parametrize(('name', 'times'), RACES)
def test_what_threads_lose_is_not_handed_on(name, times):
    """Where the tree is kept, its root's moves go on with numbers that fit together."""
    game = random_game(3, 9, 40)
    grown = search_of(game)
    disturb(grown, name, times)
    grown.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game), trail=game.trail))
    t = grown.record
    if times > -1 and name == 'visits':
        assert grown.made(grown.children(0)).max() > 0, 'the tree is kept'
    for child in grown.children(0):
        assert t['visits'][child] >= t['began'][child] > 0
        assert t['began_wins'][child] <= t['wins'][child] + 1e-3 and t['wins'][child] <= t['visits'][child] + 1e-3


def test_records_of_threads_share_no_cache_line():
    """Nor does a change of the copy change what it was made from."""
    record = new_playout(3)
    lines = []
    for _ in range(3):
        copy = mcts.cache_aligned(record)
        assert copy.tobytes() == record.tobytes()
        start = copy.__array_interface__['data'][0]
        assert start % mcts.CACHE_LINES == 0
        lines.append((copy, start // mcts.CACHE_LINES, (start + copy.nbytes - 1) // mcts.CACHE_LINES))
        copy['nmoves'] += 1
        assert copy.tobytes() != record.tobytes()
    assert all(one[2] < two[1] or two[2] < one[1] for one, two in combinations(lines, 2))


def test_it_ends_when_the_second_move_is_far_behind_and_when_it_is_enough():
    game = Game(7)
    black = [parse_vertex(v, 7) for v in ('A2', 'B2', 'C2', 'D2', 'D1')]
    white = [parse_vertex(v, 7) for v in ('A3', 'B3', 'C3', 'D3', 'E3', 'E2', 'E1', 'B5', 'D5', 'F5')]
    game.setup(black, white)
    root = mcts.Root(game.board, BLACK, -41.0, 1, everywhere(game))
    whole, early = (mcts.search(root, mcts.Plan(10000, early=early)) for early in (False, True))
    assert int(early.stats['playouts']) < 7500 and early.lines[0].move == whole.lines[0].move
    first, second = sorted((line.visits for line in early.lines), reverse=True)[:2]
    left = 10000 - int(early.stats['playouts'])
    assert (2 * mcts.OVERTAKING - 1) * left < first - second < left
    brief = mcts.search(root, mcts.Plan(20000, until=0.0))
    assert int(brief.stats['playouts']) == mcts.CHUNK_PLAYOUTS


def naive_rave(moves: list[int], depth: int, color: int) -> dict[int, tuple[int, float]]:
    """Who first played each point from this depth on, and how much that counts: 1 at once, 0 after the last move."""
    first: dict[int, tuple[int, float]] = {}
    for k, move in enumerate(moves[depth:], depth):
        first.setdefault(move, (color if k % 2 == 0 else other(color), 1 - (k - depth) / (len(moves) - depth)))
    return first


def test_updates_agree_with_the_twin():
    """A root with four children, one of them with two; a playout goes down two moves."""
    t, p = mcts.main_tree().record, new_playout(1)
    points = all_points(5)
    moves = [points[0], points[6], points[7], points[2], points[6], points[1], points[3]]
    tree.py_begin(Game(5).board, fastboard.new_board(), t, PASS, 1)
    for node, move in enumerate([PASS, points[0], points[1], points[2], points[3], points[6], points[7]]):
        nodes.new_node(t, node, move, 2.0, 1.0)
    t['kids'][0], t['kids'][1] = 1 << nodes.COUNT_BITS | 4, 5 << nodes.COUNT_BITS | 2
    p['path'][:3] = [0, 1, 5]
    p['nmoves'], p['moves'][:len(moves)] = len(moves), moves
    for color in (BLACK, WHITE):
        t['visits'][:7], t['wins'][:7], t['rave_visits'][:7], t['rave_wins'][:7] = 2.0, 1.0, 0.0, 0.0
        py_update(t, p, 2, 0.75, 3.0, color)
        mine = 0.75 if color == BLACK else 0.25
        assert t['visits'][:7].tolist() == [2.0] * 7, 'they are counted on the way down'
        assert t['wins'][[1, 5]].tolist() == [1 + mine, 2 - mine]
        for parent, children, side, gain in ((0, range(1, 5), color, mine), (1, (5, 6), other(color), 1 - mine)):
            first = naive_rave(moves, 0 if parent == 0 else 1, color)
            for child in children:
                who, counts = first.get(int(t['move'][child]), (0, 0.0))
                counts = counts if who == side else 0.0
                assert t['rave_visits'][child] == pytest.approx(counts) and t['rave_wins'][child] == pytest.approx(counts * gain)


def naive_best(t, node: int) -> int:
    """The best child: what it won, RAVE the less the more visits there are, and at the root what it looks like."""
    first, count = divmod(int(t['kids'][node]), 1 << nodes.COUNT_BITS)

    def value(child: int) -> float:
        visits, others = float(t['visits'][child]), float(t['rave_visits'][child])
        share = others / (others + visits + others * visits / t['weight']['rave_fades'])
        rate = (1 - share) * t['wins'][child] / visits + (share * t['rave_wins'][child] / others if others else 0.0)
        if node == 0:
            made = max(visits - float(t['began'][child]), 0.0)
            rate += t['weight']['bias'] * float(t['bias'][t['move'][child]]) * float(t['visits'][0]) ** 0.5 / (1 + made)
        return float(rate)
    return max(range(first, first + count), key=value)


def test_the_best_child_agrees_with_the_twin():
    rng, points = np.random.default_rng(5), list(all_points(9))
    t = mcts.main_tree().record
    t['weight']['rave_fades'], t['weight']['bias'] = 2000.0, 1.0
    chosen = set()
    for _ in range(200):
        for node in range(20):
            began = float(rng.integers(10, 30))
            nodes.new_node(t, node, points[node], began, began / 2)
            more, heard = int(rng.integers(0, 40)), int(rng.integers(0, 300))
            t['visits'][node] += more
            t['wins'][node] += rng.integers(0, more + 1)
            t['rave_visits'][node], t['rave_wins'][node] = heard, rng.integers(0, heard + 1)
        t['bias'][points[:20]] = rng.dirichlet(np.full(20, 0.3))
        t['visits'][0] = rng.integers(1, 3000)
        t['kids'][0] = t['kids'][1] = 2 << nodes.COUNT_BITS | 18
        best = [tree.py_best_child(t, node) for node in (0, 1)]
        assert best == [naive_best(t, 0), naive_best(t, 1)]
        chosen.add(best[0] == best[1])
    assert chosen == {False, True}, 'the bias counts at the root alone, and sometimes turns the choice'


def test_a_likely_move_is_visited_however_badly_playouts_think_of_it():
    game = random_game(3, 9, 40)
    worst = mcts.search(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game)), mcts.Plan(1500)).lines[-1]
    search = mcts.side_tree()
    visits = []
    for bias in ({}, {worst.move: 0.6}):
        search.begin(mcts.Root(game.board, BLACK, 7.5, 1, everywhere(game), probabilities=bias))
        search.grow(mcts.Plan(1500))
        visits.append(next(line.visits for line in search.found().lines if line.move == worst.move))
    assert visits[0] == worst.visits < 3 and 8 < visits[1] < 300
