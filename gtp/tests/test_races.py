"""Races and sekis: every command tells the same of them."""
import pytest

from owlgo.engine.core.points import BLACK, WHITE, parse_vertex, vertex
from owlgo.engine.core.result import LOSE, WIN, Reading
from owlgo.engine.core.tests.pictures import NAKADE, drawn
from owlgo.engine.examine.examination import Examination
from owlgo.engine.life import verdict
from owlgo.engine.life.verdict import Answer
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import answered as ask


def session_of(picture, *lines):
    """A session with the position of a picture, X Black and O White."""
    board, session = drawn(picture), Session()
    size = int(board['size'])
    stones = [f'{"bw"[color - 1]} {vertex(pos, size)}' for pos, color in enumerate(board['color'].tolist()) if color in (1, 2)]
    for line in (f'boardsize {size}', 'komi 0', 'gogui-setup ' + ' '.join(stones), *lines):
        ask(session, line)
    return session


THREE_NEIGHBOURS = '''
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . O .
    . . . . X X X O .
    . X X X O O O X .
    . X O O . X O X .
    . . X . O . O X .
'''
"""White's stones round E3 race with Black's wall at H1, which has three liberties and no room: who moves first wins."""


@pytest.fixture(scope='module')
def three():
    """A session with three neighbours in one race."""
    return session_of(THREE_NEIGHBOURS, 'gogui-setup_player w')


@pytest.mark.parametrize('name,rival,kills,saves,late', [('E3', 'H1', 'E2', 'J2', 'B1'), ('H1', 'E3', 'J2', 'E2', 'F1')])
def test_who_moves_first_wins_a_race_by_every_command(three, name, rival, kills, saves, late):
    """All three neighbours used to be called dead.  After a ``late`` move the other side wins."""
    assert ask(three, f'analyze_semeai {name} {rival}') == f'1 1 {saves}'
    assert ask(three, f'dragon_status {name}') == f'critical {kills} {saves}'
    assert ask(three, f'owl_attack {name}') == f'1 {kills}' and ask(three, f'owl_defend {name}') == f'1 {saves}'
    assert ask(three, f'owl_does_attack {kills} {name}') == ask(three, f'owl_does_defend {saves} {name}') == '1'
    assert not ask(three, f'owlgo-verdict defend {name}').startswith('0 proved')
    assert 'is critical (read' in ask(three, f'owlgo-explain {name}')
    assert ask(three, f'owl_does_attack {late} {name}') == '0'


def test_a_stone_between_two_races_is_critical_too(three):
    assert ask(three, 'dragon_status C2').startswith('critical ')


def test_three_neighbours_in_one_race_do_not_all_end_dead(three):
    assert {ask(three, f'final_status {name}') for name in ('C2', 'E3', 'H1')} != {'dead'}


LOST_RACE = """
    . . . . O . X O .
    . . . O X X X O .
    . . . . O X . O X
    . O . O O X . X X
    . O . . . O X X .
    O X . . O . O O X
    . O . . . . . . O
    . . . . X . O . .
    . . . X O X . O .
"""
"""White H9 has three liberties against five: J8 makes an eye at J9 that Black G7 takes away."""


def test_life_in_a_race_is_not_recognized_but_read_to_its_end():
    """White J8 was said to save the stones, as the stones round them might be taken; Black G7 kills them after it."""
    session = session_of(LOST_RACE, 'gogui-setup_player w', 'report_uncertainty on')
    assert ask(session, 'analyze_semeai H9 G9') == '0 0 PASS' and ask(session, 'analyze_semeai G9 H9') == '1 1 PASS'
    assert ask(session, 'dragon_status H9') == 'dead proved' and ask(session, 'dragon_status G9') == 'alive read'
    assert ask(session, 'owl_defend H9') == ask(session, 'owl_does_defend J8 H9') == '0'


