"""``owlgo problems`` about goals: any of several strings lives, all do, one is taken, they connect."""
import json

import pytest
from sgfmill import sgf

from owlgo.cli import loading, problem_check, problem_data, problems, solve_answer
from owlgo.cli.problem_data import Achieved, ProblemLimits
from owlgo.cli.problem_text import sentences, title
from owlgo.cli.tests.test_problems import run
from owlgo.engine.core.game import Game
from owlgo.regress import bench
from owlgo.regress.problems import BadProblem, load

FAR = {'black': ['C9', 'B8', 'C8', 'A7', 'B7', 'J1'], 'white': ['D9', 'D8', 'C7', 'A6', 'B6', 'H1', 'H2', 'J3'], 'size': 9,
       'to_move': 'white', 'goal': 'any', 'crucial': ['C9', 'J1'], 'moves': ['A9']}
"""A string with three points in the corner, and one that cannot be saved: A9 kills both."""
SAVES = {'black': ['B6', 'D6', 'A5', 'B5', 'C5', 'D5', 'E4'], 'white': ['A4', 'B4', 'C4', 'D4', 'E3', 'F4'], 'size': 6,
         'to_move': 'black', 'goal': 'all', 'crucial': ['B6', 'E4'], 'moves': ['E5']}
"""E5 takes a stone, or saves it."""
LINK = {'black': ['A5', 'C5'], 'white': ['A4', 'B4', 'C4'], 'size': 5, 'to_move': 'black', 'goal': 'connect', 'crucial': ['A5', 'C5'],
        'moves': ['B5']}
SIX = {'black': ['D7', 'D6', 'A5', 'B5', 'C5', 'D5'], 'size': 7,
       'white': ['E7', 'F7', 'F6', 'E5', 'A4', 'B4', 'C4', 'D4', 'E4', 'G7', 'G6'], 'to_move': 'white',
       'goal': 'any', 'crucial': ['D7'], 'moves': ['B7']}
"""Six points in the corner, one liberty outside: B7 begins a ko."""
WHITE_TO_MOVE = {'to_move': 'white'}


def puzzle(tmp_path, entry, goal=''):
    """The problem of an entry."""
    (tmp_path / 'one.json').write_text(json.dumps([{'id': 'p', **entry}]))
    every, bad = load(str(tmp_path / 'one.json'), goal)
    if bad:
        raise bad[0]
    return every[0]


@pytest.mark.parametrize(('entry', 'change', 'named', 'said'), [
    (FAR, {}, 'p: White to kill all (C9 J1)', ['Book right: A9 kills all (proved if the walls', 'White first: C9 and J1 die (proved if']),
    (FAR, {'to_move': 'black', 'moves': ['B9']}, 'p: Black to save one (C9 J1)',
     ['Not settled: the book plays B9, which saves none (proved if the walls', 'Black first: one of C9 and J1 lives (proved).',
      'First moves that work: A9 saves one (proved).', 'A8 saves none (proved if the walls at']),
    (SAVES, {'line': ['E5', 'E6']}, 'p: Black to save all (B6 E4)',
     ['Book right: E5 saves all (proved).', 'Black first: B6 and E4 live (proved).', 'F5 does not save all (proved): White E5.',
      "The book's line E5 E6 holds."]),
    (SAVES, WHITE_TO_MOVE, 'p: White to capture one (B6 E4)', ['Book right: E5 captures one (proved).']),
    (SAVES, {**WHITE_TO_MOVE, 'goal': 'capture', 'crucial': ['E4'], 'kind': 'attack', 'owner': 'black'}, 'p: White to capture (E4)',
     ['Book right: E5 captures (proved).', 'White first: E4 is taken (proved).', 'If Black moves first, White does not capture (proved)']),
    (LINK, {'line': ['B5', 'D5', 'E5']}, 'p: Black to connect (A5 C5)',
     ['Book right: B5 connects (proved).', 'Black first: A5 and C5 connect (proved).', 'D5 does not connect (proved): White B5']),
    (LINK, WHITE_TO_MOVE, 'p: White to cut (A5 C5)', ['Also D5: the book plays B5, which cuts (proved).']),
])
def test_every_goal_gets_verdict_moves_and_refutations(tmp_path, entry, change, named, said):
    report = problem_check.check(puzzle(tmp_path, {**entry, **change}), ProblemLimits(20_000)).report
    text = sentences(report)
    assert title(report) == named and report.complete
    for one in said:
        assert any(line.startswith(one) for line in text), (one, text)


