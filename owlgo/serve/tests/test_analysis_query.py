"""Queries of KataGo's analysis protocol: what their fields mean, what is wrong with others, and values from either side's view."""
import json
import random
from typing import Any

import pytest

from owlgo.engine.core.points import BLACK, PASS, WHITE, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.serve import analysis_answer
from owlgo.serve.analysis_query import Restriction, parse
from owlgo.serve.analysis_requests import Requests
from owlgo.serve.analysis_search import PositionSearch
from owlgo.serve.fields import FieldError

BASE: dict[str, Any] = {
    'id': 'a', 'rules': 'tromp-taylor', 'komi': 7.5, 'boardXSize': 9, 'boardYSize': 9,
    'moves': [['B', 'E5'], ['w', 'c3'], ['B', 'pass']]}
CORNER: dict[str, Any] = {**BASE, 'rules': 'chinese', 'moves': [], 'initialPlayer': 'W', 'maxVisits': 30,
          'initialStones': [['B', name] for name in 'A8 B8 C8 D8 D9'.split()] + [['W', name] for name in 'A7 B7 C7 D7 E7 E8 E9'.split()]}
"""Black has four stones in the corner, and three points inside; White is to move."""


def answered(query, turn=None, view='BLACK', level=0):
    """Return the answer about a position of a query."""
    asked = parse(query, view)
    turn = asked.turns[0][0] if turn is None else turn
    session = asked.session(turn, level, Workspace())
    found = PositionSearch(session, asked).run(lambda part: None)
    assert found is not None and not found.stopped
    said = analysis_answer.answer(asked, turn, found, False)
    return json.loads(json.dumps(said))


def test_the_fields_of_a_query():
    query = parse({**BASE, 'analyzeTurns': [0, 3], 'priorities': [4, 5], 'maxVisits': 100.0, 'reportDuringSearchEvery': 0.5,
                   'includeNoResultValue': True,
                   'overrideSettings': {'maxTime': 3, 'wideRootNoise': 0.04, 'maxVisits': 50, 'humanSLProfile': 'x',
                                        'reportAnalysisWinratesAs': 'sidetomove'}}, 'WHITE')
    assert query.turns == ((0, 4), (3, 5)) and (query.visits, query.seconds, query.report_seconds, query.view) == (50, 3, 0.5, 'SIDETOMOVE')
    assert [(one.field, str(one)) for one in query.warnings] == [('overrideSettings', 'without effect: humanSLProfile'),
                                                                 ('includeNoResultValue', 'unexpected or unused field')]
    session = query.session(3, 0, Workspace())
    assert session.area_scoring and session.ko == 'positional' and session.suicide == 'allowed' and session.game.komi == 7.5
    assert session.game.moves[-1] == (BLACK, PASS) and session.game.to_move == WHITE
    assert [query.session(turn, 0, Workspace()).game.to_move for turn in range(3)] == [BLACK, WHITE, BLACK]
    # Failed: the first move decided.
    assert parse({**BASE, 'initialPlayer': 'W'}, 'WHITE').to_move(0) == WHITE


@pytest.mark.parametrize('rules, found', [
    ('new zealand', (True, 'situational', 'allowed')), ('Japanese', (False, 'simple', 'forbidden')),
    ({'ko': 'POSITIONAL', 'scoring': 'AREA', 'tax': 'NONE', 'suicide': True, 'hasButton': False, 'whiteHandicapBonus': 'N'},
     (True, 'positional', 'allowed'))])
def test_rules_by_name_and_as_an_object(rules, found):
    session = parse({**BASE, 'rules': rules}, 'BLACK').session(0, 0, Workspace())
    assert (session.area_scoring, session.ko, session.suicide) == found


@pytest.mark.parametrize('rules, bonus, komi', [
    ('chinese', None, 2.5), ('chinese', 'N', 2.5), ('chinese', 'N-1', 1.5), ('chinese', '0', 0.5), ('japanese', None, 0.5),
    ('japanese', 'N', 2.5)])
def test_points_for_handicap_stones(rules, bonus, komi):
    """Where area counts Black's two stones are two points already."""
    stones = [['B', 'C3'], ['B', 'G7']]
    query = parse({**BASE, 'rules': rules, 'komi': 0.5, 'moves': [], 'initialStones': stones, 'whiteHandicapBonus': bonus}, 'BLACK')
    game = query.session(0, 0, Workspace()).game
    assert game.handicap == 2 and game.to_move == WHITE
    assert game.komi + (2 if rules == 'chinese' else 0) == komi


