"""The score to expect, by search and network on large boards."""
from types import SimpleNamespace

import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.play import expected, genmove
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import Count
from owlgo.engine.score.outlook import Expectation


def opened(size: int) -> Game:
    """A few stones of each side, Black's in three corners."""
    game = Game(size, 6.5)
    low, high, last = 'D4', f'D{size - 3}', 'KLMNOPQ'[size - 13]
    for color, place in ((BLACK, low), (WHITE, f'{last}4'), (BLACK, high), (WHITE, f'{last}3'), (BLACK, f'{last}{size - 3}')):
        game.play(color, parse_vertex(place, size))
    return game


def expected_of(game: Game, area_scoring: bool = True) -> expected.Expected:
    return expected.of(game, genmove.examine(game, 0, Workspace()), area_scoring)


def test_an_open_board_is_judged_by_search_and_network():
    game = opened(13)
    known = genmove.examine(game, 0, Workspace())
    assert expected.is_open(game, known)
    by_area, by_territory = (expected.of(game, known, area_scoring) for area_scoring in (True, False))
    assert by_area.held[parse_vertex('D4', 13)] == -1 and by_area.held[parse_vertex('K4', 13)] == 1
    assert by_area.score.value != estimate.of(known, Count.of(game, True)).value
    assert by_territory.score.value == pytest.approx(by_area.score.value + 1), 'Black has played a stone more'


def test_a_point_s_owner_is_the_middle_of_three_views():
    """Of playouts, the network and the position as it stands, no single one decides, however sure."""
    game = opened(13)
    known = genmove.examine(game, 0, Workspace())
    points = list(all_points(13))
    stands = np.array(estimate.by_bouzy(known.board, ()), float)
    stands[points] = [{BLACK: -1, WHITE: 1}.get(game.color_at(pos), stands[pos]) for pos in points]
    rng = np.random.default_rng(7)
    played, network = (rng.uniform(-1, 1, len(stands)) for _ in range(2))
    found = expected.owners(known, played, network)
    for pos in points:
        # What network and position agree on is certain.
        second = np.sign(-network[pos]) if -network[pos] * stands[pos] >= 0.8 else -network[pos]
        assert found[pos] == sorted([-played[pos], second, stands[pos]])[1]


@pytest.mark.parametrize(('stones', 'part'), [(30, 1.0), (59, 0.5), (100, 0.0)])
def test_the_more_stones_the_less_search_and_network_tell(stones, part, monkeypatch):
    """Of a board of 169 points, up to a fifth with stones these two alone count, each by half, from half on not at all."""
    game, rng = opened(13), np.random.default_rng(3)
    while sum(game.color_at(pos) != EMPTY for pos in all_points(13)) < stones:
        legal = [pos for pos in all_points(13) if game.color_at(pos) == EMPTY and game.is_legal(game.to_move, pos)]
        game.play(game.to_move, legal[rng.integers(len(legal))])
    known = genmove.examine(game, 0, Workspace())
    monkeypatch.setattr(expected, 'is_open', lambda *_: True)
    values = []
    nobody = np.zeros(len(game.board['color']))
    for lead, points in ((0.0, 0.0), (10.0, 0.0), (0.0, -10.0), (0.0, -game.area_komi)):
        thought = SimpleNamespace(lead=lead if game.to_move == WHITE else -lead, owned=nobody)
        found = SimpleNamespace(thought=lambda thought=thought: thought, outlook=Expectation(points, nobody, {}))
        monkeypatch.setattr(genmove, 'search', lambda *_, found=found, **__: found)
        values.append(expected.of(game, known, True).score.value)
    even, *others = values
    assert [value - even for value in others] == pytest.approx([5 * part, 5 * part, game.area_komi / 2 * part], abs=0.1)


def test_komi_is_added_once():
    game = opened(13)
    values = []
    for komi in (6.5, 56.5):
        game.komi = komi
        values.append(expected_of(game).score.value)
    assert values[1] - values[0] == pytest.approx(50)


@pytest.mark.parametrize('size', [13, 19])
def test_more_stones_are_worth_points(size):
    values = {}
    for color in (BLACK, WHITE):
        game = opened(size)
        for vertex in ('D6', 'D8', 'K6', 'K8'):
            game.play(color, parse_vertex(vertex, size))
        values[color] = expected_of(game).score.value
    assert values[WHITE] > values[BLACK] + 20


@pytest.mark.parametrize('size', [7, 8])
def test_small_and_empty_boards_are_counted_as_they_stand(size):
    game = Game(size, 6.5)
    game.play(BLACK, parse_vertex('D4', size))
    game.play(WHITE, parse_vertex('E5', size))
    for now in (game, Game(19, 6.5)):
        known = genmove.examine(now, 0, Workspace())
        assert not expected.is_open(now, known)
        assert expected.of(now, known, False).score == estimate.of(known, Count.of(now, False))


def test_a_settled_board_is_counted_as_it_stands():
    """Columns of both sides that leave a few eyes: no ground is open, and no dragon is in doubt."""
    game = Game(13, 6.5)
    stones = {side: [parse_vertex(f'{line}{row}', 13) for line in lines for row in range(1, 14) if line in 'FG' or row % 4]
              for side, lines in ((BLACK, 'BDF'), (WHITE, 'GJLN'))}
    game.setup(stones[BLACK], stones[WHITE])
    known = genmove.examine(game, 4, Workspace())
    assert not expected.is_open(game, known)
    assert expected.of(game, known, True).score.value == 13 * 7 - 13 * 6 + 6.5


def test_counting_by_shares_agrees_with_counting_stones():
    """With every point owned for certain both counts are the same; prisoners and dead stones are counted too."""
    rng, game = np.random.default_rng(2), opened(13)
    game.board['captures'][1:3] = 2, 5
    shares = np.zeros_like(estimate.by_bouzy(game.board, ()), float)
    points = list(all_points(13))
    shares[points] = rng.choice([-1.0, 1.0], len(points))
    colors = game.board['color']
    dead = {pos for pos in points if colors[pos] != EMPTY and (colors[pos] == WHITE) != (shares[pos] > 0)}
    stones = [pos for pos in points if colors[pos] != EMPTY]
    assert dead
    for area_scoring in (False, True):
        by = Count.of(game, area_scoring)
        assert estimate.count(game.board, shares, stones, by) == pytest.approx(estimate.count(game.board, shares, dead, by))
