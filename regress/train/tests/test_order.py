"""Learning the order of moves in the search from problems that the solver settled."""
import json

import pytest

from engine.owl import move_prior, order
from regress.train import order as learning


@pytest.fixture(scope='module')
def some():
    found = list(learning.made(14, 1))
    assert len(found) > 2
    return found


def written(path, found):
    path.write_text(''.join(json.dumps(one) + '\n' for one in found))
    return path


def test_what_wins_is_learned(some, tmp_path, capsys, monkeypatch):
    """The weights are written as they are read, and mostly put a winning move first where they were learned from."""
    monkeypatch.setattr(learning, 'RARE', 2)
    path, out = written(tmp_path / 'problems', some), tmp_path / 'weights.txt'
    assert learning.main(['fit', str(path), '-o', str(out)]) == 0
    assert 'the first move wins in' in capsys.readouterr().err
    record = move_prior.empty_record()
    move_prior.fill(record, out.read_text('ascii'), order.ALL_KINDS, 'order.txt')
    known = {int(key): record['weight'][:, k] for k, key in enumerate(record['slot']) if key}
    found, right = list(learning.choices([path])), 0
    for _, (side, good, rows) in found:
        scores = [sum(float(known[int(key)][side]) for key in row if int(key) in known) for row in rows]
        right += scores.index(max(scores)) in good
    assert len(found) >= 10 and right > 0.8 * len(found)


def test_what_is_learned_from_is_labelled(some):
    """Every position is reached by moves that were labelled before it, and a win of one side is a loss of the other."""
    for one in some:
        nodes = {(node['side'] ^ len(node['line']) & 1, *node['line']): node for node in one['nodes']}
        assert all(len(node['line']) <= learning.DEPTH and not set(node['wins']) & set(node['loses']) for node in one['nodes'])
        for (first, *line), node in nodes.items():
            before = nodes.get((first, *line[:-1])) if line else None
            if before is not None and line[-1] in before['wins']:
                assert not node['wins']


def test_a_file_of_problems_is_read(some, tmp_path):
    one = next(one for one in some if any(not node['line'] and node['wins'] for node in one['nodes']))
    root = next(node for node in one['nodes'] if not node['line'] and node['wins'])
    query = {'id': 'one', 'size': one['size'], 'black': one['stones'][0], 'white': one['stones'][1], 'goal': one['goal'],
             'target': one['goal'][0], 'kind': 'defend' if root['side'] else 'attack', 'moves': root['wins'],
             'to_move': 'BW'[(one['goal'][0] in one['stones'][1]) ^ (root['side'] == 0)]}
    (tmp_path / 'queries').write_text(json.dumps({'queries': [query]}))
    assert learning.main(['collect', '0', '1', str(tmp_path / 'out'), '--from', str(tmp_path / 'queries')]) == 0
    assert all(json.loads(line)['problem'] == 'one' for line in (tmp_path / 'out').read_text().splitlines())


@pytest.mark.parametrize('change', [{'size': 99}, {'goal': ['Z9']}, {'goal': []}, {'nodes': [{}]}, {'stones': 3}, None])
def test_damaged_files_are_refused_by_line(some, tmp_path, capsys, change):
    path, out = written(tmp_path / 'problems', some[:2]), tmp_path / 'weights.txt'
    with path.open('a') as more:
        more.write('{}\n' if change is None else json.dumps(some[0] | change) + '\n')
    with pytest.raises(SystemExit):
        learning.main(['fit', str(path), '-o', str(out)])
    assert f'{path}:3: no problem with its moves' in capsys.readouterr().err and not out.exists()
