"""Depth-first reading against a plain recursion, its komaster rules, and the classes of its moves."""
import dataclasses
import random

import numpy as np
import pytest
from numba import int64

from owlgo.engine.core.board import BOARD, py_popgo
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import kernel
from owlgo.engine.core.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, PASS, WHITE, all_points, other, parse_vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.strings import found, py_liberties, py_liberties_after
from owlgo.engine.read import answer, query
from owlgo.engine.read.depths import Depths
from owlgo.engine.read.inner import inner_does_attack, inner_does_defend, new_inner_record
from owlgo.engine.read.komaster import GREY, WEAK, Way
from owlgo.engine.read.merit import CLASS_SHAPES, CLASSES, RANKS, attack_class, defence_class, tables
from owlgo.engine.read.quick import py_play
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import READ, Aim
from owlgo.engine.read.tests.small import small_position
from owlgo.engine.read.tests.test_tactics import LADDER, OPEN, board, image, random_game
from owlgo.engine.read.tree import variations
from owlgo.regress.train.merit import encode

ALL = dataclasses.replace(Depths(), depth=1000, fourlib_depth=1000, branch_depth=1000, prune_depth=1000, few_depth=1000, ko_depth=1000)
"""Limits that do not depend on depth decide nothing here; those of kinds of moves still do."""

