"""First looks at moves: the kernel against a plain twin, symmetry and colour swap, and the file of weights."""
import random

import numpy as np
import pytest

from owlgo.engine.core.board import py_is_legal
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import EMPTY, all_points, neighbours, on_board, other, point, row_col, transform
from owlgo.engine.core.strings import py_liberties_after
from owlgo.engine.core.symmetry import images
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import move_prior, reading
from owlgo.engine.owl.limits import Means


def fight(seed, size=11, symmetry=0, swap=False):
    """A random position, turned, and a stone of it."""
    rng = random.Random(seed)
    game = Game(size)
    for k in range(rng.randrange(25, 60)):
        pos = rng.choice(all_points(size))
        color = 1 + (k % 2 ^ swap)
        if game.is_legal(color, transform(pos, size, symmetry)):
            game.play(color, transform(pos, size, symmetry))
    game.board['ko'] = 0
    plain = [pos for pos in all_points(size) if game.color_at(transform(pos, size, symmetry)) != EMPTY]
    return game, transform(random.Random(seed).choice(plain), size, symmetry)


def setting(game, pos):
    return reading.Arenas(Goal(game.board, pos, Workspace()), Means(Workspace()))


def plain_state(game, goal, attacker, pos, row, col, libs):
    """What a point beside a move holds, as a symbol."""
    y, x = row_col(pos)
    if not on_board(point(y + row, x + col), game.size) or not 0 <= x + col < game.size or not 0 <= y + row < game.size:
        return '-'
    q = point(y + row, x + col)
    color = game.color_at(q)
    if color == EMPTY:
        return '.'
    kind = 0 if color == attacker else 2 if q in goal else 1
    if libs and len(game.liberties(q)) <= 3:
        return ('adg', 'beh', 'cfi')[len(game.liberties(q)) - 1][kind]
    return 'XOQ'[kind]


def plain_shape(game, goal, attacker, pos, kind):
    """The least code of a shape and its turned copies, which are drawn out one by one."""
    found = []
    for k in range(8):
        text = ''
        for row, col in move_prior.SHAPES[kind]:
            for _ in range(k % 4):
                row, col = col, -row
            if k >= 4:
                col = -col
            text += plain_state(game, goal, attacker, pos, row, col, kind == 0 and abs(row) + abs(col) == 1)
        found.append(move_prior.code(text))
    return min(found)


def plain_keys(game, goal, attacker, pos, color, record, influence):
    """What is seen of a move, by the book."""
    y, x = row_col(pos)
    down, across = min(y + 1, game.size - y), min(x + 1, game.size - x)
    line, along = min(down, across), max(down, across)
    steps = [(abs(row_col(q)[0] - y), abs(row_col(q)[1] - x)) for q in goal]
    distances = [a + b + max(a, b) for a, b in steps]
    around = [plain_state(game, goal, attacker, pos, row, col, False) for row in range(-2, 3) for col in range(-2, 3)]
    beside = {min(game.string(q)): q for q in neighbours(pos, game.size) if game.color_at(q) != EMPTY}.values()
    gone, atari, saved = (sum(len(game.string(q)) for q in beside if len(game.liberties(q)) == count and (game.color_at(q) == color) == own)
                          for count, own in ((1, False), (2, False), (1, True)))
    strength = [sum(float(influence['of'][c, pos]) >= least for least in (2, 6, 15, 40)) +
                (float(influence['of'][c, pos]) > 0.5) for c in (3 - attacker, attacker)]
    content = [plain_shape(game, goal, attacker, pos, 0), plain_shape(game, goal, attacker, pos, 1),
               min(line, 5) * 10 + min(along, 9), min(min(distances), 16) * 5 + min(line, 4), strength[0] * 6 + strength[1],
               ((min(int(py_liberties_after(game.board, pos, color)), 4) * 4 + min(gone, 3)) * 4 + min(atari, 3)) * 3 + min(saved, 2),
               int(record['pattern'][color, pos] / 10.0001), int(record['pattern'][3 - color, pos] / 10.0001),
               min(sum(d <= 6 for d in distances), 11), around.count('.') // 3,
               min(around.count('X') // 2, 5) * 6 + min((around.count('O') + around.count('Q')) // 2, 5)]
    return [kind + 1 << move_prior.BITS | what for kind, what in enumerate(content)], min(distances)


def weights():
    """The weights of the file, by key."""
    record = move_prior.new_record()
    return {int(key): (float(record['weight'][0, k]), float(record['weight'][1, k])) for k, key in enumerate(record['slot']) if key}


@pytest.mark.parametrize('seed', [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 12))])
def test_the_kernel_sees_what_the_twin_sees(seed):
    game, pos = fight(seed, random.Random(seed).choice((7, 9, 11)))
    place = setting(game, pos)
    record = place.move_prior()
    goal = set(np.flatnonzero(record['goal']).tolist())
    attacker, known, used = other(game.color_at(pos)), weights(), 0
    for q in all_points(game.size):
        for side in range(2):
            color = attacker if side == 0 else 3 - attacker
            if game.color_at(q) != EMPTY:
                assert not record['listed'][side, q]
                continue
            keys, distance = plain_keys(game, goal, attacker, q, color, record, place.influence)
            assert bool(record['listed'][side, q]) == (distance <= move_prior.MOVE_STEPS and bool(py_is_legal(game.board, q, color)))
            if not record['listed'][side, q]:
                continue
            score = sum(known.get(key, (0.0, 0.0))[side] for key in keys)
            assert float(record['score'][side, q]) == pytest.approx(score, abs=1e-5)
            assert move_prior.py_see(game.board, place.influence, record, q, color) and record['key'].tolist() == keys
            used += 1
    assert used > 20


