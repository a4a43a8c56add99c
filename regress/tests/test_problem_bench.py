"""``owlgo bench problems``, ``owlgo bench gotools`` and ``owlgo regress --against``: what is right, and what bad input is told."""
import json
import sys

import pytest

from owlgo.gtp.client import Client, Reply
from owlgo.regress import bench, grades, runner
from owlgo.regress.problem_bench import ask_gotools, ask_problem, sample
from owlgo.regress.problems import BadProblem, Puzzle, load

CORNER = {'id': 'a', 'size': 9,
          'black': ['C9', 'B8', 'C8', 'A7', 'B7'], 'white': ['D9', 'D8', 'C7', 'A6', 'B6'], 'to_move': 'W', 'kind': 'attack',
          'target': 'C9', 'moves': ['A9']}
RECORD = '(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[da][ac][bc][cc][db]TR[ca]{}(;W[aa]{};B[ba])(;W[ba]{};B[aa]))'
SAYS = '''
import sys
answers = {}
for line in sys.stdin:
    words = line.split()
    if words[0] == 'quit': break
    if words[0] == 'owl_defend' and 'play white A9' in played: print('? gone\\n', flush=True)
    elif words[0] == 'owl_attack': print('= 1 a9\\n', flush=True)
    else:
        played = [] if words[0] == 'clear_board' else [*played, line.strip()] if 'played' in globals() else []
        print('= 0\\n' if words[0] == 'owl_defend' else '=\\n', flush=True)
    if words[0] == 'clear_board':
        for _ in range(2_000_000): pass
'''
"""An engine that knows one answer, and works."""

GRADED = '''
import sys
stones = set()
for line in sys.stdin:
    words = line.split()
    if words[0] == 'clear_board': stones = set()
    if words[0] == 'play': stones.add(words[2])
    answer = {'known_command': 'true', 'owl_attack': '1 A9', 'owl_defend': '0',
              'owlgo-verdict': '0 proved' if 'J1' in stones else '1 A9 proved'}
    print('= ' + answer.get(words[0], '') + '\\n', flush=True)
    if words[0] == 'quit': break
'''
"""An engine that proves what it says, and is wrong where a stone is on J1."""


def write(tmp_path, entries, name='p.json'):
    path = tmp_path / name
    path.write_text(json.dumps({'queries': entries}) if not isinstance(entries, str) else entries, 'utf-8')
    return str(path)


class Scripted:
    """An engine that answers owl commands by a list, and everything else with success."""

    def __init__(self, *answers, judges=False):
        self.answers, self.sent, self.judges = list(answers), [], judges

    def send(self, command, timeout=0.0):
        if command == 'known_command owlgo-verdict':
            return Reply('=', str(self.judges).lower())
        self.sent.append(command)
        if not command.startswith('owl'):
            return Reply('=')
        status, _, text = self.answers.pop(0).partition(' ')
        return Reply(status, text)

    def alive(self):
        return True

    def start(self):
        """It is always there."""

    close = start


PROBLEM = Puzzle('p', 9, ('C9',), ('D9',), 2, True, 'C9', ('B9', 'A9'))


@pytest.mark.parametrize('answers,right', [
    (('= 1 B9', '= 1 A9', '= 0'), (True, True, True, True)), (('= 2 A9', '= 1 A9', '? gone'), (True, True, True, True)),
    (('= 1 C3', '= 1 A9', '= 0'), (True, False, True, False)), (('= 0', '= 1 A9', '= 1 A9'), (False, False, False, False)),
    (('= 1 b9', '= 1 A9', '= 3 A9'), (True, True, False, False)), (('timeout',), (False, False, False, False))])
def test_a_problem_is_right_by_four_counts(answers, right):
    """Status, move, what the other side is answered after the solution's first move, and both of these."""
    engine = Scripted(*answers)
    found = ask_problem(engine, PROBLEM, 1.0)
    assert tuple(found.right[what] for what in ('status', 'move', 'after', 'solved')) == right
    assert found.lost == (answers == ('timeout',))
    assert engine.sent[:5] == ['boardsize 9', 'clear_board', 'play black C9', 'play white D9', 'owl_attack C9']
    assert found.lost or engine.sent[5:] == ['owl_defend C9', 'play white B9', 'owl_defend C9']


