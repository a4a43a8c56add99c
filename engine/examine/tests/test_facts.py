"""Facts that constraints ask about: every helper holds somewhere on a drawn board and fails elsewhere, and so do whole databases."""
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest

from owlgo.engine.constraints import matching
from owlgo.engine.core import store
from owlgo.engine.core.facts import OF_CONNECTIONS, OF_DRAGONS, OF_GOAL, Kind, bits
from owlgo.engine.core.points import parse_vertex, vertex
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate, cuts, fill_facts
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.examine import facts
from owlgo.engine.examine.examination import Examination
from owlgo.engine.owl import pattern_values, selective
from owlgo.engine.worms import cut_points
from owlgo.patterns.lang import read_text
from owlgo.patterns.library import DATABASE_FOLDER, LIBRARY, PATTERN_DATABASES, asked_for
from owlgo.patterns.vocabulary import HELPERS

BOARDS = {
    'life': '''
        . X . . . . . O .
        X X X X X X O O .
        O O O O O O O . .
        . . . . . . . . .
        O O O O O O . . .
        X X X X X O . X .
        X O . . X O . . .
        X O X . X O O O O
        X X X X X O . X X
    ''',
    'fight': '''
        . X O . . O X . .
        X O . O . O X X .
        . X O . . O O X .
        . X . . . . . O .
        . . X . O . X . .
        X X O O . . X O .
        O X O . X . X O .
        O O X X . . O . O
        . O X . . . . O .
    ''',
    'ko': '''
        . X O O . . .
        X O . O X . .
        . X O X . . .
        . X O . . . .
        . . X . . O .
        X X X . O . O
        . X O . . O .
    ''',
    'cut': '''
        . . . . . . .
        . O . O . X .
        . X X X . X .
        . . . . O X .
        . O O X O . .
        . X X O . . .
        . . . . X . .
    ''',
    'corner': '''
        X X O . .
        X . . . .
        . . . . .
        . . . . .
        . . . X X
    ''',
}
BLACK, WHITE = 1, 2


class Case(NamedTuple):
    """A constraint, where it holds and where it fails; the move, or the only point of a pattern without one, lies there."""
    constraint: str
    diagram: str
    labels: str
    board: str
    holds: str
    fails: str
    goal: str = ''
    color: int = WHITE


