"""OWL: known shapes, its static tests against plain twins, symmetry, and its trees."""
import random

import pytest

from engine.core import sgf, variation
from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, other, parse_vertex, transform
from engine.core.result import KO_A, KO_B, LOSE, WIN
from engine.dragons import amalgamate
from engine.owl import answers, pattern_values, variations
from engine.solver.region import ATTACKER
from regress.drawings import DRAWINGS, read

SHAPES = {name: record for name, record in read(DRAWINGS.read_text('utf-8'))}


def load(name: str, symmetry: int = 0, swap: bool = False) -> Game:
    record = SHAPES[name]
    stones = [[transform(pos, record.size, symmetry) for pos in side] for side in (record.black, record.white)]
    game = Game(record.size)
    black, white = stones[::-1] if swap else stones
    game.setup(black, white)
    return game


@pytest.mark.parametrize('name,target,attack,defence', [
    ('two-eyes', 'A8', LOSE, WIN), ('straight-three', 'A8', WIN, WIN), ('straight-four', 'C7', LOSE, WIN),
    ('square-four', 'C7', WIN, LOSE), ('pyramid-four', 'C7', WIN, WIN), ('bulky-five', 'C7', WIN, WIN),
    ('rabbity-six', 'C7', WIN, WIN), ('bent-four', 'D7', LOSE, WIN), ('bent-three', 'B8', WIN, WIN),
    ('one-stone-eye', 'A8', WIN, LOSE), ('seki', 'A8', LOSE, WIN)])
def test_known_shapes_under_every_symmetry_and_colour(name, target, attack, defence):
    for symmetry in range(8):
        for swap in (False, True):
            game = load(name, symmetry, swap)
            pos = transform(parse_vertex(target, 9), 9, symmetry)
            killing, saving = pattern_values.owl_attack(game.board, pos), pattern_values.owl_defend(game.board, pos)
            assert (killing.result, saving.result) == (attack, defence)
            assert not killing.uncertain and not saving.uncertain
            assert game.board['stackp'] == 0


@pytest.mark.parametrize('name,target,nodes', [('two-eyes', 'A8', 1), ('straight-three', 'A8', 8),
                                                ('pyramid-four', 'C7', 27), ('rabbity-six', 'C7', 406)])
def test_node_counts(name, target, nodes):
    """A change of search shows here; say in the commit why."""
    game = load(name)
    assert pattern_values.owl_attack(game.board, parse_vertex(target, 9)).nodes == nodes


def test_a_search_without_nodes_left_is_uncertain_and_for_the_defender():
    game = Game(19)
    game.setup([parse_vertex(v, 19) for v in ['Q16', 'R14', 'R17', 'O17']], [parse_vertex(v, 19) for v in ['Q13', 'O15', 'M17', 'S12']])
    reading = pattern_values.owl_attack(game.board, parse_vertex('Q16', 19), 0)
    assert reading.result == LOSE and reading.uncertain
    assert pattern_values.owl_attack(game.board, parse_vertex('Q16', 19), 0) == reading


def test_an_empty_point_is_refused():
    with pytest.raises(ValueError, match='no string'):
        pattern_values.owl_defend(Game(9).board, parse_vertex('A1', 9))


def naive_benson(game: Game, color: int, area: set[int]) -> set[int]:
    """Stones that are unconditionally alive, from Benson's definition, regions being looked at inside the area only."""
    strings = [frozenset(game.string(pos)) for pos in game.strings(color)]
    left, regions = {pos for pos in all_points(game.size) if game.color_at(pos) != color}, []
    while left:
        region, queue = set(), [left.pop()]
        while queue:
            pos = queue.pop()
            region.add(pos)
            for q in neighbours(pos, game.size):
                if q in left:
                    left.remove(q)
                    queue.append(q)
        regions.append(frozenset(region))
    alive, kept = set(strings), {region for region in regions if region <= area}
    while True:
        def vital(region, string):
            return all(any(q in string for q in neighbours(pos, game.size)) for pos in region if game.color_at(pos) == EMPTY)
        healthy = {s for s in alive if sum(vital(r, s) and any(q in s for p in r for q in neighbours(p, game.size)) for r in kept) >= 2}
        touching = {r for r in kept if all(any(q in s for s in healthy) for p in r for q in neighbours(p, game.size)
                                           if game.color_at(q) == color)}
        if healthy == alive and touching == kept:
            return {pos for s in alive for pos in s}
        alive, kept = healthy, touching


