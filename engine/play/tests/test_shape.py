"""Learned shapes: what lies round a move, against a slow twin, and what is learned from games."""
import gzip
import random
from pathlib import Path

import pytest

from engine.core import sgf
from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, on_board, other, point, row_col
from engine.play import learn, selfplay, shape
from engine.play.shape import COUNTS, STEPS, Shape
from engine.play.tests.test_fastboard import fast_of, random_game


def naive_signs(game: Game, pos: int, color: int) -> str:
    row, col = row_col(pos)
    found = ''
    for down, right in STEPS:
        r, c = row + down, col + right
        if not (0 <= r < game.size and 0 <= c < game.size):
            found += '#'
        else:
            stone = game.color_at(point(r, c))
            found += '.' if stone == EMPTY else 'X' if stone == color else 'O'
    return found


def turned(game: Game, pos: int, way: int) -> tuple[Game, int]:
    """The game's position with rows and columns turned in one of eight ways, colours swapped in all but the first four."""
    size = game.size

    def place(p: int) -> int:
        row, col = row_col(p)
        if way & 1:
            row = size - 1 - row
        if way & 2:
            col = size - 1 - col
        return point(col, row) if way & 4 else point(row, col)
    found = Game(size)
    stones = {c: [place(p) for p in all_points(size) if game.color_at(p) == c] for c in (BLACK, WHITE)}
    found.setup(stones[BLACK], stones[WHITE])
    return found, place(pos)


def test_neighbourhoods_grow_and_are_symmetric():
    assert tuple(sorted(COUNTS)) == COUNTS and COUNTS[0] == 8 and COUNTS[-1] == len(STEPS)
    for turn in shape.TURNS:
        assert sorted(turn) == list(range(len(STEPS)))
        assert all(shape.distance(STEPS[k]) == shape.distance(STEPS[to]) for k, to in enumerate(turn))


@pytest.mark.parametrize('size, moves', [(5, 12), (9, 40), (13, 60)])
def test_what_lies_round_agrees_with_the_twin_and_turns_with_the_board(size, moves):
    s = shape.empty()
    rng = random.Random(size)
    game = random_game(size, size, moves)
    for pos in rng.sample([p for p in all_points(size) if game.color_at(p) == EMPTY], 5):
        for color in (BLACK, WHITE):
            shape.py_look_round(fast_of(game), s, pos, color)
            assert ''.join(shape.SIGNS[code] for code in s['code']) == naive_signs(game, pos, color)
            lowest = s['lowest'].tolist()
            for way in range(8):
                other_game, there = turned(game, pos, way)
                shape.py_look_round(fast_of(other_game), s, there, color)
                assert s['lowest'].tolist() == lowest


def test_a_move_is_worth_what_its_largest_known_neighbourhood_says():
    game = random_game(9, 9, 30)
    pos = next(p for p in all_points(9) if game.color_at(p) == EMPTY and naive_signs(game, p, BLACK)[:8].count('X') == 3)
    signs = naive_signs(game, pos, BLACK)
    s = shape.empty()
    f = fast_of(game)
    assert shape.py_shape_value(f, s, pos, BLACK) == 0
    shape.fill(s, [Shape(signs[:COUNTS[0]], 0.25), Shape(signs[:COUNTS[1]], 0.5), Shape(signs[:COUNTS[3]], 0.75)])
    assert shape.py_shape_value(f, s, pos, BLACK) == 0.5       # the next size is not known
    for way in range(8):
        there, place = turned(game, pos, way)
        assert shape.py_shape_value(fast_of(there), s, place, BLACK) == 0.5
    assert signs[:8].count('O') != 3 and shape.py_shape_value(f, s, pos, WHITE) == 0


@pytest.mark.parametrize('line', ['XX 0.5', '........', '.......Z 0.5', '........ x', '........ 0.5 1'])
def test_wrong_lines_are_named(line):
    with pytest.raises(ValueError, match=r'x\.txt:2: no shape'):
        shape.parse(f'# a comment\n{line}\n', 'x.txt')


def test_the_shapes_that_come_with_the_engine_can_be_read():
    s = shape.learned()
    assert (s['value'][s['known'] != 0] <= 1).all()


def test_learning_counts_what_was_played_of_what_could_be(tmp_path: Path):
    """Against counting by hand in games of its own."""
    for number in range(1, 5):
        path = selfplay.write_game(tmp_path, number, 5, 60)
        again = path.read_text()
        assert selfplay.write_game(tmp_path, number, 5, 60).read_text() == again
    paths = sorted(tmp_path.glob('*.sgf'))
    found = learn.learn(paths, least=3)
    assert found.games == 3 and found.moves > 20 and found.shapes
    # Step 1. The twin: by the signs in their lowest turn.
    played: dict[str, int] = {}
    seen: dict[str, int] = {}
    for path in paths[1:]:
        record = sgf.load(path)
        game = Game(record.size)
        for event in record.events:
            assert isinstance(event, sgf.Play)
            for pos in all_points(5) if event.pos != PASS else ():
                if game.color_at(pos) != EMPTY or not may_be_made(game, event.color, pos):
                    continue
                signs = naive_signs(game, pos, event.color)
                for count in COUNTS:
                    name = min(''.join(part) for part in ways(signs[:count]))
                    seen[name] = seen.get(name, 0) + 1
                    played[name] = played.get(name, 0) + (pos == event.pos)
            game.play(event.color, event.pos)
    # Step 2. The same shapes with the same values, but for moves that are made though playouts would not.
    agreeing = 0
    for one in found.shapes:
        name = min(''.join(part) for part in ways(one.signs))
        agreeing += one.value == round(min(played[name] / seen[name], 1.0), 4)
    assert agreeing >= 0.9 * len(found.shapes)
    # Step 3. What is written is what is read.
    learn.save(found, tmp_path / 'shapes.txt.gz')
    assert shape.parse(gzip.decompress((tmp_path / 'shapes.txt.gz').read_bytes()).decode()) == found.shapes


def ways(signs: str) -> list[list[str]]:
    """The signs in all eight turns of the board."""
    found = []
    for turn in shape.TURNS:
        part = [''] * len(signs)
        for k, sign in enumerate(signs):
            part[turn[k]] = sign
        found.append(part)
    return found


def may_be_made(game: Game, color: int, pos: int) -> bool:
    """Whether playouts would make a move: legal, not in an own eye, not into atari."""
    from engine.play.around import is_own_eye
    from engine.play.fastboard import py_is_playable, py_is_self_atari
    f = fast_of(game)
    return bool(py_is_playable(f, pos, color)) and not is_own_eye(game.board, pos, color) and not py_is_self_atari(f, pos, color)


def test_a_game_against_itself_is_legal_and_ends():
    record = selfplay.play_game(7, 80, 3)
    game, color = Game(7), BLACK
    for event in record.events:
        assert isinstance(event, sgf.Play) and event.color == color
        assert event.pos == PASS or on_board(event.pos, 7)
        game.play(color, event.pos)
        color = other(color)
    assert 20 < len(record.events) <= 98
