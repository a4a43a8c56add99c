"""What moves look like: every feature against a slow twin, and the chances that come of them."""
import gzip
import math
from importlib import resources

import numpy as np
import pytest

from owlgo.engine.core import cache
from owlgo.engine.core.game import Game
from owlgo.engine.core.jit import for_python
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, all_points, neighbours, other, parse_vertex, row_col
from owlgo.engine.mcts import corners, mcts, move_features, nodes, shape
from owlgo.engine.mcts.around import RING, is_fight, is_own_eye
from owlgo.engine.mcts.fastboard import is_playable, is_self_atari
from owlgo.engine.mcts.playout import new_playout
from owlgo.engine.mcts.shape import COUNTS, FARTHEST, FEATURE_NAMES, LearnedWeights
from owlgo.engine.mcts.tests.test_fastboard import fast_of, naive_code, random_game
from owlgo.engine.mcts.tests.test_shape import naive_signs

py_is_self_atari = for_python(is_self_atari)
py_is_playable = for_python(is_playable)


def naive_steps(game: Game, last: int) -> dict[int, int]:
    """The steps from the last move to each point within four, a string being one step."""
    def whole(pos: int) -> set[int]:
        return set(game.string(pos)) if game.color_at(pos) != EMPTY else {pos}
    found = dict.fromkeys(whole(last), 0)
    for steps in range(1, 5):
        for pos in [p for p, k in found.items() if k == steps - 1]:
            for q in neighbours(pos, game.size):
                for r in whole(q):
                    found.setdefault(r, steps)
    return found


def naive_distance(one: int, two: int) -> int:
    (a, b), (c, d) = row_col(one), row_col(two)
    return min(abs(a - c) + abs(b - d) + max(abs(a - c), abs(b - d)), FARTHEST)


def naive_tactics(game: Game, f: np.void, last: int, pos: int, color: int) -> set[str]:
    strings = {min(game.string(q)): game.string(q) for q in neighbours(pos, game.size) if game.color_at(q) != EMPTY}
    own = [s for s in strings.values() if game.color_at(s[0]) == color]
    enemies = [s for s in strings.values() if game.color_at(s[0]) != color]
    taken = [s for s in enemies if len(game.liberties(s[0])) == 1]
    beside = {q for s in taken for p in s for q in neighbours(p, game.size) if game.color_at(q) == color}
    found = set()
    if any(len(game.liberties(q)) == 1 for q in beside):
        found.add('saves-by-capture')
    elif any(last in s for s in taken):
        found.add('captures-last')
    elif taken:
        found.add('captures-many' if sum(len(s) for s in taken) > 1 else 'captures')
    elif any(len(game.liberties(s[0])) == 2 for s in enemies):
        found.add('gives-atari')
    if not taken and py_is_self_atari(f, pos, color):
        return found | {'into-atari-many' if own else 'into-atari'}
    if any(len(game.liberties(s[0])) == 1 for s in own):
        found.add('saves')
    elif any(len(game.liberties(s[0])) == 2 for s in own):
        found.add('two-liberties')
    return found


def naive_features(game: Game, f: np.void, known: LearnedWeights, last: int, before: int, pos: int, color: int) -> list[str]:
    found = [*naive_tactics(game, f, last, pos, color)]
    code = naive_code(game, pos)
    if is_fight(tuple(code >> 2 * place & 3 for place in RING), color):
        found.append('fights')
    if last != PASS:
        found.append(f'last-{naive_distance(pos, last)}')
        if pos in (steps := naive_steps(game, last)):
            found.append(f'steps-{steps[pos]}')
    if before != PASS:
        found.append(f'before-{naive_distance(pos, before)}')
    row, col = row_col(pos)
    line = min(row, col, game.size - 1 - row, game.size - 1 - col, 4) + 1
    found.append(f'line-{line}')
    stones = [row_col(q) for q in all_points(game.size) if game.color_at(q) != EMPTY]
    if all(abs(a - row) + abs(b - col) > 3 for a, b in stones):
        found.append(f'alone-{line}')
    signs = naive_signs(game, pos, color)
    turns = [''.join(signs[turn.index(k)] for k in range(len(signs))) for turn in shape.TURNS]
    for size, count in enumerate(COUNTS):
        same = [one for one in known.shapes if len(one) == count and one in {turn[:count] for turn in turns}]
        if not same:
            return [*found, f'unknown-{size}']
        found.append(same[0])
    return found


