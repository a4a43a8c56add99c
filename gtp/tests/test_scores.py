"""Scores, influence, final status, choice of moves and analysis over GTP."""
import re
from itertools import islice

import pytest

from owlgo.engine.core import jit
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.gtp.commands.analyze import AnalyzeOptions, parse
from owlgo.gtp.registry import COMMANDS, Stream
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered as ask

SETUP = ('boardsize 5', 'komi 0.5', 'gogui-setup b B5 b B4 b B3 b C3 b B2 b B1 w D5 w D4 w D3 w D2 w C2 w C1')
"""Black has the left column and White the right; the four points between them, C5 and C4, are nobody's."""


@pytest.fixture
def session():
    session = Session()
    for line in SETUP:
        ask(session, line)
    return session


def test_estimates_agree_on_a_finished_board(session):
    assert ask(session, 'new_score') == 'W+1.5 (upper bound: 1.5, lower: 1.5)'
    for name in ('estimate_score', 'influence_score'):
        score = re.fullmatch(r'([BW])\+(\d+\.\d) \(upper bound: (-?\d+\.\d), lower: (-?\d+\.\d)\)', ask(session, name))
        assert score and abs(float(score[3]) - 1.5) <= 2, 'dame may be seen as somebody\'s'
    assert ask(session, 'experimental_score b') == ask(session, 'experimental_score w') == '1.5'
    assert ask(session, 'final_score') == 'W+1.5'
    session.area_scoring = True
    assert ask(session, 'final_score') == 'W+1.5'


def test_final_status(session):
    assert [ask(session, f'final_status {v}') for v in ('A1', 'B1', 'C5', 'E1')] == ['black_territory', 'alive', 'dame', 'white_territory']
    assert ask(session, 'final_status_list alive') == 'B5 B4 B3 C3 B2 B1\nD5 D4 D3 D2 C2 C1'.replace('D2 C2 C1', 'C2 D2 C1')
    assert ask(session, 'final_status_list dame') == 'C5 C4' and ask(session, 'final_status_list black_territory') == 'A5 A4 A3 A2 A1'
    assert ask(session, 'final_status_list dead') == ask(session, 'final_status_list seki') == ''


def test_bouzy_and_influence_boards(session):
    rows = ask(session, 'owlgo-bouzy 5 21').split('\n')
    assert len(rows) == 5 and all(int(row.split()[0]) > 0 > int(row.split()[4]) for row in rows)
    assert all(-1 <= float(x) <= 1 for x in ask(session, 'owlgo-bouzy_board 5 10').split())
    assert int(ask(session, 'owlgo-bouzy_delta 4 0 b C4')) >= 0
    regions = [list(map(int, row.split())) for row in ask(session, 'initial_influence b influence_regions').split('\n')]
    assert [row[0] for row in regions] == [-3] * 5 and [row[4] for row in regions] == [3] * 5 and regions[0][1] == -4
    for what in ('white_influence', 'black_strength', 'white_attenuation', 'black_permeability', 'territory_value'):
        for line in (f'initial_influence w {what}', f'move_influence b C4 {what}', f'followup_influence w C4 {what}'):
            assert len(ask(session, line).split()) == 25
    assert 'C4' not in ask(session, 'list_stones b'), 'the board is as before'


@pytest.mark.slow
def test_choosing_and_explaining(session):
    assert ask(session, 'gomill-explain_last_move') == ''
    pos = ask(session, 'reg_genmove b')
    assert ask(session, 'gg_genmove b') == pos and pos in ('C5', 'C4') and pos not in ask(session, 'list_stones b')
    assert ask(session, 'genmove b') == pos and ask(session, 'gomill-explain_last_move').startswith(pos)
    ask(session, 'undo')
    assert ask(session, 'gomill-explain_last_move') == ''
    fresh = Session()
    for line in ('boardsize 9', 'komi 6.5', 'gogui-setup b C7 b E7 b D5 b E5 b C3 w G7 w D6 w C5 w F5 w D4 w E4 w G3',
                 'gogui-setup_player w'):
        ask(fresh, line)
    assert 'Move at E6 attacks D5' in ask(fresh, 'move_reasons E6')
    words = ask(fresh, 'top_moves').split()
    assert words[0] == 'E6' and len(words) <= 20 and float(words[1]) >= float(words[3])
    lines = ask(fresh, 'all_move_values').split('\n')
    assert lines[0].split()[0] == 'E6' and all(re.fullmatch(r'[A-J]\d -?\d+\.\d\d', line) for line in lines)
    assert 'E6' in ask(fresh, 'top_moves_black') and ask(fresh, 'top_moves_white') == ask(fresh, 'top_moves')
    assert ask(fresh, 'genmove w') == 'E6' and 'capture the string at D5' in ask(fresh, 'gomill-explain_last_move')


