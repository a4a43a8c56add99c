"""Every command's good and bad uses, in one process; bad ones change nothing."""
import json

import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import BLACK, parse_vertex
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask

START = ['boardsize 9', 'komi 6.5', 'play b E5', 'play w E6', 'play b D6', 'play w C3', 'play b F6', 'play w G7', 'trymove b E7']


def state(session):
    return [ask(session, line) for line in ('showboard', 'list_stones b', 'list_stones w', 'move_history', 'get_komi', 'query_boardsize',
                                            'dump_stack', 'get_handicap', 'captures b', 'level x', 'get_random_seed')] + [session.level]


@pytest.fixture
def session():
    session = Session()
    for line in START:
        assert ask(session, line).startswith('=')
    return session


NO_DATABASE = 'no such database: one of owl_attackpats owl_defendpats owl_vital_apats conn attack defense shapes'
NUMBERS = 'invalid numbers: dilations (0 to 64) and erosions (0 to 4096) are wanted'
OPTION = 'invalid analysis option'
HUGE = '9' * 400
BAD = [
    ('foo', 'unknown command'), ('PLAY b A1', 'unknown command'), ('Name', 'unknown command'), ('= name', 'unknown command'),
    ('1x name', 'unknown command'), ('boardsize', 'boardsize not an integer'), ('boardsize x', 'boardsize not an integer'),
    ('boardsize 9.0', 'boardsize not an integer'), ('boardsize 0', 'unacceptable size'), ('boardsize 26', 'unacceptable size'),
    ('boardsize -3', 'unacceptable size'), ('boardsize 9 13', 'unacceptable size: only square boards'),
    ('rectangular_boardsize 9 13', 'unacceptable size: only square boards'),
    ('rectangular_boardsize 9', 'boardsize not an integer'),
    ('rectangular_boardsize 26 26', 'unacceptable size'), ('boardsize ١٩', 'boardsize not an integer'), ('komi', 'komi not a float'),
    ('komi x', 'komi not a float'),
    ('komi nan', 'komi not a float'), ('komi 1e999', 'komi not a float'), ('play', 'invalid color or coordinate'),
    ('play b', 'invalid color or coordinate'), ('play x A1', 'invalid color or coordinate'), ('play A1 b', 'invalid color or coordinate'),
    ('play b I5', 'invalid color or coordinate'), ('play b K1', 'invalid color or coordinate'),
    ('play b A10', 'invalid color or coordinate'), ('play b A0', 'invalid color or coordinate'),
    ('play b resign', 'invalid color or coordinate'), ('play b A1x', 'invalid color or coordinate'),
    ('play b ²', 'invalid color or coordinate'), ('play b A²', 'invalid color or coordinate'), ('trymove b', 'invalid color or coordinate'),
    ('trymove x A1', 'invalid color or coordinate'), ('trymove b E5', 'illegal move'), ('gg-undo x', 'invalid argument'),
    ('gg-undo -1', 'invalid argument'), ('gg-undo 7', 'cannot undo'), ('genmove', 'invalid color'), ('genmove x', 'invalid color'),
    ('reg_genmove', 'invalid color'), ('fixed_handicap 2', 'board not empty'), ('place_free_handicap 2', 'board not empty'),
    ('set_free_handicap A1 B1', 'board not empty'), ('loadsgf', 'missing filename'), ('attack', 'invalid coordinate'),
    ('attack Z9', 'invalid coordinate'), ('attack pass', 'invalid coordinate'), ('attack A1', 'vertex must not be empty'),
    ('defend A1', 'vertex must not be empty'), ('owl_attack', 'invalid coordinate'), ('owl_attack J1', 'vertex must not be empty'),
    ('owl_defend x', 'invalid coordinate'), ('countlib A1', 'vertex must not be empty'), ('findlib', 'invalid coordinate'),
    ('color', 'invalid coordinate'), ('color I1', 'invalid coordinate'), ('list_stones', 'invalid color'),
    ('does_attack E5 C3', 'move vertex must be empty'), ('does_attack C3 C3', 'move vertex must be empty'),
    ('does_defend C3 C3', 'move vertex must be empty'), ('does_defend A1 A2', 'vertex must not be empty'),
    ('worm_cutstone A1', 'vertex must not be empty'), ('worm_cutstone pass', 'invalid coordinate'),
    ('all_legal x', 'invalid color'), ('is_legal b', 'invalid color or coordinate'), ('captures x', 'invalid color'),
    ('level', 'level not an integer'), ('level x', 'level not an integer'), ('level 13', 'unacceptable level'),
    ('level -1', 'unacceptable level'), ('owlgo-rank', 'invalid rank'),
    ('owlgo-rank 21k', 'invalid rank'), ('owlgo-rank 5k 6k', 'invalid rank'),
    ('set_random_seed', 'invalid random seed'), ('set_random_seed 1.5', 'invalid random seed'),
    ('report_uncertainty', 'invalid argument'), ('report_uncertainty maybe', 'invalid argument'), ('help foo', 'unknown command'),
    ('unconditional_status', 'invalid coordinate'), ('unconditional_status pass', 'invalid coordinate'),
    ('eval_eye', 'invalid coordinate'), ('eval_eye pass', 'invalid coordinate'), ('half_eye_data Z1', 'invalid coordinate'),
    ('eye_data', 'invalid color or coordinate'), ('eye_data A1', 'invalid color or coordinate'),
    ('eye_data b Z1', 'invalid color or coordinate'), ('analyze_eyegraph', 'invalid eye graph: an eye graph without a point'),
    ('analyze_eyegraph .q', "invalid eye graph: 'q' in row 1 is no symbol of an eye graph"),
    ('analyze_eyegraph O.O%.!.%O.O', 'invalid eye graph: the margin in row 2, column 2 leaves the attacker no way in of its own'),
    ('owl_does_attack E5 E5', 'move vertex must be empty'), ('owl_does_attack A1 A2', 'vertex must not be empty'),
    ('owl_does_defend A1', 'invalid coordinate'), ('owl_threaten_attack A1', 'vertex must not be empty'),
    ('owl_threaten_defense', 'invalid coordinate'), ('owl_connection_defends A1 E5', 'invalid coordinate'),
    ('owl_connection_defends E5 E5 E5', 'move vertex must be empty'), ('owl_substantial A1', 'vertex must not be empty'),
    ('owlgo-explain A1', 'vertex must not be empty'), ('owlgo-explain', 'invalid coordinate'),
    ('restricted_genmove x A1', 'invalid color'), ('restricted_genmove b', 'invalid coordinate'),
    ('restricted_genmove b A1 Z9', 'invalid coordinate'),
    ('dragon_data Z1', 'invalid coordinate'), ('dragon_stones A1', 'dragon_stones called on an empty vertex'),
    ('dragon_stones x', 'invalid coordinate'), ('same_dragon E5', 'invalid coordinate'), ('same_dragon A1 E5', 'vertex must not be empty'),
    ('is_surrounded A1', 'dragon vertex must be nonempty'), ('is_surrounded', 'invalid coordinate'),
    ('does_surround E5 E5', 'move vertex must be empty'), ('does_surround A1 A2', 'dragon vertex must be nonempty'),
    ('surround_map A1 E5', 'dragon vertex must be nonempty'), ('surround_map E5', 'invalid coordinate'),
    ('analyze_semeai', 'invalid coordinate'), ('analyze_semeai E5', 'invalid coordinate'),
    ('analyze_semeai A1 E5', 'vertex must not be empty'),
    ('analyze_semeai E5 E5', 'dragons must have different colors'), ('tactical_analyze_semeai E5 E5', 'dragons must have different colors'),
    ('analyze_semeai_after_move x A1 E5 D4', 'invalid color or coordinate'), ('analyze_semeai_after_move b', 'invalid color or coordinate'),
    ('analyze_semeai_after_move b A1 E5', 'invalid coordinate'),
    ('dragon_status foo', 'invalid coordinate'), ('dragon_status A1', 'vertex must not be empty'),
    ('worm_data Z1', 'invalid coordinate'), ('worm_data pass', 'invalid coordinate'), ('worm_cutstone', 'invalid coordinate'),
    ('worm_cutstone x', 'invalid coordinate'), ('worm_stones foo', 'invalid coordinate'),
    ('worm_stones A1', 'worm_stones called on an empty vertex'),
    ('owlgo-bouzy', NUMBERS), ('owlgo-bouzy 5', NUMBERS), ('owlgo-bouzy 5 x', NUMBERS), ('owlgo-bouzy 65 1', NUMBERS),
    ('owlgo-bouzy_board -1 0', NUMBERS), ('owlgo-bouzy_delta 5 21', 'invalid color or coordinate'),
    ('owlgo-bouzy_delta 5 21 b E5', 'illegal move'), ('experimental_score', 'invalid color'),
    ('initial_influence', 'invalid color'), ('initial_influence b', 'unknown influence data'),
    ('initial_influence b foo', 'unknown influence data'), ('move_influence b', 'invalid color or coordinate'),
    ('move_influence b E5 territory_value', 'illegal move'), ('move_influence b A1', 'unknown influence data'),
    ('followup_influence b A1 x', 'unknown influence data'), ('move_reasons', 'invalid coordinate'),
    ('time_settings 1 2', 'invalid time settings'), ('time_settings 5 -1 0', 'invalid time settings'),
    ('time_left x 1 1', 'invalid color'), ('time_left b x 0', 'invalid time'), ('time_left b 1 -1', 'invalid time'),
    ('kgs-time_settings absolute', 'invalid time settings'), ('kgs-time_settings fast 1', 'invalid time settings'),
    ('move_reasons E5', 'vertex must not be occupied'), ('gg_genmove x', 'invalid color'), ('kgs-genmove_cleanup', 'invalid color'),
    ('final_status', 'invalid coordinate'), ('final_status_list', 'missing status'), ('final_status_list foo', 'invalid status'),
    ('gogui-setup b A1', 'board not empty'), ('gogui-setup b', 'invalid color or coordinate'), ('gogui-setup_player x', 'invalid color'),
    ('gogui-play_sequence b A1 w A1', 'illegal move'), ('gogui-play_sequence b', 'invalid color or coordinate'),
    ('owlgo-dragon A1', 'vertex must not be empty'), ('owlgo-owl E5', 'attack or defend is wanted'),
    ('owlgo-owl attack A1', 'vertex must not be empty'), ('owlgo-territory', 'invalid color'),
    ('owlgo-influence_regions x', 'invalid color'),
    ('lz-analyze x', OPTION), ('lz-analyze b 10 interval', OPTION), ('kata-analyze ownership maybe', OPTION),
    ('kata-analyze b avoid w Z9 1', OPTION), ('lz-analyze maxmoves -', OPTION),
    ('owlgo-solve', 'attack or defend is wanted'), ('owlgo-solve kill E5', 'attack or defend is wanted'),
    ('owlgo-verdict', 'attack or defend is wanted'), ('owlgo-verdict E5', 'attack or defend is wanted'),
    ('owlgo-verdict attack', 'invalid coordinate'), ('owlgo-verdict defend Z9', 'invalid coordinate'),
    ('owlgo-verdict attack A1', 'vertex must not be empty'),
    ('owlgo-solve attack', 'invalid coordinate'), ('owlgo-solve attack A1', 'vertex must not be empty'),
    ('owlgo-solve attack E5 x', 'invalid node limit'), ('owlgo-solve defend E5 0', 'invalid node limit'),
    ('owlgo-solve attack E5', 'the region is open or too large'), ('test_eyeshape', 'invalid coordinate'),
    ('test_eyeshape A1 x', 'invalid coordinate'),
    ('test_eyeshape A1 A2 A3 A4 A5 A6 A7 A8 A9 B1', 'an eye shape of 10 points: 1 to 9 can be tested'),
    ('analyze_eyegraph x ..', 'invalid eye graph: outer liberties and ko threats are whole numbers before the graph'),
    ('analyze_eyegraph 1 2 3 ..', 'invalid eye graph: too many arguments'),
    ('analyze_eyegraph 99 ..', 'invalid eye graph: 99 outer liberties: 0 to 15 can be played with'),
    ('black', 'invalid coordinate'), ('white Z1', 'invalid coordinate'), ('pattern_match', NO_DATABASE), ('pattern_match x b', NO_DATABASE),
    ('pattern_match conn', 'invalid color'), ('pattern_match conn b A1', 'vertex must not be empty'), ('pattern_show', NO_DATABASE),
    ('pattern_show attack', 'no such pattern'), ('pattern_explain attack nett B9 w', 'no such pattern'),
    ('pattern_explain attack net Z1 w', 'invalid coordinate'), ('pattern_explain attack net B9', 'invalid color'),
    ('komi 1e20', 'unacceptable komi'), ('komi -1000001', 'unacceptable komi'), ('komi 1_0', 'komi not a float'),
    ('komi inf', 'komi not a float'), (f'komi {HUGE}', 'komi not a float'), (f'boardsize {HUGE}', 'boardsize not an integer'),
    ('boardsize 1_9', 'boardsize not an integer'), ('boardsize 9 ²', 'unacceptable size: only square boards'),
    (f'boardsize 9 {HUGE}', 'unacceptable size: only square boards'),
    ('level 99999999999', 'unacceptable level'), (f'level {HUGE}', 'unacceptable level'), ('level 2147483647', 'unacceptable level'),
    ('set_random_seed -1', 'invalid random seed'), ('set_random_seed 9223372036854775808', 'invalid random seed'),
    (f'set_random_seed {HUGE}', 'invalid random seed'), ('gg_genmove b -1', 'invalid random seed'),
    ('final_score x', 'invalid random seed'), (f'final_score {HUGE}', 'invalid random seed'), (f'gg-undo {HUGE}', 'invalid argument'),
    (f'time_settings {HUGE} 0 0', 'invalid time settings'), ('time_settings 1 1 99999999999', 'invalid time settings'),
    (f'time_left b {HUGE} 0', 'invalid time'), ('time_left b 1 99999999999', 'invalid time'),
    (f'kgs-time_settings absolute {HUGE}', 'invalid time settings'), ('kgs-time_settings absolute 1_0', 'invalid time settings'),
    (f'kgs-time_settings byoyomi 1 {HUGE} 1', 'invalid time settings'), (f'kgs-time_settings canadian 1 1 {HUGE}', 'invalid time settings'),
    ('kgs-time_settings canadian 1 1 0', 'invalid time settings'), (f'lz-analyze {HUGE}', OPTION), ('lz-analyze interval nan', OPTION),
    ('lz-analyze interval inf', OPTION), ('kata-analyze interval -1', OPTION), (f'lz-analyze maxmoves {HUGE}', OPTION),
    ('lz-analyze minmoves -1', OPTION), (f'lz-analyze avoid b A1 {HUGE}', OPTION), (f'owlgo-solve attack E5 {HUGE}', 'invalid node limit'),
    ('owlgo-solve attack E5 99999999999999', 'invalid node limit'), (f'owlgo-bouzy {HUGE} 1', NUMBERS),
    (f'analyze_eyegraph {HUGE} ..', 'invalid eye graph: outer liberties and ko threats are whole numbers before the graph'),
    *[(line.format(text), error) for text in ('A00021', 'A10001', 'A' + HUGE, '\u017f3') for line, error in (
        ('play b {}', 'invalid color or coordinate'), ('trymove b {}', 'invalid color or coordinate'), ('attack {}', 'invalid coordinate'),
        ('is_legal b {}', 'invalid color or coordinate'), ('restricted_genmove b {}', 'invalid coordinate'),
        ('test_eyeshape {}', 'invalid coordinate'), ('break_in E5 {}', 'invalid coordinate'), ('dragon_status {}', 'invalid coordinate'),
        ('does_attack {} E5', 'invalid coordinate'), ('gogui-play_sequence b {}', 'invalid color or coordinate'),
        ('lz-analyze avoid b {} 1', OPTION), ('final_status {}', 'invalid coordinate'), ('move_reasons {}', 'invalid coordinate'))],
]

