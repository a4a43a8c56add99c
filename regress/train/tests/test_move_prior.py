"""Learning first looks from choices about dragons."""
import json

import pytest

from owlgo.engine.life import move_prior as looks
from owlgo.regress.train import move_prior

WALLS = [f'{color} {vertex}' for k in range(5) for color, vertex in (('black', f'{"BCDEF"[k]}2'), ('white', f'{"BCDEF"[k]}3'))]


def fights(count: int) -> list[dict]:
    """The same fight in several games: Black's row on the second line lives or dies at one point."""
    return [{'game': f'1/{k}', 'size': 9, 'moves': [*WALLS, 'black H8', 'white G2'], 'stone': 'C2', 'kills': 'B1', 'saves': 'A2'}
            for k in range(count)]


def written(path, found):
    path.write_text(''.join(json.dumps(one) + '\n' for one in found))
    return path


def test_what_was_played_is_learned(tmp_path, capsys):
    """The weights are written as they are read, and put what was played first where it was learned from."""
    path, out = written(tmp_path / 'fights', fights(12)), tmp_path / 'weights.txt'
    assert move_prior.main(['fit', str(path), '-o', str(out)]) == 0
    assert 'attack: 9 moves' in capsys.readouterr().err
    record = looks.empty_record()
    looks.fill(record, out.read_text('ascii'))
    found = list(move_prior.choices([path]))
    assert len(found) == 24
    known = {int(key): record['weight'][:, k] for k, key in enumerate(record['slot']) if key}
    for _, side, (rows, best) in found:
        scores = [sum(float(known[key][side]) for key in row if key in known) for row in rows]
        assert scores[best] == max(scores)


def test_a_move_about_one_dragon_counts_so_often_in_a_game(tmp_path):
    path = written(tmp_path / 'fights', [fights(1)[0]] * 5)
    assert len(list(move_prior.choices([path]))) == 2 * move_prior.SAME


@pytest.mark.parametrize('change', [{'stone': 'Z9'}, {'moves': ['black']}, {'size': 99}, {'kills': 3}, {'moves': ['black C2', 'white C2']},
                                    None])
def test_damaged_files_are_refused_by_line(tmp_path, capsys, change):
    path, out = written(tmp_path / 'fights', fights(2)), tmp_path / 'weights.txt'
    with path.open('a') as more:
        more.write('{}\n' if change is None else json.dumps(fights(1)[0] | change) + '\n')
    with pytest.raises(SystemExit):
        move_prior.main(['fit', str(path), '-o', str(out)])
    assert f'{path}:3: no fight about a dragon' in capsys.readouterr().err and not out.exists()