@pytest.mark.parametrize('answer,grade', [('= 1 B9 proved', 'proved'), ('= 1 B9 proved if C7 D8', 'proved if'), ('= 0 read', 'read'),
                                          ('= 3 B9 uncertain', 'uncertain'), ('= 1 B9', ''), ('timeout', '')])
def test_an_engine_that_grades_its_answers_is_asked_for_the_grade(answer, grade):
    """The answer counts as it would without a grade; so does a record of GoTools."""
    found = ask_problem(Scripted(answer, '= 1 A9', '= 0', judges=True), PROBLEM, 1.0)
    assert found.how == grade and found.right['move'] == ('B9' in answer) and next(iter(found.answers)) == 'owlgo-verdict attack C9'
    record = Puzzle('g', 19, ('A1',), ('A3',), 2, False, 'A3', ('B9',), wanted='1')
    engine = Scripted(answer, judges=True)
    asked = ask_gotools(engine, record, 1.0)
    assert engine.sent[-1] == 'owlgo-verdict defend A3' and asked.how == grade and asked.right['move'] == ('B9' in answer)


def test_right_and_wrong_answers_are_counted_by_grade(tmp_path, capsys):
    """Of bench and of regress: one proved and right, one proved and wrong, one without a grade."""
    script = tmp_path / 'engine.py'
    script.write_text(GRADED, 'utf-8')
    engine = ['--engine', f'{sys.executable} {script}']
    odd = {**CORNER, 'id': 'odd', 'black': ['C9', 'B8', 'C8', 'A7', 'B7', 'J1']}
    assert bench.bench_main(['problems', write(tmp_path, [CORNER, odd]), *engine]) == 0
    assert counted(capsys.readouterr().out) == {'proved': '2 1 1', 'proved if': '0 0 0', 'read': '0 0 0', 'uncertain': '0 0 0'}
    suite = tmp_path / 's.tst'
    suite.write_text('clear_board\n1 owl_attack A1\n#? [1 A9]\n2 owl_attack B2\n#? [0]\n3 name\n#? []\n', 'utf-8')
    assert runner.main([str(suite), '--grades', *engine]) == 1
    assert counted(capsys.readouterr().out) == {'proved': '2 1 1', 'proved if': '0 0 0', 'read': '0 0 0', 'uncertain': '0 0 0'}
    assert runner.main([str(suite), *engine]) == 1
    assert counted(capsys.readouterr().out) == {}


def counted(printed):
    """The lines of the table of grades: what is answered, right and wrong."""
    rows = [[cell.strip() for cell in line.strip('│').split('│')] for line in printed.splitlines()]
    return {row[0]: ' '.join(row[2:]) for row in rows if row[0] in grades.GRADES}


@pytest.mark.parametrize('wanted,answer,right', [
    ('1', '= 1 A2', (True, True, True)), ('2', '= 3 A2', (False, True, True)), ('0', '= 0', (True, True, None)),
    ('0', '= 1 A2', (False, False, None)), ('3', '= 1 A3', (False, False, False)), ('1', '? what', (False, False, False))])
def test_a_record_of_gotools_is_right_by_three_counts(wanted, answer, right):
    """The exact code, the code but for whose threats a ko takes, and the move where there is one."""
    record = Puzzle('g', 19, ('A1',), ('A3',), 2, False, 'A3', ('A2',), wanted=wanted)
    found = ask_gotools(Scripted(answer), record, 1.0)
    assert (found.right['class'], found.right['side'], found.right['move']) == right


def test_a_smaller_sample_is_a_part_of_a_larger_one():
    """The seed decides, in whatever order the problems come."""
    every = [PROBLEM._replace(name=f'{k}') for k in range(50)]
    few, more = sample(every, 5, 3), sample(every[::-1], 20, 3)
    assert len(few) == 5 and set(few) < set(more) and sample(every, 5, 4) != few and len(sample(every, None, 1)) == 50