@pytest.mark.parametrize('saved', [False, True])
def test_a_kill_that_the_reading_of_its_reply_denies_is_a_guess(saved, monkeypatch):
    """It used to be called read, and owl_does_attack denied it."""
    session = session_of(THREE_NEIGHBOURS, 'report_uncertainty on')
    kill, reply = (Answer(Reading(result, parse_vertex('B1', 9), 1)) for result in (WIN, WIN if saved else LOSE))
    monkeypatch.setattr(verdict, 'ask', lambda board, pos, side, *_: kill if side == ATTACKER else reply)
    assert ask(session, 'owl_attack E3') == ('1 B1 uncertain' if saved else '1 B1')
    assert ask(session, 'owlgo-verdict attack E3') == ('1 B1 uncertain' if saved else '1 B1 read')


SEKIS = {
    # Black takes nothing inside without leaving six points, and White may not take five stones that leave room for one eye alone.
    'nakade': (NAKADE, ('A7', 'C6'), 'B+10.0', 'B+43.0'),
    # Four stones inside the only room of those round them.
    'no eye': ("""
        . X . X . X .
        X X X X X X X
        . X X X X X X
        X X X X X . X
        O O O O X X X
        O . . O O X .
        X X X X O X X
    """, ('A3', 'A1'), 'B+7.0', 'B+31.0'),
    # An eye on each side of the only common liberty, with a prisoner in White's.
    'eyes': ("""
        . O . O X . X .
        O O O O X X X X
        . O X X X . X X
        O O X . X X X X
        . O X X X X X .
        O O X X X X X X
        X X O O O O O X
        . X . O . X O X
    """, ('A2', 'C2'), 'B+1.0', 'B+13.0'),
    # Black holds two corners in which White may not be taken, as the other one would take Black.
    'three sides': ("""
        . O X X X O .
        O . X X X . O
        X X X X X X X
        O O O O O O O
        . O . O . O .
        O O O O O O O
        . O . O . O .
    """, ('B7', 'C7', 'G6'), 'W+8.0', 'W+21.0'),
}


def test_a_capture_of_which_the_captor_dies_is_no_kill():
    """Black lives in seki inside: every command says so, though White could take the stones."""
    session = session_of(NAKADE)
    assert ask(session, 'dragon_status C6') == 'alive'
    assert ask(session, 'owl_attack C6') == '0' and ask(session, 'owl_defend C6') == '1 PASS'
    assert ask(session, 'owl_does_attack B6 C6') == '0'
    assert ask(session, 'owl_threaten_attack C6') == '0'        # it took the stones with two moves in a row
    assert ask(session, 'owl_connection_defends J1 C6 C6') == '1'
    # Races after trial moves are kept, too.
    ask(session, 'reset_owl_node_counter')
    assert ask(session, 'owl_does_attack B6 C6') == ask(session, 'get_owl_node_counter') == '0'


SNAPBACKS = {
    # Black B5 takes a stone and is taken: at A5 he cannot connect.
    'A5': """
        O . O . O
        X O O O O
        . X O O O
        X X O O O
        . X O . O
    """,
    # Black G1 takes a stone and leaves his seven a single liberty.
    'G2': """
        O O X . O . .
        O O O O X O O
        . O X X X X O
        X O X O O O .
        X X X O O X X
        X X X O X X O
        X . O O X X .
    """}


@pytest.mark.parametrize('name,move', [('A5', 'B5'), ('G2', 'G1')])
def test_a_stone_whose_captors_are_taken_in_turn_is_alive(name, move):
    """dragon_status said so alone; owl_attack took the stone, certainly."""
    session = session_of(SNAPBACKS[name], 'gogui-setup_player b', 'report_uncertainty on')
    assert ask(session, f'dragon_status {name}') == 'alive read' and ask(session, f'owl_attack {name}') == '0'
    assert ask(session, f'owl_does_attack {move} {name}') == '0' and ask(session, f'owl_defend {name}')[0] == '1'


