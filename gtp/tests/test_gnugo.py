"""The commands of GNU Go that are about the search, about images of the board, and about what was read; and all of them."""
import math
import re
from pathlib import Path

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.points import all_points, parse_vertex, transform
from owlgo.engine.core.sgf import Play
from owlgo.gtp.orientation import INWARD, OUTWARD
from owlgo.gtp.registry import COMMANDS, Stream
from owlgo.gtp.server import call
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered as done
from owlgo.gtp.tests.asking import ask

ROOT = Path(__file__).parents[2]


def test_all_commands_of_gnu_go_are_there_and_the_document_says_which_differ():
    names = set((Path(__file__).parent / 'gnugo_commands.txt').read_text().split())
    text = (ROOT / 'docs' / 'gnugo-commands.md').read_text('utf-8')
    listed = re.findall(r'^- `(.*?)`: ', text, re.M)
    assert len(names) == 138 and names <= set(COMMANDS) and set(listed) < names and len(set(listed)) == len(listed)
    assert f"{len(names)} commands {len(names) - len(listed)} take the same" in text


BAD = [
    ('accuratelib', 'invalid color or coordinate'), ('accuratelib b Z9', 'invalid color or coordinate'),
    ('accuratelib b pass', 'vertex must be empty'), ('accuratelib b C3', 'vertex must be empty'),
    ('accurate_approxlib x A1', 'invalid color or coordinate'), ('accurate_approxlib w C3', 'vertex must be empty'),
    ('tryko', 'invalid color or coordinate'), ('tryko b C3', 'illegal move'), ('tryko b pass', 'invalid color or coordinate'),
    ('limit_search', 'invalid value for search limit'), ('limit_search x', 'invalid value for search limit'),
    ('set_search_diamond', 'invalid coordinate'), ('set_search_diamond pass', 'invalid coordinate'),
    ('set_search_limit Z9', 'invalid coordinate'), ('set_search_limit', 'invalid coordinate'),
    ('orientation', 'orientation not an integer'), ('orientation x', 'orientation not an integer'),
    ('orientation 8', 'unacceptable orientation'), ('orientation -1', 'unacceptable orientation'),
    ('invariant_hash_for_moves', 'invalid color'), ('advance_random_seed', 'invalid number of games'),
    ('advance_random_seed -1', 'invalid number of games'), ('aa_confirm_safety b', 'invalid color or coordinate'),
    ('aa_confirm_safety b pass', 'invalid color or coordinate'), ('aa_confirm_safety b C3', 'illegal move'),
    ('aa_confirm_safety b A1 x', 'invalid number of stones'),
    ('tune_move_ordering 1 2', 'no such numbers here: the order of moves was learned'),
    ('finish_sgftrace', 'missing filename'), ('finish_sgftrace x.sgf', 'no trace was started')]


@pytest.mark.parametrize('line, error', BAD)
def test_bad_arguments(line, error):
    session = Session(boardsize=5)
    done(session, 'play b C3')
    before = session.game.history, session.limited, session.area, session.seed, session.orientation
    assert ask(session, line) == f'? {error}\n\n'
    assert (session.game.history, session.limited, session.area, session.seed, session.orientation) == before


KO = ['boardsize 5', *(f'play {move}' for move in ('b B1', 'w C1', 'b A2', 'w D2', 'b B3', 'w C3', 'b C2', 'w B2'))]


def test_a_ko_is_tried_and_taken_back():
    session = Session()
    done(session, *KO)
    game = session.game
    before = game.board.copy()
    assert ask(session, 'trymove b C2') == '? illegal move\n\n'
    assert done(session, 'tryko b C2', 'color B2') == 'empty' and ask(session, 'trymove w B2') == '? illegal move\n\n'
    assert done(session, 'tryko w B2', 'tryko b C2', 'dump_stack') == 'black C2\nwhite B2\nblack C2'
    done(session, 'popgo', 'popgo', 'popgo')
    assert int(game.board['ko']) == int(before['ko']) != 0 and game.hash() == int(before['hash'])
    assert ask(session, 'play b C2') == '? illegal move\n\n', 'the ban is there again'
    assert done(session, 'tryko b E5', 'dump_stack') == 'black E5'


def test_liberties_after_a_move_are_those_it_has():
    session = Session()
    done(session, *KO)
    for color in 'bw':
        for pos in all_points(5):
            name = session.game.vertex(pos)
            if session.game.color_at(pos) or not session.game.tryko('xbw'.index(color), pos):
                continue
            expected = done(session, f'findlib {name}')
            session.game.popgo()
            assert done(session, f'accuratelib {color} {name}') == done(session, f'accurate_approxlib {color} {name}') == expected
    assert done(session, 'accuratelib b C2') == 'B2', 'the stone that is taken leaves one'


