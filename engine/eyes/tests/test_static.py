"""Static eye recognition: cases of the page, and a plain twin on random regions with every option."""
import random
from dataclasses import replace

import pytest

from owlgo.engine.core.board import new_board, py_place_if_legal
from owlgo.engine.core.points import BLACK, DIAGONALS, EMPTY, NEIGHBOURS, WHITE, all_points, on_board, point
from owlgo.engine.core.strings import string
from owlgo.engine.eyes.static import Connection, EyeStatus, GroupStatus, Options, recognise

SIGNS = {EyeStatus.NONE: '-', EyeStatus.FULL: 'F', EyeStatus.POTENTIAL: 'P', EyeStatus.NO_EYE: 'n', EyeStatus.FALSE: 'x'}


def region(text):
    """A board with White's wall drawn as O, White's stones inside as Q, and Black's as X; the region is all but O and #, outside."""
    rows = [line.split() for line in text.strip().splitlines()]
    board = new_board(len(rows))
    area = []
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol not in 'O#Y':
                area.append(point(r, c))
            if symbol in 'OQXY':
                assert py_place_if_legal(board, point(r, c), BLACK if symbol in 'XY' else WHITE)
    board['ko'] = 0
    return board, area


@pytest.mark.parametrize('text,group,signs', [
    # two eyes of one string
    ('''. O . O #
        O O O O #
        # # # # #
        # # # # #
        # # # # #''', 'alive', 'F F'),
    # two points side by side
    ('''. . O # #
        O O O # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'P P'),
    # a captured stone shut in is an eye; beside it the defender takes
    ('''X . O # #
        O O O # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'P n'),
    # a stone of the attacker that reaches out makes a false eye
    ('''. Y # # #
        O O O # #
        . . O # #
        O O O # #
        # # # # #''', 'dead', 'x P P'),
    # at the edge one corner that cannot be taken makes a false eye
    ('''O . O # #
        O O Y # #
        # # # # #
        # # # # #
        # # # # #''', 'dead', 'x'),
    # in the middle one is allowed
    ('''# # # # #
        # O O Y #
        # O . O #
        # O O O #
        # # # # #''', 'dead', 'F'),
    # and two make a false eye
    ('''# # # # #
        # O O Y #
        # O . O #
        # Y O O #
        # # # # #''', 'dead', 'x'),
    # eyes across a corner of each other hold each other up
    ('''O O O O #
        O . Q O #
        Q Q . O #
        Y O O O #
        # # # # #''', 'alive', 'F - - - F'),
    # big enough to be unknown
    ('''. . . O #
        . . . O #
        O O O O #
        # # # # #
        # # # # #''', 'unknown', 'P P P P P P'),
])
def test_cases_of_the_page(text, group, signs):
    board, area = region(text)
    status, points = recognise(board, area, WHITE)
    assert status.word == group and ' '.join(SIGNS[points[pos]] for pos in sorted(points)) == signs


# --- the twin

class Twin:
    """The page once more, with sets."""

    def __init__(self, board, area, defender, options):
        self.board, self.area, self.defender, self.options = board, set(area), defender, options
        self.attacker = 3 - defender
        self.size = int(board['size'])

    def color(self, pos):
        return int(self.board['color'][pos]) if on_board(pos, self.size) else None

    def safe(self, pos):
        stones = string(self.board, pos)
        return any(p not in self.area or any(self.color(p + step) == EMPTY and p + step not in self.area for step in NEIGHBOURS)
                   for p in stones)

    def around(self, pos):
        return [pos + step for step in NEIGHBOURS if on_board(pos + step, self.size)]

    def first_steps(self, pos):
        o = self.options
        if self.color(pos) == self.defender:
            return EyeStatus.POTENTIAL if o.under_stones else EyeStatus.NONE
        if self.color(pos) == self.attacker and self.safe(pos):
            return EyeStatus.FALSE
        beside = self.around(pos)
        enemies = [q for q in beside if self.color(q) == self.attacker]
        if any(self.safe(q) for q in enemies):
            return EyeStatus.FALSE
        empty = any(self.color(q) == EMPTY for q in beside)
        if self.color(pos) == self.attacker:
            return EyeStatus.FULL if not empty and not enemies and o.prisoner_is_eye else EyeStatus.POTENTIAL
        if enemies and not (empty and o.empty_first):
            return EyeStatus.NO_EYE
        return EyeStatus.POTENTIAL if empty else EyeStatus.FULL

    def corners(self, pos, friends):
        across = [pos + step for step in DIAGONALS]
        enough = 1 if any(not on_board(q, self.size) for q in across) else 2
        inside = [q for q in across if on_board(q, self.size)]
        taken = sum(self.color(q) == self.attacker and self.safe(q) for q in inside)
        spoil = sum(q not in friends and (self.color(q) == EMPTY or (self.color(q) == self.attacker and not self.safe(q) and
                                                                     self.options.prisoners_spoil)) for q in inside)
        return EyeStatus.FALSE if taken >= enough else EyeStatus.FULL if taken + spoil < enough else EyeStatus.POTENTIAL

    def status(self, pos):
        first = self.first_steps(pos)
        if first != EyeStatus.FULL:
            return first
        if self.options.all_together:
            together = {q for q in self.area if self.first_steps(q) == EyeStatus.FULL}
            while True:
                kept = {q for q in together if self.corners(q, together) == EyeStatus.FULL}
                if kept == together:
                    break
                together = kept
            result = self.corners(pos, together)
        else:
            friends = {pos + step for step in DIAGONALS if pos + step in self.area and self.first_steps(pos + step) == EyeStatus.FULL
                       and self.corners(pos + step, {pos}) == EyeStatus.FULL}
            result = self.corners(pos, friends)
        weak = self.color(pos) != EMPTY and any(self.color(q) == self.defender and self.board['libs'][self.board['origin'][q]] == 1
                                                for q in self.around(pos))
        return EyeStatus.POTENTIAL if result == EyeStatus.FULL and self.options.atari and weak else result

    def connected(self, eyes):
        if self.options.connection == Connection.NONE:
            return True
        walls = {e: {min(string(self.board, q)) for q in self.around(e) if self.color(q) == self.defender} for e in eyes}
        if self.options.connection == Connection.ONE_STRING:
            return any(len(walls[e] | walls[f]) == 1 for e in eyes for f in eyes if e != f)
        while True:
            kept = {e for e in eyes if all(sum(s in walls[f] for f in eyes) >= 2 for s in walls[e])}
            if kept == eyes:
                return bool(eyes)
            eyes = kept

    def group(self):
        statuses = {pos: self.status(pos) for pos in sorted(self.area)}
        eyes = {pos for pos, status in statuses.items() if status == EyeStatus.FULL}
        if len(eyes) >= 2 and self.connected(eyes):
            return GroupStatus.ALIVE, statuses
        count = [pos for pos, status in statuses.items() if status in (EyeStatus.FULL, EyeStatus.POTENTIAL)]
        if self.options.prisoners_once:
            count = [pos for pos in count if self.color(pos) != self.attacker or int(self.board['origin'][pos]) == pos]
        if len(count) < 2:
            return GroupStatus.DEAD_POINTS, statuses
        wide = self.options.prisoners_once and any(self.color(pos) == self.attacker and len(string(self.board, pos)) > 1 for pos in count)
        if len(count) == 2 and not wide and count[1] in self.around(count[0]):
            return GroupStatus.DEAD_PAIR, statuses
        return GroupStatus.UNKNOWN, statuses


@pytest.mark.parametrize('seed', range(40))
def test_the_kernel_agrees_with_its_twin(seed):
    rng = random.Random(seed)
    size = rng.randint(4, 6)
    board = new_board(size)
    for pos in rng.sample(all_points(size), size * size * 3 // 4):
        py_place_if_legal(board, pos, rng.choice((BLACK, WHITE, WHITE)))
    board['ko'] = 0
    rows, cols = rng.randint(2, size), rng.randint(2, size)
    area = [point(r, c) for r in range(rows) for c in range(cols)]
    for _ in range(6):
        options = replace(Options(), connection=rng.choice(tuple(Connection)),
                          **{name: rng.random() < 0.5 for name in ('under_stones', 'prisoner_is_eye', 'prisoners_once', 'empty_first',
                                                                   'prisoners_spoil', 'all_together', 'atari')})
        assert recognise(board, area, WHITE, options) == Twin(board, area, WHITE, options).group(), options