NAMES = 'japanese korean chinese chinese-ogs chinese-kgs aga bga french new-zealand tromp-taylor'
BAD += [
    ('set_position b', 'invalid color or coordinate'), ('set_position b pass', 'invalid color or coordinate'),
    ('set_position b A1 w A1', 'repeated vertex'), ('set_position b A1 w A2 w B1', 'illegal position'),
    ('kata-set-rules', 'missing rules'), ('kata-set-rules x', f'unknown rules: one of {NAMES}, or JSON'),
    ('kata-set-rules {', 'unknown rules: no JSON'), ('kata-set-rules ' + '{"a":' * 5000, 'unknown rules: no JSON'),
    ('kata-set-rules {"ko":"NONE"}', 'unsupported rules: ko NONE'), ('kata-set-rules {"ko":[1]}', 'unsupported rules: ko [1]'),
    ('kata-set-rules {"suicide":1}', 'unsupported rules: suicide 1'), ('kata-set-rules {"x":1}', 'unsupported rules: x'),
    ('kata-set-rules {"hasButton":true}', 'unsupported rules: hasButton True'),
    ('kata-set-rules {"scoring":"AREA","tax":"ALL"}', 'unsupported rules: tax ALL with AREA'),
    ('kgs-rules', 'missing rules'), ('kgs-rules ing', 'unknown rules: one of japanese chinese aga new_zealand'),
]