def test_stones_that_need_no_move_live_after_a_move_elsewhere():
    """owl_does_defend read Black's reply without the race, and let him take the stone."""
    session = session_of(SNAPBACKS['G2'], 'report_uncertainty on')
    assert ask(session, 'owl_defend G2') == '1 PASS'
    assert {ask(session, f'owl_does_defend {name} G2') for name in ('D7', 'F7', 'A5', 'G4')} == {'1'}


def test_a_variation_ends_where_a_race_ends_it():
    """After White G1 Black takes two stones at F1 and is taken in turn: GoGui's variation used to go on with that."""
    session = session_of(SNAPBACKS['G2'].replace('X . O O X X .', 'X . O O X . .'), 'gogui-setup_player w')
    assert 'VAR w G1' in ask(session, 'owlgo-owl defend G2').split('\n')
    ask(session, 'play w G1')
    assert ask(session, 'owl_attack G2') == '0'


def test_a_race_that_is_read_is_no_more_certain_than_a_proof_against_it():
    """White C6 is proved alive, and D6 is proved to fall by a ko: no race takes the one or saves the other for certain."""
    session = session_of("""
        X . O X X .
        . O O X X .
        . O O O X O
        O O O X O .
        O X O X X .
        . X X . X .
    """, 'report_uncertainty on')
    assert ask(session, 'dragon_status C6') == 'alive proved' and ask(session, 'owlgo-verdict attack D6').endswith('proved')
    assert ask(session, 'dragon_status D6').endswith('uncertain')
    assert 'does not agree' in ask(session, 'owlgo-explain D6')
    # The race of A6 with C6 says that its owner saves it by moving first.  It is proved dead, which counts for more.
    assert ask(session, 'dragon_status A6') == 'dead proved' and 'goes to whoever moves first' in ask(session, 'owlgo-explain A6')


TAKEN_IN_TURN = """
    X X . . .
    O . X . O
    O O O . X
    O X O X X
    O X X . O
"""
"""White D1 takes three stones, and Black takes two back; White's living stones keep what is left."""


def test_a_race_does_not_overrule_the_answer_that_is_proved():
    """It was compared with the lower grade of attack and defence: a seki that was read stood beside a proved capture."""
    session = session_of(TAKEN_IN_TURN, 'gogui-setup_player w', 'report_uncertainty on')
    assert ask(session, 'owlgo-verdict attack C1') == '1 D1 proved'
    assert ask(session, 'dragon_status C1') == 'alive seki uncertain'


def test_a_capture_that_feeds_others_than_who_is_taken_in_turn_is_doubtful():
    """Black D1 was in seki for certain, and with it White's seventeen stones, which have eyes."""
    session = session_of("""
        O . O O O .
        O O O O X X
        O O . O . .
        O . O . . .
        . X O O X X
        . . O X . O
    """, 'report_uncertainty on')
    assert ask(session, 'dragon_status D1') == 'alive seki uncertain' and not ask(session, 'final_status_list seki')
    assert ask(session, 'final_status A6') == 'alive'


WINS_ITS_RACE = """
    X X O O O .
    X . X X O O
    X . X . O .
    X X X O O O
    O X O . X X
    . . . O . X
"""
"""White A2 lives by its race with Black, if it moves first; alone it is dead."""


def test_a_stone_that_wins_its_race_is_saved_by_every_command():
    """dragon_status said so; owl_defend lost it, certainly, as it did not ask the race."""
    session = session_of(WINS_ITS_RACE, 'gogui-setup_player w', 'report_uncertainty on')
    assert ask(session, 'dragon_status A2') == 'critical B1 B1 read'
    assert ask(session, 'owl_defend A2') == '1 B1' and ask(session, 'owl_does_defend B1 A2') == '1'