DOUBLE_KO = """
    . X O . . X O .
    X . X O X . X O
    . X O . . X O .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

READER = as_reader(Depths())


def neighbours(game: Game, pos: int) -> list[tuple[int, int]]:
    """Colour and liberties of the stones next to a point."""
    stones = [pos + step for step in NEIGHBOURS if game.color_at(pos + step) in (BLACK, WHITE)]
    return [(game.color_at(stone), len(game.liberties(stone))) for stone in stones]


def komaster_twin(game: Game, color: int, pos: int, state: int, place: int, conditional: bool) -> tuple[int, int, int]:
    """The rules of ``engine.read.komaster`` in words: how the move is played, the next state and its ko.  Plays nothing."""
    before = {p: game.color_at(p) for p in all_points(game.size)}
    ko = int(game.board['ko'])
    if before[pos] != EMPTY or (state == other(color) and pos == place):
        return Way.REFUSED, 0, 0
    banned = pos == ko
    stones = {c: [p for p in before if before[p] == c] for c in (BLACK, WHITE)}
    after = Game(game.size)
    after.setup(stones[BLACK], stones[WHITE])
    if not after.trymove(color, pos):
        return Way.REFUSED, 0, 0
    taken = [p for p in before if before[p] == other(color) and after.color_at(p) == EMPTY]
    lone = after.string(pos) == [pos] and len(after.liberties(pos)) == 1
    takes_ko = len(taken) == 1 and lone
    beside = takes_ko and taken[0] - place in DIAGONALS
    if banned:
        if not conditional or state in (other(color), BLACK + GREY, WHITE + GREY) or (state == color and not beside):
            return Way.REFUSED, 0, 0
        return Way.CONDITIONAL, color, taken[0]
    if takes_ko:
        if state >= GREY or (state in (color, WEAK) and not beside):
            return Way.REFUSED, 0, 0
        if state == other(color):
            return Way.ALLOWED, state + GREY, place
        if state == color:
            return Way.ALLOWED, color, taken[0]
        if ko or state == WEAK:
            return Way.ALLOWED, WEAK, ko or place
        return Way.ALLOWED, 0, 0
    if state == WEAK:
        return Way.ALLOWED, 0, 0
    if state in (color, color + GREY):
        filled = after.color_at(place) != EMPTY
        gone = state == color and not filled and not after.is_legal(other(color), place)
        if filled or gone:
            return Way.ALLOWED, 0, 0
    return Way.ALLOWED, state, place if state else 0


def set_frame(game: Game, color: int, state: int, place: int, threatened: bool) -> np.void:
    record = READER.memory.record
    record['side'][0], record['komaster'][0], record['ko_place'][0] = color, state, place
    record['result'][0], record['threatened'][0], record['ko_depth'] = LOSE, threatened, 10
    return record


@pytest.mark.parametrize('positions', [200, pytest.param(400, marks=pytest.mark.slow)])
def test_komaster_rules(positions):
    """Random moves on positions full of kos, in every state, are played as the rules in words say."""
    seen = set()
    for seed in range(positions):
        rng = random.Random(seed)
        game = board(DOUBLE_KO) if seed % 2 else random_game(seed, 6, 60)
        color = rng.choice((BLACK, WHITE))
        for _ in range(rng.randint(0, 6)):
            moves = [p for p in all_points(game.size) if game.is_legal(color, p)]
            captures = [p for p in moves if (other(color), 1) in neighbours(game, p)]
            if captures or moves:
                game.play(color, rng.choice(captures or moves))
            color = other(color)
        state = rng.choice((0, BLACK, WHITE, WEAK, BLACK + GREY, WHITE + GREY))
        empty = [p for p in all_points(game.size) if game.color_at(p) == EMPTY]
        place = rng.choice(empty) if state else 0
        query.pose(Aim.CAPTURE, [next(p for p in all_points(game.size) if game.color_at(p))], BLACK, READER)
        for pos in empty:
            conditional = rng.random() < 0.7
            expected = komaster_twin(game, color, pos, state, place, conditional)
            record = set_frame(game, color, state, place, not conditional)
            way = py_play(game.board, record, 0, pos)
            found = (way, int(record['komaster'][1]), int(record['ko_place'][1])) if way else (Way.REFUSED, 0, 0)
            if way:
                py_popgo(game.board)
            assert found == expected, (seed, color, pos, state, place, game.show())
            seen.add((way, state, found[1]))
    assert len(seen) > 15 and any(way == Way.CONDITIONAL for way, _, _ in seen) and any(after == WEAK for _, _, after in seen)


class Plain:
    """``read_quickly`` as two functions that call each other, without a table."""

    def __init__(self, game: Game, target: int, most: int) -> None:
        self.board, self.target, self.left = game.board, target, most
        self.owner = int(game.board['color'][target])
        self.record = query.pose(Aim.CAPTURE, [min(game.string(target))], other(self.owner), as_reader(ALL))

    def gain(self, pos: int, color: int) -> int:
        return int(py_liberties_after(self.board, pos, color))

    def moves(self, depth: int, side: int) -> list[int]:
        n = answer.py_candidates(self.board, self.record, side, depth)
        return [int(move) for move in self.record['moves'][depth][:n]]

    def taken(self, depth: int) -> int:
        """What the attacker's capture of the target is worth."""
        b, last = self.board, int(self.board['frame_move'][self.board['stackp'] - 1])
        if b['ko'] == self.target:
            state, place = int(self.record['komaster'][depth]), int(self.record['ko_place'][depth])
            return KO_A if state in (0, WEAK) or (state == self.owner and last - place in DIAGONALS) else WIN
        string = b['origin'][last]
        bait = b['nremoved'] == 1 and b['libs'][string] == 1 and b['count'][string] > 1
        return LOSE if bait and self.gain(self.target, self.owner) > 1 else WIN

    def read(self, depth: int, side: int) -> int:
        self.left -= 1
        if self.left < 0 or depth > 60:
            raise RecursionError
        attacking = side != self.owner
        py_liberties(self.board, self.target)
        libs = found(self.board)
        if len(libs) >= 5:
            return LOSE if attacking else WIN
        alone = self.board['count'][self.board['origin'][self.target]] == 1
        if attacking and len(libs) == 1 and (not alone or self.gain(libs[0], side) > 1):
            return WIN
        if not attacking and any(self.gain(pos, side) >= 5 for pos in libs):
            return WIN
        result, threatened = LOSE, False
        for pos in self.moves(depth, side):
            self.record['side'][depth], self.record['result'][depth] = side, result
            self.record['threatened'][depth] = threatened
            way = py_play(self.board, self.record, depth, pos)
            if way == Way.REFUSED:
                continue
            threatened |= way == Way.CONDITIONAL
            if self.board['color'][self.target] == EMPTY:
                gained = self.taken(depth + 1)
            else:
                state = int(self.record['komaster'][depth + 1]), int(self.record['ko_place'][depth + 1])
                theirs = self.read(depth + 1, other(side))
                gained = WIN - theirs
                if attacking and gained != LOSE:
                    self.record['komaster'][depth + 1], self.record['ko_place'][depth + 1] = state
                    if self.read(depth + 1, side) == LOSE:
                        gained = LOSE
            py_popgo(self.board)
            if way == Way.CONDITIONAL and gained != LOSE:
                gained = KO_B
            result = max(result, gained)
            if result == WIN:
                break
        return result


