"""The Python API: what the README shows, and answers that draw themselves."""
import copy
import pickle
import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from owlgo.engine.core.tests.resident import resident
from owlgo.engine.position import Position

ROOT = Path(__file__).parents[2]
RECORD = ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf'


def test_the_example_of_the_readme_runs():
    blocks = re.findall(r'```python\n(.*?)```', (ROOT / 'README.md').read_text('utf-8'), re.S)
    example = next(block for block in blocks if 'Position' in block)
    assert len(example.strip().splitlines()) <= 10
    exec(compile(example.replace('regress/games', str(ROOT / 'regress' / 'games')), 'README.md', 'exec'), {})


def test_verdicts_draw_the_board():
    position = Position.from_sgf(RECORD, until=170)
    verdict = position.owl_attack('T14')
    assert verdict.succeeds and verdict.certain and verdict.move == 'S12'
    text = repr(verdict)
    assert (verdict.how, [(one.stones[0], one.evidence) for one in verdict.conditions]) == ('proved if', [('S16', 'reading')])
    assert text.startswith('Can the dragon of T14 be killed?: yes at S12 (proved if the wall at S16 holds)\n')
    assert text.count('*') == 1 and len(text.splitlines()) == 22
    assert position.owl_defend('T14').succeeds and position.attack('T14').succeeds and position.defend('T14').succeeds
    with pytest.raises(ValueError, match='no stone at A1'):
        position.attack('A1')
    with pytest.raises(ValueError, match='no vertex'):
        position.owl_attack('Z1')
    assert verdict and verdict.how == 'proved if' and position.attack('D17').how == 'read' and not position.attack('D17')


@pytest.mark.slow
def test_dragons_and_scores():
    position = Position.from_sgf(RECORD, until=170)
    dragon = position.dragon('T14')
    assert dragon in position.dragons() and dragon.status == 'critical' and dragon.attack and dragon.defence
    assert repr(dragon).count('#') == len(dragon.stones)
    estimate = position.estimate_score()
    assert estimate.lower <= estimate.score <= estimate.upper and 'upper bound' in repr(estimate)
    assert {'alive', 'dead'} <= set(position.final_status().values())


def test_a_dragon_that_was_not_read_says_so():
    dragon = Position(9).play('E5').dragon('E5')
    assert dragon.how == 'unchecked' and repr(dragon).startswith('Black E5, 1 stone: counts as alive (unchecked)\n')


TEXT: Any = '9'
THREE: Any = 3


@pytest.mark.parametrize(('call', 'error'), [
    (lambda: Position(TEXT), 'TypeError: size: a whole number'), (lambda: Position(True), 'TypeError: size: a whole number'),
    (lambda: Position(26), 'ValueError: size: 26 is not between 1 and 25'), (lambda: Position(9, komi=TEXT), 'TypeError: komi: a number'),
    (lambda: Position(9, komi=float('nan')), 'ValueError: komi: nan'), (lambda: Position(9).play(''), "ValueError: '' is no move"),
    (lambda: Position(9).play(THREE), 'TypeError: play: text is wanted, as in play("D4"), not 3'),
    (lambda: Position(9).play('E5').owl_attack(THREE), 'TypeError: owl_attack: text is wanted'),
    (lambda: Position(9).dragon('E5'), 'ValueError: no stone at E5'),
    (lambda: Position(9).genmove(level=TEXT), 'TypeError: level: a whole'),
    (lambda: Position(9).genmove(level=13), 'ValueError: level: 13 is not'), (lambda: Position(9).genmove(seed=-1), 'ValueError: seed: -1'),
    (lambda: Position(9).genmove(rank=THREE), 'TypeError: rank: text'),
    (lambda: Position(9).genmove(rank='30k'), "ValueError: '30k' is no rank"),
])
def test_wrong_values_are_named(call, error):
    with pytest.raises((ValueError, TypeError)) as raised:
        call()
    assert f'{raised.type.__name__}: {raised.value}'.startswith(error)


def test_a_position_goes_through_pickle_and_copy():
    position = Position(9, komi=6.5).play('E5', 'C3')
    for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
        assert repr(again.play('G7')) != repr(position) and again.attack('E5').question == position.attack('E5').question


@pytest.mark.slow
def test_two_threads_may_share_a_position():
    """They are asked one after the other: each answer is what one thread gets."""
    record = ROOT / 'regress' / 'games' / 'rabbity-six.sgf'
    questions = [('dragon', 'C7'), ('owl_attack', 'C7'), ('owl_defend', 'C7'), ('attack', 'B8'), ('dragon', 'B8')] * 2
    alone = [repr(getattr(Position.from_sgf(record), name)(stone)) for name, stone in questions]
    shared = Position.from_sgf(record)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda question: repr(getattr(shared, question[0])(question[1])), questions)) == alone


def test_playing():
    position = Position(9, komi=6.5).play('E5', 'C3', 'black G7')
    assert position.game.to_move == 2 and repr(position).count('X ') == 2
    with pytest.raises(ValueError, match='occupied|illegal'):
        position.play('E5')
    before = repr(position)
    assert position.genmove(level=0) in {f'{c}{r}' for c in 'ABCDEFGHJ' for r in range(1, 10)} and repr(position) == before
    assert position.genmove(rank='15k', seed=3) == position.genmove(rank='15k', seed=3)
    status = position.final_status()
    assert len(status) == 81


def answers_of(record: str, until: int, questions: list[tuple[str, str]]) -> list[str]:
    """What a position of a record answers, as text, boards included."""
    position = Position.from_sgf(ROOT / 'regress' / 'games' / record, until)
    return [repr(getattr(position, name)(stone)) for name, stone in questions]


@pytest.mark.slow
def test_two_threads_with_a_position_each_answer_as_one():
    """Sixty questions, asked one after the other and then by two threads at once."""
    record, positions = 'alphago-lee-sedol-4.sgf', (60, 90, 120, 150, 170)
    asked = []
    for until in positions:
        game = Position.from_sgf(ROOT / 'regress' / 'games' / record, until).game
        stones = sorted(game.vertex(pos) for color in (1, 2) for pos in game.strings(color))
        rng = random.Random(until)
        asked.append([(name, rng.choice(stones)) for name in ('attack', 'defend', 'owl_attack', 'owl_defend') for _ in range(3)])
    assert sum(len(questions) for questions in asked) == 60
    alone = [answers_of(record, until, questions) for until, questions in zip(positions, asked, strict=True)]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(answers_of, [record] * len(positions), positions, asked)) == alone


def test_a_second_position_takes_little_memory():
    """Tables are as large as they are used."""
    Position(9).play('E5').attack('E5')
    before = resident()
    kept = [Position(9).play('E5') for _ in range(4)]
    for position in kept:
        position.attack('E5')
    assert (resident() - before) * 1024 < 4 * 16 * 2**20
