"""The board of playouts against the game's own board, and the table of what stands round a point."""
import random

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, BORDER, EMPTY, PASS, WHITE, all_points, neighbours, other, parse_vertex
from owlgo.engine.mcts import around, fastboard
from owlgo.engine.mcts.around import AROUND, RING
from owlgo.engine.mcts.playout import answers, choose, new_playout, sample

py_is_playable = for_python(fastboard.is_playable)
py_is_self_atari = for_python(fastboard.is_self_atari)
py_is_settled = for_python(fastboard.is_settled)
py_choose = for_python(choose)
py_answers = for_python(answers)


def random_game(seed: int, size: int, most: int) -> Game:
    """A game of random moves."""
    rng = random.Random(seed)
    game, color = Game(size), BLACK
    for _ in range(rng.randrange(4, most)):
        pos = rng.choice(all_points(size))
        if game.color_at(pos) == EMPTY and game.is_legal(color, pos):
            game.play(color, pos)
            color = other(color)
    return game


def fast_of(game: Game, last: int = PASS):
    f = fastboard.new_board()
    fastboard.py_take_over(f, game.board, last)
    return f


def naive_code(game: Game, pos: int) -> int:
    colors = [int(game.board['color'][pos + step]) for step in AROUND]
    return sum(color << (2 * k) for k, color in enumerate(colors))


def agree(f, game: Game) -> None:
    """Every number of the fast board is what the game's board says."""
    points = all_points(game.size)
    colors = [int(color) for color in game.board['color']]
    color, code, place, empties, heads = (f[name].tolist() for name in ('color', 'code', 'place', 'empties', 'head'))
    assert sorted(empties[:f['nempty']]) == [pos for pos in points if colors[pos] == EMPTY]
    for pos in points:
        assert color[pos] == colors[pos]
        assert code[pos] == sum(colors[pos + step] << (2 * k) for k, step in enumerate(AROUND))
        assert colors[pos] != EMPTY or empties[place[pos]] == pos
    for first in [*game.strings(BLACK), *game.strings(WHITE)]:
        stones, head = game.string(first), heads[first]
        assert head in stones and {heads[stone] for stone in stones} == {head} and f['count'][head] == len(stones)
        beside = [q for stone in stones for q in neighbours(stone, game.size) if colors[q] == EMPTY]
        assert (f['libs'][head], f['sum'][head], f['squares'][head]) == (len(beside), sum(beside), sum(q * q for q in beside))
        assert bool(fastboard.in_atari(f, first)) == (len(set(beside)) == 1)


@pytest.mark.parametrize('size,games', [(2, 25), (5, 12), (9, 3), *(pytest.param(size, 25, marks=pytest.mark.slow) for size in (5, 9))])
def test_moves_change_both_boards_alike(size, games):
    captures = kos = 0
    for seed in range(games):
        rng = random.Random(seed)
        game, color = Game(size), BLACK
        f = fast_of(game)
        for _ in range(6 * size * size):
            pos = rng.choice(all_points(size))
            if game.color_at(pos) != EMPTY:
                continue
            banned = int(game.board['ko']) == pos
            legal = game.is_legal(color, pos)
            assert bool(py_is_playable(f, pos, color)) == legal
            kos += banned
            if not legal:
                continue
            before = int(f['nempty'])
            game.play(color, pos)
            fastboard.py_put(f, pos, color)
            captures += int(f['nempty']) >= before
            color = rng.choice((BLACK, WHITE)) if rng.randrange(4) == 0 else other(color)
            agree(f, game)
            agree(fast_of(game), game)
    assert captures > 20 and (kos > 0 or size == 2 or games < 25)


def test_moves_into_atari_agree_with_the_twin():
    found = 0
    for seed in range(80):
        game = random_game(seed, 5, 40)
        f = fast_of(game)
        for color in (BLACK, WHITE):
            for pos in all_points(5):
                if game.color_at(pos) != EMPTY or not game.is_legal(color, pos):
                    continue
                takes = any(game.color_at(q) == other(color) and game.liberties(q) == [pos] for q in neighbours(pos, 5))
                game.trymove(color, pos)
                expected = not takes and len(game.liberties(pos)) == 1
                game.popgo()
                assert bool(py_is_self_atari(f, pos, color)) == expected
                found += expected
    assert found > 100


def naive_answers(game: Game, color: int, last: int) -> set[int]:
    """Legal moves that take the string of the last move if it has one liberty left; take a string with one liberty that touches an own one
    that the last move touches and that has one too; or extend that to two or more."""
    found = set()
    if game.color_at(last) == other(color) and len(game.liberties(last)) == 1:
        found.update(game.liberties(last))
    for pos in neighbours(last, game.size):
        if game.color_at(pos) != color or len(game.liberties(pos)) != 1:
            continue
        for stone in game.string(pos):
            for q in neighbours(stone, game.size):
                if game.color_at(q) == other(color) and len(game.liberties(q)) == 1:
                    found.update(game.liberties(q))
        out = game.liberties(pos)[0]
        if game.trymove(color, out):
            if len(game.liberties(out)) > 1:
                found.add(out)
            game.popgo()
    return {pos for pos in found if game.is_legal(color, pos)}


def test_answers_agree_with_the_twin():
    answered = 0
    for seed in range(150):
        game = random_game(seed, 5, 40)
        color, last = other(game.moves[-1][0]), game.moves[-1][1]
        p = new_playout(seed)
        n = py_answers(fast_of(game, last), p, color)
        assert set(p['answers'][:n].tolist()) == naive_answers(game, color, last)
        answered += n > 0
    assert answered > 25


