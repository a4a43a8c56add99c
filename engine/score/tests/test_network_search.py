"""The search by the network alone: against a plain twin, and what it leaves as it was."""
import math
import random

import numpy as np
import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, parse_vertex
from owlgo.engine.score import network_search
from owlgo.engine.score.network_search import Eye, Seen, visits, weighed


def made_up(game: Game, color: int, last: int, before: int) -> Seen:
    """Chances and a lead that depend on nothing but the position, the side and the last two moves."""
    rng = random.Random(f'{game.hash()} {color} {last} {before}')
    moves = [pos for pos in all_points(game.size) if game.color_at(pos) == 0]
    chances = np.array([rng.random() ** 4 for _ in moves])
    return Seen(moves, chances / max(chances.sum(), 1e-9), rng.uniform(-15, 15))


def fighting(seed: int) -> Game:
    """A board of five lines after a few random moves: strings without liberties and kos are near."""
    rng, game, color = random.Random(seed), Game(5), BLACK
    for _ in range(12):
        game.play(color, rng.choice(sorted(game.legal_moves(color))))
        color = other(color)
    return game


def plain_visits(game: Game, color: int, chances: dict[int, float], count: int) -> dict[int, int]:
    """The same by dictionaries of lines of moves, each replayed from the root."""
    lines: dict[tuple[int, ...], list[float]] = {}      # results by line, for the side that made its last move
    seen: dict[tuple[int, ...], dict[int, float]] = {(): dict(chances)}
    last = game.moves[-1][1] if game.moves[-1][0] == other(color) else PASS
    before, barred = game.moves[-2][1], set[tuple[int, ...]]()
    even = made_up(game, color, last, before).lead

    def value(line: tuple[int, ...], move: int) -> float:
        results = {pos: lines[line + (pos,)] for pos in seen[line] if line + (pos,) in lines}
        total = sum(map(len, results.values()))
        chance = seen[line][move]
        if move in results:
            mean = sum(results[move]) / len(results[move])
        elif total:
            tried = sum(seen[line][pos] for pos in results)
            mean = sum(map(sum, results.values())) / total - (0.2 * math.sqrt(tried) if line else 0)
        else:
            mean = 0.0
        return mean + 1.5 * chance * math.sqrt(total + 1) / (1 + len(results.get(move, ())))
    for _ in range(count):
        line: tuple[int, ...] = ()
        new = False
        while not new:
            left = [move for move in seen[line] if (*line, move) not in barred]
            if not left:
                break
            move = max(left, key=lambda pos: value(line, pos))
            trial = (*line, move)
            done = 0
            for k, pos in enumerate(trial):
                done += game.trymove(color if k % 2 == 0 else other(color), pos)
            if done == len(trial):
                line, new = trial, trial not in seen
                latest = ([before, last] + list(trial))[-2:]
                after = made_up(game, color if len(trial) % 2 == 0 else other(color), latest[1], latest[0])
                if new:
                    seen[trial] = dict(zip(after.moves, after.chances.tolist(), strict=True))
            else:
                barred.add(trial)
            for _ in range(done):
                game.popgo()
        lead = even if not line else after.lead if len(line) % 2 == 0 else -after.lead
        result = math.tanh((lead - even) / 8)
        for k in range(1, len(line) + 1):
            lines.setdefault(line[:k], []).append(result if k % 2 else -result)
    return {move: len(lines.get((move,), ())) for move in chances}


@pytest.mark.parametrize('seed', range(8))
def test_a_search_is_its_twin(seed):
    game, color = fighting(seed), BLACK
    first = made_up(game, color, game.moves[-1][1], game.moves[-2][1])
    chances = {move: chance for move, chance in zip(first.moves, first.chances.tolist(), strict=True) if game.is_legal(color, move)}
    board, moves = game.show(), list(game.moves)
    found = visits(game, color, chances, 150, made_up, lambda: True)
    assert found == plain_visits(game, color, chances, 150) and sum(found.values()) == 150
    assert game.show() == board and game.moves == moves


def test_an_illegal_move_is_never_visited():
    game = Game(5)
    game.setup([parse_vertex(v, 5) for v in ('A2', 'B1')], [])
    inside, outside = parse_vertex('A1', 5), parse_vertex('D4', 5)
    assert visits(game, WHITE, {inside: 0.9, outside: 0.1}, 20, made_up, lambda: True) == {inside: 0, outside: 20}
    assert visits(game, WHITE, {inside: 1.0}, 20, made_up, lambda: True) == {inside: 0}
    assert visits(game, WHITE, {}, 20, made_up, lambda: True) == {}


def test_it_stops_when_it_is_no_longer_wanted():
    game, asked = fighting(3), iter([True, True, True, False])
    chances = dict.fromkeys(sorted(game.legal_moves(BLACK)), 0.1)
    assert sum(visits(game, BLACK, chances, 1000, made_up, lambda: next(asked)).values()) == 3


def test_without_visits_the_network_s_probabilities_stay(monkeypatch):
    monkeypatch.setattr(network_search, 'Eye', lambda: made_up)
    game = fighting(5)
    legal = sorted(game.legal_moves(BLACK))
    chances = {move: (k + 1) / sum(range(len(legal) + 1)) for k, move in enumerate(legal)}
    assert weighed(game, BLACK, chances, 0, lambda: True) == pytest.approx(chances)
    after = weighed(game, BLACK, chances, 200, lambda: True)
    assert sum(after.values()) == pytest.approx(1) and after != pytest.approx(chances, abs=0.05)


def test_colours_swapped_the_network_sees_the_same():
    plain, swapped = Game(13), Game(13)
    for k, pos in enumerate(random.Random(4).sample(all_points(13), 30)):
        plain.play(BLACK if k % 2 == 0 else WHITE, pos)
        swapped.play(WHITE if k % 2 == 0 else BLACK, pos)
    last, before = plain.moves[-1][1], plain.moves[-2][1]
    look = Eye()
    one, two = look(plain, BLACK, last, before), look(swapped, WHITE, last, before)
    assert one.moves == two.moves and one.lead == pytest.approx(two.lead, abs=1e-3)
    assert np.allclose(one.chances, two.chances, atol=1e-5) and one.chances.sum() == pytest.approx(1)
