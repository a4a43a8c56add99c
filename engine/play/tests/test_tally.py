"""A final score by parts."""
import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours
from owlgo.engine.core.tests.pictures import SETTLED, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine.examination import Examination
from owlgo.engine.play import final, tally
from owlgo.engine.score.estimate import Count


@pytest.mark.parametrize('area_scoring', [False, True])
def test_the_parts_add_up_to_the_score(area_scoring):
    known = Examination(drawn(SETTLED), Workspace(), area_scoring=area_scoring)
    found = final.judge(known, Count(6.5, 3, 5, 2, area_scoring))
    black, white = (tally.sides(found)[color] for color in (BLACK, WHITE))
    assert white.points - black.points == found.score
    assert (black.dead, white.dead, black.prisoners, white.prisoners, white.komi) == (1, 0, 3, 5, 6.5)
    assert (black.territory, white.territory) == (10, 11) and white.compensation == 2 * area_scoring and black.compensation == 0
    assert black.territory + white.territory + black.stones + white.stones + 1 == 49, 'all but the neutral point'


def test_every_rule_counts_the_handicap_in_its_own_way():
    board = drawn(SETTLED)
    found = tally.BothCounts(*(final.judge(Examination(board, Workspace(), area_scoring=area), Count(0.5, area_scoring=area))
                               for area in (False, True)))
    game = Game(7)
    game.setup([], [], handicap=3)
    scores = {name: end.score for name, end in tally.results(found, game).items()}
    area = scores['tromp-taylor']
    assert scores['japanese'] == scores['korean'] == found.territory.score and scores['new-zealand'] == area == found.area.score
    assert scores['chinese'] == area + 3 and scores['aga'] == area + 2


def test_all_alive_takes_nothing_off():
    found = final.judge(Examination(drawn(SETTLED), Workspace(), area_scoring=True), Count(area_scoring=True))
    assert found.dead and tally.all_alive(found.board, found.by) != found.score


@pytest.mark.parametrize('seed', range(20))
def test_all_alive_agrees_with_the_twin(seed):
    """Tromp and Taylor: a point scores for a colour if it has it, or is empty and reaches no other.  Borders may be open."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 10))
    game = Game(size)
    for color in (BLACK, WHITE) * int(rng.integers(0, size * size // 2 + 1)):
        legal = game.legal_moves(color)
        if legal:
            game.play(color, legal[rng.integers(len(legal))])

    def reached(pos: int) -> set[int]:
        seen, waiting, met = {pos}, [pos], set()
        while waiting:
            for q in neighbours(waiting.pop(), size):
                if game.color_at(q) != EMPTY:
                    met.add(game.color_at(q))
                elif q not in seen:
                    seen.add(q)
                    waiting.append(q)
        return met
    owners = [{game.color_at(pos)} if game.color_at(pos) != EMPTY else reached(pos) for pos in all_points(size)]
    wanted = sum((one == {WHITE}) - (one == {BLACK}) for one in owners)
    assert tally.all_alive(game.board, Count(0.5, area_scoring=True)) == wanted + 0.5