def test_dead_stones_are_taken_off_when_that_is_asked_for():
    session = Session()
    for line in ('boardsize 5', 'gogui-setup b A4 b B4 b C4 b D4 b E4 b C5 b A3 b B3 b C3 b D3 b E3 w B1'):
        ask(session, line)
    session.capture_all_dead = True
    assert ask(session, 'kgs-genmove_cleanup b') in ('A1', 'B2', 'C1')
    ask(session, 'undo')
    assert ask(session, 'genmove b') in ('A1', 'B2', 'C1')


@pytest.mark.parametrize('name', ['lz-genmove_analyze', 'kata-genmove_analyze'])
def test_moves_with_their_analysis(name):
    """The lines that Sabaki reads: what was thought, and the move that is played then."""
    session = Session()
    ask(session, 'boardsize 5')
    info, play = ask(session, f'{name} b 50').split('\n')
    assert info.startswith('info move C3 visits ') and play == 'play C3'
    assert session.game.color_at(parse_vertex('C3', 5)) == BLACK and len(session.game.moves) == 1
    assert not handle(session, f'{name} x').startswith(b'=')


def test_moves_that_are_avoided_are_neither_shown_nor_played(session):
    """C5 and C4 are all that is left."""
    ask(session, 'level 2')
    both = 'allow b C5,C4 1 avoid b C5 1', 'avoid b C5 1 avoid w C4 1'
    for clock, more in (('kgs-time_settings none', both), ('time_settings 10 0 0', ())):
        ask(session, clock)
        assert ask(session, 'reg_genmove b') in ('C5', 'C4')
        for options in ('avoid b C5 1', 'allow b C4,A1 1', *more):
            ask(session, clock)     # Anew: a slow machine would have no time left to think in.
            text = ask(session, f'lz-genmove_analyze b {options}')
            shown = set(re.findall(r'move (\S+)', text))
            assert text.endswith('\nplay C4') and 'C5' not in shown and (shown <= {'C4', 'A1'} or options[:2] == 'av'), options
            ask(session, 'undo')
    assert ask(session, 'kata-genmove_analyze b avoid b pass 1').splitlines()[-1].startswith('play ')
    ask(session, 'undo')
    for nothing in ('allow b A5 1', 'allow b B5 1', 'allow b C4 1 avoid b C4 1', 'allow b pass 1'):
        assert ask(session, f'kata-genmove_analyze b {nothing}').endswith('play pass'), nothing
        ask(session, 'undo')
    assert ask(session, 'kata-analyze b allow b C4 1 avoid b C4 1') == '', 'no point is left, not all'
    for line in ('set_search_limit C5', 'limit_search 1'):
        ask(session, line)
    assert ask(session, 'kata-genmove_analyze b allow b C4 1') == 'play pass'


@pytest.mark.parametrize('seconds', ['0', '1', '3'])
@pytest.mark.parametrize('name', ['lz-genmove_analyze', 'kata-genmove_analyze'])
def test_a_move_in_haste_has_its_analysis(name, seconds):
    """However little time is left, a line stands before the move, and begins with it; nothing was examined, so nothing is explained."""
    session = Session()
    for line in ('boardsize 5', 'time_settings 60 0 0', f'time_left b {seconds} 0'):
        ask(session, line)
    info, play = ask(session, f'{name} b').split('\n')
    move = play.removeprefix('play ')
    assert info.startswith(f'info move {move} visits ') and f' order 0 pv {move}' in info
    found = INFO.findall(info)
    assert all(0 <= float(winning) <= (1 if name[0] == 'k' else 10000) for _, winning in found)
    assert len({one for one, _ in found}) == info.count('info move') > 1
    assert ask(session, 'gomill-explain_last_move') == ''


INFO = re.compile(r'info move (?P<move>\S+) visits \d+ winrate (?P<winning>[\d.]+) ')


