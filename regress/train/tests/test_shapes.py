"""Learning the looks of moves from games that the engine plays against itself."""
import gzip
import math
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, NPOINTS, PASS, on_board, other
from owlgo.engine.mcts import move_features, shape
from owlgo.engine.mcts.fastboard import new_board
from owlgo.engine.mcts.playout import MAX_FEATURES, new_playout
from owlgo.engine.mcts.shape import COUNTS, FEATURE_NAMES, Feature, LearnedWeights
from owlgo.engine.mcts.tests.test_fastboard import fast_of, random_game
from owlgo.engine.mcts.tests.test_shape import naive_signs
from owlgo.regress.train import learning, selfplay, shapes


def test_learning_makes_the_moves_of_games_likelier(tmp_path: Path):
    """Games of its own: the looks of their moves are learned better than chance, and are written as they are read."""
    for number in range(1, 12):
        path = selfplay.write_game(tmp_path, number, 5, 60)
        again = path.read_text()
        assert selfplay.write_game(tmp_path, number, 5, 60).read_text() == again
    paths = sorted(tmp_path.glob('*.sgf'))
    found = shapes.learn(paths, least=3)
    assert found.games == 9 and found.moves > 100
    records = [sgf.load(paths[0])]
    gathered = shapes.gather(records, found.looks)
    nothing, something = gathered.prediction(np.zeros(len(FEATURE_NAMES) + len(found.looks.shapes))), found.prediction
    right, doubt = predicted(found.looks, [sgf.load(path) for path in paths[::shapes.HELD_BACK]])
    assert something.right == pytest.approx(right, abs=0.01) and something.doubt == pytest.approx(doubt, rel=1e-3)
    assert something.doubt < nothing.doubt and something.right > nothing.right
    shapes.save(found, tmp_path / 'shapes.txt.gz')
    assert shape.parse(gzip.decompress((tmp_path / 'shapes.txt.gz').read_bytes()).decode()) == found.looks


def test_shapes_are_those_made_often_enough_or_met_very_often(tmp_path: Path, monkeypatch):
    """Against counting by hand."""
    monkeypatch.setattr(shapes, 'MET', 60)
    paths = [selfplay.write_game(tmp_path, number, 5, 60) for number in range(1, 4)]
    records = [sgf.load(path) for path in paths]
    found, moves = shapes.shapes_of(records, 4)
    made, met = Counter[str](), Counter[str]()
    total = 0

    def names(game: Game, move: int, color: int, sizes: int) -> list[str]:
        signs = naive_signs(game, move, color)
        return [min(''.join(part) for part in ways(signs[:count])) for count in COUNTS[:sizes]]

    for record in records:
        game = Game(record.size)
        for event in record.events:
            assert isinstance(event, sgf.Play)
            if event.pos != PASS:
                total += 1
                made.update(names(game, event.pos, event.color, len(COUNTS)))
                if total % shapes.EVERY == 0:
                    p = new_playout(0)
                    count = move_features.py_choices(fast_of(game), p, shape.empty(), event.color, 0)
                    for move in p['choice'][:count].tolist():
                        met.update(names(game, move, event.color, shapes.MET_SIZES))
            game.play(event.color, event.pos)
    assert moves == total
    often = {name for name, times in met.items() if times * shapes.EVERY >= 60}
    assert {min(''.join(part) for part in ways(signs)) for signs in found.shapes} == often | {name for name, n in made.items() if n >= 4}
    assert any(made[name] < 4 for name in often)


def ways(signs: str) -> list[list[str]]:
    """The signs in all eight turns of the board."""
    found = []
    for turn in shape.TURNS:
        part = [''] * len(signs)
        for k, sign in enumerate(signs):
            part[turn[k]] = sign
        found.append(part)
    return found


@pytest.mark.parametrize('size,seed', [(5, 7), (9, 3), (13, 1)])
def test_what_is_gathered_are_the_features_of_every_move(size, seed):
    """Against asking for one move after the other; openings, which are not learned, count by their weight."""
    game = random_game(seed, size, 20)
    color, last = other(game.moves[-1][0]), game.moves[-1][1]
    f, p, s = fast_of(game, last), new_playout(1), move_features.learned()
    found, counts, given = np.zeros(NPOINTS * MAX_FEATURES, np.int32), np.zeros(NPOINTS, np.int64), np.zeros(NPOINTS)
    n = shapes.py_gather(f, p, s, color, found, counts, given)
    moves, at = p['choice'][:n].tolist(), 0
    assert sorted(moves) == sorted(p['choice'][:move_features.py_choices(f, p, s, color, 0)].tolist())
    for k, pos in enumerate(moves):
        every = p['feature'][:move_features.py_features(f, p, s, pos, color)].tolist()
        assert found[at:at + counts[k]].tolist() == [feature for feature in every if feature != Feature.CORNER]
        assert given[k] == pytest.approx(float(s['value'][Feature.CORNER]) * (Feature.CORNER in every))
        at += int(counts[k])