@pytest.mark.parametrize('positions', [25, pytest.param(200, marks=pytest.mark.slow)])
def test_the_plain_recursion_finds_the_same(positions):
    """The table lets a result of a shallower frame stand for a deeper one, so once in a hundred they may differ."""
    asked = differ = hard = 0
    for seed in range(positions):
        game = small_position(seed, [3, 4, 5], {3: (2, 5), 4: (4, 8), 5: (6, 12)})
        strings = game.strings(BLACK) + game.strings(WHITE) if game else []
        if not game or not strings:
            continue
        pos = strings[seed % len(strings)]
        owner = game.color_at(pos)
        for side in (owner, other(owner)):
            plain = Plain(game, pos, 1500)
            record = plain.record
            record['nodes'] = 0
            quick = answer.py_quick(game.board, record, side, 5000)
            nodes = int(record['nodes'])
            record['komaster'][0] = record['ko_place'][0] = 0
            try:
                expected = plain.read(0, side)
            except RecursionError:
                while game.board['stackp']:
                    py_popgo(game.board)
                continue
            asked += 1
            hard += nodes > 20
            differ += expected != quick
    assert asked > positions * 3 // 4 and hard > positions // 10, (asked, hard)
    assert differ <= asked // 100, (differ, asked)


def test_what_fails_deep_down_is_read_again_where_more_moves_are_left():
    """A success of the attacker, six moves deep; proof numbers find it too."""
    game = board("""
        O O X X
        . . . O
        . X . X
        X . O O
        """)
    pos = parse_vertex('B2', 4)
    short = Depths(depth=6, fourlib_depth=4, ko_depth=6, branch_depth=6, few_depth=60, prune_depth=60)
    assert answer.py_quick(game.board, query.pose(Aim.CAPTURE, [pos], WHITE, as_reader(short)), WHITE, 4000) == WIN
    proof = query.prove(game.board, Aim.CAPTURE, [pos], True, READER)
    assert (proof.result, proof.certain) == (WIN, True)


def test_depth_first_reading_counts_nodes_and_keeps_to_its_budget():
    game = board(LADDER)
    record = query.pose(Aim.CAPTURE, [parse_vertex('D7', 9)], BLACK, READER)
    record['nodes'] = 0
    assert answer.py_quick(game.board, record, BLACK, 1000) == WIN
    needed = int(record['nodes'])
    assert 10 < needed < 100
    record['nodes'] = 0
    assert answer.py_quick(game.board, record, BLACK, 5) == LOSE
    assert record['nodes'] == 5 and game.board['stackp'] == 0


def test_out_of_budget_the_defender_is_taken_to_succeed():
    """However soon the nodes run out, whoever moves first: the breaker at E4 saves the stone."""
    game = board(LADDER)
    game.play(WHITE, parse_vertex('E4', 9))
    for nodes in range(1, 30):
        for side, true in ((BLACK, LOSE), (WHITE, WIN)):
            record = query.pose(Aim.CAPTURE, [parse_vertex('D7', 9)], BLACK, READER)
            assert answer.py_quick(game.board, record, side, nodes) == true, (side, nodes)
    assert game.board['stackp'] == 0


def test_a_tree_shows_nothing_that_was_not_read_where_nodes_ran_out():
    game = board(LADDER)
    game.play(WHITE, parse_vertex('E4', 9))
    for nodes in (2, 5, 8):
        tree = variations(game.board, Aim.CAPTURE, [parse_vertex('D7', 9)], True, Depths(nodes=nodes, check_nodes=1))
        assert tree == []


@kernel(int64(BOARD, READ, int64, int64))
def py_does_either(b, r, move, pos):
    """What the move does to the string, played by either side, by bits."""
    return inner_does_attack(b, r, move, pos) | inner_does_defend(b, r, move, pos) << 4


def test_a_full_stack_of_trial_moves_is_left_as_it_is():
    game, record = board(LADDER), new_inner_record()
    target, far = parse_vertex('D7', 9), parse_vertex('A1', 9)
    while game.trymove(BLACK, PASS):
        pass
    full = game.stack()
    assert py_does_either(game.board, record, far, target) == LOSE
    assert game.stack() == full