def some_shapes(game: Game) -> LearnedWeights:
    """The smaller shapes round some points of a game, once for all ways to lay them."""
    shapes: dict[str, float] = {}
    for pos in [p for p in all_points(game.size) if game.color_at(p) == EMPTY][::3]:
        signs = naive_signs(game, pos, BLACK)
        for count in COUNTS[:4]:
            turns = {''.join(signs[turn.index(k)] for k in range(len(signs)))[:count] for turn in shape.TURNS}
            if not turns & set(shapes):
                shapes[signs[:count]] = 0.25
    return LearnedWeights({'captures': 2.0, 'unknown-0': -0.5}, shapes)


@pytest.mark.parametrize('seed, size, most', [(1, 5, 14), (2, 9, 30), (3, 9, 60), (4, 9, 90), (5, 13, 100)])
def test_features_agree_with_the_twin(seed, size, most):
    game = random_game(seed, size, most)
    last, before = [move for _, move in game.moves[:-3:-1]]
    known = some_shapes(game)
    s, p, f = shape.empty(), new_playout(1), fast_of(game, last)
    shape.fill(s, known)
    f['before'] = before
    names = [*FEATURE_NAMES, *known.shapes]
    for color in (BLACK, WHITE):
        for pos in all_points(size):
            if game.color_at(pos) == EMPTY and py_is_playable(f, pos, color):
                n = move_features.py_features(f, p, s, pos, color)
                assert sorted(names[k] for k in p['feature'][:n]) == sorted(naive_features(game, f, known, last, before, pos, color))


def test_what_is_kept_of_the_weights_is_what_was_made(tmp_path, monkeypatch):
    """Made the first time, and read the second time; other openings are another record."""
    monkeypatch.setattr(cache, 'cache_root', lambda: tmp_path)
    text = gzip.decompress(resources.files('owlgo.engine.mcts').joinpath(shape.WEIGHTS_FILE).read_bytes()).decode()
    made = move_features.with_weights(shape.parse(text))
    for _ in range(2):
        kept = move_features.learned.__wrapped__()
        assert kept.dtype == made.dtype and all((kept[name] == made[name]).all() for name in made.dtype.names or ())
        assert len(list(tmp_path.rglob('shapes-*.bin'))) == 1
    monkeypatch.setattr(corners, 'text', lambda: '')
    assert not (move_features.learned.__wrapped__()['corner_known'] == made['corner_known']).all()


def test_chances_are_the_powers_of_weights_and_add_up():
    game = random_game(7, 9, 50)
    known = some_shapes(game)
    s, p, f = shape.empty(), new_playout(1), fast_of(game, game.moves[-1][1])
    shape.fill(s, known)
    color = other(game.moves[-1][0])
    n = move_features.py_choices(f, p, s, color, 0)
    moves, chances = p['choice'][:n].tolist(), p['chance'][:n].tolist()
    assert set(moves) == {pos for pos in all_points(9) if game.color_at(pos) == EMPTY and py_is_playable(f, pos, color)
                          and not is_own_eye(game.board, pos, color)}
    assert sum(chances) == pytest.approx(1)
    likings = []
    for pos in moves:
        k = move_features.py_features(f, p, s, pos, color)
        likings.append(math.exp(sum(float(s['value'][feature]) for feature in p['feature'][:k])))
    assert chances == pytest.approx([likelihood / sum(likings) for likelihood in likings])


def test_the_search_begins_with_what_looks_likely(monkeypatch):
    """It likes captures, dislikes moves into atari, and begins with no more of a move than its looks say."""
    monkeypatch.setitem(nodes.WEIGHTS, 'network', 0.0)
    game = Game(9)
    game.setup([parse_vertex(v, 9) for v in ('D5', 'E4', 'F5', 'A2')], [parse_vertex(v, 9) for v in ('E5', 'B3')])
    tree = mcts.Tree(1000)
    for color, liked, disliked in ((BLACK, 'E6', 'J9'), (WHITE, 'E6', 'A1')):
        tree.begin(mcts.Root(game.board, color, 7.5, 1, mcts.every_move(game, color)))
        tree.grow(mcts.Plan(1))
        began = {int(tree.record['move'][k]): float(tree.record['began_wins'][k] / tree.record['began'][k]) for k in tree.children(0)}
        assert began[parse_vertex(liked, 9)] == max(began.values()) > 0.6
        assert began[parse_vertex(disliked, 9)] < 0.5
