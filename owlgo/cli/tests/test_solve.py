"""``owlgo solve`` and ``owlgo verify`` on the command line, and what they write."""
import json
import re

import pytest

from owlgo.cli import verify
from owlgo.cli.main import main as command_line
from owlgo.cli.solve import main
from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import all_points
from owlgo.engine.core.tests.pictures import BENT_FOUR, drawn
from owlgo.engine.solver import together
from owlgo.engine.solver.tests.test_eyeless import MAKES, SURE
from owlgo.gtp.tests.strict import ROOT

GAMES = ROOT / 'regress' / 'games'


def run(capsys, *options, command=main):
    status = command(list(options))
    out = capsys.readouterr()
    return status, out.out, out.err


def test_a_problem_is_solved_and_its_files_hold(capsys, tmp_path):
    tree, page, certificate = (str(tmp_path / name) for name in ('p.sgf', 'p.html', 'p.json'))
    status, out, err = run(capsys, str(GAMES / 'bent-three.sgf'), '-o', tree, '--html', page, '--certificate', certificate)
    assert status == 0 and err == ''
    assert 'White first: White kills with A9 (proved' in out and 'Black first: Black lives with A9 (proved' in out
    assert 'the only region that is enclosed' in out and 'one move of White kills' in out and 'stones matter' in out
    game = Game()
    game.load(sgf.load(tree))
    assert game.moves
    text = (tmp_path / 'p.html').read_text('utf-8')
    found = re.search(r'const DATA = (.*);\n', text)
    assert found is not None
    data = json.loads(found[1])
    assert data['proofs']['White'][0]['words'].startswith('White A9') and 'http' not in text
    status, out, _ = run(capsys, certificate, command=verify.main)
    assert status == 0 and len(out.splitlines()) == 2


def test_a_first_move_that_fails_is_refuted(capsys):
    status, out, _ = run(capsys, str(GAMES / 'bent-three.sgf'), 'C9', '--try', 'B9', '--quiet')
    assert status == 0 and 'B9 fails:' in out and 'A9' in out.split('fails:')[1] and ' A B C ' not in out


def test_a_dragon_in_the_open_gets_what_can_be_proved(capsys, tmp_path):
    record = tmp_path / 'open.sgf'
    record.write_text('(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])', 'utf-8')
    status, out, _ = run(capsys, str(record), 'C9', '-n', '300000')
    assert status == 0 and 'not enclosed' in out and 'White first: White kills with' in out and 'Black first: Black cannot live' in out
    assert 'Nothing outside these' in out and 'is taken to hold' in out
    assert re.search(r'White kills with B9 \(proved, ', out) and re.search(r'cannot live \(proved if the wall at D8 holds, ', out)
    assert out.count('Of D8 nothing is known.') == 1
    found = json.loads(run(capsys, str(record), 'C9', '-n', '300000', '--json')[1])
    attack, defence = found['attack'], found['defence']
    assert not found['proved'] and attack['proved'] and not defence['proved'] and (attack['grade'], attack['conditions']) == ('proved', [])
    assert defence['grade'] == 'proved if' and defence['conditions'] == [{'stones': ['D8', 'A7', 'B7', 'C7', 'D7'], 'evidence': 'nothing'}]
    assert (attack['color'], attack['result'], defence['color'], defence['result']) == ('white', 1, 'black', 0)
    assert attack['moves'] and f'White kills with {attack["moves"][0]}' in out and not defence['moves']
    assert f'Nothing outside these {len(attack["matter"])} points matters: {" ".join(attack["matter"])}.' in out
    found = json.loads(run(capsys, str(record), 'C9', '-n', '10', '--json')[1])
    assert not found['proved'] and found['defence'] == {'color': 'black', 'result': None, 'proved': False, 'grade': None}
    status, out, _ = run(capsys, str(record), 'C9', '-n', '10')
    assert status == 3 and 'Black first: unknown (not within 10 positions; more may help)' in out
    record.write_text('(;GM[1]FF[4]SZ[19]AB[aj:sk]AW[aa])', 'utf-8')
    status, out, _ = run(capsys, str(record), 'E10', '-n', '100000')
    assert status == 3 and 'White first: unknown (none of the zones round it that were tried shows it)' in out
    status, _, err = run(capsys, str(record), 'C9', '--html', str(tmp_path / 'x'))
    assert status == 1 and err.count('\n') == 1


