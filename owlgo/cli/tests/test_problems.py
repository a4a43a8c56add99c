"""``owlgo problems``: verdicts on books, refutations, and what is written."""
import json
import re

import pytest
from sgfmill import sgf

from owlgo.cli import problem_check, problem_data, problems, verify
from owlgo.cli.problem_data import Achieved, FirstMove, ProblemLimits, Report
from owlgo.cli.problem_text import sentences
from owlgo.regress.problems import load

CORNER = {'id': 'corner', 'size': 9, 'to_move': 'W', 'kind': 'attack', 'target': 'C9', 'moves': ['A9'],
          'black': ['C9', 'B8', 'C8', 'A7', 'B7'], 'white': ['D9', 'D8', 'C7', 'A6', 'B6']}
"""Three points in the corner: A9 is vital for either side."""
LARGER = ['A9', 'C9', 'B8', 'C8', 'A7', 'B7']
"""Black's stones after A9: Black lives."""
LIVES = {'to_move': 'B', 'kind': 'defend'}
RECORD = '(;SZ[9]AB[ca][bb][cb][ac][bc]AW[da][db][cc][ad][bd]TR[ca]C[caf\u00e9](;W[ba];B[aa])(;W[aa]C[RIGHT])(;W[ab];B[aa]C[WRONG]))'
"""The same in a record, with all first moves."""
ODD = 'a</script><b>&\x1b]0;'
"""A name that would break a page or a terminal."""


def entries(tmp_path, *changes):
    """A file with the corner, changed in these ways."""
    path = tmp_path / 'book.json'
    path.write_text(json.dumps([{**CORNER, 'id': f'corner-{k}', **one} for k, one in enumerate(changes)]))
    return str(path)


def checked(tmp_path, **change):
    """The report on the corner, changed."""
    every, bad = load(entries(tmp_path, change))
    assert not bad
    return problem_check.check(every[0], ProblemLimits(20_000)).report


def run(capsys, *options):
    status = problems.main([*options, '--jobs', '1'])
    out = capsys.readouterr()
    return status, out.out, out.err


def test_a_right_book_and_the_refutations_of_all_other_moves(tmp_path):
    found = checked(tmp_path)
    assert (found.verdict, found.complete, found.open, found.line_holds) == ('book right', True, [], True)
    assert {one.move: (one.outcome.result, one.outcome.grade, one.line[:1]) for one in found.moves if one.outcome} == \
        {'A9': (1, 'proved if', ['B9']), 'A8': (0, 'proved', ['A9']), 'B9': (0, 'proved', ['A9'])}
    text = sentences(found)
    assert text[0] == 'Book right: A9 kills (proved if the walls at D9, C7 and A6 hold).'
    assert 'If Black moves first, White does not kill (proved): Black A9.' in text
    assert 'B9 does not kill (proved): Black A9.' in text


@pytest.mark.parametrize(('change', 'verdict', 'said'), [
    (LIVES, 'book right', 'A9 lives (proved).'),
    ({'moves': ['B9']}, 'book wrong', 'Book wrong: B9 does not kill (proved): Black A9; right is A9.'),
    ({'moves': ['B9'], 'wrong': ['A9']}, 'book wrong', 'The book calls A9 a failure, but it works.'),
    ({**LIVES, 'moves': ['A9', 'A8']}, 'book wrong', 'Book wrong: A8 does not live (proved): White B9; right is A9.'),
    ({**LIVES, 'line': ['A9', 'PASS', 'B9']}, 'book wrong', 'its line fails at move 3, B9, which does not live (proved): White A8.'),
    ({**LIVES, 'black': LARGER, 'moves': ['A8']}, 'book wrong', 'no move is needed: Black lives (proved).'),
    ({**LIVES, 'black': LARGER, 'moves': ['PASS']}, 'also', 'Also a pass: the book plays PASS, which lives (proved).'),
])
def test_a_book_is_judged_by_proofs(tmp_path, change, verdict, said):
    found = checked(tmp_path, **change)
    assert found.verdict == verdict and any(said in line for line in sentences(found))
    assert not any('PASS' in one.line[1:] for one in found.moves)


def report(*moves, first=None, book=('A1',)):
    return Report('p', 9, [], [], 'black', 'defend', '', ['B2'], [], '', [], list(book), list(book), [], first=first,
                  moves=[FirstMove(move, outcome) for move, outcome in moves])


PROVED, FAILS = Achieved(1, 'proved'), Achieved(0, 'proved')
KO, GOOD_KO = Achieved(3, 'proved', 1), Achieved(2, 'proved', 1)


