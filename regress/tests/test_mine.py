"""Cases, coverage and mined shapes."""
import json
import random

import numpy as np
import pytest

from engine.core.points import parse_vertex
from engine.solver.region import enclose
from patterns.compile import compile_database
from patterns.lang import read_text
from regress.train import cases, coverage, mine, mining
from regress.train.mine import Condition, Mined

THREE = {'size': 9, 'black': ['A2', 'B2', 'C2', 'D2', 'D1'], 'white': ['A3', 'B3', 'C3', 'D3', 'E3', 'E2', 'E1'], 'id': 'three',
         'to_move': 'W', 'kind': 'attack', 'target': 'A2', 'moves': ['B1']}


def three(observer, **change):
    """The case of three points in line, or another."""
    case = cases.parse({**THREE, **change}, observer.workspace)
    assert case is not None
    return case


def test_cases_are_the_same_for_the_same_seed_and_survive_a_file(tmp_path):
    first, again = (list(cases.made(12, 'seed')) for _ in range(2))
    assert first == again and first != list(cases.made(12, 'other'))
    assert {case.attacking for case in first} == {True, False}
    assert all(0 < len(case.winning) <= cases.MOST_WINNING for case in first)
    cases.save(first, tmp_path / 'cases.json')
    loaded = cases.load(tmp_path / 'cases.json')
    assert [(case.name, case.stones, case.goal, case.winning, case.color) for case in loaded] == \
        [(case.name, case.stones, case.goal, case.winning, case.color) for case in first]


def test_a_case_that_cannot_stand_is_left_out():
    workspace = coverage.Observer().workspace
    case = cases.parse(THREE, workspace)
    assert case is not None and case.color == 2 and case.winning == {parse_vertex('B1', 9)}
    for change in ({'to_move': 'B'}, {'moves': ['PASS']}, {'target': 'J9'}, {'white': ['A2']}):
        assert cases.parse({**THREE, **change}, workspace) is None


def test_winning_moves_are_the_solvers(monkeypatch):
    """A dragon of three points in line is killed and saved in the middle alone."""
    monkeypatch.setattr(cases, 'HARD', 0)
    board = three(coverage.Observer()).board()
    region = enclose(board, parse_vertex('A2', 9))
    found = list(cases.SolvedProblem(board, region).cases('three', random.Random(1)))
    roots = [case for case in found if case.name in ('three.0', 'three.1')]
    assert len(roots) == 2 and all(case.winning == {parse_vertex('B1', 9)} for case in roots)


def test_eyes_and_patterns_are_listed():
    observer = coverage.Observer()
    seen = observer.see(three(observer))
    middle = parse_vertex('B1', 9)
    assert middle in seen.vital
    assert any('nakade_straight_three' in name for name in observer.proposals(seen, coverage.databases(True))[middle])
    tally = coverage.check([seen], observer)[True]
    assert (tally.cases, tally.covered) == (1, 1) and '100.0 %' in str(tally)
    assert str(coverage.Coverage()) == 'no positions'


def test_a_planted_gap_is_found(monkeypatch):
    """Without eyes and with a database that knows nothing of it, the hane is mined; others of its kind are covered then."""
    observer = coverage.Observer()
    every = []
    for row in range(3, 8):
        for color in 'BW':
            stones = [f'B{row}', f'C{row}', f'D{row}', f'B{row + 1}'], [f'E{row}', f'E{row + 1}', f'A{row - 1}']
            black, white = stones if color == 'W' else stones[::-1]
            query = {'size': 9, 'black': black, 'white': white, 'to_move': color, 'kind': 'attack', 'target': f'B{row}',
                     'moves': [f'E{row - 1}']}
            seen = observer.see(three(observer, **query))
            every.append(coverage.SeenCase(seen.case, seen.facts, frozenset(), frozenset()))
    text = mine.HEADER.format('X') + 'Pattern far\n\n*.X\n\n:8,-,value(1)\n\n*.a\n\n; lib(a) > 90\n'
    monkeypatch.setattr(mine, 'databases', lambda attacking: mine.tables_of(text, 'far'))
    found = mine.mine(every, True, observer, most=3)
    assert found == mine.mine(every, True, observer, most=3), 'the same seed, the same patterns'
    assert sum(candidate.covers for candidate in found) == len(every) and not any(candidate.wrong for candidate in found)
    written = mine.HEADER.format('X') + '\n'.join(candidate.text(f'hane{k}') for k, candidate in enumerate(found))
    tables = mine.tables_of(written, 'written')
    assert all(seen.case.winning & set(observer.proposals(seen, tables)) for seen in every)
    assert not mine.mine(every, False, observer), 'nobody defends here'