@pytest.mark.parametrize(('change', 'verdict', 'said', 'lives'), [
    ({}, 'book right', 'Book right: B7 kills by a ko unless Black has 1 more ko threat', None),
    ({'ko': {'black': True, 'white': False}, 'moves': []}, 'book right', 'Book right: White does not kill (proved).', True),
    ({'ko': {'black': True, 'white': False}}, 'book wrong', 'Book wrong: B7 does not kill (proved): Black ', True),
    ({'ko': {'black': False, 'white': True}, 'goal': 'any_lives'}, 'book right', 'Book right: B7 kills (proved', False)])
def test_a_side_may_not_rely_on_ko(tmp_path, change, verdict, said, lives):
    report = problem_check.check(puzzle(tmp_path, {**SIX, **change}), ProblemLimits(100_000)).report
    assert report.verdict == verdict and report.lives == lives and sentences(report)[0].startswith(said), sentences(report)


def test_a_book_without_a_move_is_wrong_where_one_works(tmp_path):
    entry = {**SAVES, 'first_moves': [], 'region': ['A1-F6']}
    del entry['moves']
    report = problem_check.check(puzzle(tmp_path, entry), ProblemLimits(20_000)).report
    assert report.verdict == 'book wrong' and sentences(report)[0] == 'Book wrong: Black saves all (proved); the book has no move.'


def test_first_moves_outside_of_the_region_are_not_tried(tmp_path):
    reports = [problem_check.check(puzzle(tmp_path, {**LINK, 'region': area}), ProblemLimits(20_000)).report for area in ([], ['A4-E5'])]
    tried = [{one.move for one in report.moves} for report in reports]
    assert 'E3' in tried[0] and {'B5', 'D5'} <= tried[1] <= set(reports[1].region)
    assert all(one.outcome == Achieved(1, 'proved') for report in reports for one in report.moves if one.move == 'B5')


@pytest.mark.parametrize(('change', 'said'), [
    ({'goal': 'live'}, '"goal": any or all or capture or connect or any_lives is wanted'), ({'goal': 1}, '"goal": '),
    ({'crucial': []}, '"crucial": a list of stones of one colour is wanted'),
    ({'crucial': 'E4'}, '"crucial": a list of vertices is wanted'),
    ({'crucial': ['E4', 'A4']}, '"crucial": a list of stones of one colour'), ({'crucial': ['F6']}, '"crucial": a list of stones'),
    ({'crucial': ['PASS']}, '"crucial": a list of stones'), ({'crucial': ['Z9']}, '"crucial": '),
    ({'goal': 'connect', 'crucial': ['E4']}, '"crucial": a stone of each of two strings'),
    ({'goal': 'connect', 'crucial': ['B6', 'D6']}, '"crucial": a stone of each of two strings'),
    ({'ko': True}, '"ko": an object with'), ({'ko': {'red': True}}, '"ko": an object with'), ({'ko': {'black': 0}}, '"ko": an object with'),
    ({'ko': {'black': False, 'white': False}}, '"ko": false is possible for one side only'),
    ({'region': 'A1'}, '"region": a list of points'), ({'region': ['A1-Z9']}, '"region": '), ({'region': [1]}, '"region": a list'),
    ({'owner': 'white'}, '"owner": B6 E4 is of Black'), ({'owner': 'red'}, '"owner": '), ({'owner': 3}, '"owner": '),
    ({'region': ['A1-D6']}, '"moves": E5 is not in the region'),
    ({'kind': 'attack'}, '"kind": Black is to move, and B6 E4 is of Black'), ({'kind': 'win'}, '"kind": '),
    ({'first_moves': ['A4']}, '"moves" and "first_moves" are two names of one list'),
    ({'moves': None}, '"moves": '), ({'to_move': 'red'}, '"to_move": ')])
def test_damaged_keys_are_named(tmp_path, change, said):
    with pytest.raises(BadProblem) as error:
        puzzle(tmp_path, {**SAVES, **change})
    assert str(error.value).startswith(f'{tmp_path / "one.json"}: entry 1 (p): {said}'), error.value


def record(marks):
    """SAVES as a record, with these marks and the solution."""
    def points(names):
        return ''.join(f'[{"abcdef"[ord(name[0]) - 65]}{"abcdef"[6 - int(name[1])]}]' for name in names)
    return f'(;SZ[6]AB{points(SAVES["black"])}AW{points(SAVES["white"])}{marks}(;B[eb])(;B[fb]BM[1]))'


def test_marks_of_records_name_the_strings(tmp_path, capsys):
    (tmp_path / 'book').mkdir()
    (tmp_path / 'book' / 'a.sgf').write_text(record('MA[ec][bb]TR[ac]'))
    (tmp_path / 'book' / 'b.sgf').write_text(record(''))
    status, out, err = run(capsys, str(tmp_path / 'book'), '--goal', 'all', '-n', '20000', '--folder', str(tmp_path / 'out'))
    assert 'Black to save all (B6 E4)' in out and 'Book right: E5 saves all' in out and 'does not save all (proved): White E5' in out
    assert status == 1 and err == f'owlgo problems: {tmp_path / "book" / "b.sgf"}: the record marks no stones (MA, TR, SQ, CR, SL)\n'
    root = sgf.Sgf_game.from_bytes(next((tmp_path / 'out').glob('*.sgf')).read_bytes()).get_root()
    assert 'OwlGo: Book right: E5 saves all' in root.get('C')
    assert {child.get_move()[1] for child in root if 'BM' in child.properties()} >= {(4, 5)}