@pytest.mark.parametrize('name', ['lz-analyze', 'kata-analyze', 'lz-genmove_analyze', 'kata-genmove_analyze'])
@pytest.mark.parametrize('without', [frozenset(), frozenset(['search'])], ids=['searched', 'classic'])
def test_a_pass_in_an_analysis_is_in_small_letters(name, without):
    """Parsers of analysis lines read no other; and here nothing is left but a pass: each side has two eyes."""
    session = Session(without=without)
    for line in ('boardsize 5', 'komi 0.5', 'gogui-setup b B5 b B4 b A4 b B3 b A2 b B2 b B1 w C5 w C4 w C3 w C2 w C1 w D2 w E2 w D4 w E4'):
        ask(session, line)
    text = ask(session, f'{name} w 20')
    assert 'info move pass ' in text and 'pv pass' in text and 'PASS' not in text
    if 'genmove' in name:
        assert text.endswith('\nplay pass')
        ask(session, 'undo')
        assert ask(session, 'genmove w') == 'PASS', 'genmove answers as GNU Go does'


def test_the_options_of_an_analysis_come_in_any_order(session):
    """Controllers put the colour, the interval and the rest as they like; a colour that comes late is whose moves are avoided."""
    wanted = parse(session, ['b', '50', 'minmoves', '2', 'avoid', 'b', 'C5', '1', 'allow', 'w', 'C4', '9'], WHITE)
    assert wanted == AnalyzeOptions(BLACK, 0.5, least=2, avoided=frozenset([parse_vertex('C5', 5)]))
    for text in ('avoid b C5 1 allow w C4 9 minmoves 2 50 b', '50 B avoid b C5 1 minmoves 2', 'interval 50 minmoves 2 black avoid b C5 1'):
        assert parse(session, text.split(), WHITE) == wanted


def test_kata_analyze_tells_visits_as_they_are():
    """Failed: no move had fewer than ten, which only Sabaki's lz-analyze needs; and pvVisits was taken, but not answered."""
    told = {}
    for command, more in (('lz', ''), ('kata', 'rootInfo true pvVisits true pvEdgeVisits true pvEdgeVisits false')):
        session = Session(boardsize=5)
        info = ask(session, f'{command}-genmove_analyze b maxmoves 100 {more}').split('\n')[0]
        told[command] = [int(count) for count in re.findall(r'move \S+ visits (\d+)', info)]
    assert sum(told['kata']) == int(info.partition('rootInfo visits ')[2].split()[0]) and min(told['kata']) < 10
    assert told['lz'] == [max(10, count) for count in told['kata']]
    first, visits = re.findall(r' pv ([^:]+?) pvVisits ([\d ]+) ', info.replace('info', ':'))[0]
    assert len(first.split()) == len(visits.split()) and int(visits.split()[0]) == told['kata'][0] and 'pvEdgeVisits' not in info


@pytest.mark.parametrize('name', ['lz-genmove_analyze', 'kata-genmove_analyze'])
def test_analysis_without_a_search_shows_the_moves_that_are_worth_anything(name):
    """The first is the one that is played, not a pass; each is there once."""
    session = Session(without=frozenset(['search']))
    for line in ('boardsize 5', 'play b C3'):
        ask(session, line)
    info, play = ask(session, f'{name} w').split('\n')
    moves = [one[0] for one in INFO.findall(info)]
    assert moves[0] == play.removeprefix('play ') != 'pass' and 1 < len(moves) == len(set(moves))


def test_analysis_without_a_search_comes_to_an_end(session):
    session.without = frozenset(['search'])
    stream = COMMANDS['lz-analyze'].handler(session, ['b', '10'])
    assert isinstance(stream, Stream)
    assert 1 <= len(list(islice(stream.lines(lambda: True), 5))) <= 2


def test_only_moves_that_were_chosen_are_explained(session, tmp_path):
    move = ask(session, 'genmove b')
    assert ask(session, 'gomill-explain_last_move').startswith(move)
    for line in ('play w pass', 'undo'):
        ask(session, line)
    assert ask(session, 'gomill-explain_last_move').startswith(move)
    for line in ('undo', f'play b {move}'):
        ask(session, line)
    assert ask(session, 'gomill-explain_last_move') == '', 'another played it'
    for again in ('clear_board', f'loadsgf {tmp_path}/x.sgf'):
        for line in ('boardsize 5', 'genmove b', f'printsgf {tmp_path}/x.sgf'):
            ask(session, line)
        move = ask(session, 'last_move')
        assert ask(session, 'gomill-explain_last_move')
        ask(session, again)
        if again == 'clear_board':
            ask(session, f'play {move}')
        assert ask(session, 'gomill-explain_last_move') == '', again


