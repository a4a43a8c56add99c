"""``owlgo score``: finished games as servers count them, and pictures of them."""
import json
from xml.etree import ElementTree

import pytest

from owlgo.cli.score import main
from owlgo.cli.score_answer import parse_result
from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.named_rules import NAMED_RULES
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import SETTLED, drawn
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered


def record(info, passes=True, text=SETTLED, handicap=0):
    """A picture as a record, with more properties in its root."""
    board = drawn(text)
    game = Game(int(board['size']), 6.5)
    black, white = ([pos for pos in all_points(game.size) if board['color'][pos] == color] for color in (BLACK, WHITE))
    game.setup(black, white, handicap=handicap)
    for color in (BLACK, WHITE) * passes:
        game.play(color, PASS)
    return sgf.dumps(game.record()).replace('SZ[7]', f'SZ[7]{info}')


@pytest.fixture
def scored(tmp_path, capsys):
    """Scores records, and returns status, output and errors."""
    def run(*texts, options=()):
        names = [str(tmp_path / f'{k}.sgf') for k in range(len(texts))]
        for name, text in zip(names, texts, strict=True):
            with open(name, 'w', encoding='utf-8') as f:
                f.write(text)
        status = main([*names, *options])
        printed = capsys.readouterr()
        return status, printed.out, printed.err
    return run


def test_a_finished_game_is_counted_by_its_own_rules_and_by_the_others(scored):
    status, out, err = scored(record('RU[Japanese]RE[W+6.5]'))
    assert (status, err) == (0, '')
    for line in (' 5 X x X . O O O 5', ' 3 & x X O o O o 3', 'Black: 10 points of territory + 0 prisoners + 1 dead stone = 11',
                 'White wins by 6.5 points (Japanese rules), as the record says.', 'Dead: White A3', 'Neutral: D5',
                 'By other rules: W+6.5 Korean; W+10.5 Chinese, AGA, New Zealand, Tromp-Taylor.',
                 'Where area counts, filling the neutral points in turn, Black first, makes it W+9.5.',
                 'Tromp-Taylor takes no dead stones off: with all on the board it is W+17.5.'):
        assert line in out.split('\n'), line


@pytest.mark.parametrize(('info', 'said'), [
    ('RU[Chinese]RE[W+6.5]', '(Chinese rules); the record says W+6.5, right by Japanese and Korean rules.'),
    ('RU[Chinese]RE[B+R]', 'the record says B+R, which is no count.'), ('RU[Mine]', "Japanese rules (the record's, 'Mine', are not known)"),
    ('RU[GOE]', "Tromp-Taylor rules (nearest to the record's, 'GOE')"), ('RU[Ing]', "Tromp-Taylor rules (nearest to the record's, 'Ing')"),
    ('', 'Japanese rules (the record names none)')])
def test_the_record_is_compared_and_unknown_rules_are_said(scored, info, said):
    out = scored(record(info))[1]
    assert said in out


KEYS = {'file', 'size', 'komi', 'handicap', 'moves', 'rules', 'result', 'score', 'certain', 'finished', 'passed', 'settled', 'played_on',
        'dead', 'seki', 'dame', 'territory', 'owners', 'results', 'all_alive', 'after_dame', 'passes', 'doubts', 'recorded', 'agrees',
        'agreeing', 'text'}
PARTS = {'territory', 'stones', 'dead', 'prisoners', 'komi', 'compensation', 'points'}


def test_as_data_every_key_is_there(scored):
    status, out, _ = scored(record('RU[AGA]RE[W+12.5]', handicap=3), options=['--json'])
    found = json.loads(out)
    assert set(found) == KEYS and set(found['results']['aga']['black']) == PARTS
    assert status == 0 and found['rules'] == 'aga' and found['result'] == found['results']['aga']['result'] == 'W+12.5'
    assert found['agrees'] and found['agreeing'] == ['aga', 'bga', 'french'] and found['recorded'] == 'W+12.5'
    assert found['certain'] and found['finished'] and found['doubts'] == []
    assert found['dead'] == {'black': [], 'white': ['A3']} and found['dame'] == ['D5'] and found['owners'][2] == 'XXX.OOO'
    assert {name: one['white']['compensation'] for name, one in found['results'].items()} == {
        'japanese': 0, 'korean': 0, 'chinese': 3, 'chinese-ogs': 3, 'chinese-kgs': 3, 'aga': 2, 'bga': 2, 'french': 2, 'new-zealand': 0,
        'tromp-taylor': 0}
    assert found['all_alive'] == 'W+17.5' and found['after_dame'] == 'W+11.5' and found['passes'] == {'black': 1, 'white': 1}


