"""The forms in which answers are given: JSON, pictures, questions named, boards with letters; and options that do nothing together."""
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from owlgo.cli import display_pictures, displays, drawing
from owlgo.cli.main import main
from owlgo.cli.options import build_parser, new_session
from owlgo.engine.core import sgf
from owlgo.engine.core.facts import ALIVE, CRITICAL
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.life import verdict
from owlgo.engine.life.verdict import Answer
from owlgo.engine.position import Position
from owlgo.engine.solver.region import ATTACKER
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.strict import ROOT
from owlgo.regress.strength.ask import ASKING

GAMES = ROOT / 'regress' / 'games'
FIVE = str(GAMES / 'bulky-five.sgf')
THREE = str(GAMES / 'bent-three.sgf')
"""For what does not hang on the position: all of it is proved within a thousand positions."""
ALPHAGO = str(GAMES / 'alphago-lee-sedol-4.sgf')


def run(capsys, *options):
    status = main(list(options))
    out = capsys.readouterr()
    # With an empty cache the first question compiles.
    return status, out.out, ''.join(line for line in out.err.splitlines(True) if 'compiling kernels' not in line)


QUESTIONS = [['--decide-owl', 'C7'], ['--decide-dragon', 'C7'], ['--decide-position'], ['--decide-string', 'C7'], ['--decide-eye', 'E5'],
             ['--decide-combination'], ['--decide-semeai', 'C7/B8'], ['--decide-dragon-data', 'C7'], ['--decide-surrounded', 'C7']]


@pytest.mark.parametrize('question', QUESTIONS, ids=lambda question: question[0])
def test_every_verdict_is_given_as_json(capsys, question):
    status, out, err = run(capsys, '-l', FIVE, '--level', '1', '--json', *question)
    found = json.loads(out)
    assert status == 0 and err == '' and found['size'] == 9 and found['to_move'] == 'black' and found['text']
    assert found['question'] == question[0][len('--decide-'):].replace('-', ' ')


def test_an_explanation_as_json_holds_what_the_sentences_say(capsys):
    found = json.loads(run(capsys, 'explain', FIVE, 'C4', '--json')[1])
    claims = {claim['claim']: claim for claim in found['claims']}
    assert claims['conclusion']['status'] == 'critical' and claims['conclusion']['stone'] == 'C4'
    assert (claims['conclusion']['how'], claims['conclusion']['walls']) == (found['how'], ['B8']) == ('proved if', ['B8'])
    assert [one['evidence'] for one in found['conditions']] == ['reading'] and 'B8' in found['conditions'][0]['stones']
    kills = {'move': 'E5', 'result': 1, 'certain': True, 'how': 'proved if', 'dead': False, 'seconded': False}
    assert claims['kills'] == {'claim': 'kills', **kills}
    assert claims['refuted']['then'] == 'E6' and found['text'][0].startswith('Black C4, a dragon of 15 stones, is critical')


def test_proofs_and_certificates_as_json(capsys, tmp_path):
    name = str(tmp_path / 'c.json')
    status, out, _ = run(capsys, 'solve', THREE, '--json', '--certificate', name)
    found = json.loads(out)
    assert status == 0 and found['attack']['moves'] == found['defence']['moves'] == ['A9']
    status, out, _ = run(capsys, 'verify', name, '--json')
    assert status == 0 and json.loads(out)['holds'] and len(json.loads(out)['claims']) == 2


def test_threads_have_a_part_in_proofs(capsys):
    alone, both = (json.loads(run(capsys, '-l', FIVE, '--decide-owl', 'C7', '--json', *more)[1]) for more in ((), ('--threads', '2')))
    assert both['attack']['how'] == alone['attack']['how'] == 'proved if' and both['attack']['conditions'] == alone['attack']['conditions']
    assert [both[side]['result'] for side in ('attack', 'defence')] == [alone[side]['result'] for side in ('attack', 'defence')]
    assert run(capsys, '-l', FIVE, '-w', '--threads', '2')[0] == 0 and Session(threads=2).limits.threads == 2