def test_gogui_is_offered_commands_that_exist(session):
    lines = ask(session, 'gogui-analyze_commands')[2:].strip().split('\n')
    assert len(lines) > 10 and all(len(line.split('/')) == 3 and line.split('/')[2].split()[0] in COMMANDS for line in lines)


EYES = ['boardsize 5', *(f'play b {vertex}' for vertex in ('B5', 'B4', 'A4', 'C5', 'C4', 'D4', 'E4')), 'play w A1', 'play w C1']


def test_static_eyes_as_a_board_and_in_words():
    """Black's two points in the corner and the eye beside make it alive; White's stones have no eyes at all."""
    session = Session()
    for line in EYES:
        assert ask(session, line).startswith('=')
    rows = ask(session, 'owlgo-static_eyes')[2:].strip().split('\n')
    assert len(rows) == 5 and all(len(row.split()) == 5 for row in rows)
    assert rows[0].split()[0] == '"F"' and rows[0].split()[3:] == ['"P"', '"P"']
    assert ask(session, 'owlgo-static_status B5').split('\n')[1].startswith('full')
    assert ask(session, 'owlgo-static_status A1').startswith('= unknown')
    assert ask(session, 'owlgo-static_status B1') == '? vertex must not be empty\n\n'


def test_a_proof_over_gtp():
    session = Session()
    for line in ('boardsize 6', *(f'play b {vertex}' for vertex in ('C6', 'B5', 'C5', 'A4', 'B4')),
                 *(f'play w {vertex}' for vertex in ('D6', 'D5', 'C4', 'D4', 'A3', 'B3', 'C3'))):
        assert ask(session, line).startswith('=')
    assert ask(session, 'owlgo-solve attack C5').split()[:5] == ['=', '1', 'A6', 'proved', '0']
    assert ask(session, 'owlgo-solve defend C5').split()[:5] == ['=', '1', 'A6', 'proved', '0']
    assert ask(session, 'owlgo-solve attack C5 2').split()[3] == 'unknown'