@pytest.mark.slow
def test_moves_keep_to_the_clock():
    """Every move is legal and taken off the clock of its side: with time to think, in a hurry, and when there is none left."""
    session = Session(threads=2, level=3)
    for line in ('boardsize 7', 'time_settings 30 0 0', 'play b D4', 'play w D5'):
        ask(session, line)
    assert session.clock is not None
    # What moves will need was loaded before the clock runs.
    loaded = {entry.name for entry in jit.entries() if entry.loaded}
    for number, seconds in enumerate((20, 2, 0)):
        ask(session, f'time_left b {seconds} 0')
        move = ask(session, 'genmove b')
        left = session.clock.left(BLACK)[0]
        assert left < seconds or seconds == left == 0
        assert move == 'PASS' or session.game.color_at(parse_vertex(move, 7)) == BLACK
        assert (session.last_thought is not None) == (number == 0), seconds
        assert {entry.name for entry in jit.entries() if entry.loaded} == loaded
    assert session.clock.left(WHITE) == (30, 0)
    ask(session, 'kgs-time_settings none')
    assert session.clock is None


@pytest.mark.parametrize('without', ['search', 'reasons', 'root-verdicts', 'rave'])
def test_moves_are_found_without_a_part(without):
    """The stones in atari are taken without any of them; without the search nothing is visited."""
    session = Session(level=10, without=frozenset({without}))
    for line in ('boardsize 9', 'gogui-setup b B5 b C4 b D4 b E4 b F4 b C6 b D6 b E6 b F6 w C5 w D5 w E5 w F5 w H7 w H3'):
        ask(session, line)
    assert ask(session, 'genmove b') == 'G5'
    assert session.last_thought is not None
    thought, move = session.last_thought
    best = thought.of(move)
    assert best is not None and (best.visits > 0) == (without != 'search')


@pytest.mark.slow
def test_levels_go_by_the_time_that_is_left():
    from owlgo.engine.play import genmove
    assert [genmove.level_in(seconds, 2, 8) for seconds in (0.01, 0.3, 0.5, 60)] == [2, 3, 5, 8]
    session = Session(levels=(0, 3))
    for line in ('boardsize 7', 'time_settings 20 0 0'):
        ask(session, line)
    assert ask(session, 'genmove b') != 'PASS'


def test_playouts_can_be_told_for_each_level():
    session = Session(level=3, per_level=100)
    for line in ('boardsize 7', 'play b D4'):
        ask(session, line)
    ask(session, 'genmove w')
    assert session.last_thought is not None
    assert 0 < sum(one.visits for one in session.last_thought[0].candidates) <= 300


@pytest.mark.slow
def test_genmove_takes_its_tree_on_and_reg_genmove_does_not():
    sessions = [Session(level=2, seed=5) for _ in range(2)]
    for session in sessions:
        for line in ('boardsize 7', 'play b D4'):
            ask(session, line)
    first, second = sessions
    assert ask(first, 'reg_genmove w') == ask(first, 'reg_genmove w') == ask(second, 'reg_genmove w')
    moves = [(ask(first, 'genmove w'), ask(first, 'genmove b'))]
    answer = ask(first, 'reg_genmove w')
    # A fresh engine given the same position answers the same, whatever was thought before.
    for who, move in zip('wb', moves[0], strict=True):
        ask(second, f'play {who} {move}')
    assert ask(second, 'reg_genmove w') == answer


@pytest.mark.parametrize('name', ['lz-analyze', 'kata-analyze'])
def test_analysis_lines_are_what_sabaki_reads(session, name):
    """Each part ends with its variation; rates are whole numbers for one and parts of 1 for the other."""
    ask(session, 'play b C5')
    text = ask(session, f'{name} w 50')
    parts = text.split('info ')[1:]
    assert parts
    for order, part in enumerate(parts):
        words = part.split()
        at = words.index('pv')
        pairs = dict(zip(words[:at:2], words[1:at:2], strict=True))
        assert all(re.fullmatch(r'[A-E][1-5]|pass', move) for move in words[at + 1:])
        assert words[at:at + 2] == ['pv', pairs['move']] and int(pairs['order']) == order and int(pairs['visits']) >= 10
        rate = float(pairs['winrate'])
        assert 0 <= rate <= (10000 if name == 'lz-analyze' else 1) and ('.' in pairs['winrate']) == (name == 'kata-analyze')