def test_moves_are_looked_for_in_the_search_area():
    session = Session(level=0)
    done(session, 'boardsize 9', 'play b E5', 'play w C3')
    free = done(session, 'reg_genmove b')
    done(session, 'set_search_limit J1', 'set_search_limit H1', 'set_search_limit A1')
    assert done(session, 'reg_genmove b') == free, 'not limited yet'
    done(session, 'limit_search 1')
    inside = {'J1', 'H1', 'A1', 'PASS'}
    assert done(session, 'reg_genmove b') in inside and set(done(session, 'top_moves').split()[::2]) <= inside
    assert {line.split()[0] for line in done(session, 'move_probabilities').splitlines()} <= inside
    answer = call(session, COMMANDS['lz-analyze'], ['b'])
    assert isinstance(answer, Stream)
    line = next(answer.lines(lambda: True))
    assert {part.split()[0] for part in line.split('move ')[1:]} <= inside
    drawing = done(session, 'draw_search_area').splitlines()
    assert drawing[-2].split() == ['1', '*', *'......', '*', '*', '1'] and sum(row.count('*') for row in drawing) == 3
    session.clock = None
    assert done(session, 'genmove b') in inside
    done(session, 'undo', 'time_settings 0 1 1')
    assert done(session, 'genmove b') in inside, 'in a hurry too'
    done(session, 'undo', 'reset_search_mask')
    session.clock = None
    assert done(session, 'reg_genmove b') == free, 'an empty area limits nothing'
    done(session, 'set_search_limit J1', 'limit_search 0')
    assert done(session, 'reg_genmove b') == free


def test_a_diamond_replaces_the_area_and_outlasts_the_board():
    session = Session()
    done(session, 'boardsize 9', 'play b A9', 'set_search_limit J9', 'set_search_diamond C3')
    rows = [row.split()[1:-1] for row in done(session, 'draw_search_area').splitlines()[1:-1]]
    for row in range(9):
        for col in range(9):
            assert (rows[8 - row][col] in '*xo') == (abs(row - 2) + abs(col - 2) <= 6)
    assert rows[0][0] == 'X' and rows[0].count('*') == 1
    done(session, 'clear_board', 'play w C3')
    assert 'o' in done(session, 'draw_search_area').splitlines()[-4].split()


def test_an_area_off_the_board_limits_nothing():
    session = Session(level=0)
    done(session, 'boardsize 9', 'set_search_limit J1', 'limit_search 1', 'boardsize 5')
    assert session.among == () and done(session, 'reg_genmove b') != 'PASS'


@pytest.mark.parametrize('number', range(8))
def test_orientations_turn_the_board_both_ways(number):
    """As GNU Go lays A4 of a 5x5 board; and every point comes back."""
    assert all(transform(transform(pos, 5, INWARD[number]), 5, OUTWARD[number]) == pos for pos in all_points(5))
    session = Session()
    done(session, 'boardsize 5', 'play b C3', f'orientation {number}')
    assert done(session, 'query_orientation') == str(number) and done(session, 'list_stones b') == '', 'the board is cleared'
    assert done(session, 'play b a04', 'list_stones b') == 'A4' and done(session, 'last_move') == 'black A4'
    assert set(done(session, 'findlib A4').split()) == {'A5', 'B4', 'A3'}
    lies = ['A4', 'B1', 'E2', 'D5', 'B5', 'A2', 'D1', 'E4'][number]
    assert session.game.color_at(parse_vertex(lies, 5)) == 1
    row = done(session, 'showboard').splitlines()[6 - int(lies[1])].split()
    assert row['ABCDE'.index(lies[0]) + 1] == 'X', 'the drawing is of the board as it is'
    assert ask(session, 'play w A4') == '? illegal move\n\n' and done(session, 'echo A4') == 'A4'


def test_answers_do_not_depend_on_the_orientation():
    """Sentences and streams are turned too."""
    answers = set()
    for number in (0, 1, 6):
        session = Session(level=0)
        done(session, 'boardsize 5', f'orientation {number}', *(f'play {move}' for move in ('b B3', 'w B2', 'b A2', 'w D4', 'b C2')))
        stream = call(session, COMMANDS['lz-analyze'], ['b'])
        assert isinstance(stream, Stream) and next(stream.lines(lambda: True)).startswith('info move ')
        answers.add((done(session, 'attack B2'), done(session, 'move_reasons B1')))
    assert len(answers) == 1 and all(first == '1 B1' and second.startswith('Move at B1 ') for first, second in answers)