@pytest.mark.parametrize('saved', [False, True])
def test_an_answer_by_a_race_is_checked_by_the_reading_of_its_reply(saved, monkeypatch):
    session, asked = session_of(WINS_ITS_RACE, 'report_uncertainty on'), []

    def reply(known, pos, side):
        asked.append((vertex(pos, 6), side, int(known.board['color'][parse_vertex('B1', 6)])))
        return Answer(Reading(WIN if saved else LOSE, parse_vertex('A1', 6), 1))

    monkeypatch.setattr(Examination, 'reply', reply)
    assert ask(session, 'dragon_status A2') == f'critical B1 B1 {"uncertain" if saved else "read"}'
    assert asked == [('A2', DEFENDER, BLACK), ('A2', ATTACKER, WHITE)][:1 if saved else 2]


def test_a_race_is_uncertain_if_the_reply_to_its_move_refutes_it():
    """Failed: by its race A4 was critical, and saved at B4 by a ko.  After B4 White kills it at D2."""
    session = session_of("""
        X . X .
        . . X X
        O O O .
        . . . O
    """, 'gogui-setup_player w', 'report_uncertainty on')
    assert ask(session, 'dragon_status A4') == 'critical B4 B4 uncertain' and ask(session, 'owl_defend A4') == '2 B4 uncertain'
    ask(session, 'play b B4')
    assert ask(session, 'owl_attack A4') == '1 D2'