@pytest.mark.parametrize('name, stone, nodes, word', [('straight-three', 'A8', 10_000, 'proved'), ('seki', 'B9', 10_000, 'read'),
                                                      ('two-eyes', 'E9', 10, 'uncertain')])
def test_a_verdict_is_an_owl_answer_with_its_certainty(name, stone, nodes, word):
    session = Session(level=1, limit_options={'nodes': nodes})
    ask(session, f'loadsgf regress/games/{name}.sgf')
    for side in ('attack', 'defend'):
        assert ask(session, f'owlgo-verdict {side} {stone}') == f'{ask(session, f"owl_{side} {stone}").strip()} {word}\n\n'
    assert 'owlgo-verdict' in ask(session, 'list_commands').split() and 'proved' in ask(session, 'help owlgo-verdict')


def test_what_a_pattern_decides_counts_as_read(monkeypatch):
    session = Session(level=1)
    ask(session, 'loadsgf regress/games/straight-three.sgf')
    from owlgo.engine.core.result import WIN, Reading
    from owlgo.engine.life import verdict
    move = next(iter(session.game.stones(1)))
    monkeypatch.setattr(verdict, 'ask', lambda *asked: verdict.Answer(Reading(WIN, move, 1, Grade.SEARCHED)))
    assert ask(session, 'owlgo-verdict attack A8') == f'= 1 {session.game.vertex(move)} read\n\n'