def test_what_is_proved_in_the_open_is_written_down_and_checked(capsys, tmp_path):
    record, certificate, picture = tmp_path / 'open.sgf', str(tmp_path / 'c.json'), tmp_path / 'o.sgf'
    record.write_text('(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])', 'utf-8')
    status, out, _ = run(capsys, str(record), 'C9', '-n', '1000', '--certificate', certificate, '-o', str(picture))
    assert status == 3 and 'White kills with' in out and 'SQ[' in picture.read_text('utf-8')
    status, out, _ = run(capsys, certificate, command=verify.main)
    assert status == 0 and out.startswith('proved if the wall at D8 holds, and capture is the end: ')
    assert 'the attacker wins whatever happens outside' in out
    status, _, _ = run(capsys, str(record), 'C9', '-n', '300000', '--certificate', certificate)
    status, out, _ = run(capsys, certificate, command=verify.main)
    assert status == 0 and [line.split(':')[0] for line in out.splitlines()] == \
        ['proved', 'proved if the wall at D8 holds, and capture is the end']
    damaged = json.loads((tmp_path / 'c.json').read_text('utf-8'))
    damaged['zones'][1]['grade'] = 'proved'
    (tmp_path / 'c.json').write_text(json.dumps(damaged), 'utf-8')
    status, _, err = run(capsys, certificate, command=verify.main)
    assert status == 1 and 'it is called proved, and that only holds if the wall at D8 holds' in err


def test_the_answer_is_told_before_a_file_fails(capsys, tmp_path):
    status, out, err = run(capsys, str(GAMES / 'bulky-five.sgf'), '-n', '1', '--quiet', '--certificate', str(tmp_path / 'c.json'))
    assert status == 1 and 'unknown' in out and err == 'owlgo solve: --certificate: nothing is proved\n'


def test_an_unconditional_kill_of_a_closed_region_is_written_down_as_a_zone(capsys, tmp_path):
    """The kill trusts no wall, the rescue is the region's: the file is a list of two certificates, and both hold."""
    certificate = tmp_path / 'c.json'
    status, out, _ = run(capsys, str(GAMES / 'bent-three.sgf'), '--quiet', '--certificate', str(certificate))
    assert status == 0 and 'White kills with A9 (proved, ' in out and ' if ' not in out
    written = json.loads(certificate.read_text('utf-8'))
    assert [sorted({'claims', 'zones'} & set(one)) for one in written] == [['claims'], ['zones']]
    status, out, _ = run(capsys, str(certificate), command=verify.main)
    assert status == 0 and [line.split(':')[0] for line in out.splitlines()] == ['proved', 'proved']
    assert 'the defender wins' in out.splitlines()[0] and 'the attacker wins whatever happens outside' in out.splitlines()[1]


def test_the_wall_of_a_closed_region_is_named(capsys, tmp_path):
    """White's wall has two liberties outside and can be taken: Black to move, his death is only read."""
    record, certificate = tmp_path / 'wall.sgf', str(tmp_path / 'c.json')
    record.write_text('(;GM[1]FF[4]SZ[9]AB[ab][bb][cb][ca][bd][cd][dd][ec][eb][fa][ae][be]AW[ac][bc][cc][dc][db][da][gh])', 'utf-8')
    status, out, _ = run(capsys, str(record), 'A8', '--quiet', '--certificate', certificate)
    assert status == 0 and re.search(r'cannot live \(read, .*\nD9 can be taken as the board stands[.]\n', out)
    assert 'White kills with B9 (proved, ' in out and '  with A9 too if its wall holds' in out
    tree, page = str(tmp_path / 'p.sgf'), tmp_path / 'p.html'
    assert run(capsys, str(record), 'A8', '--quiet', '-o', tree, '--html', str(page))[0] == 0
    assert 'W[ba]' in (tmp_path / 'p.sgf').read_text('utf-8') and 'A9: works too if the wall holds' in page.read_text('utf-8')
    found = json.loads(run(capsys, str(record), 'A8', '--json', '--safe', 'G2')[1])
    assert (found['wall'], found['safe']) == (['D9', 'D8', 'A7', 'B7', 'C7', 'D7'], ['G2'])
    assert (found['attack']['grade'], found['attack']['moves'], found['attack']['moves_if']) == ('proved', ['B9'], ['A9'])
    assert found['defence']['grade'] == 'read' and [one['evidence'] for one in found['defence']['conditions']] == ['refuted']
    found = json.loads(run(capsys, str(GAMES / 'bent-three.sgf'), '--json')[1])
    assert found['wall'] and found['safe'] == [] and found['attack']['proved']
    for vertex in json.loads('["", []]'):
        damaged = json.loads((tmp_path / 'c.json').read_text('utf-8'))
        damaged[0]['attackers'].append(vertex)
        (tmp_path / 'd.json').write_text(json.dumps(damaged), 'utf-8')
        status, out, err = run(capsys, str(tmp_path / 'd.json'), command=verify.main)
        assert (status, out) == (1, '') and f'refused: {vertex!r} is not on the board' in err and err.count('\n') == 1