def test_moves_that_fail_only_if_walls_hold_are_listed_apart():
    found = report(('A1', PROVED), ('A2', FAILS), ('A3', Achieved(0, 'proved if', conditions=('C3',))), ('A4', None))
    assert sentences(found)[-4:-1] == ['Worse too: A2.', 'Worse if walls hold: A3.', 'Not settled: A4.']


@pytest.mark.parametrize(('moves', 'first', 'verdict'), [
    ([('A1', PROVED), ('A2', PROVED)], None, 'also'),
    ([('A1', PROVED), ('A2', KO), ('A3', None)], None, 'book right'),
    ([('A1', KO), ('A2', PROVED)], None, 'book wrong'),
    ([('A1', KO)], GOOD_KO, 'book wrong'),
    ([('A1', KO), ('A2', None)], KO, 'book right'),
    ([('A1', KO)], None, 'not settled'),
    ([('A1', Achieved(0, 'proved if', conditions=('C3',))), ('A2', PROVED)], None, 'not settled'),
    ([('A1', Achieved(3, 'proved if', 1, ('C3',))), ('A2', PROVED)], None, 'not settled'),
    ([('A1', Achieved(1, 'read'))], None, 'not settled'),
    ([('A1', None)], FAILS, 'book wrong'),
    ([('A1', FAILS)], FAILS, 'book wrong'),
])
def test_only_proofs_without_trust_call_a_book_wrong(moves, first, verdict):
    found = report(*moves, first=first)
    assert found.verdict == verdict and sentences(found)[0].lower().startswith(verdict)


def test_a_record_gets_its_refutations_and_its_certificates_hold(tmp_path, capsys):
    (tmp_path / 'book').mkdir()
    source = tmp_path / 'book' / 'corner.sgf'
    source.write_bytes(RECORD.encode('latin-1'))
    folder, page = tmp_path / 'out', tmp_path / 'p.html'
    status, out, err = run(capsys, str(tmp_path / 'book'), '--folder', str(folder), '--html', str(page), '-n', '20000')
    assert (status, err) == (0, '') and 'Book right: A9 kills' in out and 'book right 1' in out
    made = next(folder.glob('*.sgf')).read_bytes()
    root = sgf.Sgf_game.from_bytes(made).get_root()
    assert root.get('C').startswith('caf\u00e9\n\nOwlGo: Book right: A9 kills')
    marks = {child.get_move()[1]: ('TE' in child.properties(), 'BM' in child.properties(), len(child)) for child in root}
    assert marks == {(8, 1): (False, True, 1), (8, 0): (True, False, 1), (7, 0): (False, True, 1)}
    certificates = next(folder.glob('*.certificates.json'))
    assert verify.main([str(certificates)]) == 0 and capsys.readouterr().out.count('proved') >= 4
    data = json.loads((folder / 'problems.json').read_text())
    assert data['counts'] == {'book right': 1, 'also': 0, 'book wrong': 0, 'not settled': 0}
    assert data['problems'][0]['book_wrong'] == ['B9', 'A8'] and source.read_bytes() == RECORD.encode('latin-1')
    assert 'data-verdict="book right"' in page.read_text()


def test_what_is_done_is_not_done_again(tmp_path, capsys, monkeypatch):
    book, answers = entries(tmp_path, {}, LIVES), str(tmp_path / 'a.json')
    options = book, '--json', answers, '-n', '20000'
    first = run(capsys, *options)
    assert first[0] == 0 and first[1].count('Book right') == 2
    monkeypatch.setattr(problem_check, 'ProblemCheck', None)
    assert run(capsys, *options) == first
    saved = (tmp_path / 'a.json').read_text()
    known = problem_data.loads(saved)
    assert problem_data.dumps(known, [sentences(one) for one in known]) == saved


def test_answers_to_other_problems_are_kept(tmp_path, capsys):
    answers = str(tmp_path / 'a.json')
    run(capsys, entries(tmp_path, {}), '--json', answers, '-n', '20000')
    status, out, _ = run(capsys, entries(tmp_path, {'id': 'other'}), '--json', answers, '-n', '20000')
    assert status == 0 and 'corner-0' not in out
    run(capsys, entries(tmp_path, {'id': 'other'}), '--json', answers, '-n', '30000')
    assert [one.name for one in problem_data.loads((tmp_path / 'a.json').read_text())] == ['other', 'corner-0']