@pytest.mark.parametrize('marks,moves', [(('', '', ''), ('A9',)), (('', '', 'C[RIGHT]'), ('B9',)), (('', 'C[+ Correct.]', ''), ('A9',)),
                                         (('', 'BM[1]', 'TE[1]'), ('B9',)), (('', 'TE[1]', 'C[Correct]'), ('A9', 'B9'))])
def test_records_with_solutions_are_problems(tmp_path, marks, moves):
    """The first variation is the solution, or those that are marked as correct; the marked stone is the target."""
    (tmp_path / 'one.sgf').write_text(RECORD.format(*marks), 'utf-8')
    (tmp_path / 'two.SGF').write_text(2 * RECORD.format(*marks), 'utf-8')
    found, bad = load(str(tmp_path))
    assert not bad and len(found) == 3 and {one.moves for one in found} == {moves}
    assert {(one.size, one.color, one.attacks, one.target, tuple(sorted(one.black)), len(one.white)) for one in found} == {
        (9, 2, True, 'C9', ('A8', 'B8', 'C8', 'C9'), 5)}
    assert found[2].name.endswith('two.SGF, game 2')


@pytest.mark.parametrize('apart', ['AW[', 'AB[', 'TR['])
def test_a_problem_may_set_its_stones_in_any_nodes_before_the_first_move(tmp_path, apart):
    """A stone that a later one of them takes off, too."""
    text = RECORD.format('', '', '')
    for name, changed in (('a.sgf', text), ('b.sgf', text.replace(apart, f'AB[ii];C[next];AE[ii]{apart}', 1))):
        (tmp_path / name).write_text(changed, 'utf-8')
    (one, other), bad = load(str(tmp_path))
    assert not bad and one == other._replace(name=one.name, source=one.source)


@pytest.mark.parametrize('change,message', [
    ({'kind': 'kill'}, '"kind": attack or defend'), ({'target': 'J1'}, '"target": J1 is no stone of the side that is to be killed'),
    ({'target': 'D9'}, '"target": D9 is no stone'), ({'moves': []}, '"moves": no first move'), ({'moves': ['C9']}, '"moves": C9 cannot'),
    ({'black': ['C9', 'K9']}, '"black"'), ({'white': ['C9']}, 'white C9: no stone can be put there'), ({'to_move': 'x'}, '"to_move"'),
    ({'size': '9'}, '"size"'), ({'black': 'C9'}, '"black": a list'), ({'target': 3}, '"target"')])
def test_a_bad_problem_is_one_error_that_names_file_and_entry(tmp_path, capsys, change, message):
    """Exit status 2; with --skip the others are asked."""
    path = write(tmp_path, [CORNER, {**CORNER, 'id': 'odd', **change}])
    assert bench.bench_main(['problems', path]) == 2
    out, err = capsys.readouterr()
    assert out == '' and err.count('\n') == 1 and f'{path}: entry 2 (odd): ' in err and message in err


@pytest.mark.parametrize('content,message', [
    ('{', 'this is no JSON, at line 1'), ('[]', 'a list of problems is wanted'), ('[1]', 'entry 1'),
                                             ('{"queries": 3}', 'a list of problems')])
def test_a_bad_file_is_one_error(tmp_path, capsys, content, message):
    """Of problems and of records of GoTools; a missing file and an empty folder too."""
    path = write(tmp_path, content)
    for tool in ('problems', 'gotools'):
        for where, what in ((path, message), (str(tmp_path / 'nowhere.json'), 'nowhere.json')):
            assert bench.bench_main([tool, where]) == 2
            err = capsys.readouterr().err
            assert err.count('\n') == 1 and what in err
    (tmp_path / 'empty').mkdir()
    with pytest.raises(BadProblem, match='no records'):
        load(str(tmp_path / 'empty'))