def test_what_the_likelihood_goes_by_is_what_the_engine_does(tmp_path: Path):
    """The chance that weights give to the moves of games is the same by ``listwise`` and by the kernel of the search."""
    records = [sgf.load(selfplay.write_game(tmp_path, number, 5, 60)) for number in range(1, 4)]
    rng = np.random.default_rng(1)
    known, _ = shapes.shapes_of(records, 3)
    weight = rng.normal(size=len(FEATURE_NAMES) + len(known.shapes)).round(3)
    weight[Feature.CORNER] = shapes.OPENING
    of_shapes = dict(zip(known.shapes, weight[len(FEATURE_NAMES):].tolist(), strict=True))
    looks = LearnedWeights(dict(zip(FEATURE_NAMES, weight.tolist(), strict=False)), of_shapes)
    gathered = shapes.gather(records, looks)
    assert gathered.doubt(weight) == pytest.approx(predicted(looks, records)[1], rel=1e-4) and len(gathered) > 30


def predicted(looks: LearnedWeights, records: list[sgf.Record]) -> tuple[float, float]:
    """The part of the moves that were likeliest by the search's kernel, and their doubt; moves that no search would try do not count."""
    s, f, p, found = move_features.with_weights(looks), new_board(), new_playout(0), []
    for color, move in shapes._positions(records, f):
        n = move_features.py_choices(f, p, s, color, 0)
        chances = dict(zip(p['choice'][:n].tolist(), p['chance'][:n].tolist(), strict=True))
        if move in chances:
            likeliest = [one for one, chance in chances.items() if chance == max(chances.values())]
            found.append(((move in likeliest) / len(likeliest), -math.log(chances[move])))
    right, doubt = np.mean(found, axis=0)
    return float(right), float(doubt)


def test_a_game_against_itself_is_legal_and_ends():
    record = selfplay.own_game(7, 80, 3)
    game, color = Game(7), BLACK
    for event in record.events:
        assert isinstance(event, sgf.Play) and event.color == color
        assert event.pos == PASS or on_board(event.pos, 7)
        game.play(color, event.pos)
        color = other(color)
    assert 20 < len(record.events) <= 98


def test_the_command_plays_and_learns(tmp_path: Path, capsys):
    out = tmp_path / 'shapes.txt'
    words = [str(tmp_path / 'games'), '--play', '3', '--size', '5', '--playouts', '20', '--jobs', '1', '--least', '2', '-o', str(out)]
    assert learning.main(words) == 0
    assert ' shapes from ' in capsys.readouterr().out and shape.parse(out.read_text(), 'shapes.txt').shapes


@pytest.mark.slow
def test_another_engine_plays_the_games(tmp_path: Path, capsys):
    command = f'{sys.executable} -m owlgo.cli.main --mode gtp --level 0 --seed {{seed}}'
    out = tmp_path / 'shapes.txt'
    words = [str(tmp_path), '--play', '3', '--size', '5', '--engine', command, '--jobs', '1', '--least', '2', '-o', str(out)]
    assert learning.main(words) == 0
    records = [sgf.load(path) for path in sorted(tmp_path.glob('engine5-*.sgf'))]
    assert len(records) == 3 and all(len(record.events) > 3 for record in records)
    assert shape.parse(out.read_text(), 'shapes.txt').shapes
    again = selfplay.engine_game(command, 5, 2)
    assert again.events == records[1].events


def test_an_engine_that_refuses_is_named(tmp_path: Path, capsys):
    refuses = tmp_path / 'refuses.py'
    refuses.write_text("import sys\nfor line in sys.stdin: print('? no' if 'komi' in line else '= ', end='\\n\\n', flush=True)")
    assert learning.main([str(tmp_path), '--play', '1', '--engine', f'{sys.executable} {refuses}', '--jobs', '1']) == 2
    assert 'refuses.py: komi 7.5: no' in capsys.readouterr().err and not list(tmp_path.glob('*.sgf'))


def test_one_game_is_too_few_and_nothing_is_written(tmp_path: Path, capsys):
    (tmp_path / 'one.sgf').write_text('(;SZ[5];B[cc];W[dd])')
    out = tmp_path / 'shapes.txt'
    assert learning.main([str(tmp_path), '-o', str(out)]) == 2 and not out.exists()
    assert '1 game record: too few' in capsys.readouterr().err