def test_variations_are_part_of_the_json(capsys):
    found = json.loads(run(capsys, '-l', FIVE, '--decide-owl', 'C7', '-t', '--json')[1])
    assert found['attack'] == {'result': 1, 'move': 'E5', 'nodes': found['attack']['nodes'], 'how': 'proved if',
                               'conditions': [{'stones': found['attack']['conditions'][0]['stones'], 'evidence': 'reading'}]}
    assert found['defence']['how'] == 'proved' and 'conditions' not in found['defence']
    assert found['variations']['attack of C7'][0]['move'] == 'E5'


def test_the_trace_shows_the_passes_of_the_selective_search(capsys):
    """Of every move in its tree the pass, the value and what proposed it; of every line why it ends."""
    out = run(capsys, '-l', FIVE, '--decide-owl', 'C7', '-t', '--quiet')[1]
    tree = out.partition('attack of C7, selective search:\n')[2].partition('\n\n')[0].splitlines()
    assert len(tree) > 1 and all(re.search(r': (dies|lives)(, [^[]+)? \[pass [1-6] \([a-z ]+\)(, [0-9.]+)?: .+\]$', line) for line in tree)
    indents = [len(line) - len(line.lstrip()) for line in [*tree, '']]
    assert all((', ' in line.partition(' [')[0]) == (below <= here) for line, here, below in zip(tree, indents, indents[1:], strict=False))


def test_a_picture_shows_stones_marks_and_sentences(capsys, tmp_path):
    name = str(tmp_path / 'p.svg')
    assert run(capsys, 'explain', FIVE, 'C7', '--svg', name)[0] == 0
    root = ElementTree.parse(name).getroot()
    circles = [one for one in root.iter('{http://www.w3.org/2000/svg}circle') if one.get('r') == str(drawing.CELL * drawing.STONE_RADIUS)]
    texts = ' '.join(one.text or '' for one in root.iter('{http://www.w3.org/2000/svg}text'))
    assert len(circles) == 37 and 'AD' in texts and '(proved if the wall at B8 holds)' in texts and 'E6' in texts
    game = Game(5)
    text = drawing.svg(drawing.Picture(5, game.color_at, ['a < b'], labels={parse_vertex('C3', 5): '<'}))
    assert '&lt;' in text and ElementTree.fromstring(text) is not None


def rects(name, fill):
    return [one for one in ElementTree.parse(name).iter('{http://www.w3.org/2000/svg}rect') if one.get('fill') == fill]


def rings(name):
    return [one for one in ElementTree.parse(name).iter('{http://www.w3.org/2000/svg}circle') if one.get('stroke') == drawing.WALL_COLOR]


@pytest.mark.parametrize('command', [['explain', FIVE, 'C7'], ['solve', FIVE]])
def test_a_picture_of_a_proof_shades_its_zone_and_rings_its_wall(command, capsys, tmp_path):
    name = str(tmp_path / 'p.svg')
    assert run(capsys, *command, '--svg', name)[0] == 0
    assert len(rects(name, drawing.ZONE_COLOR)) == 20 and len(rings(name)) == 22
    assert 'Shaded: the points that the proof' in Path(name).read_text('utf-8')


def test_an_answer_names_zone_and_wall_for_programs(capsys):
    found = json.loads(run(capsys, 'explain', FIVE, 'C7', '--json')[1])
    assert len(found['zone']) == 20 and len(found['wall']) == 22 and 'E5' in found['zone'] and 'B8' in found['wall']


@pytest.mark.parametrize(('options', 'fill', 'count'), [
    (['-E'], display_pictures.GROUND[BLACK], 5), (['--score', 'estimate'], drawing.STONE_COLORS[WHITE], 1),
    (['--score', 'finish'], drawing.STONE_COLORS[WHITE], 1), (['--moyo', '1'], display_pictures.GROUND[WHITE], 1),
    (['-T'], display_pictures.STATUS_COLORS[CRITICAL], 15), (['-w'], display_pictures.STATUS_COLORS[ALIVE], 22)])
