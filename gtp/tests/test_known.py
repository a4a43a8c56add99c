"""What is known of a position is known of that position alone."""
import gc
import weakref

import pytest

from owlgo.engine.core import board as boards
from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.engine.eyes import topology
from owlgo.engine.life import verdict
from owlgo.engine.life.threats import MoveQuestions
from owlgo.engine.position import Position
from owlgo.engine.read import inner, tactics
from owlgo.engine.read.reader import as_reader
from owlgo.engine.solver.region import DEFENDER
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask


def told(lines, level=0, **settings):
    """The last answer to some lines."""
    session = Session(level=level, **settings)
    return [ask(session, line) for line in lines][-1]


def test_an_empty_board_of_another_size_is_another_position():
    session = Session(level=0)
    for line in ('boardsize 9', 'reg_genmove b', 'top_moves', 'boardsize 5'):
        assert ask(session, line).startswith('=')
    for question in ('top_moves', 'reg_genmove b', 'estimate_score', 'initial_influence b territory_value'):
        assert ask(session, question) == told(['boardsize 5', question])
    for line in ('boardsize 13', 'genmove b', 'boardsize 9', 'genmove b', 'final_score'):
        assert ask(session, line).startswith('=')


KO = ['boardsize 5', 'play b B4', 'play w C4', 'play b A3', 'play w D3', 'play b B2', 'play w C2', 'play b E5', 'play w B3', 'play b C3']


def test_a_ko_that_may_not_be_taken_back_is_another_position():
    session = Session(level=0)
    for line in KO:
        assert ask(session, line).startswith('=')
    session.known('test', lambda: 1)
    assert session.known('test', lambda: 2) == 1
    for line in ('play w pass', 'play b pass'):
        ask(session, line)
    assert session.known('test', lambda: 2) == 2


@pytest.mark.parametrize('line', ['level 1', 'increase_depths', 'boardsize 9', 'play b A1', 'trymove b A1'])
def test_what_an_answer_depends_on_makes_it_another(line):
    session = Session(level=0, boardsize=7)
    session.known('test', lambda: 1)
    ask(session, line)
    assert session.known('test', lambda: 2) == 2


@pytest.mark.parametrize('line', ['clear_board', 'boardsize 7'])
def test_nothing_of_the_last_game_is_held_in_the_next(line):
    """The same position is known no more either, and its readings are made again, to the same answers."""
    session = Session(level=0, boardsize=7)
    begin = ['play b D4', 'play w D5']

    def answers():
        return [ask(session, each) for each in (*begin, 'attack D4', 'dragon_status D4')]
    first = answers()
    held = weakref.ref(session.examination)
    assert session.reader.memory.answers
    ask(session, line)
    gc.collect()
    assert held() is None and not session.reader.memory.answers
    assert answers() == first


@pytest.mark.parametrize('line', ['clear_board', 'boardsize 9', 'rectangular_boardsize 7 7', 'loadsgf regress/games/bulky-five.sgf',
                                  'set_position w A1'])
def test_another_game_has_a_clock_and_thoughts_of_its_own(line):
    session = Session(level=0, boardsize=5)
    for each in ('kgs-time_settings canadian 6 4 5', 'genmove b', 'time_left b 2 3', 'time_left w 5 0'):
        assert ask(session, each).startswith('=')
    assert session.clock and session.clock.left(BLACK) == (2, 3) and session.last_thought
    ask(session, line)
    assert session.clock.left(BLACK) == session.clock.left(WHITE) == (6, 0) and session.last_thought is None


TAKEN = ['boardsize 5', 'komi 0', 'play b B5', 'play w A5', 'play b A4', 'play w D1', 'play b C4', 'play w D2']


def test_the_final_score_knows_prisoners_komi_and_the_side_to_move():
    """White's stone in the corner was taken; the same stones set up by hand have taken nobody."""
    session = Session(level=0)
    answers = [ask(session, line) for line in [*TAKEN, 'final_score']]
    assert answers[-1] == told([*TAKEN, 'final_score']) and ask(session, 'captures b') == '= 1\n\n'
    setup = ['clear_board', 'gogui-setup b B5 b A4 b C4 w D1 w D2', 'final_score']
    assert [ask(session, line) for line in setup][-1] == told([*TAKEN[:2], *setup])
    for line in ('komi 20', 'gogui-setup_player w'):
        assert ask(session, line) == '= \n\n'
    assert ask(session, 'final_score') == told([*TAKEN[:2], *setup[:2], 'komi 20', 'gogui-setup_player w', 'final_score'])


def test_a_seed_may_be_given():
    session = Session(level=0, boardsize=5)
    ask(session, 'play b C3')
    first = ask(session, 'gg_genmove w 5')
    ask(session, 'reg_genmove w')
    assert ask(session, 'gg_genmove w 5') == first == told(['boardsize 5', 'play b C3', 'set_random_seed 5', 'reg_genmove w'])
    assert ask(session, 'final_score 3').startswith('= ') and ask(session, 'final_score x') == '? invalid random seed\n\n'
    assert ask(session, 'gg_genmove w -1') == '? invalid random seed\n\n'


def test_situations_differ_by_size_rules_and_ko():
    games = [Game(9), Game(13), Game(9, rules=Rules('all')), Game(9, rules=Rules('allowed')), Game(9, rules=Rules(ko='none')),
             Game(9, rules=Rules(ko='positional'))]
    assert len({game.situation for game in games}) == len(games)
    assert Game(9).situation == Game(9, komi=7).situation and Game(9).history != Game(9, komi=7).history