def test_an_interrupt_keeps_what_is_done(tmp_path, capsys, monkeypatch):
    real, calls = problem_check.check, []

    def once(one, limits):
        calls.append(one)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(one, limits)
    monkeypatch.setattr(problem_check, 'check', once)
    status, _, err = run(capsys, entries(tmp_path, {}, LIVES), '--json', str(tmp_path / 'a.json'), '-n', '20000')
    assert (status, err) == (130, 'owlgo problems: interrupted; what was done is kept\n')
    assert len(problem_data.loads((tmp_path / 'a.json').read_text())) == 1


def test_bad_problems_are_named_and_the_others_checked(tmp_path, capsys):
    book = entries(tmp_path, {}, {'line': ['A9', 'A9']}, {'wrong': ['C9']})
    status, out, err = run(capsys, book, '-n', '20000')
    assert status == 1 and 'Book right' in out
    assert err.splitlines() == [f'owlgo problems: {book}: entry 2 (corner-1): "line": move 2, A9, cannot be played',
                                f'owlgo problems: {book}: entry 3 (corner-2): "wrong": C9 cannot be played']


def test_a_name_cannot_break_terminal_or_page(tmp_path, capsys):
    page = tmp_path / 'p.html'
    status, out, _ = run(capsys, entries(tmp_path, {'id': ODD}), '--html', str(page), '--folder', str(tmp_path / 'd'), '-n', '20000')
    text = page.read_text()
    assert status == 0 and '\x1b' not in out + text and ODD not in text and text.count('</script>') == 1
    assert sorted(one.name for one in (tmp_path / 'd').iterdir()) == ['a_script_b_0.certificates.json', 'a_script_b_0.sgf', 'problems.json']


def test_a_long_name_is_cut_in_names_of_files(tmp_path, capsys):
    book = entries(tmp_path, {'id': '\u00e9' * 300}, {'id': '\u00e9' * 300})
    status, _, _ = run(capsys, book, '--folder', str(tmp_path / 'd'), '-n', '20000')
    assert status == 0 and len(list((tmp_path / 'd').glob('*.sgf'))) == 2


def test_nothing_is_written_over_problems_or_other_files(tmp_path, capsys):
    book = entries(tmp_path, {})
    before = (tmp_path / 'book.json').read_text()
    status, _, err = run(capsys, book, '--html', book)
    assert status == 1 and re.fullmatch('owlgo problems: --html: nothing is written over a record: .* is one\n', err)
    status, _, err = run(capsys, str(tmp_path / 'book.json'), '--folder', str(tmp_path / 'book.json'))
    assert status == 1 and 'exists' in err
    (tmp_path / 'other.json').write_text('{"a": 1}')
    status, _, err = run(capsys, book, '--json', str(tmp_path / 'other.json'))
    assert status == 1 and 'it is not written over' in err
    assert (tmp_path / 'book.json').read_text() == before and (tmp_path / 'other.json').read_text() == '{"a": 1}'


@pytest.mark.parametrize(('options', 'message'), [
    (['--level', '99'], '--level: 99 is not'), (['-n', '0'], '--nodes: 0 is not'), (['--seconds', '-1'], '--seconds: -1 is not'),
    (['--jobs', '0'], '--jobs: 0 is not'), (['--limit', '0'], '--limit: 0 is not')])
def test_limits_have_limits(tmp_path, capsys, options, message):
    with pytest.raises(SystemExit):
        problems.main([entries(tmp_path, {}), *options])
    assert message in capsys.readouterr().err


def test_few_seconds_leave_it_unsettled(tmp_path):
    every, _ = load(entries(tmp_path, {}))
    found = problem_check.check(every[0], ProblemLimits(20_000, 1e-9)).report
    assert found.verdict == 'not settled' and [one.outcome for one in found.moves if one.outcome] == []
    assert 'Moves elsewhere were not examined.' in sentences(found)


def test_a_long_line_ends_in_dots(tmp_path):
    found = checked(tmp_path)
    for one in found.moves:
        one.line = ['A9', 'B9'] * 5
    assert [line for line in sentences(found) if line.startswith('B9')][0].endswith(', White B9 ...')


def test_a_refutation_that_trusts_a_wall_is_told():
    """It calls neither the book nor the move wrong."""
    trusting = Achieved(0, 'proved if', conditions=('C3',))
    found = report(('A1', PROVED), ('A2', trusting), ('A3', None))
    found.moves[1].likely = 1
    text = sentences(found)
    assert 'A2 does not live (proved if the wall at C3 holds).' in text and 'Not settled: A3.' in text
    assert found.verdict == 'book right' and found.open == found.moves[2:]