@pytest.mark.parametrize('text,message', [('(;GM[1]SZ[9]AB[ca]AW[da];W[aa])', 'mark a stone'), ('(;GM[1]SZ[9];W[aa])', 'sets no stones'),
                                          ('(;GM[1]SZ[9]AB[ca]TR[ca])', 'no solution'), ('nonsense', 'no SGF'),
                                          ('(;GM[1]SZ[9]AB[ca]TR[ca];W[aa]AB[bb])', 'after the first move'),
                                          ('(;GM[1]SZ[9]W[bb];AB[ca]TR[ca];W[aa])', 'the root has a move')])
def test_a_bad_record_is_named(tmp_path, text, message):
    """The others of the folder are still there."""
    (tmp_path / 'a.sgf').write_text(RECORD.format('', '', ''), 'utf-8')
    (tmp_path / 'b.sgf').write_text(text, 'utf-8')
    good, bad = load(str(tmp_path))
    assert len(good) == len(bad) == 1 and f'{tmp_path / "b.sgf"}: ' in str(bad[0]) and message.lower() in str(bad[0]).lower()


def test_two_engines_stand_beside_each_other(tmp_path, capsys):
    """Right counts, the processor seconds of the engine's own process, and their ratio; every answer as JSON."""
    path, answers = write(tmp_path, [CORNER]), tmp_path / 'out.json'
    script = tmp_path / 'engine.py'
    script.write_text(SAYS, 'utf-8')
    command = f'{sys.executable} {script}'
    assert bench.bench_main(['problems', path, '--engine', command, '--against', f'{command} x', '--json', str(answers)]) == 0
    out = capsys.readouterr().out
    assert out.count('1 (100.0 %)') == 8 and 'ratio' in out
    rows = json.loads(answers.read_text('utf-8'))
    assert [row['engine'] for row in rows] == [command, f'{command} x'] and rows[0]['answers']['owl_attack C9'] == '1 a9'
    assert bench.bench_main(['problems', path, '--engine', 'no-such-engine']) == 2
    assert 'no-such-engine: the engine cannot be started' in capsys.readouterr().err


def test_this_engine_is_asked_in_this_process(tmp_path, capsys):
    """The dragon in the corner is killed, and then it is dead: that is proved if the wall holds."""
    assert bench.bench_main(['problems', write(tmp_path, [CORNER])]) == 0
    out = capsys.readouterr().out
    assert out.count('1 (100.0 %)') == 4 and counted(out)['proved if'] == '1 1 0'
    record = {'id': 'g', 'attacker': ['A17', 'B17', 'C17', 'D18', 'D19'], 'defender': ['A18', 'B18', 'C18', 'C19'], 'mover': 'attacker',
              'target': 'A18', 'outcome': 'd', 'first_moves': ['B19', 'A19']}
    assert bench.bench_main(['gotools', write(tmp_path, [record], 'g.json'), '-v']) == 0
    assert capsys.readouterr().out.count('1 (100.0 %)') == 3


def test_a_suite_is_run_by_two_engines(tmp_path, capsys):
    """``owlgo regress --against``: both right counts and their processor seconds, whose ratio is that of the first to the second."""
    script, suite = tmp_path / 'engine.py', tmp_path / 's.tst'
    script.write_text(SAYS, 'utf-8')
    suite.write_text('clear_board\n1 owl_attack A1\n#? [1 a9]\n2 owl_attack A1\n#? [0]\n', 'utf-8')
    answers = tmp_path / 'out.json'
    command = f'{sys.executable} {script}'
    assert runner.main([str(suite), '--engine', command, '--against', f'{command} x', '--json', str(answers)]) == 1
    out = capsys.readouterr().out
    assert out.count('1 (50.0 %)') == 2 and 'processor s' in out
    assert [row['engine'] for row in json.loads(answers.read_text('utf-8'))] == 2 * [command] + 2 * [f'{command} x']
    with Client([sys.executable, str(script)]) as client:
        assert client.send('owl_attack A1').text == '1 a9'