def naive_own_eye(game: Game, pos: int, color: int) -> bool:
    """Friends on all sides, and few enemies on the diagonals."""
    sides = neighbours(pos, game.size)
    corners = [pos + step for step in (-27, -25, 25, 27) if game.board['color'][pos + step] != BORDER]
    if any(game.color_at(q) != color for q in sides):
        return False
    return sum(game.color_at(q) == other(color) for q in corners) < (2 if len(corners) == 4 else 1)


def test_own_eyes_agree_with_the_twin():
    eyes = 0
    table = around.table()
    for seed in range(150):
        rng = random.Random(seed)
        game = Game(rng.choice([3, 5]))
        for _ in range(60):
            pos, color = rng.choice(all_points(game.size)), rng.choice((BLACK, BLACK, BLACK, WHITE))
            if game.is_legal(color, pos):
                game.play(color, pos)
        for pos in all_points(game.size):
            if game.color_at(pos) == EMPTY:
                expected = naive_own_eye(game, pos, BLACK)
                assert around.is_own_eye(game.board, pos, BLACK) == expected
                assert bool(table[naive_code(game, pos)] & around.EYE_BIT) == expected
                eyes += expected
    assert eyes > 50


TURNED = ((2, 3, 4, 5, 6, 7, 0, 1), (0, 7, 6, 5, 4, 3, 2, 1))
"""A ring turned by a quarter, and mirrored."""


def test_what_fights_fights_however_the_board_lies():
    every = around.rings()
    assert len(set(every)) == len(every) == 3 ** 8 + 4 * 3 ** 5 + 4 * 3 ** 3
    fights = 0
    for ring in every[::7]:
        for color in (BLACK, WHITE):
            fight = around.is_fight(ring, color)
            fights += fight
            swapped = tuple(c if c in (EMPTY, BORDER) else other(c) for c in ring)
            assert around.is_fight(swapped, other(color)) == fight
            assert all(around.is_fight(tuple(ring[k] for k in turn), color) == fight for turn in TURNED)
            code = sum(c << (2 * place) for c, place in zip(ring, RING, strict=True))
            assert bool(around.table()[code] & (around.FIGHT_BIT * color)) == fight
    assert fights > 150


@pytest.mark.parametrize('ring, fights', [
    ('X......O', True),         # a hane: a friend in the corner beside the enemy, room on the other sides
    ('X.....XO', True),         # a cut where a friend stands in the corner between
    ('X.....OO', True),         # a bend
    ('X.O...O.', True),         # it joins two friends against an enemy
    ('X.O.O.O.', False),        # ... that are joined already
    ('X.O.X...', True),         # between two enemies, from a friend
    ('........', False),
    ('O.O.O.O.', False),        # an eye
    ('X...O...', False),        # the enemy on one side, a friend on the other
])
def test_kinds_of_fights(ring, fights):
    """Rings are clockwise from the north, seen by O."""
    assert around.is_fight(tuple('.OX#'.index(c) for c in ring), BLACK) == fights


@pytest.mark.parametrize('ring, fights', [
    ('O.X###..', True),         # it stops the enemy that comes along the edge
    ('.OX###..', True),
    ('O..###..', False),
    ('X.O###..', True),         # along the edge under the enemy
    ('X.O###X.', False),
    ('X.O#####', False),        # in the corner of the board
])
def test_kinds_of_fights_at_the_edge(ring, fights):
    """The edge is below."""
    assert around.is_fight(tuple('.OX#'.index(c) for c in ring), BLACK) == fights


def test_playouts_know_who_owns_a_divided_board():
    game = Game(9)
    game.setup([parse_vertex(f'D{n}', 9) for n in range(1, 10)] + [parse_vertex(v, 9) for v in ('B2', 'B8', 'C5')],
               [parse_vertex(f'F{n}', 9) for n in range(1, 10)] + [parse_vertex(v, 9) for v in ('H2', 'H8', 'G5')])
    stats = sample(game.board, BLACK, 200, 0.5, 1)
    assert stats['owned'][parse_vertex('A1', 9)] > 120
    assert stats['owned'][parse_vertex('J1', 9)] < -120
    assert stats['playouts'] == 200


def test_the_same_seed_gives_the_same_playouts():
    game = Game(9)
    first, second, third = (sample(game.board, BLACK, 50, 7.5, seed) for seed in (3, 3, 4))
    assert first.tobytes() == second.tobytes() != third.tobytes()


def test_playouts_take_what_is_in_atari():
    """White's two stones in atari fall more often in playouts that answer than in plain ones."""
    game = Game(5)
    game.setup([parse_vertex(v, 5) for v in ('B3', 'C4', 'D4', 'E3', 'C2')], [parse_vertex(v, 5) for v in ('C3', 'D3')])
    last = parse_vertex('D3', 5)
    owned = [int(sample(game.board, BLACK, 400, 0.5, 1, plain, last)['owned'][parse_vertex('C3', 5)]) for plain in (True, False)]
    assert owned[1] > owned[0]


def test_a_frozen_zone_stays_as_it_is():
    """Stones of both sides stay there, and playouts do not move there, unless they answer."""
    game = random_game(7, 9, 40)
    points = all_points(9)
    zone = fastboard.Zone(frozenset(points[:36]), frozenset(), frozen=True)
    f = fast_of(game)
    fastboard.set_zones(f, [zone])
    agree(f, game)
    assert [py_is_settled(f, pos) for pos in points] == [pos in zone.points for pos in points]
    p = new_playout(1)
    for _ in range(50):
        move = py_choose(f, p, BLACK)
        if move != PASS:
            assert move not in zone.points
            fastboard.py_put(f, move, BLACK)