@pytest.mark.parametrize('seed', [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 6))])
def test_looks_are_the_same_turned_and_with_colours_swapped(seed):
    game, pos = fight(seed)
    record = setting(game, pos).move_prior()
    for symmetry in range(8):
        for swap in (False, True):
            turned, there = fight(seed, 11, symmetry, swap)
            other_record = setting(turned, there).move_prior()
            for q in all_points(11):
                p = transform(q, 11, symmetry)
                assert record['listed'][:, q].tolist() == other_record['listed'][:, p].tolist()
                for side in np.flatnonzero(record['listed'][:, q]).tolist():
                    assert record['score'][side, q] == other_record['score'][side, p]


def test_shapes_are_drawn_and_read():
    for picture in ('X.-g.Oia', 'X..-..QOd.bh'):
        kind = 0 if len(picture) == 8 else 1
        assert move_prior.picture(kind, move_prior.code(picture)) == picture
    assert {name.split()[0] for name in _lines()} == set(move_prior.FEATURE_KINDS)


def _lines():
    from importlib.resources import files
    return [line for line in (files('owlgo.engine.life') / 'move_prior.txt').read_text('ascii').splitlines() if not line.startswith('#')]


def test_shapes_of_the_file_are_the_least_of_their_kind():
    """Others would never be found."""
    for line in _lines():
        kind, what, *_ = line.split()
        if kind in ('shape', 'round'):
            index = move_prior.FEATURE_KINDS.index(kind)
            states = move_prior.code(what)
            turns = [sum((states >> 4 * k & 15) << 4 * at for at, k in enumerate(turn))
                     for turn in images(move_prior.SHAPES[index])]
            assert states == min(turns), line


@pytest.mark.parametrize('line', [
    'shape X.O 1 2', 'shape X......y 1 2', 'colour 3 1 2', 'place x 1 2', 'place 3 1', 'place 3 a 2', 'place -1 1 2'])
def test_a_damaged_file_is_refused_with_its_line(line):
    with pytest.raises(ValueError, match=r'move_prior.txt:2: '):
        move_prior.fill(move_prior.empty_record(), f'# weights\n{line}\n')


def test_too_many_weights_are_refused():
    text = '\n'.join(f'place {k} 1 1' for k in range(move_prior.SLOTS // 2 + 1))
    with pytest.raises(ValueError, match='at most'):
        move_prior.fill(move_prior.empty_record(), text)


def test_the_bias_is_round_the_mean():
    game, pos = fight(3)
    record = setting(game, pos).move_prior()
    points = [q for q in all_points(11) if record['listed'][0, q] and record['listed'][1, q]][:9]
    found = move_prior.bias(record, points)
    assert found.shape == (2, 9) and abs(found).max() <= move_prior.MOST_BIAS
    for side in range(2):
        order = np.argsort(record['score'][side, points])
        assert (np.diff(found[side][order]) >= 0).all() and found[side].min() < 0 < found[side].max()
    hidden = next(q for q in all_points(11) if not record['listed'][0, q])
    assert move_prior.bias(record, [hidden, *points])[0, 0] == 0