def test_probabilities_are_parts_of_the_visits():
    session = Session(level=0)
    done(session, 'boardsize 5', 'play b C3')
    lines = [line.split() for line in done(session, 'move_probabilities').splitlines()]
    parts = [float(part) for _, part in lines]
    assert abs(sum(parts) - 1) < 0.002 and parts == sorted(parts, reverse=True)
    uncertainty = float(done(session, 'move_uncertainty'))
    assert abs(uncertainty + sum(part * math.log2(part) for part in parts)) < 0.01 and uncertainty > 0
    move = done(session, 'genmove w')
    assert move in {line.split()[0] for line in done(session, 'move_probabilities').splitlines()}, 'of the move that was made'
    assert session.last_thought and {session.game.vertex(one.move) for one in session.last_thought[0].candidates if one.visits} >= {move}
    sure = Session(level=0, boardsize=5, without=frozenset(['search']))
    assert done(sure, 'move_probabilities').split()[1:] == ['1.0000'] and done(sure, 'move_uncertainty') == '0.0000'


def test_hashes_of_moves_are_those_after_them():
    session = Session(boardsize=3)
    done(session, 'play b B2', 'play w A1')
    lines = dict(line.split() for line in done(session, 'invariant_hash_for_moves w').splitlines())
    assert set(lines) == set(done(session, 'all_legal w').split())
    for move, value in lines.items():
        assert done(session, f'trymove w {move}', 'invariant_hash') == value
        done(session, 'popgo')
    done(session, 'clear_board')
    assert len({line.split()[1] for line in done(session, 'invariant_hash_for_moves b').splitlines()}) == 3


def test_seeds_advance_game_by_game():
    one, two = Session(seed=7), Session(seed=7)
    assert done(one, 'advance_random_seed 0') == '7' and done(one, 'advance_random_seed 2', 'advance_random_seed 3') == \
        done(two, 'advance_random_seed 5') == done(two, 'get_random_seed') != '7'
    assert 0 <= one.seed < 1 << 62


DOUBLE = ['boardsize 5', *(f'play {move}' for move in ('b C2', 'w C3', 'b E3', 'w D1', 'b A3', 'w B2', 'b D3', 'w C5', 'b B4', 'w A5'))]
"""Black's D2 takes D1 or the two stones at C3."""


def test_a_move_is_safe_unless_a_combination_follows():
    session = Session(level=2)
    done(session, *DOUBLE)
    before = session.game.history
    assert done(session, 'combination_attack b') == 'D2'
    assert done(session, 'aa_confirm_safety w E5') == '0 D2' and done(session, 'aa_confirm_safety w D2') == '1'
    assert done(session, 'aa_confirm_safety w E5 1') == '0 D2' and done(session, 'aa_confirm_safety w E5 9') == '1'
    assert session.game.history == before


def test_a_trace_has_the_readings_between_start_and_finish(tmp_path):
    session = Session(level=1)
    path = tmp_path / 'trace.sgf'
    done(session, 'boardsize 7', *(f'play {move}' for move in ('b C3', 'w C4', 'w B3', 'w D3')), 'defend C3', 'owl_attack C4')
    assert done(session, 'start_sgftrace', 'attack C3', 'attack C3', 'owl_attack C4', f'finish_sgftrace {path}') == ''
    text = path.read_text()
    assert text.count('attack C3: 1 C2') == 1 and 'owl_attack C4: ' in text and 'defend' not in text
    record = sgf.parse(text.encode(), 'trace')
    assert len(record.black) == 1 and len(record.white) == 3 and record.events[0] == Play(2, parse_vertex('C2', 7))
    assert not record.marks and text.count('(;FF') == 1
    assert ask(session, f'finish_sgftrace {path}') == '? no trace was started\n\n'
    done(session, 'start_sgftrace', 'trymove b C2', 'attack C3', 'popgo', 'ladder_attack C3', 'disconnect C4 B3')
    assert ask(session, f'finish_sgftrace {tmp_path}').startswith('? cannot write file: ')
    done(session, f'finish_sgftrace {path}')
    assert path.read_text().count('(;FF') == 2 and all(word in path.read_text() for word in ('ladder_attack C3: ', 'disconnect C4 B3: '))
    done(session, 'start_sgftrace', f'finish_sgftrace {path}')
    assert len(sgf.load(path).events) == 4, 'where nothing was read, the game'


def test_a_long_trace_tells_what_it_leaves_out(tmp_path, monkeypatch):
    from owlgo.engine.read import reader
    monkeypatch.setattr(reader, 'MOST_LOGGED', 1)
    session = Session(level=0, boardsize=5)
    path = tmp_path / 'trace.sgf'
    done(session, 'play b C3', 'play w B2', 'start_sgftrace', 'attack C3', 'attack B2', 'attack B2', f'finish_sgftrace {path}')
    assert '2 questions more are left out.' in path.read_text() and 'attack B2' not in path.read_text()


def test_nothing_of_life_is_counted():
    session = Session()
    assert done(session, 'get_life_node_counter') == '0' and done(session, 'reset_life_node_counter') == ''