def test_a_stone_in_atari_is_critical_though_its_dragon_has_room():
    """dragon_status used to call White D7 alive, unread, while OWL's commands found its capture and its rescue."""
    session = session_of("""
        . . X O . . .
        . . . X O . .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)
    assert ask(session, 'dragon_status D7') == 'critical E7 E7' and 'D7: critical E7 E7' in ask(session, 'dragon_status')
    assert ask(session, 'owl_attack D7') == ask(session, 'owl_defend D7') == '1 E7'
    # White moves next and saves it; the reading for points may not reach it.
    ask(session, 'report_uncertainty on')
    assert ask(session, 'final_status D7') == 'alive uncertain'


@pytest.mark.parametrize('rules', ['japanese', 'chinese'])
@pytest.mark.parametrize('color', 'bw')
def test_nobody_plays_in_a_seki_that_holds_a_prisoner(color, rules):
    """White used to put its own stones in atari at C1: in playouts the prisoner was off the board, and its point a liberty."""
    session = session_of(SEKIS['eyes'][0], f'kgs-rules {rules}', 'komi 0')
    assert ask(session, f'reg_genmove {color}') == 'PASS'


@pytest.mark.parametrize('kind', SEKIS)
def test_a_seki_is_named_and_counts_by_the_rules(kind):
    picture, stones, japanese, chinese = SEKIS[kind]
    session = session_of(picture)
    named = ask(session, 'final_status_list seki').split()
    for name in stones:
        assert name in named and ask(session, f'final_status {name}') == 'seki' and ask(session, f'dragon_status {name}') == 'alive'
        assert 'seki' in ask(session, f'owlgo-explain {name}')
    for rules, score in (('japanese', japanese), ('chinese', chinese)):
        ask(session, f'kgs-rules {rules}')
        assert ask(session, 'final_score') == score
    assert 'H7' not in named and not ask(session, 'final_status_list dead').strip(' F1')


@pytest.mark.parametrize('picture,name,status', [("""
    X X . . .
    X . O O .
    . O O X .
    X O X . O
    . X . . X
""", 'E1', 'critical D2 E3 uncertain'), ("""
    O O X O .
    . O . . X
    O . X . X
    . X X X .
    X . . . X
""", 'C5', 'alive uncertain')])
def test_an_uncertain_race_makes_the_answer_that_it_contradicts_a_guess(picture, name, status):
    """owl_attack and owl_defend kept the certainty of OWL's reading, which ends with the capture."""
    session = session_of(picture, 'report_uncertainty on')
    assert ask(session, f'dragon_status {name}') == status
    side = 'attack' if status.startswith('alive') else 'defend'
    assert ask(session, f'owlgo-verdict {side} {name}').endswith('uncertain')


WALL_DIES = """
    . O . X . O . . .
    O X X X . O . . .
    . X . O O O . . .
    X X . O . . . . .
    . . O O . . . . .
    O O O . . . . . .
    . . . O O O O X X
    . . . X X X X O O
    . O X X . X O O .
"""
"""Black's wall round B9 cannot be saved: the stone wins their race."""


@pytest.mark.parametrize('picture', ["""
    O O . O X
    X . X X .
    O X X O O
    O . . . .
    . . X X .
""", WALL_DIES])
def test_the_list_of_dragons_tells_of_each_what_its_vertex_tells(picture):
    """Failed: a line named a dragon by a stone of another group than the one that was judged, here E5, or of another dragon, here B9."""
    session = session_of(picture, 'report_uncertainty on')
    lines = [line.split(': ') for line in ask(session, 'dragon_status').split('\n')]
    for name, told in lines:
        assert ask(session, f'dragon_status {name}') == told
    dragons = [line.split() for line in ask(session, 'dragon_stones').split('\n')]
    assert all(sum(name in dragon for name, _ in lines) == 1 for dragon in dragons)


def test_two_moves_in_a_row_are_certain_only_if_the_second_is():
    """Failed: the second move was not checked by the reading of its reply, as owl_defend's is."""
    session = session_of("""
        . . . . . . . O
        . . . . . . . X
        O O O . . . . X
        X X O . . . . O
        . X O O . . . .
        O X X O O . . O
        . O X X O . . O
        O X . X O . . O
    """, 'report_uncertainty on')
    code, first, second, *doubt = ask(session, 'owl_threaten_defense H8').split()
    ask(session, f'trymove w {first}')
    assert ask(session, 'owl_defend H8').split() == [code, second, *doubt] and doubt


def test_stones_whose_taker_is_taken_beside_a_third_dragon_are_doubtful():
    """White E6 would live in seki for certain: the race says that its taker is taken in turn, but others of Black are beside it."""
    session = session_of("""
        O O X X O O
        O . O X . X
        . . X O O .
        . . X . . O
        X X O . O .
        . X X O X X
    """, 'report_uncertainty on')
    assert ask(session, 'dragon_status E6').endswith(' uncertain')


def test_a_dead_stone_lives_if_its_wall_cannot_be_saved():
    """Failed: White B9 was dead, proved if Black D9 holds, by all commands but analyze_semeai, which said that it wins their race."""
    session = session_of(WALL_DIES, 'report_uncertainty on')
    assert ask(session, 'analyze_semeai B9 D9') == '1 1 PASS'
    assert ask(session, 'owl_attack B9') == '0' and ask(session, 'owl_defend B9') == '1 PASS'
    assert ask(session, 'dragon_status B9') == 'alive read' and 'B9: alive read' in ask(session, 'dragon_status')


def test_a_ko_after_whose_move_the_dragon_is_lost_is_uncertain():
    """Failed: D5 could be taken by a ko at B3, for certain, and after B3 could not be defended at all."""
    session = session_of("""
        . O X X .
        O . X X O
        X . X . X
        X O . O .
        O O . . .
    """, 'gogui-setup_player b', 'report_uncertainty on')
    assert ask(session, 'owl_attack D5') == '2 B3 uncertain'
    ask(session, 'trymove w B3')
    assert ask(session, 'owl_defend D5') == '0'


def test_stones_that_are_read_together_with_another_dragon_say_so():
    """Failed: "Black A5, a dragon of 2 stones, is alive (proved)" was proved of ten stones that hold together, of which some live."""
    session = session_of("""
        . O . X X X
        X O X . X .
        . X . X X X
        . O X O O .
        O . O X . .
        O . O X O .
    """, 'gogui-setup_player w')
    said = ask(session, 'owlgo-explain A5')
    assert 'Read was whether these stones or D6, which hold together, live.' in said.split('\n')