CASES = [
    Case('lib(a) == 2', '?', 'a', 'fight', 'A8', 'B8'),
    Case('lib2(a) > 3', '?', 'a', 'fight', 'F9', 'B9'),
    Case('olib(*) > 2', '*', '*', 'fight', 'D9', 'A1'),
    Case('xlib(*) > 2', '*', '*', 'fight', 'A7', 'J1'),
    Case('ko(*)', '*', '*', 'fight', 'C8', 'D9'),
    Case('wormsize(a) == 2', '?', 'a', 'fight', 'B7', 'B8'),
    Case('same_string(a,b)', 'O?/?O', 'a?/?b', 'fight', 'F8', 'C9'),
    Case('o_somewhere(a,b)', '??', 'ab', 'fight', 'A8', 'A9'),
    Case('x_somewhere(a,b)', '??', 'ab', 'fight', 'A9', 'D9'),
    Case('legal_omove(*)', '*', '*', 'fight', 'D9', 'A1'),
    Case('legal_xmove(*)', '*', '*', 'fight', 'D9', 'J1'),
    Case('o_suicide(*)', '*', '*', 'fight', 'A1', 'D9'),
    Case('x_suicide(*)', '*', '*', 'fight', 'J1', 'D9'),
    Case('bent_four_helper(a,b)', 'X?', 'ab', 'corner', 'A5', 'E1'),
    # readings
    Case('attack(a)', '?', 'a', 'fight', 'B8', 'C9'),
    Case('defend(a)', 'O', 'a', 'fight', 'C9', 'A3'),
    Case('distrust_tactics_helper(a)', '?', 'a', 'fight', 'B8', 'A3'),
    Case('does_attack(*,a)', '*X', '*a', 'fight', 'A9', 'A6'),
    Case('does_defend(*,a)', '*O', '*a', 'fight', 'C8', 'D9'),
    Case('safe_omove(*)', '*', '*', 'fight', 'D9', 'H9'),
    Case('safe_xmove(*)', '*', '*', 'fight', 'A7', 'D9'),
    Case('odefend_against(*,a)', '*.', '*a', 'fight', 'D9', 'A6'),
    Case('xdefend_against(*,a)', '*.', '*a', 'fight', 'A6', 'J6'),
    Case('finish_ko_helper(*)', '*', '*', 'ko', 'C6', 'A7'),
    Case('squeeze_ko_helper(*)', '*', '*', 'ko', 'A7', 'C6'),
    Case('disconnect_helper(a,b)', 'O.O', 'a.b', 'fight', 'B8', 'F8'),
    Case('obvious_false_oeye(*)', '*', '*', 'fight', 'A9', 'D9'),
    Case('obvious_false_xeye(*)', '*', '*', 'fight', 'D9', 'A6'),
    Case('oplay_attack(*,a)', '*X', '*a', 'fight', 'A9', 'A6'),
    Case('oplay_defend(*,a)', '*O', '*a', 'fight', 'D9', 'A1'),
    Case('oplay_lib(*,a) > 2', '*O', '*a', 'fight', 'D9', 'A1'),
    Case('oplay_attack_either(*,a,b)', 'X*/?X', 'a*/?b', 'fight', 'A9', 'C6'),
    Case('oplay_defend_both(*,a,b)', 'O*/?O', 'a*/?b', 'fight', 'D9', 'A1'),
    Case('oplay_break_through(*,a,a,b)', 'X*/?X', 'a*/?b', 'fight', 'H9', 'C6'),
    Case('oplay_connect(*,a,b)', 'O?*?O', 'a?*?b', 'fight', 'E7', 'F4'),
    Case('oplay_disconnect(*,a,b)', 'X*X', 'a*b', 'fight', 'C8', 'E8', color=BLACK),
    # strings
    Case('effective_size(a) > 5', '?', 'a', 'fight', 'G9', 'B9'),
    Case('potential_cutstone(a)', '?', 'a', 'fight', 'B9', 'C9'),
    # one dragon
    Case('owl_goal_dragon(a)', '?', 'a', 'life', 'B9', 'A4', 'E8'),
    Case('owl_escape_value(a) > 0', '?', 'a', 'life', 'H5', 'D6', 'E8'),
    Case('owl_eyespace(a)', '?', 'a', 'life', 'A9', 'C3', 'E8'),
    Case('owl_big_eyespace(a)', '?', 'a', 'life', 'C3', 'A9', 'E4'),
    Case('owl_mineye(a) == 1', '?', 'a', 'life', 'A9', 'B9', 'E8'),
    Case('owl_maxeye(a) == 2', '?', 'a', 'life', 'C3', 'A9', 'E4'),
    Case('owl_proper_eye(a)', '?', 'a', 'life', 'E9', 'F9', 'E8'),
    Case('owl_eye_size(a) == 3', '?', 'a', 'life', 'F9', 'A9', 'E8'),
    Case('owl_topological_eye(*,*) == 3', '*', '*', 'fight', 'D9', 'C8', 'F8'),
    Case('owl_strong_dragon(a)', '?', 'a', 'life', 'A4', 'B9', 'E8'),
    Case('owl_lunch(a)', '?', 'a', 'fight', 'A3', 'G9', 'A8'),
    Case('vital_chain(a) > 1', '?', 'a', 'fight', 'G9', 'B9', 'F8'),
    # the position
    Case('proper_eye(a)', '?', 'a', 'life', 'A9', 'F9'),
    Case('alive(a)', '?', 'a', 'life', 'B9', 'H4'),
    Case('dead(a)', '?', 'a', 'life', 'H4', 'B9'),
    Case('critical(a)', '?', 'a', 'cut', 'B6', 'B5'),
    Case('weak(a)', '?', 'a', 'life', 'H4', 'B9'),
    Case('weakness(a) > 50', '?', 'a', 'life', 'H4', 'B9'),
    Case('dragonsize(a) == 2', '?', 'a', 'life', 'B3', 'B9'),
    Case('same_dragon(a,b)', 'O?/?O', 'a?/?b', 'fight', 'C9', 'H6'),
    Case('is_surrounded(a)', '?', 'a', 'life', 'H4', 'B9'),
    Case('o_alive_somewhere(a)', '?', 'a', 'life', 'H9', 'B9'),
    Case('x_alive_somewhere(a)', '?', 'a', 'life', 'B9', 'H9'),
    Case('xcut(a)', '?', 'a', 'fight', 'G6', 'C6'),
    Case('ocut(a)', '?', 'a', 'fight', 'C6', 'G6'),
    *(Case(f'o{what}(a)', '?', 'a', 'life', 'A6', 'A9') for what in ('moyo', 'area', 'terri')),
    *(Case(f'x{what}(a)', '?', 'a', 'life', 'A9', 'A6') for what in ('moyo', 'area', 'terri')),
]