def test_displays_are_drawn_too(options, fill, count, capsys, tmp_path):
    name = str(tmp_path / 'p.svg')
    assert run(capsys, '-l', FIVE, *options, '--svg', name)[0] == 0
    assert len(rects(name, fill)) >= count


def test_what_a_record_says_cannot_break_a_picture():
    text = drawing.svg(drawing.Picture(2, lambda pos: 0, ['\x1b]0;a\x07 <b> & \x00']))
    assert ElementTree.fromstring(text) is not None and '&lt;b&gt;' in text


def test_png_without_cairosvg_is_one_error(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, 'cairosvg', None)
    status, _, err = run(capsys, 'explain', THREE, 'B8', '--png', str(tmp_path / 'p.png'))
    assert status == 1 and 'owlgo[png]' in err and err.count('\n') == 1


CLASHES = [
    (['-l', FIVE, '--decide-owl', 'C7', '--score', 'estimate'], 'two questions'),
    (['-l', FIVE, '-w', '--score', 'estimate'], 'two questions'),
    (['-l', FIVE, '--decide-owl', 'C7', '--mode', 'gtp'], 'does nothing'), (['-l', FIVE, '-E', '--gtp-input', 'x'], 'does nothing'),
    (['-l', FIVE, '--json'], '--json needs'), (['-l', FIVE, '--svg', 'x'], '--svg needs'),
    (['-l', FIVE, '--moyo', '3', '--svg', 'x'], 'draws one of'), (['-l', FIVE, '-E', '-T', '--png', 'x'], '--png draws one display'),
    (['-l', FIVE, '--printsgf', '-', '--svg', 'x'], '--svg needs'), (['-l', FIVE, '-d', '1'], '--debug needs'),
    (['-l', FIVE, '--decide-eye', 'C7', '-t'], 'no variations'), (['--color', 'white', '--mode', 'gtp'], 'game on the terminal'),
    (['-l', FIVE, '--handicap', '2', '-E'], 'game on the terminal'), (['--byo-period', '3', '--mode', 'gtp'], '--byo-time'),
    (['-L', '3', '--mode', 'gtp'], '--until needs'), (['-T'], '--printboard needs a game record'),
    (['--replay', 'both'], 'needs a game record'), (['-l', FIVE, '--boardsize', '9'], 'as large as the record says'),
    (['-l', FIVE, '--decide-owl', 'C7', '--clock', '9'], '--clock does nothing with --decide-owl'),
    (['-l', FIVE, '-E', '--threads', '2'], '--threads does nothing with --printeyes'),
    (['-l', FIVE, '--replay', 'both', '--never-resign'], 'for games'),
    (['--handicap', '3'], 'game on the terminal'), (['--color', 'white'], 'game on the terminal'),
    (['--classic', '--tree-memory', '64', '--mode', 'gtp'], '--tree-memory does nothing with --classic'),
    (['--classic', '--tree-memory', '64'], '--tree-memory does nothing'),
    (['--without', 'search', '--tree-memory', '64'], '--without search'),
    (['-l', FIVE, '--replay', 'both', '--classic', '--threads', '2'], '--threads does nothing with --replay --classic'),
    (['-l', FIVE, '--replay', 'both', '--classic', '--mc-games-per-level', '9'], '--mc-games-per-level does nothing'),
    (['-l', FIVE, '--score', 'estimate', '--play-out-aftermath'], '--play-out-aftermath does nothing with --score estimate'),
    (['-l', FIVE, '--decide-owl', 'C7', '--play-out-aftermath'], '--play-out-aftermath does nothing with --decide-owl'),
    (['--mode', 'ascii', '--gtp-input', 'x'], 'GTP is spoken there'),
    (['--print-levels', '-l', FIVE], '--infile does nothing with --print-levels'), (['--min-level', '3'], '--min-level needs --autolevel'),
    (['--autolevel', '--min-level', '5', '--max-level', '3'], 'is above')]