def test_the_status_of_a_dragon_is_what_is_explained():
    session = Session(level=1)
    ask(session, 'loadsgf regress/games/two-eyes.sgf')
    assert ask(session, 'dragon_status E9') == '= alive\n\n' and 'counts as alive' in ask(session, 'owlgo-explain E9')
    ask(session, 'report_uncertainty on')
    assert ask(session, 'dragon_status E9') == '= alive uncertain\n\n' and ask(session, 'dragon_status A8') == '= alive proved\n\n'


def test_eyes_are_looked_at_again_after_a_move():
    session = Session()
    for line in EYES:
        ask(session, line)
    assert ask(session, 'eval_eye D5') == '= 1 1\n\n' and ask(session, 'eye_data b D5').startswith('= origin               D5\n')
    ask(session, 'play b D5')
    assert ask(session, 'eval_eye D5') == '= -1\n\n' and ask(session, 'eval_eye E5') == '= 1 1\n\n'
    assert ask(session, 'test_eyeshape A5 B5') == '= \n\n' and ask(session, 'analyze_eyegraph ..%O.') == '= 1122\n.*\n .\n\n'


def test_there_are_enough_bad_lines():
    assert len(BAD) >= 60


@pytest.mark.parametrize('line,expected', BAD)
def test_bad_lines_get_one_error_and_change_nothing(session, line, expected):
    before = state(session)
    assert ask(session, '5 ' + line if line[0] not in '=1' else line).endswith(f' {expected}\n\n')
    assert state(session) == before


@pytest.mark.parametrize('line', ['play b E5', 'play b E6', 'black D6', 'white E5'])
def test_an_illegal_play_leaves_the_game_alone(session, line):
    before = state(session)
    assert ask(session, line) == '? illegal move\n\n'
    assert state(session) == before


def test_reading_deeper_and_less_deep_has_an_end(session):
    for line, error in (('increase_depths', 'cannot read deeper'), ('decrease_depths', 'cannot read less deep')):
        answers = [ask(session, line) for _ in range(100)]
        assert answers[0] == '= \n\n' and answers[-1] == f'? {error}\n\n'
    assert ask(session, 'attack E5').startswith('= ')


def test_leading_zeros_are_no_other_point(session):
    assert ask(session, 'color E05') == ask(session, 'color e5') == '= black\n\n'


def test_a_file_that_cannot_be_loaded_changes_nothing(session, tmp_path):
    before = state(session)
    for name, text in (('none.sgf', None), ('empty.sgf', ''), ('bad.sgf', '(;SZ[9];B[zz])'), ('twice.sgf', '(;SZ[9];B[aa];W[aa])'),
                       ('dead.sgf', '(;SZ[2]AB[aa][ab]AW[ba][bb])')):
        path = tmp_path / name
        if text is not None:
            path.write_text(text)
        answer = ask(session, f'loadsgf {path}')
        assert answer.startswith(f'? cannot load file: {path}: ') and answer.count('\n') == 2
        assert state(session) == before
    assert ask(session, f'printsgf {tmp_path}').startswith('? cannot write file')


def test_what_may_never_end_is_not_loaded(session, tmp_path):
    import os
    before = state(session)
    os.mkfifo(tmp_path / 'pipe')
    for name in (tmp_path, tmp_path / 'pipe', '/dev/zero', '/dev/stdin'):
        answer = ask(session, f'loadsgf {name}')
        assert answer.startswith('? cannot load file: ') and answer.count('\n') == 2
    assert state(session) == before