def expected_class(game: Game, pos: int, move: int, side: int, number: int) -> int:
    """The class of a move about the string at pos, worked out with plain Python; its kind is taken from the number."""
    defending = game.color_at(pos) == side
    shape = CLASS_SHAPES['D' if defending else 'A']
    kind = number % (CLASSES // 2) // int(np.prod(shape[2:])) % shape[1]
    own = min(gain(game, move, side), shape[2] - 1)
    theirs = min(gain(game, move, other(side)), shape[3] - 1)
    beside = neighbours(game, move)
    takes, libs = (other(side), 1) in beside, len(game.liberties(pos))
    if defending:
        return defence_class(libs, kind, own, theirs, 2 if takes else int((other(side), 2) in beside))
    return attack_class(libs, kind, own, theirs, 1 if takes else 2 if own > 1 and (side, 1) in beside else 0)


def test_the_tree_of_a_reading_that_was_not_proved():
    """Every line can be played, colours alternate, and several moves are shown only to a side that fails with all of them."""
    game = board(OPEN)
    failing = {WHITE: 'safe', BLACK: 'captured'}
    longest = branches = 0
    reader = as_reader(Depths(check_nodes=1))
    found = variations(game.board, Aim.CAPTURE, [parse_vertex('F5', 9)], True, reader)
    assert not reader.memory.proved and len(found) > 5
    lines = [[variation] for variation in found]
    while lines:
        line = lines.pop()
        for number, variation in enumerate(line):
            assert variation.color == (BLACK if number % 2 else WHITE)
            assert game.trymove(variation.color, variation.move), [step.words(9) for step in line]
        game.pop_all()
        children = line[-1].children
        if len(children) > 1:
            branches += 1
            assert {child.outcome for child in children} == {failing[children[0].color]}
        longest = max(longest, len(line))
        lines += [[*line, child] for child in children]
    assert all(variation.outcome == 'safe' for variation in found) and longest > 5 and branches >= 2


def test_move_classes_are_the_table_s():
    """The kernels number classes as the table does: every class of a listed move, worked out again."""
    checked = 0
    for seed in range(30):
        game = random_game(seed, 9, 45)
        free = image(game, 0, False)        # without a ko ban
        for pos in game.strings(BLACK) + game.strings(WHITE):
            if len(game.liberties(pos)) > 4:
                continue
            owner = game.color_at(pos)
            for side in (owner, other(owner)):
                record = query.pose(Aim.CAPTURE, [pos], other(owner), READER)
                n = answer.py_candidates(game.board, record, side, 0)
                for move, number in zip(record['moves'][0][:n].tolist(), record['kind'][0][:n].tolist(), strict=True):
                    assert number == expected_class(free, pos, move, side, number)
                    checked += 1
    assert checked > 1000


def test_of_a_string_with_many_liberties_moves_have_classes_too():
    """As if it had four: combinations ask for its candidates."""
    game = board("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """)
    for side, classes in ((WHITE, range(CLASSES // 2)), (BLACK, range(CLASSES // 2, CLASSES))):
        record = query.pose(Aim.CAPTURE, [parse_vertex('B4', 7)], WHITE, READER)
        n = answer.py_candidates(game.board, record, side, 0)
        assert n > 5 and all(number in classes for number in record['kind'][0][:n].tolist())


def gain(game: Game, pos: int, color: int) -> int:
    """Liberties of a string after a play, suicide counting none; the slow way."""
    if not game.trymove(color, pos):
        return 0
    liberties = len(game.liberties(pos))
    game.popgo()
    return liberties


def test_the_table_of_merits():
    merit, rare = tables(RANKS)
    assert merit.shape == rare.shape == (CLASSES,) and 0 < rare.sum() < CLASSES
    # Of two extensions the one with more liberties is tried first; a defender in atari extends rather than not.
    assert merit[defence_class(2, 0, 4, 2, 0)] > merit[defence_class(2, 0, 2, 2, 0)]
    assert not rare[attack_class(2, 0, 3, 3, 0)]
    chance = np.linspace(0.01, 0.99, int(np.prod(CLASS_SHAPES['A'][2:])))
    odds, bits = encode('A', 2, 'NET', chance, chance)
    assert odds.split()[:3] == bits.split()[:3] == ['A', '2', 'NET'] and list(odds.split()[3]) == sorted(odds.split()[3])
    with pytest.raises(ValueError, match='rows of move classes'):
        tables('A 1 LIBERTY 000')
    with pytest.raises(ValueError, match='bad row of move classes: A 1 LIBERTY'):
        tables(RANKS.replace('A 1 LIBERTY  ', 'A 1 LIBERTY  0', 1))


def test_a_pass_is_no_candidate():
    game = random_game(5, 7, 25)
    for pos in game.strings(BLACK):
        record = query.pose(Aim.CAPTURE, [pos], WHITE, READER)
        n = answer.py_candidates(game.board, record, BLACK, 0)
        moves = record['moves'][0][:n].tolist()
        assert PASS not in moves and len(set(moves)) == n
        assert all(game.color_at(move) == EMPTY for move in moves)