@pytest.mark.parametrize('name', few(NAMED_RULES, 3))
def test_gtp_answers_the_same(scored, name, tmp_path):
    found = json.loads(scored(record('', handicap=2), options=['--json', '--rules', name])[1])
    session = Session()
    for line in (f'kata-set-rules {name}', f'loadsgf {tmp_path}/0.sgf'):
        answered(session, line)
    assert answered(session, 'final_score') == found['result']
    assert answered(session, 'final_status_list dead') == ' '.join(found['dead']['white'])
    assert answered(session, 'final_status_list dame') == ' '.join(found['dame'])
    bonus = json.loads(answered(session, 'kata-get-rules'))['whiteHandicapBonus']
    assert bonus == {'japanese': '0', 'korean': '0', 'chinese': 'N', 'chinese-ogs': 'N', 'chinese-kgs': 'N', 'new-zealand': '0',
                     'tromp-taylor': '0'}.get(name, 'N-1')


EMPTY = '. . . . . . .\n' * 7


def test_an_unfinished_game_is_counted_as_it_stands_and_called_unfinished(scored):
    status, out, _ = scored(record('', False, EMPTY), options=['--quiet'])
    assert status == 3 and 'White leads by 6.5 points' in out and 'The game is not finished' in out and ' 7 ' not in out
    status, out, _ = scored(record('', True, EMPTY), options=['--quiet'])
    assert status == 3 and 'White wins by 6.5 points' in out and 'Neutral: 49 points' in out
    assert 'The count is not certain: only one side has stones, or none' in out
    status, out, _ = scored(record('', True, EMPTY.replace('.', 'X', 1)), options=['--json'])
    found = json.loads(out)
    assert status == 3 and found['finished'] and not found['certain'] and not found['settled']
    assert scored(record('', False))[0] == 0, 'nothing is open, though the passes are missing'
    status, out, _ = scored('(;SZ[19];B[dd];W[pp])', '(;SZ[2];B[aa];W[bb];B[ba])', options=['--quiet'])
    assert status == 3 and out.count('The game is not finished') == 2


def test_a_negative_komi_is_taken_off(scored):
    out = scored(record(''), options=['--komi', '-12.5'])[1]
    assert ' - 12.5 komi = ' in out and '+ -' not in out


def test_a_komi_of_zero_that_was_asked_for_is_no_missing_one(scored):
    game = record('').replace('KM[6.5]', '')
    for options, words in ((['--komi', '0'], 'komi 0,'), ([], 'komi 0 (the record names none that can be read),')):
        assert words in scored(game, options=options)[1]


def test_only_the_first_of_several_games_is_counted_and_this_is_said(scored):
    status, out, err = scored(record('') + record('', text=EMPTY))
    assert status == 0 and out.count('wins by') == 1 and 'the file has 2 games; the first is read' in err


def test_bad_files_are_named_and_the_others_counted(scored, tmp_path):
    status, out, err = scored(record(''), '(;SZ[7', record('RE[W+1]'), options=['--json'])
    found = json.loads(out)
    assert status == 1 and [one['file'] for one in found] == [str(tmp_path / f'{k}.sgf') for k in range(3)] and err.count('\n') == 1
    assert set(found[1]) == {'file', 'error'} and found[1]['error'] in err and 'error' not in found[2]
    assert main([str(tmp_path / 'none.sgf'), '--json']) == 1


def test_a_folder_is_counted_and_a_picture_shows_one_record(scored, tmp_path, capsys):
    scored(record(''), record(''))
    assert main([str(tmp_path), '--json']) == 0
    assert len(json.loads(capsys.readouterr().out)) == 2
    with pytest.raises(SystemExit):
        main([str(tmp_path), '--svg', str(tmp_path / 'x.svg')])
    assert main([str(tmp_path / '0.sgf'), '--svg', str(tmp_path / 'x.svg')]) == 0
    squares = [one for one in ElementTree.parse(tmp_path / 'x.svg').iter('{http://www.w3.org/2000/svg}rect') if one.get('width') == '10']
    assert len(squares) == 21, '20 points of territory and a dead stone'


@pytest.mark.parametrize('options', [['--rules', 'ing'], ['--level', '99'], ['--komi', 'nan'], []])
def test_wrong_options_are_refused(options, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*options, 'x.sgf'] if options else [])
    assert ended.value.code == 2 and capsys.readouterr().err


@pytest.mark.parametrize(('text', 'points'), [('W+3.5', 3.5), ('b+12', -12), ('0', 0), ('Draw', 0), ('B + 2.25', -2.25), ('B+R', None),
                                              ('B+3,5', -3.5), ('B+3.5 (moku)', -3.5), ('W+2 points', 2), ('W+3.5)', None),
                                              ('B+3.5 (stones)', None), ('W+Time', None), ('?', None), ('', None), ('B+', None)])
def test_results_of_records(text, points):
    assert parse_result(text) == points