def test_what_a_record_says_is_shown_and_not_obeyed(session, tmp_path):
    path = tmp_path / 'x\x1b[2J.sgf'
    path.write_text('(;SZ[9]GN[\x1b]0;x\x07]C[\x1b[2J\u202e];B[zz])')
    for line in (f'loadsgf {path}', 'printsgf', f'loadsgf {tmp_path}/\x9b\u202e', 'showboard'):
        assert not set(ask(session, line)) & {'\x1b', '\x07', '\x9b', '\u202e'}


def test_good_uses(session):
    assert ask(session, 'play b E7').startswith('=')
    for line, expected in (('color E6', 'empty'), ('captures black', '1'), ('last_move', 'black E7'), ('countlib E7', '4'),
                           ('findlib C3', 'C4 B3 D3 C2'), ('is_legal w E6', '0'), ('dump_stack', ''), ('undo', ''),
                           ('color E6', 'white'), ('attack E6', '1 E7'), ('defend E6', '1 E7'), ('known_command play', 'true'),
                           ('known_command', 'false'), ('get_komi', '6.5'), ('echo a b', 'a b'), ('komi -3', ''), ('get_komi', '-3'),
                           ('boardsize 9 9', ''),
                           ('rectangular_boardsize 9 9', ''), ('get_komi', '-3'), ('fixed_handicap 4', 'C3 G7 C7 G3'), ('undo', 'error'),
                           ('clear_board', ''), ('place_free_handicap 3', 'C3 G7 C7'), ('clear_board', ''),
                           ('set_free_handicap A1 B2 C3 D4 E5 F6 G7 H8 J9 A9 B8 C7 G3 H2', ''), ('get_handicap', '14'),
                           ('play w A2', ''), ('gg-undo', ''), ('protocol_version', '2'), ('name', 'OwlGo'), ('clear_cache', ''),
                           ('reset_owl_node_counter', ''), ('get_owl_node_counter', '0'), ('reset_trymove_counter', ''),
                           ('get_trymove_counter', '0'), ('reset_reading_node_counter', ''), ('get_reading_node_counter', '0'),
                           ('reset_connection_node_counter', ''), ('get_connection_node_counter', '0'), ('increase_depths', ''),
                           ('decrease_depths', ''), ('combination_attack b', 'PASS'), ('combination_defend w', 'PASS')):
        answer = ask(session, line)
        assert answer == ('? cannot undo\n\n' if expected == 'error' else f'= {expected}\n\n'), line


def test_reading_commands():
    """A white stone on E5 in atari, black stones round it; two white stones that a bamboo joint holds together."""
    session = Session(boardsize=9)
    for move in ('w E5', 'b D5', 'b E6', 'b F5', 'w C2', 'w E2', 'w C3', 'w E3', 'b H8'):
        assert ask(session, f'play {move}') == '= \n\n'
    for line, expected in (('attack E5', '1 E4'), ('defend E5', '1 E4'), ('attack_either E5 C2', '1'), ('defend_both E5 C2', '1'),
                           ('does_attack E4 E5', '1'), ('does_attack A1 E5', '0'), ('does_defend E4 E5', '1'), ('does_defend A1 E5', '0'),
                           ('ladder_attack E5', '1 E4'), ('disconnect C2 E2', '0'), ('connect C2 E2', '1 D2'), ('break_in H8 H6', '1 H7')):
        assert ask(session, line).split()[:2] == ['=', expected.split()[0]], line
        if expected in ('1 E4', '0', '1'):
            assert ask(session, line) == f'= {expected}\n\n', line
    for line, error in (('attack A1', 'vertex must not be empty'), ('attack_either E5 D5', 'vertices must have same color'),
                        ('connect C2 C3', 'vertices must be in different strings'), ('connect C2', 'invalid coordinate'),
                        ('break_in H8', 'need at least one vertex of the area'), ('block_off H8 Z9', 'invalid coordinate'),
                        ('ladder_attack H8', 'string must have exactly 2 liberties'), ('combination_attack green', 'invalid color'),
                        ('does_attack E4', 'invalid coordinate'), ('combination_defend', 'invalid color')):
        assert ask(session, line) == f'? {error}\n\n', line


@pytest.mark.parametrize('size,counts', [
    (2, (2, 3)), (5, (2, 3, 9, 10, 24)), (9, (2, 3, 9, 10, 80)), (13, (2, 3, 9, 10, 168)), (19, (2, 3, 9, 10)), (25, (2, 3, 9, 10)),
    *(pytest.param(size, (size * size - 1,), marks=pytest.mark.slow) for size in (19, 25))])
def test_a_free_handicap_of_every_size_has_that_many_stones(size, counts):
    session = Session()
    for count in counts:
        ask(session, f'boardsize {size}')
        vertices = ask(session, f'place_free_handicap {count}').split()[1:]
        assert len(set(vertices)) == count == len(ask(session, 'list_stones b').split()) - 1