def test_extras_come_only_when_they_are_asked_for(session):
    plain = ask(session, 'kata-analyze b 10')
    assert 'ownership' not in plain and 'rootInfo' not in plain
    text = ask(session, 'kata-analyze b 10 ownership true rootInfo true maxmoves 1')
    assert text.count('info move') == 1 and 'rootInfo visits' in text
    values = [float(x) for x in text.split('ownership ')[1].split()]
    assert len(values) == 25 and values[0] > 0.7 > -0.7 > values[4], 'Black, to move, owns the left'
    other = ask(session, 'kata-analyze w 10 ownership true')
    assert float(other.split('ownership ')[1].split()[0]) < -0.7
    assert 'move C4 ' not in ask(session, 'kata-analyze b avoid b C4 5')
    assert set(re.findall(r'move (\S+)', ask(session, 'lz-analyze b allow b C5,C4 1'))) <= {'C5', 'C4'}


def test_gogui_sets_up_and_plays_all_or_nothing():
    session = Session()
    for line in ('boardsize 9', 'gogui-setup b C3 w G7', 'gogui-setup_player w', 'gogui-play_sequence w E5 b E6'):
        ask(session, line)
    before = ask(session, 'showboard')
    assert handle(session, 'gogui-play_sequence w E7 b E7').startswith(b'? illegal move')
    assert ask(session, 'showboard') == before and ask(session, 'move_history') == 'black E6\nwhite E5'


def test_the_player_who_was_set_up_is_to_move_again_after_undo():
    session = Session()
    for begin, answer in (([], 'cannot undo'), (['play b A1', 'play w A2', 'play b A3'], '')):
        for line in ('boardsize 9', *begin, 'gogui-setup_player b', 'play b E5', 'play w E6', 'gg-undo 2'):
            ask(session, line)
        assert session.game.to_move == BLACK, begin
        for line in ('gogui-setup_player w', 'play w E5', 'undo'):
            ask(session, line)
        assert session.game.to_move == WHITE, begin
        assert handle(session, 'undo').decode()[2:].strip() == answer
    # Another way of getting there was given no player.
    ask(session, 'play b C3')
    assert session.game.to_move == WHITE
    for line in ('undo', 'play w C3'):
        ask(session, line)
    assert session.game.to_move == BLACK


def test_gogui_boards(session):
    for name in ('owlgo-eye_spaces', 'owlgo-dragon_statuses', 'owlgo-influence_regions b'):
        cells = ask(session, name).split()
        assert len(cells) == 25 and all(re.fullmatch(r'""|#[0-9a-f]{6}', cell) for cell in cells)
    assert all(-1 <= float(x) <= 1 for x in ask(session, 'owlgo-territory b').split())
    for command in ('boardsize 9', 'loadsgf regress/games/bulky-five.sgf'):
        ask(session, command)
    assert 'LABEL E5 AD' in ask(session, 'owlgo-dragon C7').split('\n'), 'one point may be both'


def test_gogui_shows_a_dragon(session):
    text = ask(session, 'owlgo-dragon B5').split('\n')
    assert 'SQUARE B5 B4 B3 C3 B2 B1' in text and all(re.match('SQUARE|CIRCLE|LABEL|TEXT', line) for line in text)
    assert 'TEXT B5 cannot be attacked' in ask(session, 'owlgo-owl attack B5')


def test_a_rank_weakens_moves_and_no_answer():
    session = Session(level=3, per_level=40)
    for line in ('boardsize 7', 'play b D4', 'play w C3', 'play b D3'):
        ask(session, line)
    top = ask(session, 'top_moves')
    ask(session, 'owlgo-rank 19k')
    assert session.rank == 19
    moves = {ask(session, f'gg_genmove w {seed}') for seed in range(6)}
    assert len(moves) > 1 and moves == {ask(session, f'gg_genmove w {seed}') for seed in range(6)}
    assert ask(session, 'top_moves') == top
    ask(session, 'genmove w')
    assert session.last_thought is not None and len(session.last_thought[0].candidates) < 5
    ask(session, 'owlgo-rank off')
    assert session.rank is None