@pytest.mark.parametrize('options, message', CLASHES, ids=lambda text: ' '.join(text)[-30:] if isinstance(text, list) else text)
def test_options_that_do_nothing_together_are_refused(capsys, options, message):
    status, out, err = run(capsys, *options)
    assert status == 1 and out == '' and message in err and err.count('\n') == 1


def test_komi_in_place_of_the_records(capsys):
    by = [run(capsys, '-l', THREE, '--score', 'estimate', '--komi', komi)[1].split() for komi in ('0', '100')]
    assert run(capsys, '-l', THREE, '--komi', '1.5', '--printsgf', '-')[1].count('KM[1.5]') == 1
    assert sum(float(words[5]) * (1 if words[0] == 'White' else -1) * sign for words, sign in zip(by, (-1, 1), strict=True)) == 100


@pytest.mark.parametrize(('until', 'comes'), [('Q16', True), ('20', True), ('180', True), ('181', True), ('182', False), ('0', True),
                                               ('A1', False)])
def test_a_move_that_never_comes_is_said(capsys, until, comes):
    said = 'owlgo: ' + ALPHAGO + f': {until} never comes; this is the position at the end\n'
    assert run(capsys, '-l', ALPHAGO, '-L', until, '--printsgf', '-')[2] == ('' if comes else said)
    assert run(capsys, 'solve', ALPHAGO, 'C1', '-L', until)[2].startswith(said) != comes


def test_a_place_that_is_none_is_refused_by_the_name_of_its_option(capsys):
    """Neither a move number nor a vertex of the board."""
    for options in (['-l', FIVE, '-L', 'Z9', '--printsgf', '-'], ['solve', FIVE, '-L', 'Z9']):
        status, _, err = run(capsys, *options)
        assert status == 1 and "--until: 'Z9' is neither a move number nor a vertex of a 9x9 board" in err


def test_displays_that_go_together(capsys):
    status, out, _ = run(capsys, '-l', FIVE, '-T', '-E', '-m', '1', '--level', '1')
    assert status == 0 and out.index('b Black C7, 15 stones') < out.index('eyespace') < out.index('territory')


def test_no_color_leaves_the_numbers(monkeypatch):
    from rich.console import Console
    session = new_session(build_parser().parse_args(['--boardsize', '5']))
    seen = []
    monkeypatch.setenv('NO_COLOR', '1')
    monkeypatch.setattr(Console, 'color_system', 'standard')
    monkeypatch.setattr(Console, 'print', lambda self, text: seen.append(str(text)))
    displays.show_moyo(session, 1)
    assert 'positive: Black, negative: White' in seen[1]


def test_the_position_is_written_and_the_board_says_whose_move_it_is(capsys, tmp_path):
    name = str(tmp_path / 'p.sgf')
    assert run(capsys, '-l', ALPHAGO, '-L', '20', '--printsgf', name)[0] == 0
    assert len(sgf.load(name).events) == 19 and run(capsys, '-l', name, '--printsgf', '-')[1].startswith('(;')
    assert 'is the string of D17; White is to move' in run(capsys, '-l', ALPHAGO, '-L', '20', '--decide-string', 'D17')[1]


def test_dragons_that_do_not_live_have_letters(capsys, tmp_path):
    name = tmp_path / 'p.sgf'
    _, out, _ = run(capsys, '-l', FIVE, '--decide-position', '-o', str(name))
    assert ' 7 . O a a a a a O . 7' in out
    assert re.search(r'^Black C7, 15 stones: critical E5 E5, proved if the wall at B8 holds \(a on the board\)$',
                                                     out, re.M)
    assert ':a]' in name.read_text('utf-8')