@pytest.mark.parametrize('size,count,stones', [
    (19, 2, 'D4 Q16'), (19, 5, 'D4 Q16 D16 Q4 K10'), (19, 9, 'D4 Q16 D16 Q4 D10 Q10 K16 K4 K10'), (9, 4, 'C3 G7 C7 G3'),
    (13, 3, 'D4 K10 D10'),    (8, 4, 'C3 F6 C6 F3'), (7, 4, 'C3 E5 C5 E3')])
def test_fixed_handicaps(size, count, stones):
    session = Session()
    ask(session, f'boardsize {size}')
    assert ask(session, f'fixed_handicap {count}') == f'= {stones}\n\n'


@pytest.mark.parametrize('size,count', [(19, 1), (19, 10), (7, 5), (8, 5), (6, 2), (1, 2)])
def test_impossible_handicaps(size, count):
    session = Session()
    ask(session, f'boardsize {size}')
    assert ask(session, f'fixed_handicap {count}') == '? invalid handicap\n\n'


def test_uncertainty_is_reported_when_wanted():
    session = Session(level=0)
    for line in ('play b Q16', 'play b R14', 'play b O17', 'play w Q13', 'play w O15', 'play w M17', 'play w P17'):
        ask(session, line)
    assert ask(session, 'owl_attack R14') == '= 0\n\n'
    ask(session, 'report_uncertainty on')
    assert ask(session, 'owl_attack R14') == '= 0 uncertain\n\n'


def test_the_invariant_hash_knows_symmetry_and_colour(session):
    hashes = set()
    for vertices in (('D4', 'D5'), ('D4', 'E4'), ('F6', 'F5'), ('F4', 'F5')):
        ask(session, 'boardsize 9')
        ask(session, f'play b {vertices[0]}')
        ask(session, f'play w {vertices[1]}')
        hashes.add(ask(session, 'invariant_hash'))
    assert len(hashes) == 1
    ask(session, 'clear_board')
    ask(session, 'play w D4')
    ask(session, 'play b D5')
    assert ask(session, 'invariant_hash') not in hashes


def test_records_go_out_and_come_back(session, tmp_path):
    path = tmp_path / 'game.sgf'
    assert ask(session, f'printsgf {path}') == '= \n\n'
    moves = ask(session, 'move_history')
    ask(session, 'clear_board')
    assert ask(session, f'loadsgf {path}') == '= black\n\n'
    assert ask(session, 'move_history') == moves
    assert ask(session, f'loadsgf {path} 3') == '= black\n\n'
    assert ask(session, 'move_history') == '= white E6\nblack E5\n\n'
    assert 'SZ[9]' in ask(session, 'printsgf')


def test_genmove_plays_and_reg_genmove_does_not():
    session = Session(boardsize=5, level=1)
    move = ask(session, 'reg_genmove b')
    assert ask(session, 'move_history') == '= \n\n'
    assert ask(session, 'genmove b') == move
    assert ask(session, 'last_move') == f'= black {move.split()[1]}\n\n'
    assert ask(session, 'genmove_white').startswith('= ') and ask(session, 'genmove_black').startswith('= ')


def test_every_command_has_help():
    session = Session()
    for name in COMMANDS:
        text = ask(session, f'help {name}')
        assert text.startswith('= ') and len(text) > 10
    assert ask(session, 'list_commands').split()[1:] == sorted(COMMANDS)


def test_pattern_commands(session):
    assert ask(session, 'loadsgf regress/games/straight-three.sgf').startswith('=')
    found = ask(session, 'pattern_match owl_vital_apats white A8')
    assert found.startswith('= B9     owl_vital_apats/vital_straight_three_corner  80')
    assert 'owl_attackpats/hane_1st does not match at B9' in ask(session, 'pattern_explain owl_attackpats hane_1st B9 white')
    shown = ask(session, 'pattern_show attack net')
    assert shown.startswith('= Pattern net\n') and '\n\n' not in shown.rstrip('\n'), 'an empty line would end the answer'


def test_unconditional_status(session):
    for line in ('boardsize 3', 'play b A2', 'play b B2', 'play b B3', 'play b B1'):
        assert ask(session, line).startswith('=')
    assert ask(session, 'unconditional_status B2') == '= alive\n\n'
    assert ask(session, 'unconditional_status A1') == '= black_territory\n\n'


def test_a_semeai_is_analysed_before_and_after_a_move(session):
    ask(session, 'clear_board')
    for line in ('b A4', 'w A5', 'b B4', 'w B5', 'b C4', 'w C3', 'b C5', 'w B3'):
        ask(session, f'play {line}')
    before = state(session)
    assert ask(session, 'analyze_semeai A4 A5').startswith('= 1 1 ')
    assert ask(session, 'tactical_analyze_semeai A4 A5').startswith('= 1 1 ')
    assert ask(session, 'analyze_semeai_after_move white A3 A4 A5').startswith('= 1 1 ')
    assert ask(session, 'analyze_semeai A5 A4').startswith('= 1 1 ')
    assert ask(session, 'analyze_semeai_after_move white A4 A4 A5') == '? move vertex is not empty\n\n'
    assert state(session) == before


