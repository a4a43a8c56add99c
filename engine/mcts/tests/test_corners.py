"""Corner openings: what the file may say, and where their moves are found on the board, against a slow twin."""
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, other, point
from owlgo.engine.mcts import corners, move_features
from owlgo.engine.mcts.corners import CORNERS_FROM, NARROW_CORNER, WIDE_FROM
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.shape import CORNER_WIDTH, Feature, LearnedWeights
from owlgo.engine.mcts.tests.test_fastboard import fast_of

TWO_MOVES = '\n'.join(['. ' * 8] * 4 + ['. . . 1 . . . .', '. . . . . 2 . .'] + ['. ' * 8] * 2)


def naive_moves(game: Game, color: int, corner: int) -> set[int]:
    """By comparing all of a corner with every position of the diagrams."""
    width = CORNER_WIDTH if game.size >= WIDE_FROM else NARROW_CORNER

    def at(a: int, b: int) -> int:
        return point(game.size - 1 - b if corner & 1 else b, game.size - 1 - a if corner & 2 else a)
    stands = {(a, b): int(game.color_at(at(a, b)) != color) for a in range(width) for b in range(width) if game.color_at(at(a, b))}
    return {at(*move) for stones, move in corners.positions(corners.read(), width) if stones == stands}


def marked(game: Game, color: int) -> set[int]:
    s, p, f = move_features.with_weights(LearnedWeights({}, {})), new_playout(1), fast_of(game)
    move_features.py_choices(f, p, s, color, 0)
    found = set()
    for pos in p['choice'][:int(f['nempty'])].tolist():
        n = move_features.py_features(f, p, s, pos, color)
        if Feature.CORNER in p['feature'][:n]:
            found.add(pos)
    return found


@pytest.mark.parametrize('size', [9, 13, 19])
def test_moves_agree_with_the_twin_in_every_corner(size):
    """A different diagram is followed in each corner, laid this way and that, and begun by either colour."""
    game, diagrams = Game(size), corners.read()
    total = 0
    for step in range(8):
        stones: dict[int, set[int]] = {BLACK: set(), WHITE: set()}
        for corner in range(4):
            opening = diagrams[(3 * corner + step) % len(diagrams)]
            laid = {**opening.stones, **{place: k & 1 for k, place in enumerate(opening.moves[:step])}}
            for (a, b), side in laid.items():
                if max(a, b) < size // 2:
                    row, col = (b, a) if step % 3 else (a, b)
                    pos = point(size - 1 - row if corner & 1 else row, size - 1 - col if corner & 2 else col)
                    stones[BLACK if side == corner // 2 else WHITE].add(pos)
        game.setup(stones[BLACK], stones[WHITE])
        for color in (BLACK, WHITE):
            expected = set().union(*(naive_moves(game, color, corner) for corner in range(4))) if size >= CORNERS_FROM else set()
            assert marked(game, color) == expected
            total += len(expected)
    assert total > 50 or size == 9


def test_an_empty_board_begins_in_a_corner():
    game = Game(19)
    for color in (BLACK, WHITE):
        names = {game.vertex(pos) for pos in marked(game, color)}
        assert names == {'D4', 'D16', 'Q4', 'Q16', 'C4', 'D3', 'C16', 'D17', 'Q3', 'R4', 'Q17', 'R16'}


def test_a_diagram_is_read_move_by_move():
    (opening,) = corners.parse(TWO_MOVES)
    assert opening.stones == {} and opening.moves == [(3, 3), (5, 2)]
    assert list(corners.positions([opening], 8))[:2] == [({}, (3, 3)), ({(3, 3): 1}, (5, 2))]
    assert len(list(corners.positions([opening], 5))) == 2      # both ways round, the first move only


def test_every_opening_that_comes_with_the_engine_can_be_played():
    for opening in corners.read():
        game = Game(19)
        game.setup([point(b, a) for (a, b), side in opening.stones.items() if side == 0],
                   [point(b, a) for (a, b), side in opening.stones.items() if side == 1])
        color = BLACK
        for a, b in opening.moves:
            assert game.is_legal(color, point(b, a))
            game.play(color, point(b, a))
            color = other(color)


@pytest.mark.parametrize('text, line', [
    (TWO_MOVES.replace('2', '3'), 8), (TWO_MOVES.replace('1', '.').replace('2', '.'), 8), (TWO_MOVES.replace('1', '?'), 8),
    (TWO_MOVES + ' .', 8), (TWO_MOVES.replace('. . . 1', '. . 1'), 5), ('. ' * 8, 2), (TWO_MOVES.replace('1', 'x').replace('2', '1'), 8)])
def test_wrong_diagrams_are_named(text, line):
    with pytest.raises(ValueError, match=rf'^x\.txt:{line}: '):
        corners.parse(text, 'x.txt')