def test_rules_that_are_not_named_stay():
    session = Session(ko='none', suicide='all')
    for line in ('kata-set-rules {"scoring":"AREA"}', 'kata-set-rules ' + ask(session, 'kata-get-rules')[2:].strip()):
        session.area_scoring = not session.area_scoring
        assert ask(session, line) == '= \n\n'
        assert (session.ko, session.suicide, session.game.rules) == ('none', 'all', Rules('all', 'none'))
    assert ask(session, 'kata-set-rules {"ko":"SIMPLE"}') == '= \n\n' and session.game.rules == Rules('all', 'simple')
    assert ask(session, 'kata-set-rules {"ko":"NONE"}') == '? unsupported rules: ko NONE\n\n'
    assert ask(session, 'kata-set-rules {"suicide":false}') == '= \n\n' and session.game.rules == Rules('forbidden', 'simple')


def test_a_handicap_is_paid_for_as_the_rules_say():
    session = Session()
    for line, points in (('kata-set-rules AGA rules', 1), ('kata-set-rules {"whiteHandicapBonus":"0"}', 0), ('kgs-rules new_zealand', 0),
                         ('kata-set-rules {"whiteHandicapBonus":"N"}', 2), ('kata-set-rules {"scoring":"TERRITORY"}', 2)):
        assert ask(session, line) == '= \n\n'
        session.game.handicap = 2
        assert session.game.compensation == points, line
    assert '"whiteHandicapBonus":"0"' in ask(session, 'kata-get-rules'), 'territory has none'
    assert ask(session, 'kata-set-rules {"whiteHandicapBonus":"N+1"}') == '? unsupported rules: whiteHandicapBonus N+1\n\n'


def test_the_api_looks_again_after_a_ko():
    position = Position(5)
    position.play(*(line.split()[2] for line in KO[1:]))
    before = position.known
    assert position.known is before
    position.play('pass', 'pass')
    assert position.known is not before and int(position.known.board['ko']) == 0


def test_readings_under_other_rules_are_other_questions():
    def board(suicide):
        game = Game(5, rules=Rules(suicide))
        for color, name in ((BLACK, 'B2'), (WHITE, 'A1'), (BLACK, 'A2')):
            game.play(color, parse_vertex(name, 5))
        return game.board
    reader = as_reader(10)
    tactics.attack(board('forbidden'), parse_vertex('A1', 5), reader)
    hits = reader.memory.hits
    tactics.attack(board('forbidden'), parse_vertex('A1', 5), reader)
    assert reader.memory.hits == hits + 1
    tactics.attack(board('all'), parse_vertex('A1', 5), reader)
    assert reader.memory.hits == hits + 1


def test_quick_readings_are_remembered_by_size_and_rules():
    record = inner.new_inner_record()
    keys = []
    for size, suicide, ko in ((9, 0, 0), (13, 0, 0), (9, 1, 0), (9, 2, 0), (9, 0, 1)):
        board = boards.new_board(size)
        board['suicide'], board['ko_rule'] = suicide, ko
        keys.append(int(inner._memo_key(board, record, 1, 30, 0)))
    assert len(set(keys)) == len(keys)


def test_where_suicide_is_legal_it_saves_nothing():
    """Black's move at A1 takes his own stones off: no defence, and no error."""
    game = Game(5, rules=Rules('all'))
    for color, names in ((BLACK, 'A2'), (WHITE, 'B2 A3 B1')):
        for name in names.split():
            game.play(color, parse_vertex(name, 5))
    stone, move = parse_vertex('A2', 5), parse_vertex('A1', 5)
    assert tactics.does_defend(game.board, move, stone) == 0
    asker = MoveQuestions(game.board, verdict.ask)
    assert asker.does(move, stone, DEFENDER, asker.defend(stone)).result == 0
    assert not asker.connection_defends(move, stone, stone)


def test_where_suicide_is_legal_no_corner_is_held_by_it():
    """White's stone at A1 would take itself off."""
    game = Game(5, rules=Rules('all'))
    for name in ('A2', 'B1'):
        game.play(BLACK, parse_vertex(name, 5))
    assert topology.safety(game.board, parse_vertex('A1', 5), WHITE) == 0


@pytest.mark.parametrize('line', [pytest.param('final_status F6', marks=pytest.mark.slow), 'dragon_status', 'combination_defend b',
                                  'combination_defend w'])
def test_suicide_is_no_error_inside(line):
    played = 'w C1 w D3 b C5 w B4 b C4 b B3 w E2 b E6 w F1 b D2 w A4 w D6 w F6 w F3 b F5 w F4 b E3 b F6 w C3 b B1 w A1 b A6'
    session = Session(level=0, suicide='allowed')
    assert ask(session, 'boardsize 6') == ask(session, f'gogui-play_sequence {played}') == '= \n\n'
    assert ask(session, line).startswith('= ')


def test_what_owl_was_asked_is_not_read_again(monkeypatch):
    """Attack and defence, what moves achieve, and the checks by the reply share their answers."""
    session, asked = Session(level=0, report_uncertainty=True), list[tuple[int, ...]]()
    read = verdict.ask

    def noting(board, pos, side, *rest, **options):
        if not options.get('alone'):
            asked.append((int(board['hash']), pos, side, *rest[1:]))
        return read(board, pos, side, *rest, **options)

    monkeypatch.setattr(verdict, 'ask', noting)
    for line in ('boardsize 7', 'gogui-setup b B2 b B3 b C2 w A4 w B4 w C3 w D2 w D1 w C4',
                 'owl_attack B2', 'owl_defend B2', 'owl_attack B2', 'owl_does_attack B1 B2',
                 'owl_does_defend B1 B2', 'owlgo-verdict attack B2', 'owl_threaten_defense B2'):
        assert ask(session, line).startswith('= ')
    assert len(asked) > 4 and len(set(asked)) == len(asked)