def test_dragons_as_gnu_go_prints_them(session):
    ask(session, 'clear_board')
    for line in ('b D4', 'b D6', 'w C3', 'w D3', 'w E3', 'w C7', 'w D7', 'w E7', 'w B5', 'w F5'):
        ask(session, f'play {line}')
    before = state(session)
    assert ask(session, 'same_dragon D4 C3') == '= 0\n\n'
    assert ask(session, 'same_dragon C3 E3') == '= 1\n\n'
    assert ask(session, 'is_surrounded D4') == '= 1\n\n'
    assert ask(session, 'is_surrounded C3') == '= 0\n\n'
    assert ask(session, 'surround_map D4 D5') == '= 1\n\n'
    assert ask(session, 'surround_map D4 J1') == '= 0\n\n'
    assert ask(session, 'surround_map C3 D5') == '= -1\n\n'
    rows = dict(line.split(None, 1) for line in ask(session, 'dragon_data D4').splitlines()[1:] if ' ' in line)
    assert rows['color'] == 'black' and rows['surround_status'] == '1' and rows['escape_route'] == '0'
    names = [line.split()[0] for line in ask(session, 'dragon_data D4').splitlines()[1:] if line]
    assert len(names) == len(set(names)) == 42 and (names[0], names[-1]) == ('color', 'strings')
    assert 'E3' in ask(session, 'dragon_stones white') and 'D4' not in ask(session, 'dragon_stones white')
    assert ask(session, 'dragon_data A1') == '= A1:\ncolor                   empty\n\n'
    assert len(ask(session, 'dragon_status').strip().splitlines()) == len(ask(session, 'dragon_stones').strip().splitlines())
    assert state(session) == before


def test_rules_by_name(session):
    for line, ko, scoring, suicide in (
            ('kata-set-rules Tromp-Taylor', 'POSITIONAL', 'AREA', True), ('kgs-rules japanese', 'SIMPLE', 'TERRITORY', False),
            ('kgs-rules new_zealand', 'SITUATIONAL', 'AREA', True), ('kata-set-rules {"suicide": false}', 'SITUATIONAL', 'AREA', False),
            ('kata-set-rules chinese_kgs', 'POSITIONAL', 'AREA', False), ('kgs-rules aga', 'SITUATIONAL', 'AREA', False)):
        before = state(session)
        assert ask(session, line) == '= \n\n' and state(session) == before
        told = json.loads(ask(session, 'kata-get-rules')[2:])
        assert (told['ko'], told['scoring'], told['suicide']) == (ko, scoring, suicide), line
        rules = session.game.rules
        assert (rules.ko.upper(), rules.suicide != 'forbidden', session.area_scoring) == (ko, suicide, scoring == 'AREA')
        again = ask(session, 'kata-get-rules')
        assert ask(session, f'kata-set-rules {again[2:].strip()}') == '= \n\n' and ask(session, 'kata-get-rules') == again
    for number, (line, legal) in enumerate((('kata-set-rules new-zealand', True), ('kata-set-rules chinese', False))):
        ask(session, line)
        ask(session, 'set_position b A2 b B1 b B2 w C1 w C2 w A3 w B3')
        assert session.game.is_legal(BLACK, parse_vertex('A1', 9)) == legal, number


def test_exactly_these_stones(session):
    assert ask(session, 'set_position w A2 b C3') == '= \n\n'
    assert ask(session, 'list_stones b') == '= C3\n\n' and ask(session, 'move_history') == '= \n\n' and session.game.to_move == BLACK
    assert ask(session, 'undo') == '? cannot undo\n\n' and ask(session, 'get_komi') == '= 6.5\n\n'
    assert ask(session, 'set_position') == '= \n\n' and ask(session, 'list_stones b') == '= \n\n'
    assert ask(session, 'kgs-game_over') == '= \n\n'


def test_no_time_or_time_without_end_is_no_limit(session):
    for line, limited in (('time_settings 60 0 0', True), ('time_settings 0 0 0', False), ('time_settings 0 5 1', True),
                          ('time_settings 0 1 0', False), ('time_settings 0 5 1', True), ('kgs-time_settings none', False),
                          ('time_settings 0 0 5', False), ('time_left b 0 0', False), ('time_left b 2147483647 0', False),
                          ('time_settings -5 0 0', False), ('time_left b -3 0', False), ('time_settings -5 20 3', True),
                          ('time_left b -3 0', True), ('kgs-time_settings canadian -3 60 20', True), ('time_left w -1 0', True),
                          ('time_settings 2147483647 0 0', False), ('kgs-time_settings absolute 2147483647', False)):
        assert ask(session, line) == '= \n\n' and (session.clock is not None) == limited, line