def test_is_alive_agrees_with_benson():
    """Random small boards filled by one side's eyeless moves, where unconditional life is common."""
    found = {True: 0, False: 0}
    for seed in range(400):
        rng = random.Random(seed)
        size = rng.choice([4, 5])
        game = Game(size)
        for _ in range(3 * size * size):
            pos, color = rng.choice(all_points(size)), BLACK if rng.random() < 0.75 else WHITE
            if game.is_legal(color, pos) and not (color == BLACK and all(game.color_at(q) == BLACK for q in neighbours(pos, size))):
                game.play(color, pos)
        for pos in game.strings(BLACK):
            o = pattern_values.prepare(game.board, pos)
            if o['open']:
                continue
            area = set(o['points'][:o['npoints']].tolist())
            expected = bool(naive_benson(game, BLACK, area) & set(amalgamate.group(game.board, pos)))
            alive = pattern_values.py_is_alive(game.board, pattern_values.prepare(game.board, pos))
            assert bool(alive) == expected, (seed, game.vertex(pos))
            found[expected] += 1
    assert min(found.values()) > 30, found


class Exhaustive:
    """Does the dragon die in a closed area?  Everything is tried, positions on the path are not repeated, there are no ko threats."""

    def __init__(self, game: Game, pos: int):
        self.game = game
        o = pattern_values.prepare(game.board, pos)
        self.area = sorted(o['points'][:o['npoints']].tolist())
        self.goal = amalgamate.group(game.board, pos)
        self.attacker = other(game.color_at(pos))
        self.path: set = set()
        self.nodes = 0

    def dies(self, side: int, passed: bool = False) -> bool:
        game = self.game
        if all(game.color_at(p) != other(self.attacker) for p in self.goal):
            return True
        key = game.hash(), side, int(game.board['ko'])
        self.nodes += 1
        if key in self.path:
            return False
        self.path.add(key)
        attacking = side == self.attacker
        result = not attacking
        for move in [*self.area, 0]:
            if (move == 0 and (passed or attacking)) or not game.trymove(side, move):
                continue
            outcome = self.dies(other(side), move == 0)
            game.popgo()
            if outcome == attacking:
                result = attacking
                break
        self.path.discard(key)
        return result


@pytest.mark.parametrize('name,target', [('two-eyes', 'A8'), ('straight-three', 'A8'), ('two-point-eye', 'A8'), ('bent-three', 'B8'),
                                         ('filled-vital', 'A8'), ('one-stone-eye', 'A8'), ('false-eye', 'D9')])
def test_small_areas_agree_with_trying_everything(name, target):
    game = load(name)
    pos = parse_vertex(target, 9)
    twin = Exhaustive(game, pos)
    attacker = twin.attacker
    assert twin.dies(attacker) == (pattern_values.owl_attack(game.board, pos).result == WIN)
    assert twin.dies(other(attacker)) == (pattern_values.owl_defend(game.board, pos).result == LOSE)
    assert twin.nodes > 1


def test_a_ko_for_life_is_no_plain_answer():
    """Black's second eye at A9 depends on the ko at B9."""
    game = Game(6)
    rows = ['. O X . X O', 'O X X X X O', '. O O O O O', '. . . . . .', '. . . . . .', '. . . . . .']
    stones = {sign: [pos for pos, s in zip(all_points(6), ' '.join(rows).split(), strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['X'], stones['O'])
    pos = parse_vertex('C6', 6)
    codes = pattern_values.owl_attack(game.board, pos).result, pattern_values.owl_defend(game.board, pos).result
    assert codes[0] in (WIN, KO_A, KO_B) and codes[1] in (LOSE, KO_A, KO_B)


def test_the_tree_shows_moves_verdicts_and_replies():
    game = load('pyramid-four')
    pos = parse_vertex('C7', 9)
    found = variations.variations(game.board, pos, answers.ask(game.board, pos, ATTACKER))
    assert found[0].outcome == 'dies' and game.vertex(found[0].move) == 'E6'
    replies = found[0].children
    assert replies and all(v.outcome.startswith('dies') and v.color == BLACK for v in replies)
    text = variation.lines(found, 9)
    assert text[0] == 'White E6: dies' and any(line.startswith('  ') for line in text)
    record = variation.to_sgf(game.board, amalgamate.group(game.board, pos), found, WHITE, 'a test')
    parsed = sgf.parse(record.encode(), 'tree.sgf')
    assert parsed.black == game.stones(BLACK) and parsed.events[0] == sgf.Play(WHITE, parse_vertex('E6', 9))
    assert game.board['stackp'] == 0