@pytest.mark.parametrize('marks,target', [('MA[ec]TR[bb]', 'E4'), ('MA[ec][ed]TR[bb]', 'B5'), ('MA[ec][ed]', '')])
def test_problems_and_solve_read_marks_alike(tmp_path, marks, target):
    path, game = str(tmp_path / 'a.sgf'), Game()
    (tmp_path / 'a.sgf').write_text(record(marks))
    every, bad = load(path)
    position, _ = loading.load_problem(path, None)
    game.load(position)
    if target:
        assert every[0].target == target == game.vertex(solve_answer.target(game, position, None)[0])
    else:
        assert str(bad[0]) == f'{path}: the record marks stones of both colours alike'
        with pytest.raises(ValueError, match='^the record marks stones of both colours alike$'):
            solve_answer.target(game, position, None)


def test_answers_are_kept_and_written(tmp_path, capsys, monkeypatch):
    """JSON, page and records; an entry with a goal of its own keeps it, another has that of the option."""
    plain = {name: value for name, value in SAVES.items() if name not in ('goal', 'crucial')}
    book, answers, page = tmp_path / 'book.json', tmp_path / 'a.json', tmp_path / 'p.html'
    book.write_text(json.dumps([{'id': 'own', **SAVES}, {'id': 'option', **plain, 'target': 'E4'},
                                {'id': 'none', **SAVES, 'moves': [], 'to_move': 'white'}]))
    options = str(book), '--goal', 'capture', '--json', str(answers), '--html', str(page), '--folder', str(tmp_path / 'd'), '-n', '20000'
    first = run(capsys, *options)
    assert first[0] == 0 and 'own: Black to save all (B6 E4)' in first[1] and 'option: Black to save it (E4)' in first[1]
    found = json.loads(answers.read_text())['problems']
    assert [(one['goal'], one['crucial'], one['lives'], one['verdict']) for one in found] == [
        ('all', ['B6', 'E4'], True, 'book right'), ('capture', ['E4'], True, 'book right'), ('all', ['B6', 'E4'], False, 'book wrong')]
    assert all((one['grade'], one['conditions']) == ('proved', []) for one in found)
    assert 'option: Black to save it (E4)' in page.read_text()
    assert 'TR[ba][ec]' in (tmp_path / 'd' / 'own.sgf').read_text()
    monkeypatch.setattr(problem_check, 'ProblemCheck', None)
    assert run(capsys, *options) == first
    with pytest.raises(TypeError):
        problem_check.check(puzzle(tmp_path, {**SAVES, 'region': ['A1-F6']}), ProblemLimits(20_000))
    assert problem_data.key_of(puzzle(tmp_path, SAVES), ProblemLimits(1)) != \
        problem_data.key_of(puzzle(tmp_path, {**SAVES, 'region': ['A1-F6']}), ProblemLimits(1))


def test_a_first_move_that_loses_if_a_wall_holds_is_marked_as_doubtful(tmp_path, capsys):
    (tmp_path / 'b.json').write_text(json.dumps([{'id': 'p', **FAR, 'to_move': 'black'}]))
    assert run(capsys, str(tmp_path / 'b.json'), '--folder', str(tmp_path / 'd'), '-n', '20000')[0] == 0
    root = sgf.Sgf_game.from_bytes((tmp_path / 'd' / 'p.sgf').read_bytes()).get_root()
    marks = {child.get_move()[1]: {name for name in child.properties() if name in ('TE', 'BM', 'DO')} for child in root}
    assert marks[8, 0] == {'TE'} and marks[8, 1] == {'DO'} and root.get('TR') == {(8, 2), (0, 8)}


def test_goals_are_no_questions_of_the_bench(tmp_path, capsys):
    """It asks owl_attack and owl_defend, which say nothing of goals."""
    (tmp_path / 'b.json').write_text(json.dumps([{'id': 'p', **FAR}]))
    assert bench.bench_main(['problems', str(tmp_path / 'b.json')]) == 2
    assert capsys.readouterr().err == f'owlgo bench: {tmp_path / "b.json"}: p: goals are for owlgo problems\n'


def test_a_goal_that_is_none_is_refused(capsys):
    with pytest.raises(SystemExit):
        problems.main(['x.json', '--goal', 'live'])
    assert 'invalid choice' in capsys.readouterr().err