def mirrored(case: Case) -> Case:
    """The same with the colours of the pattern exchanged."""
    return case._replace(constraint=case.constraint.replace('oplay', 'xplay'), diagram=case.diagram.translate(str.maketrans('OX', 'XO')),
                         color=BLACK + WHITE - case.color)


CASES += [mirrored(case) for case in CASES if case.constraint.startswith('oplay')]


def text(cases, attributes: str = 'none') -> str:
    """A database with a pattern for each."""
    patterns = [f'Pattern P{k}\n\n{case.diagram}\n\n:8,s{",value(50)" * (attributes != "none")}\n\n{case.labels}\n\n; {case.constraint}\n'
                .replace('/', '\n') for k, case in enumerate(cases)]
    return '\n'.join([f'attribute_map {attributes}', '', *patterns])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Puts databases into the place of our own for one test; their tables do not push ours out of the cache.

    The cache stays where it is: a test that comes first in its process would compile all kernels.
    """
    monkeypatch.setattr(store, 'keep', lambda *_: None)
    def use(**files: str):
        for name, content in files.items():
            (tmp_path / f'{name}.db').write_text(content, encoding='utf-8')
        LIBRARY.use_folder(tmp_path)
        return LIBRARY
    yield use
    LIBRARY.folder = None
    LIBRARY.loaded.clear()


def stones_of(board, goal: str) -> list[int]:
    return amalgamate.group(board, parse_vertex(goal, int(board['size'])), Workspace()) if goal else []


EXAMINED = {name: Examination(drawn(picture), Workspace()) for name, picture in BOARDS.items()}


@pytest.mark.parametrize('case', CASES, ids=lambda case: case.constraint)
def test_a_helper_holds_here_and_fails_there(case, monkeypatch, folder):
    # Together with our own patterns of connections, which say where cuts are.
    ours = (DATABASE_FOLDER / 'conn.db').read_text(encoding='utf-8')
    loaded = folder(conn=ours + text([case]).replace('attribute_map none\n', '')).get('conn')
    monkeypatch.setitem(PATTERN_DATABASES, 'conn', OF_GOAL)
    known = EXAMINED[case.board]
    size = int(known.board['size'])
    asked = facts.asked(known, stones_of(known.board, case.goal))
    found = [match for match in matching.everything(known.board, case.color, None, ['conn'], asked) if match.pattern == 'P0']
    assert not loaded.problems and not any(match.holds is None for match in found)
    at = {held: {vertex(match.anchor, size) for match in found if match.holds is held} for held in (True, False)}
    assert case.holds in at[True], at[True]
    assert case.fails in at[False] - at[True], at[False]


def test_every_helper_but_those_of_the_move_generator_has_a_case():
    tried = {case.constraint.split('(')[0] for case in CASES}
    assert tried == {name for name, helper in HELPERS.items() if not helper.action and helper.needs != Kind.MOVES}
    assert len(tried) >= 48


def test_nothing_is_worked_out_that_nobody_wants():
    known = Examination(drawn(BOARDS['life']), Workspace())
    f = facts.asked(known, stones_of(known.board, 'E8'))(bits(Kind.BOARD))
    assert int(f['known']) == selective.OF_NODES and int(f['goal'].sum()) == 7
    assert not {'worms', 'eyes', 'dragons', 'guesses'} & set(vars(known))
    f = facts.of(known, OF_GOAL)
    assert int(f['known']) == OF_DRAGONS, 'without a dragon nothing is known about it'


def test_what_was_found_is_what_the_record_says():
    known = EXAMINED['fight']
    f = facts.of(known, OF_GOAL, stones_of(known.board, 'F8'))
    for worm in known.worms:
        stone = worm.stones[0]
        assert (int(f['attack_code'][stone]), int(f['defence_code'][stone])) == (worm.attack_code, worm.defence_code)
        assert bool(f['inessential'][stone]) == worm.inessential
    for number, (dragon, guess) in enumerate(zip(known.dragons.every, known.guesses, strict=True), 1):
        assert set(np.flatnonzero(f['dragon'] == number)) == set(dragon.stones)
        assert (f['status'][list(dragon.stones)] == guess.status).all()
    assert int(f['eye_probable'].max()) <= int(f['eye_max'].max()) <= 2


OF_THE_GOAL = [case for case in CASES if len(case.diagram) == 1
               and HELPERS[case.constraint.split('(')[0]].needs not in (Kind.BOARD, Kind.READING)]


def test_owl_knows_what_its_databases_ask(folder):
    """With every kind of fact asked for, what OWL fills is what people are shown."""
    files = {name: 'goal_elements X\n' + text(OF_THE_GOAL, 'value_only').replace('\n?\n', '\n*X\n').replace('\na\n', '\n*a\n')
             for name in pattern_values.VALUED}
    library = folder(**{name: body for name, body in files.items() if name != 'owl_defendpats'})
    for name in ('owl_attackpats', 'owl_vital_apats'):
        loaded = library.get(name)
        assert len(loaded.names) == len(OF_THE_GOAL) and not loaded.problems and not asked_for(loaded.source(), loaded.known)
    board = drawn(BOARDS['life'])
    stones = stones_of(board, 'E8')
    values = pattern_values.pattern_values(Goal.of(board, stones, Workspace()))
    shown = facts.of(Examination(board, Workspace()), OF_GOAL, stones)
    told = matching.everything(board, WHITE, set(stones), ['owl_attackpats', 'owl_vital_apats'], lambda wanted: shown)
    assert {match.move for match in told if match.holds} == set(np.flatnonzero(values[WHITE])) != set()


def test_our_own_databases_cost_nothing_more(monkeypatch):
    def seen(*_):
        raise AssertionError('a database of ours asks about the position')
    monkeypatch.setattr(fill_facts, 'worms', seen)
    monkeypatch.setattr(cuts, 'fill_cuts', seen)
    board = drawn(BOARDS['life'])
    pattern_values.pattern_values(Goal.of(board, stones_of(board, 'E8'), Workspace()))
    assert all(not LIBRARY.get(name).needs & ~LIBRARY.get(name).known for name in PATTERN_DATABASES)


APART = '''
    . . . . .
    . O . O .
    . . . . .
    . X . X .
    . . . . .
'''
JOINED_UNLESS_CUT = '''
Pattern Cut
# X can cut at the middle of a jump; nothing is said of the points round it.

O*O

:|,Bs

Pattern Joined

O.O

:|,C

acb

; {constraint}
'''


@pytest.mark.parametrize(('constraint', 'joined'), [('1', True), ('xcut(c)', True), ('!xcut(c)', False), ('ocut(c)', False),
                                                    ('!oterri(c)', True), ('oterri(c) && xterri(c)', False), ('seki_helper(c)', False)])
def test_amalgamation_knows_cuts_and_influence(constraint, joined, folder):
    folder(conn=JOINED_UNLESS_CUT.format(constraint=constraint))
    board = drawn(APART)
    assert [len(group) for group in amalgamate.groups(board, Workspace())] == ([2, 2] if joined else [1, 1, 1, 1])
    assert len(amalgamate.group(board, parse_vertex('B4', 5), Workspace())) == (2 if joined else 1)


@pytest.mark.parametrize('symbol,cut', [('.', 0), ('!', 1)])
def test_an_exclamation_mark_in_a_cut_is_cut_too(symbol, cut, folder):
    folder(conn=f'Pattern Cut\n\nO*O\n?{symbol}?\n\n:|,Bs\n')
    known = Examination(drawn(APART), Workspace())
    f = facts.of(known, OF_CONNECTIONS)
    above, below, middle = (parse_vertex(name, 5) for name in ('C5', 'C3', 'C4'))
    assert f['cut'][BLACK][[above, below, middle]].tolist() == [cut, cut, 1]


def test_a_cut_must_be_safe(folder):
    shut = '''
        . . O . .
        . O . O .
        . . O . .
        . . . . .
        . . . . .
    '''
    for classes, found in (('B', 0), ('Bs', 1)):
        folder(conn=f'Pattern Cut\n\nO*O\n\n:|,{classes}\n')
        LIBRARY.loaded.clear()
        f = facts.of(Examination(drawn(shut), Workspace()), OF_CONNECTIONS)
        assert int(f['cut'][BLACK][parse_vertex('C4', 5)]) == found


def test_points_where_cuts_are_unknown_are_no_reason_to_play(folder):
    """Moves of class B are listed without their constraints, but not where these ask for what is not known then."""
    folder(conn='Pattern Known\n\nO*O\n---\n\n:|,B\n\nPattern Unknown\n\nO*O\n...\n\n:|,B\n\na*b\n...\n\n; alive(a)\n')
    assert [vertex(move, 5) for move in cut_points(drawn(APART), WHITE)] == []
    edge = drawn('. . .\n. . .\nO . O')
    assert [vertex(move, 3) for move in cut_points(edge, WHITE)] == ['B1']


LENIENT = '''
attribute_map value_only
goal_elements X
callback_data !

Pattern Twice
# A letter that stands twice.

*X?
XX.

:8,s,value(30)

*aa
aa.

; lib(a) > 1 || !(lib(a) == 1)

Pattern Dots
# Plain points in the second diagram.

Y*,
X!.

:8,s,value(31)

X..
a..

; !WIN || lib(a) < 9

Pattern Anchors

YY*
QQ.

:8,s,value(32)
'''
OLD_STYLE = '''
Pattern None

OO
..
OO

:+,C,NULL

Pattern Ours

O.O

:8,C,disconnect_helper

a.b

Pattern Theirs

O..O

:8,C,some_helper

Pattern Pointless

O.O
...

:8,C,disconnect_helper
'''


def test_a_folder_with_all_that_is_taken_with_a_note_loads_whole(tmp_path, folder, capsys):
    from owlgo.cli import loading
    folder(**{name: LENIENT for name in ('owl_attackpats', 'owl_defendpats', 'owl_vital_apats', 'attack', 'defense')}, conn=OLD_STYLE)
    counts = {name: len(LIBRARY.get(name).names) for name in PATTERN_DATABASES if name != 'shapes'}
    assert counts == {**dict.fromkeys(('owl_attackpats', 'owl_defendpats', 'owl_vital_apats', 'attack', 'defense'), 3), 'conn': 4}
    assert not any(LIBRARY.get(name).problems for name in counts)
    assert len(read_text(LENIENT, 'x.db').notes) == 3 + 4 + 3
    off = asked_for(LIBRARY.get('conn').source(), LIBRARY.get('conn').known)
    assert off == {'Theirs': [], 'Pointless': []}
    loading.use_folder(str(tmp_path))
    shown = capsys.readouterr().err
    assert 'conn.db:22:6: unknown helper some_helper' in shown and '4 patterns, 0 mistakes, 2 switched off\n' in shown
    assert 'disconnect_helper wants points, at least 2, and has 0' in shown and shown.count('\n    ') == 4, 'each with its line'
    board = drawn(BOARDS['fight'])
    assert amalgamate.groups(board, Workspace()) and pattern_values.decided(Goal(board, parse_vertex('A8', 9), Workspace()), True)
    assert 'some_helper' in matching.explained(board, LIBRARY.get('conn'), 'Theirs', parse_vertex('C9', 9), WHITE)


def test_threads_match_with_the_same_tables():
    """What one thread knows does not show in what another finds, and the tables stay as they are."""
    loaded = LIBRARY.get('owl_attackpats')
    known = EXAMINED['fight']
    stones = set(stones_of(known.board, 'C5'))
    before = loaded.tables.tobytes()

    def find(fill: bool) -> list[str]:
        # Readings play on the board, so that each thread has its own.
        some = matching.only_goal(stones if fill else None)
        return [str(match) for match in matching.everything(known.board.copy(), WHITE, stones, ['owl_attackpats'], some)]
    alone = [find(fill) for fill in (True, False)]
    assert alone[0] != alone[1] and any('not known' in line for line in alone[1])
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(find, [True, False] * 8)) == alone * 8
    assert loaded.tables.tobytes() == before
