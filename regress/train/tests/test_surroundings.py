"""Learning the weights of playouts' moves from judged games."""
from pathlib import Path

import numpy as np
import pytest

from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, other
from owlgo.engine.mcts import surroundings as weights
from owlgo.engine.mcts.tests.test_fastboard import random_game
from owlgo.engine.mcts.tests.test_surroundings import images_of, signs_round
from owlgo.regress.train import surroundings


def test_codes_agree_with_the_twin():
    """Every empty point of random boards: the lowest code of its images, read as signs."""
    for seed in range(20):
        game = random_game(seed, 5, 14)
        points = all_points(5)
        board = np.array([game.color_at(pos) for pos in points]).reshape(5, 5)
        for side in (BLACK, WHITE):
            codes = surroundings.codes_of(board, side)
            for pos, code in zip(points, codes, strict=True):
                name = surroundings.name_of(int(code)).split()[1]
                assert name in images_of(signs_round(game, pos, side))
                assert int(code) == min(weights.codes(name))


def judged_games(folder: Path) -> None:
    """Write games whose judge always plays beside the last move if he can, and otherwise in the first corner."""
    for number in range(3):
        rows = []
        for seed in range(30):
            game = random_game(100 * number + seed, 5, 8)
            points = list(all_points(5))
            who, last = game.moves[-1]
            if last == PASS:
                continue
            chances = np.zeros(26)
            near = [k for k, pos in enumerate(points) if game.color_at(pos) == EMPTY and abs(pos - last) in (1, points[5] - points[0])]
            chances[near[0] if near else 0] = 1
            rows.append(([game.color_at(pos) for pos in points], [points.index(last), -1], other(who), chances))
        board, last_moves, sides, policy = map(np.array, zip(*rows, strict=True))
        np.savez(folder / f'{number}.npz', size=np.array(5), board=board.astype(np.int8), last=last_moves, toplay=sides, policy=policy)


def test_what_is_played_becomes_likely(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    judged_games(tmp_path)
    out = tmp_path / 'weights.txt'
    assert surroundings.main([str(tmp_path), '-o', str(out)]) == 0
    assert 'kinds of moves from' in capsys.readouterr().out
    found = weights.parse(out.read_text())
    beside, diagonal = ([value for (place, _), value in found.items() if place == name] for name in ('beside', 'diagonal'))
    assert np.mean(beside) > 0 > np.mean(diagonal)
    again = tmp_path / 'again.txt'
    surroundings.main([str(tmp_path), '-o', str(again)])
    assert again.read_text() == out.read_text()


def test_an_empty_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        surroundings.main([str(tmp_path), '-o', str(tmp_path / 'out.txt')])
    assert 'no judged games' in capsys.readouterr().err