def test_questions_on_the_way_are_named(capsys):
    _, _, err = run(capsys, '-l', FIVE, '--decide-owl', 'C7', '-d', '2')
    # Also whether a certain reading after the killing move denies it.
    asked = ('attack dragon C7: 1 at E5', 'defend dragon C7: 0', 'defend dragon C7: 1 at E5')
    assert re.match('\n'.join(rf'{question} \(\d+ positions\)' for question in asked) + '\n3 questions\n', err)


def test_a_record_is_played_again():
    session = new_session(build_parser().parse_args(['--level', '0', '--mc-games-per-level', '1']))
    session.game.load(sgf.load(ALPHAGO, '4'))
    before = session.game.situation
    lines = list(displays.replay(session, 'black'))
    assert len(lines) == 3 and lines[0].startswith('Move 1 (Black Q16): ') and re.match(r'\d of 2 moves are the same', lines[-1])
    assert session.game.situation == before


OPEN = '(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])'
TWO = '(;GM[1]FF[4]SZ[9]AB[ca][ab][bb][cb][ga][gb][hb][ib]AW[da][db][ac][bc][cc][dc][fa][fb][fc][gc][hc][ic])'


def test_solve_without_a_vertex_shows_what_may_be_meant(capsys, tmp_path):
    for name, text in (('open', OPEN), ('two', TWO)):
        (tmp_path / name).write_text(text, 'utf-8')
    status, out, err = run(capsys, 'solve', str(tmp_path / 'two'))
    assert status == 1 and 'name the dragon you mean' in err
    assert 'a: Black C9, 4 stones in a region of 6 points' in out and ' 8 a a a O . O b b b 8' in out and 'Black is to move' in out
    status, out, err = run(capsys, 'solve', str(tmp_path / 'open'))
    assert status == 1 and 'no dragon is enclosed' in err and 'Black C9: a safe stone of White at D9 or E9 would close its region' in out


def test_a_first_move_of_either_side_is_tried(capsys):
    name = str(GAMES / 'bent-three.sgf')
    assert 'White A9 works' in run(capsys, 'solve', name, '--try', 'white:A9')[1]
    assert 'Black B9 fails:' in run(capsys, 'solve', name, '--try', 'b:B9')[1]
    assert run(capsys, 'solve', name, '--try', 'red:B9')[2].startswith('owlgo solve: --try: ')


def test_the_page_has_all_winning_moves_stars_and_no_needless_words(capsys, tmp_path):
    name = tmp_path / 'p.html'
    assert run(capsys, 'solve', FIVE, '--html', str(name))[0] == 0
    found = re.search(r'const DATA = (.*);\n', name.read_text('utf-8'))
    assert found is not None
    data = json.loads(found[1])
    assert {move['at'] for move in data['proofs']['Black']} == {'4,3', '4,4', '3,4'} and [2, 2] in data['stars']
    assert data['proofs']['White'][0]['words'] == 'White E5'


def test_broken_certificates_are_named_without_python(capsys, tmp_path):
    for text, message in ((b'{"a', 'this is no JSON, at line 1, column 2'), (b'\xff', 'byte 1 is no UTF-8'),
                          (b'[' * 100000, 'its lists are nested too deeply')):
        name = tmp_path / 'c.json'
        name.write_bytes(text)
        status, out, err = run(capsys, 'verify', str(name))
        assert (status, out, err) == (1, '', f'owlgo verify: {name}: refused: {message}\n')
        status, out, _ = run(capsys, 'verify', str(name), '--json')
        assert (status, json.loads(out)) == (1, {'file': str(name), 'holds': False, 'claims': [], 'reason': f'refused: {message}'})


def test_a_full_disk_is_named(capsys):
    for option in ('-o', '--html', '--certificate'):
        status, _, err = run(capsys, 'solve', THREE, option, '/dev/full', '--quiet')
        assert status == 1 and err == 'owlgo solve: /dev/full: No space left on device\n'


