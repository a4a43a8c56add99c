"""Whole games, at level 0."""
from pathlib import Path
from typing import get_args

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, parse_vertex
from owlgo.engine.core.waiting import checking
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.play import genmove
from owlgo.engine.play.move_search import MoveSearch
from owlgo.engine.review import analysis, data, findings, search
from owlgo.engine.review.data import Request
from owlgo.engine.review.fates import Watch

GAMES = Path(__file__).parents[3] / 'regress' / 'games'
SHUT_IN = (GAMES / 'bulky-five.sgf').read_text().strip().removesuffix(')')
"""Whoever plays at E5 decides what becomes of Black's dragon."""


@pytest.fixture(scope='module')
def lost():
    """Black plays elsewhere, White kills, Black captures nothing any more."""
    return analysis.review(f'{SHUT_IN};B[ia];W[ee];B[ai])'.encode(), 'lost.sgf', Request(0))


def test_the_move_that_kills_a_dragon_is_named(lost):
    told = [(one.kind, one.number, one.move, one.better, one.fault) for one in lost.findings if one.kind != 'mistake']
    assert told == [('missed rescue', 1, 'J9', 'E5', True), ('change', 2, 'E5', '', False)]
    assert lost.findings[-1].text == \
        'Move 2 (White E5) turns Black C7 (15 stones) from critical (proved if the wall at B8 holds) to dead ' \
        '(proved if the wall at B8 holds).'
    assert lost.faults[0].number == 1 and lost.faults[0].stake == 30
    assert [moment.number for moment in lost.moments] == [0, 1, 2, 3] and lost.moments[0].choice == 'E5'
    assert lost.turning_point == lost.biggest('black')[0][0] == lost.swings[0]


def test_a_review_is_read_back(lost):
    assert data.loads(data.dumps(lost)) == lost
    now = f'"format":{data.FORMAT}'
    for bad in ('', '[]', '{}', data.dumps(lost).replace(now, '"format":3'), f'{{{now},"moments":[{{}}]}}'):
        with pytest.raises(ValueError):
            data.loads(bad)


def test_grades_are_called_as_elsewhere():
    """Failed: a guess was "guessed", where all else says "uncertain"."""
    assert set(get_args(data.Certainty)) == {grade.word for grade in Grade}


def test_only_some_moves_and_a_bad_game():
    found = analysis.review(f'{SHUT_IN};B[ia];W[ee])'.encode(), 'x.sgf', Request(0, komi=5.5, first=2, last=2))
    assert ([moment.number for moment in found.moments], found.komi) == ([1, 2], 5.5)
    with pytest.raises(sgf.SgfError, match=r'^y.sgf: move 2 \(W C7\): occupied'):
        analysis.review(f'{SHUT_IN};B[ia];W[cc])'.encode(), 'y.sgf', Request(0))


def test_a_review_may_end_inside_a_position(monkeypatch):
    """Failed: the time was looked at between positions only, and a long search went on."""
    record, number = f'{SHUT_IN};B[ia];W[ee])'.encode(), list[int]()

    def check():
        if number[-1] == 2:
            raise analysis.OutOfTime

    def watched(*args):
        with checking(check):
            return grow(*args)

    grow = MoveSearch.grow
    monkeypatch.setattr(MoveSearch, 'grow', watched)
    found = analysis.review(record, 'x.sgf', Request(0), lambda done, total: number.append(done))
    assert [moment.number for moment in found.moments] == [0, 1] and number == [0, 1, 2, 3]
    number[:] = [2]
    with pytest.raises(analysis.OutOfTime):
        analysis.review(record, 'x.sgf', Request(0), lambda done, total: None)


def test_tiny_boards_are_searched_no_longer_than_small_ones():
    """Failed: half a million playouts for each position of 2x2, at level 1."""
    assert [search.playouts(size, 1) for size in (1, 2, 4)] == 3 * [search.playouts(5, 1)] and search.playouts(6, 1) < search.playouts(5, 1)


def test_a_key_is_of_the_record_and_of_what_was_asked():
    keys = {analysis.key_of(b'a', Request(0)), analysis.key_of(b'b', Request(0)), analysis.key_of(b'a', Request(1)),
            analysis.key_of(b'a', Request(0, 6.5)), analysis.key_of(b'a', Request(0, None, 2))}
    assert len(keys) == 5 and analysis.key_of(b'a', Request(0)) in keys


