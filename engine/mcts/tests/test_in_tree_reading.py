"""What reading says at nodes of a tree: against the reader asked by itself."""
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, all_points, neighbours, other, parse_vertex, point, row_col
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.mcts import in_tree_reading, mcts
from owlgo.engine.mcts.nodes import WEIGHTS
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.tests.test_fastboard import random_game
from owlgo.engine.read import tactics
from owlgo.engine.read.inner import new_inner_record

py_read_at_node = for_python(in_tree_reading.read_at_node)


def advised(game: Game, color: int, move: int) -> dict[int, tuple[float, float]]:
    """Visits won and lost that every answer to a move gains by reading."""
    tree = mcts.Tree(50000)
    tree.begin(mcts.Root(game.board, color, 7.5, 1, {move: 0.0}), without={'tree-verdicts'})
    tree.grow(mcts.Plan(50))
    t, p = tree.record, new_playout(1)
    node = next(k for k in tree.children(0) if t['move'][k] == move)
    before = {k: (float(t['began'][k]), float(t['began_wins'][k])) for k in tree.children(node)}
    t['weight'] = tuple(WEIGHTS.values())
    p['moves'][0], p['nmoves'] = move, 1
    py_read_at_node(game.board, new_inner_record(mcts.NODE_READING), t, p, node, color, 1)
    assert t['was_read'][node] == 1 and game.board['stackp'] == 0
    found = {}
    for k, (visits, wins) in before.items():
        won = float(t['began_wins'][k]) - wins
        found[int(t['move'][k])] = won, float(t['began'][k]) - visits - won
    return found


@pytest.mark.parametrize('black', [True, False])
def test_what_hangs_is_taken_and_what_is_lost_is_left(black):
    """After D5 the stone at E5 is in atari and cannot run: E6 is not worth a move."""
    us = BLACK if black else WHITE
    game = Game(9)
    stones = ([parse_vertex(v, 9) for v in ('E4', 'F5', 'D6')], [parse_vertex(v, 9) for v in ('E5',)])
    game.setup(*(stones if black else stones[::-1]))
    found = advised(game, us, parse_vertex('D5', 9))
    lost = {game.vertex(move) for move, (_, malus) in found.items() if malus}
    assert lost == {'E6'} and not any(won for won, _ in found.values())
    assert found[parse_vertex('E6', 9)][1] == pytest.approx(WEIGHTS['read_lost'])


ROUNDING = 1e-3
"""Visits that the numbers of nodes lose by rounding."""


def test_advice_agrees_with_reading():
    """In random positions: where a string near the last move can be taken and saved a move gains visits won, and hardly ever elsewhere;
    a string that is lost costs its owner's moves.  The readings in a tree are short ones, so that not all agree.
    """
    right = wrong = given_up = 0
    for seed in range(20):
        game = random_game(seed, 9, 35)
        color = game.to_move
        move = next(p for p in sorted(all_points(9), key=lambda p: (p * 7919 + seed) % 101) if game.is_legal(color, p))
        found = advised(game, color, move)
        game.play(color, move)
        cared, lost = set(), set()
        for stone in round_and_at(move, 9):
            if game.color_at(stone) != EMPTY and len(game.liberties(stone)) <= 4:
                attack, defence = tactics.attack_and_defend(game.board, stone)
                if attack.result == WIN and defence.result != LOSE:
                    cared.add(stone)
                elif attack.result == WIN and game.color_at(stone) == other(color):
                    lost |= set(game.liberties(stone))
        right += bool(cared) == any(won for won, _ in found.values())
        wrong += bool(cared) != any(won for won, _ in found.values())
        for answer, (_, malus) in found.items():
            given_up += malus > ROUNDING
            assert malus < ROUNDING or answer in lost or cared, game.vertex(answer)
    assert right >= 17 and wrong <= 3 and given_up


def round_and_at(pos: int, size: int) -> list[int]:
    row, col = row_col(pos)
    return [point(r, c) for r in range(max(row - 1, 0), min(row + 2, size)) for c in range(max(col - 1, 0), min(col + 2, size))]


def test_neighbours_are_those_of_the_board():
    assert set(neighbours(point(4, 4), 9)) <= set(round_and_at(point(4, 4), 9))