@pytest.mark.parametrize('change, field, words', [
    ({'moves': None}, 'moves', 'missing'), ({'moves': [['B', 'E5'], ['W', 'E5']]}, 'moves', 'Illegal move 2 (W E5): occupied'),
    ({'moves': [['B', 'A1']], 'initialStones': [['W', 'A2'], ['W', 'B1']]}, 'moves', 'Illegal move 1 (B A1): suicide'),
    ({'moves': [['B', 'K10']]}, 'moves', 'a list of moves'), ({'moves': [['B']]}, 'moves', 'a list of moves'),
    ({'initialStones': [['B', 'pass']]}, 'initialStones', 'a list of stones'),
    ({'initialStones': [['B', 'A1'], ['W', 'A1']]}, 'initialStones', 'one point'),
    ({'initialStones': [['B', 'A1'], ['W', 'A2'], ['W', 'B1']]}, 'initialStones', 'without liberties'),
    ({'boardXSize': 1}, 'boardXSize', 'from 2 to 25'), ({'boardXSize': None}, 'boardXSize', 'missing'),
    ({'boardYSize': 10}, 'boardYSize', 'square'), ({'boardXSize': True}, 'boardXSize', 'not True'),
    ({'rules': None}, 'rules', 'missing'), ({'rules': 'stone_scoring'}, 'rules', 'unknown'), ({'rules': {'tax': 'ALL'}}, 'rules', 'tax'),
    ({'rules': {'x': 1}}, 'rules', 'x'), ({'rules': 7}, 'rules', 'name'), ({'komi': 7.3}, 'komi', 'half'), ({'komi': 1e9}, 'komi', '150'),
    ({'komi': float('nan')}, 'komi', 'nan'), ({'maxVisits': 0}, 'maxVisits', '1'), ({'maxVisits': 1.5}, 'maxVisits', 'integer'),
    ({'analyzeTurns': [4]}, 'analyzeTurns', '0 to 3'), ({'analyzeTurns': [-1]}, 'analyzeTurns', '0 to 3'),
    ({'analyzeTurns': []}, 'analyzeTurns', 'at least one'),
    ({'priorities': [1, 2]}, 'priorities', 'analyzeTurns'), ({'initialPlayer': 'x'}, 'initialPlayer', '"B"'),
    ({'includePolicy': 1}, 'includePolicy', 'boolean'), ({'overrideSettings': []}, 'overrideSettings', 'object'),
    ({'overrideSettings': {'maxTime': 'x'}}, 'overrideSettings', 'maxTime'),
    ({'avoidMoves': [{'player': 'B', 'moves': ['A1']}]}, 'avoidMoves', 'untilDepth'),
    ({'avoidMoves': [{'player': 'B', 'moves': ['Z9'], 'untilDepth': 1}]}, 'avoidMoves', 'vertices'),
    ({name: [{'player': 'B', 'moves': ['A1'], 'untilDepth': 1}] for name in ('avoidMoves', 'allowMoves')}, 'allowMoves', 'together')])
def test_an_error_names_the_field(change, field, words):
    with pytest.raises(FieldError) as caught:
        parse({**BASE, **change}, 'BLACK')
    assert caught.value.field == field and words in str(caught.value)


def test_a_retaken_ko_is_part_of_a_game_and_no_move_repeats_a_position():
    """Other programs' games may have had another ko rule."""
    ko = [['B', 'C4'], ['W', 'D4'], ['B', 'B3'], ['W', 'E3'], ['B', 'C2'], ['W', 'D2'], ['B', 'D3'], ['W', 'C3'], ['B', 'D3']]
    query = {**BASE, 'boardXSize': 5, 'boardYSize': 5, 'moves': ko, 'maxVisits': 50}
    said = answered(query)
    assert said['turnNumber'] == 9 and 'C3' not in [one['move'] for one in said['moveInfos']]
    assert answered({**query, 'includePolicy': True})['policy'][5 * 2 + 2] == -1


def test_values_are_told_from_one_sides_view():
    by = {view: answered({**CORNER, 'includeOwnership': True, 'includeOwnershipStdev': True, 'includePVVisits': True}, view=view)
          for view in ('BLACK', 'WHITE', 'SIDETOMOVE')}
    assert by['WHITE'] == by['SIDETOMOVE']
    for name, least in (('winrate', 0), ('scoreLead', None), ('utility', None)):
        black, white = (by[view]['rootInfo'][name] for view in ('BLACK', 'WHITE'))
        assert black == pytest.approx(1 - white if least == 0 else -white) and white > black
    black, white = by['BLACK'], by['WHITE']
    assert black['ownership'] == [-value for value in white['ownership']] and len(black['ownership']) == 81
    assert white['ownership'][9 * 1 + 4] == 1, "E8 is White's: the top left comes first, row by row"
    for one in white['moveInfos']:
        assert one['lcb'] <= one['winrate'] and one['utilityLcb'] <= one['utility'] and one['pv'][0] == one['move']
        assert one['pvVisits'][0] == one['visits'] and len(one['pvVisits']) == len(one['pv'])
    assert all(one['lcb'] >= one['winrate'] for one in black['moveInfos']), 'a bound for White'
    assert sum(one['visits'] for one in white['moveInfos']) == white['rootInfo']['visits'] <= 30
    assert white['rootInfo']['currentPlayer'] == 'W' and all(0 <= each <= 1 for each in white['ownershipStdev'])