def test_sentences_fit_a_terminal(monkeypatch):
    from owlgo.cli import main as command
    monkeypatch.setattr(sys.stdout, 'isatty', lambda: True, raising=False)
    monkeypatch.setenv('COLUMNS', '60')
    lines = command.fitted(['a ' * 50 + 'end', 'short'])
    assert max(map(len, lines)) <= 60 and lines[-1] == 'short' and lines[1].startswith('  a')


def test_explain_has_help_of_its_own(capsys):
    with pytest.raises(SystemExit) as left:
        main(['explain', '--help'])
    text = capsys.readouterr().out
    assert left.value.code == 0 and text.startswith('usage: owlgo explain FILE VERTEX') and max(map(len, text.split('\n'))) <= 80
    assert '--owl-node-limit' in text and not any(flag in text for flag in ('--decide', '--clock', '--threads', '--mode', '--trace'))


@pytest.mark.parametrize('words', [['explain', THREE, '--level', '1', 'B8', '--quiet'], ['explain', '--quiet', '--level', '1', THREE, 'B8'],
                                   ['solve', THREE, '--quiet', 'B8'], ['solve', '--quiet', THREE, '--string', 'B8']])
def test_options_may_stand_before_between_and_after_the_words(capsys, words):
    plain = [word for word in words if not word.startswith('-') and word != '1']
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, '')
    assert out == run(capsys, *plain, *[word for word in words if word not in plain])[1]


@pytest.mark.parametrize(('words', 'wanted'), [
    ([FIVE], 'required: VERTEX'), ([FIVE, 'I5'], "argument VERTEX: 'I5' is no vertex"),
    ([FIVE, 'A1', '-l', FIVE], 'unrecognized arguments: -l'),
    ([FIVE, 'A1', '--clock', '9'], 'unrecognized arguments: --clock'),
    ([FIVE, 'J9'], 'VERTEX: J9 is empty'), ([], 'required: FILE, VERTEX'),
])
def test_what_explain_does_not_understand_is_named_as_it_was_typed(capsys, words, wanted):
    try:
        failed = main(['explain', *words]) != 0
    except SystemExit as left:
        failed = left.code != 0
    err = capsys.readouterr().err
    assert failed and wanted in err and '--decide' not in err and err.count('\n') == 1


@pytest.mark.parametrize('saved', [False, True])
def test_every_door_says_that_a_kill_which_its_reply_denies_is_a_guess(capsys, monkeypatch, saved):
    """GTP, GoGui, the command line, Python and the strength bench give one grade; all but GTP used to call a denied kill read."""
    kill, reply = (Answer(Reading(result, parse_vertex('A9', 9), 1)) for result in (WIN, WIN if saved else LOSE))
    monkeypatch.setattr(verdict, 'ask', lambda board, pos, side, *_, **__: kill if side == ATTACKER else reply)
    session = Session()

    def gtp(line):
        return handle(session, line).decode().strip()

    gtp(f'loadsgf {THREE}')
    assert gtp('owl_attack B8') == '= 1 A9', 'GNU Go\'s answer has no grade'
    gtp('report_uncertainty on')
    how = 'uncertain' if saved else 'read'
    assert gtp('owl_attack B8') == ('= 1 A9 uncertain' if saved else '= 1 A9')
    assert gtp('owlgo-verdict attack B8') == f'= 1 A9 {how}'
    assert gtp('owlgo-owl attack B8').endswith(f'VAR w A9\nTEXT B8 can be attacked at A9 ({how})')
    for option in ('--decide-owl', '--decide-dragon'):
        found = json.loads(run(capsys, '-l', THREE, option, 'B8', '--json')[1])
        assert found.get('attack', found)['how'] == how
    python = Position.from_sgf(THREE).owl_attack('B8')
    bench = ASKING['owl_attack'](session, 'owl_attack', ['B8'])
    assert (python.how, python.certain) == (bench.how, bench.certain) == (how, not saved)
