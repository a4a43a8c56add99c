"""Learned shapes: what lies round a move, against a slow twin, and what is learned from games."""
import gzip
import math
import random
from pathlib import Path

import numpy as np
import pytest

from engine.core import sgf
from engine.core.game import Game
from engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, on_board, other, point, row_col
from engine.mcts import move_prior, shape
from engine.mcts.playout import new_playout
from engine.mcts.shape import COUNTS, NAMES, STEPS, Looks
from engine.mcts.tests.test_fastboard import fast_of, random_game
from regress.train import selfplay, shapes


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


@pytest.mark.parametrize('line', ['XX 0.5', '........', '.......Z 0.5', '........ x', '........ 0.5 1', 'capture 1'])
def test_wrong_lines_are_named(line):
    with pytest.raises(ValueError, match=r'x\.txt:2: no feature'):
        shape.parse(f'# a comment\n{line}\n', 'x.txt')


def test_what_comes_with_the_engine_can_be_read_and_knows_what_is_good():
    s = move_prior.learned()
    weight = dict(zip(NAMES, s['value'].tolist(), strict=False))
    assert weight['saves-by-capture'] > 1 > -1 > weight['into-atari-many']
    assert weight['alone-3'] > weight['alone-2'] > weight['alone-1'] and weight['last-2'] > weight['last-9']


def test_learning_makes_the_moves_of_games_likelier(tmp_path: Path):
    """Games of its own: the looks of their moves are learned better than chance, and are written as they are read."""
    for number in range(1, 12):
        path = selfplay.write_game(tmp_path, number, 5, 60)
        again = path.read_text()
        assert selfplay.write_game(tmp_path, number, 5, 60).read_text() == again
    paths = sorted(tmp_path.glob('*.sgf'))
    found = shapes.learn(paths, least=3)
    assert found.games == 9 and found.moves > 100
    nothing = shapes.predict(Looks({}, {}), [sgf.load(paths[0])])
    something = shapes.predict(found.looks, [sgf.load(paths[0])])
    assert something.doubt < nothing.doubt and something.right > nothing.right
    shapes.save(found, tmp_path / 'shapes.txt.gz')
    assert shape.parse(gzip.decompress((tmp_path / 'shapes.txt.gz').read_bytes()).decode()) == found.looks


def test_the_shapes_of_moves_are_those_made_often_enough(tmp_path: Path):
    """Against counting by hand."""
    paths = [selfplay.write_game(tmp_path, number, 5, 60) for number in range(1, 4)]
    records = [sgf.load(path) for path in paths]
    found, moves = shapes.shapes_of(records, 4)
    made: dict[str, int] = {}
    total = 0
    for record in records:
        game = Game(record.size)
        for event in record.events:
            assert isinstance(event, sgf.Play)
            if event.pos != PASS:
                total += 1
                signs = naive_signs(game, event.pos, event.color)
                for count in COUNTS:
                    name = min(''.join(part) for part in ways(signs[:count]))
                    made[name] = made.get(name, 0) + 1
            game.play(event.color, event.pos)
    assert moves == total
    assert {min(''.join(part) for part in ways(signs)) for signs in found.shapes} == {name for name, times in made.items() if times >= 4}


def test_a_step_of_learning_follows_the_slope():
    """One move of one position: what only it has gains weight, what only others have loses; nothing else changes."""
    game = random_game(5, 7, 20)
    color, last = other(game.moves[-1][0]), game.moves[-1][1]
    f, p, s = fast_of(game, last), new_playout(1), shape.empty()
    n = move_prior.py_choices(f, p, s, color, 0)
    moves = p['choice'][:n].tolist()
    counted: dict[int, list[int]] = {}
    for pos in moves:
        k = move_prior.py_features(f, p, s, pos, color)
        counted[pos] = p['feature'][:k].tolist()
    only = {pos: set(counted[pos]) - {feature for q in moves if q != pos for feature in counted[q]} for pos in moves}
    move = max(moves, key=lambda pos: len(only[pos]))
    doubt = shapes.py_learn(f, p, s, shapes.new_learner(), color, move, 0.01)
    assert doubt == pytest.approx(-math.log(n))
    elsewhere, gained = {feature for pos in moves if pos != move for feature in counted[pos]}, only[move]
    lost = elsewhere - set(counted[move])
    assert gained and all(s['value'][feature] > 0 for feature in gained)
    assert lost and all(s['value'][feature] < 0 for feature in lost)
    assert set(np.flatnonzero(s['value']).tolist()) <= elsewhere | set(counted[move])


def ways(signs: str) -> list[list[str]]:
    """The signs in all eight turns of the board."""
    found = []
    for turn in shape.TURNS:
        part = [''] * len(signs)
        for k, sign in enumerate(signs):
            part[turn[k]] = sign
        found.append(part)
    return found


def test_a_game_against_itself_is_legal_and_ends():
    record = selfplay.play_game(7, 80, 3)
    game, color = Game(7), BLACK
    for event in record.events:
        assert isinstance(event, sgf.Play) and event.color == color
        assert event.pos == PASS or on_board(event.pos, 7)
        game.play(color, event.pos)
        color = other(color)
    assert 20 < len(record.events) <= 98