def test_what_nothing_came_near_is_not_read_again():
    """Two walled-in dragons on a large board: a move beside one leaves the other's verdict as it was, until it is asked to be confirmed."""
    workspace, record = Workspace(), sgf.load(GAMES / 'alphago-lee-sedol-4.sgf')
    reviewer = analysis._Reviewer(record, Request(0), lambda done, total: None)
    watch = Watch(workspace, 0)
    seen = [watch.look(genmove.examine(reviewer._position(number), 0, workspace), number) for number in (118, 119)]
    counts = [sum(one.read_at == now.number for one in now.fates) for now in seen]
    assert counts[0] == len(seen[0].fates) > counts[1] > 0
    again = next(k for k, one in enumerate(seen[1].fates) if one.read_at == 118)
    found = watch.confirm(seen[1], again)
    assert found.read_at == 119 and watch.confirm(seen[1], again) is seen[1].fates[again] is found, 'it is read once'
    assert all(pair[0] is not None for pair in findings.pairs(seen[0].fates, seen[1].fates))


@pytest.mark.parametrize(('move', 'better'), [('A1', True), ('C1', False)])
def test_a_move_that_no_search_would_make_costs_what_it_loses(move, better):
    """Of the four points in a row that Black lives by he fills the one at the end, or one in the middle, which makes two eyes."""
    game = Game(7, -40.0)
    black, white = ([parse_vertex(name, 7) for name in names.split()]
                    for names in ('A2 B2 C2 D2 E2 E1', 'A3 B3 C3 D3 E3 F3 F2 F1 B5 D5 F5'))
    game.setup(black, white)
    game.play(BLACK, parse_vertex(move, 7))
    found = analysis.review(sgf.dumps(game.record()).encode(), 'x.sgf', Request(0))
    lost = found.moments[0].lead - found.moments[1].lead
    assert (lost > 10) == better and found.moments[1].loss == pytest.approx(lost, abs=3)
    assert ('mistake' in {one.kind for one in found.findings}) == better == (found.moments[1].drop > 0.5)
    assert (found.turning_point is not None) == better


def test_the_move_that_changed_a_dragon_is_found_between_others():
    """White kills with the fourth of eight moves."""
    reviewer = analysis._Reviewer(sgf.parse(f'{SHUT_IN};B[ia];W[ii];B[aa];W[ee];B[ai];W[hi];B[ea];W[ih])'.encode(), 'x.sgf'), Request(0),
                                  lambda done, total: None)
    before, after = (next(fate for fate in reviewer._look(reviewer._position(number), number)[0].fates if len(fate.stones) == 15)
                     for number in (0, 8))
    assert (before.status, after.status) == ('critical', 'dead')
    step = reviewer._locate(before, after, range(1, 9))
    assert step.number == 4 and step.before is not None and step.after is not None
    assert (step.before.status, step.before.save, step.after.status) == ('critical', 'E5', 'dead')


def test_stones_that_are_set_up_are_no_deed_of_the_move_before():
    """Between two moves the black dragon is taken off the board."""
    dragon = SHUT_IN[SHUT_IN.index('AB') + 2:SHUT_IN.index('AP')].strip()
    found = analysis.review(f'{SHUT_IN};B[ia];W[ha];AE{dragon};B[ai])'.encode(), 'x.sgf', Request(0))
    assert 'X' not in found.moments[2].board.replace('X', '', 1)
    assert [one.number for one in found.findings if one.number > 1] == []


def test_a_loss_is_told_only_where_it_was_searched_for_again(monkeypatch):
    """A fault whose loss is too small to be called a mistake by itself."""
    reviewer = analysis._Reviewer(sgf.parse(f'{SHUT_IN};B[ia])'.encode(), 'x.sgf'), Request(0), lambda done, total: None)
    monkeypatch.setattr(reviewer, '_make_sure', lambda before, moment, now: setattr(moment, 'loss', 0.5))
    monkeypatch.setattr(findings, 'is_large', lambda now, size, share=1.0: False)
    found = reviewer.review('')
    assert [(one.kind, one.loss) for one in found.findings] == [('missed rescue', 0.5)]