def test_few_nodes_leave_it_unknown(capsys):
    status, out, _ = run(capsys, str(GAMES / 'bulky-five.sgf'), 'C7', '-n', '10')
    assert status == 3 and 'unknown' in out and 'most promising' in out


@pytest.mark.parametrize('name', ['bent-three.sgf', 'open'])
def test_two_threads_prove_the_same(capsys, tmp_path, monkeypatch, name):
    monkeypatch.setattr(together, 'SOLO_NODES', 0)
    helped = set()
    dismiss = together.HelperSearches.dismiss

    def noting(self):
        dismiss(self)
        helped.add(self.nodes > 0)
    monkeypatch.setattr(together.HelperSearches, 'dismiss', noting)
    record = tmp_path / 'open.sgf'
    record.write_text('(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])', 'utf-8')
    asked = str(record if name == 'open' else GAMES / name), 'C9', '-n', '300000', '--json'
    alone, both = (json.loads(run(capsys, *asked, *more)[1]) for more in ((), ('--threads', '2')))
    for which in 'attack', 'defence':
        assert both[which]['grade'] == alone[which]['grade'] and both[which]['result'] == alone[which]['result']
    assert both['attack']['proved']
    # In the open each side has a thread.
    assert helped or name == 'open'


@pytest.mark.parametrize('options,message', [
    (['--threads', '0'], '--threads: 0 is not between 1 and 8'), (['--threads', '9'], '--threads: 9 is not between 1 and 8'),
    (['-n', '0'], '/--nodes: 0 is not between 1 and'), (['-M', '0'], '/--memory: 0 is not between'),
    (['-M', 'nan'], '/--memory: nan is not')])
def test_limits_have_limits(capsys, options, message):
    with pytest.raises(SystemExit) as ended:
        run(capsys, str(GAMES / 'bent-three.sgf'), *options)
    assert ended.value.code == 2 and message in capsys.readouterr().err


def test_marked_stones_are_the_target(capsys, tmp_path):
    record = tmp_path / 'm.sgf'
    text = (GAMES / 'bent-three.sgf').read_text('utf-8')
    record.write_text(text.rstrip().removesuffix(')') + ';TR[ca])' if ';' in text else text, 'utf-8')
    status, out, _ = run(capsys, str(record), '--quiet')
    assert status == 0 and 'is marked in the record' in out


@pytest.mark.parametrize('variations,options,where,first', [
    ('(;W[da];B[aa])(;W[aa];B[ba])', (), 'after 0 moves, the start of a problem (-L 3 judges the end of its solution)',
     'White kills with B9'),
    ('(;W[da];B[aa])(;W[aa];B[ba])', ('-L', '3'), 'after 2 moves, the end of the record', 'White kills with B9'),
    (';W[da];B[aa]', (), 'after 2 moves, the end of the record (-L 1 judges its start)', 'White kills with B9'),
    (';W[da];B[aa]', ('-L', '2'), 'after 1 move\n', 'White kills with B9'),
    ('', (), 'after 0 moves\n', 'White kills with B9')])
@pytest.mark.parametrize('setup', [
    'PL[W]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc]',
    'PL[W];AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc]',
    'AB[ca][ab][bb][cb];C[next];AW[db][ac][bc][cc][dc];PL[W]'], ids=['root', 'second', 'more'])
def test_the_start_of_a_problem_is_judged_and_any_position_is_named(capsys, tmp_path, setup, variations, options, where, first):
    """A record with stones before its first move and with variations is a problem; of others the end is judged, unless -L says where."""
    record = tmp_path / 'p.sgf'
    record.write_text(f'(;GM[1]FF[4]SZ[9]{setup}{variations})', 'utf-8')
    status, out, err = run(capsys, str(record), 'C9', '-n', '30000', '--quiet', *options)
    assert status == 0 and err == '' and f'the position {where}' in out and f'White first: {first} (proved' in out
    found = json.loads(run(capsys, str(record), 'C9', '-n', '30000', '--json', *options)[1])
    assert found['moves'] == int(where.split()[1])


def test_the_dragons_to_choose_from_are_named(capsys, tmp_path):
    """Nothing is enclosed here: the error names a stone of each dragon, and the board shows them."""
    record = tmp_path / 'p.sgf'
    record.write_text('(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])', 'utf-8')
    status, out, err = run(capsys, str(record))
    assert status == 1 and 'no dragon is enclosed: name a stone of the one you mean: C9, D8' in err
    assert ' 9 . . a . .' in out and 'a: Black C9, 4 stones' in out and 'b: White D8, 5 stones' in out