@pytest.mark.parametrize('rule, drawing', [
    ([Condition(-1, 0, 'X'), Condition(1, 0, 'edge')], 'X\n*\n-'),
    ([Condition(0, 2, 'X'), Condition(0, -2, 'edge'), Condition(1, 0, 'edge')], '|?*?X\n+----'),
    ([Condition(-1, 1, 'X'), Condition(-1, 1, 'lib(a) <= 2'), Condition(0, 0, 'olib(*) > 1')], '?X\n*?'),
])
def test_rules_are_written_as_patterns(rule, drawing):
    text = mine.pattern_text(frozenset(rule), 'name', 'why', '-', 50)
    assert text.startswith(f'Pattern name\n# why\n\n{drawing}\n\n:8,-,value(50)\n')
    database = read_text(mine.HEADER.format('X') + text, 'x.db')
    assert compile_database(database)['npatterns'] == 1
    constraint = '; lib(a) <= 2 && olib(*) > 1' in text
    assert constraint == (len(rule) == 3 and rule[1].what.startswith('lib'))


def test_conditions_that_others_imply_go():
    rule = [Condition(0, 1, 'X'), Condition(0, 1, 'x'), Condition(1, 0, 'o'), Condition(1, 0, 'x'), Condition(0, 1, 'lib(a) <= 1'),
            Condition(0, 1, 'lib(a) <= 2')]
    assert mine._tidy(rule) == {Condition(0, 1, 'X'), Condition(1, 0, '.'), Condition(0, 1, 'lib(a) <= 1')}
    few, some, three = (Condition(0, 1, f'lib(a) <= {k}') for k in (1, 2, 3))
    read = Condition(0, 1, mine.READINGS[0])
    assert mine._tidy([read, three]) == {read} and mine._tidy([read, some, few]) == {read, few}
    assert Mined(frozenset(), False, 5, 20).worth(0.1) == 3.0


def test_a_rule_may_ask_about_more_points_than_there_are_letters_in_the_drawing():
    places = [(0, 1), (0, 2), (1, 0), (2, 0), (1, 1), (-1, 0), (-2, 0), (0, -1), (0, -2), (-1, -1), (1, -1)]
    text = mine.pattern_text(frozenset(Condition(*place, 'lib(a) <= 2') for place in places), 'many', 'x', '-', 3)
    pattern, = read_text(mine.HEADER.format('X') + text, 'many.db').patterns
    assert len(pattern.labels) == len(places)


@pytest.mark.parametrize('text', ['[]', '{"queries": [1]}', '{"queries": [{"size": null}]}'])
def test_a_file_of_another_kind_is_named(text, tmp_path):
    path = tmp_path / 'cases.json'
    path.write_text(text)
    with pytest.raises(ValueError, match='cases.json: no problems'):
        cases.load(path)


def test_a_rule_matches_as_its_pattern_does():
    """Windows and the matcher propose the same moves, but for the safety of the stone."""
    observer = coverage.Observer()
    every = [observer.see(case) for case in cases.made(40, 'windows') if case.attacking]
    moves = mine.Moves(every, observer, [])
    miner = mine.Miner(moves, 'X', random.Random(1))
    rules = [frozenset({Condition(-1, 0, 'X'), Condition(0, 1, '.')}), frozenset({Condition(0, 1, 'X'), Condition(2, 0, 'edge')}),
             frozenset({Condition(1, 1, 'X'), Condition(1, 1, 'lib(a) <= 2'), Condition(0, 0, 'olib(*) > 1')})]
    count = 0
    for rule in rules:
        tables = mine.tables_of(mine.HEADER.format('X') + mine.pattern_text(rule, 'name', '', '-', 50), 'x')
        hits = np.flatnonzero(np.unpackbits(miner.matched(rule, False))[:moves.count]).tolist()
        by_window = {(moves.case[k], moves.points[k]) for k in hits}
        by_matcher = {(number, pos) for number, seen in enumerate(every) for pos in observer.proposals(seen, tables)}
        assert by_matcher <= by_window, 'the matcher asks that a stone of the dragon itself be there'
        count += len(by_matcher)
    assert count > 5


def test_mining_and_held_out_cases_are_different(tmp_path):
    names = [{case.name for case in mining.gather(60, 0, None, 1, held_out)} for held_out in (False, True)]
    assert all(names) and not names[0] & names[1]
    path = tmp_path / 'three.json'
    path.write_text(json.dumps({'queries': [{**THREE, 'id': str(number)} for number in range(20)]}))
    parts = [{case.name for case in mining.gather(0, 0, path, 1, held_out)} for held_out in (False, True)]
    assert all(parts) and not parts[0] & parts[1] and len(parts[0] | parts[1]) == 20


def test_the_command(capsys, tmp_path):
    from gtp.cli import pattern_tools
    path = tmp_path / 'three.json'
    path.write_text(json.dumps({'queries': [THREE]}))
    assert pattern_tools.main(['mine', '--check', '--file', str(path)]) == 0
    assert 'attack:  1 positions, a winning move listed in 100.0 %' in capsys.readouterr().out
    assert pattern_tools.main(['mine', '--problems', '12', '--games', '0', '--save', str(tmp_path / 'saved.json')]) == 0
    assert '# For owl_defendpats' in capsys.readouterr().out and (tmp_path / 'saved.json').exists()
    path.write_text('{"queries": [{}]}')
    assert pattern_tools.main(['mine', '--check', '--file', str(path)]) == 1
    assert 'a problem without' in capsys.readouterr().err