def test_policy_variation_and_ownership_by_move():
    said = answered({**BASE, 'maxVisits': 40, 'includePolicy': True, 'includeMovesOwnership': True, 'analysisPVLen': 1})
    policy = said['policy']
    assert len(policy) == 82 and policy[9 * 4 + 4] == -1 and sum(max(each, 0) for each in policy) == pytest.approx(1, abs=1e-3)
    assert max(len(one['pv']) for one in said['moveInfos']) == 2
    assert all(len(one['ownership']) == 81 for one in said['moveInfos'][:10])


def test_moves_that_are_avoided_or_the_only_ones_allowed():
    outside = [f'{col}{row}' for col in 'ABCDGHJ' for row in range(1, 10)]
    avoid = [{'player': side, 'moves': outside, 'untilDepth': 1} for side in 'BW']
    query = {**BASE, 'moves': [], 'maxVisits': 40}
    asked = parse({**query, 'avoidMoves': avoid}, 'BLACK')
    assert asked.restrictions[0] == Restriction(BLACK, frozenset(parse_vertex(name, 9) for name in outside), False)
    assert {one['move'][0] for one in answered({**query, 'avoidMoves': avoid})['moveInfos']} <= set('EFp')
    allow = [{'player': 'B', 'moves': ['C3', 'G7'], 'untilDepth': 9}]
    moves = answered({**query, 'allowMoves': allow})['moveInfos']
    assert {one['move'] for one in moves} <= {'C3', 'G7'} and [one['order'] for one in moves] == list(range(len(moves)))
    passes = [{'player': 'B', 'moves': ['pass'], 'untilDepth': 1}]
    assert [one['move'] for one in answered({**query, 'allowMoves': passes})['moveInfos']] == ['pass']
    taken = {**query, 'allowMoves': [{'player': 'B', 'moves': ['E5'], 'untilDepth': 1}], 'moves': [['B', 'E5'], ['W', 'A1']]}
    assert answered(taken)['moveInfos'] == []


@pytest.mark.parametrize('points', ['pass pass', 'A1 pass B2 pass pass pass'])
def test_finished_games_and_small_boards_are_analysed(points):
    moves = [['BW'[k % 2], name] for k, name in enumerate(points.split())]
    said = answered({**BASE, 'boardXSize': 2, 'boardYSize': 2, 'moves': moves, 'maxVisits': 30, 'includePolicy': True})
    assert said['moveInfos'] and len(said['policy']) == 5


def test_dragons_that_are_not_plainly_alive():
    query = parse({**CORNER, 'includeDragons': True}, 'BLACK')
    assert query.extras.dragons
    session = query.session(0, 0, Workspace())
    found = PositionSearch(session, query).run(lambda part: None)
    assert found is not None
    told = {one['vertex']: one for one in analysis_answer.dragons(session, found.known, 60)}
    assert told['D9']['status'] == 'critical' and told['D9']['attack'] == 'B9' and told['D9']['grade'] == 'proved'
    assert 'B9' in told['D9']['zone'] and 'E9' not in told


def damaged(chance, line):
    """Return a query that is wrong in one way."""
    kind = chance.randrange(4)
    if kind == 0:
        return line[:chance.randrange(1, len(line) - 1)].encode()
    if kind == 1:
        place = chance.randrange(len(line))
        return line[:place].encode() + bytes(chance.choices([0, 1, 200, 255], k=chance.randint(1, 9))) + line[place:].encode()
    query = json.loads(line)
    if kind == 2:
        del query[chance.choice(['id', 'rules', 'boardXSize', 'boardYSize', 'moves'])]
        return json.dumps(query).encode()
    wrong = [{}, [], [1], [[]], [None, None], 'x', -1, 1e400, 10**30, '\ud800', {'a': []}, [['B', 'D4', 'D5']], [['W', 'Z99']],
             float('nan')]
    for name in chance.sample(sorted(query), chance.randint(1, 3)):
        query[name] = chance.choice([bad for bad in wrong if name not in MAY_BE or not isinstance(bad, MAY_BE[name])])
    return json.dumps(query).encode()


MAY_BE = {'id': str, 'rules': dict, 'moves': list, 'initialStones': list, 'analyzeTurns': list, 'avoidMoves': list, 'priorities': list,
          'overrideSettings': dict, 'komi': int, 'priority': int}
"""Kinds of values that may be right in a field, here also some that are wrong."""


def test_a_thousand_malformed_queries_have_an_error_each():
    chance, answers = random.Random(1), []
    line = json.dumps({**BASE, 'analyzeTurns': [0, 1], 'priorities': [1, 2], 'maxVisits': 5, 'includePolicy': True,
                       'initialStones': [['B', 'G7']], 'overrideSettings': {'maxTime': 1.0}, 'priority': 3,
                       'avoidMoves': [{'player': 'B', 'moves': ['A1'], 'untilDepth': 1}]})
    requests = Requests(lambda data: answers.append(json.loads(data)), None, 'BLACK', 0, 1, lambda: None)
    for count in range(1, 1001):
        bad = damaged(chance, line)
        requests.handle(bad)
        assert len(answers) == count and 'error' in answers[-1] and set(answers[-1]) <= {'error', 'field', 'id'}, bad
    requests.finish()
    assert len(answers) == 1000 and len({one.get('field') for one in answers}) > 10