@pytest.mark.parametrize('options,message', [
    (['nowhere.sgf'], 'nowhere.sgf'), ([str(GAMES / 'bent-three.sgf'), 'Z9'], 'Z9'), ([str(GAMES / 'bent-three.sgf'), 'J1'], 'J1 is empty'),
    ([str(GAMES / 'bent-three.sgf'), 'D9', '--string'], 'D9: '),
    ([str(GAMES / 'bent-three.sgf'), '--try', 'J1'], 'outside'), ([str(GAMES / 'bent-three.sgf'), '--safe', 'C9'], '--safe'),
    ([str(GAMES / 'bent-three.sgf'), 'pass'], 'pass is no point'), ([str(GAMES / 'bent-three.sgf'), '--safe', 'Pass'], 'Pass is no point'),
    ([str(GAMES / 'bent-three.sgf'), '-M', '1'], 'at least')])
def test_bad_questions_get_one_clear_error(capsys, options, message):
    status, out, err = run(capsys, *options)
    assert status == 1 and out == '' and err.count('\n') == 1 and message in err


def test_what_is_no_certificate_is_refused(capsys, tmp_path):
    for name, text, message in (('a', 'x', 'refused'), ('b', '[]', 'it claims nothing'), ('c', '{"format": 1}', 'format'),
                                ('e', 10_000 * '9', 'refused: a number has 10,000 digits')):
        (tmp_path / name).write_text(text, 'utf-8')
        status, out, err = run(capsys, str(tmp_path / name), command=verify.main)
        assert status == 1 and out == '' and message in err and err.count('\n') == 1
    status, _, err = run(capsys, str(tmp_path / 'd'), command=verify.main)
    assert status == 1 and 'No such file' in err


@pytest.fixture
def record(tmp_path):
    """Writes a board as a record; returns its path."""
    def write(text):
        board = drawn(text)
        size = int(board['size'])
        stones = {color: ''.join(f'[{"abcdefghi"[k % size]}{"abcdefghi"[k // size]}]' for k, pos in enumerate(all_points(size))
                                 if board['color'][pos] == color) for color in (1, 2)}
        path = tmp_path / 'board.sgf'
        path.write_text(f'(;GM[1]FF[4]SZ[{size}]AB{stones[1]}AW{stones[2]}PL[W])')
        return str(path)
    return write


def test_a_move_that_begins_no_ko_does_not_work(record, capsys):
    """White can only wait for the ko of a bent four; a move that leaves it as it is was said to work."""
    assert main([record(BENT_FOUR), 'B2', '--try', 'white:C3', '--quiet']) == 0
    said = capsys.readouterr().out
    assert 'White C3 begins no ko: White can only wait for it' in said and 'works' not in said


def test_owlgo_solve_names_a_seki(record, tmp_path, capsys):
    """In its sentences, in JSON, in the record and the page that it writes, and in a certificate that verify takes."""
    files = {kind: str(tmp_path / f'proof.{kind}') for kind in ('sgf', 'html', 'json')}
    path = record(SURE)
    assert main([path, 'F8', '--quiet', '-o', files['sgf'], '--html', files['html'], '--certificate', files['json']]) == 0
    said = capsys.readouterr().out
    line = 'Black makes no two eyes: it is seki (proved, '
    assert said.count(line) == 2
    for kind in ('sgf', 'html'):
        with open(files[kind], encoding='utf-8') as written:
            assert 'it is seki' in written.read()
    assert verify.main([files['json']]) == 0
    assert sum(line.startswith('proved: ') and line.count('it is seki') for line in capsys.readouterr().out.splitlines()) == 2
    assert main([path, 'F8', '--json']) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[side]['seki']['proved'] and found[side]['seki']['conditions'] == [] for side in ('attack', 'defence'))


def test_a_seki_that_one_side_makes_is_told_of_that_side(record, capsys):
    """White D7 leaves a seki, if the wall holds; Black, moving first, has two eyes."""
    assert main([record(MAKES), 'B5', '--quiet']) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith('White first'))
    assert lines[first + 1].startswith('  Black makes no two eyes: it is seki (proved if the wall')
    assert sum('seki' in line for line in lines) == 1
    assert command_line(['-l', record(MAKES), '--decide-owl', 'B5', '--quiet']) == 0
    said = capsys.readouterr().out
    assert 'B5 makes no two eyes if White moves first: it is seki (proved if the wall' in said and 'if Black moves first' not in said
    assert command_line(['-l', record(SURE), '--decide-position', '--quiet']) == 0
    assert 'Black F9, 7 stones: alive in seki, proved' in capsys.readouterr().out
