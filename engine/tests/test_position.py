"""The Python API: what the README shows, and answers that draw themselves."""
import re
from pathlib import Path

import pytest

from engine.position import Position

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
    assert text.startswith('Can the dragon of T14 be killed?: yes at S12\n') and text.count('*') == 1 and len(text.splitlines()) == 22
    assert position.owl_defend('T14').succeeds and position.attack('T14').succeeds and position.defend('T14').succeeds
    with pytest.raises(ValueError, match='no stone at A1'):
        position.attack('A1')
    with pytest.raises(ValueError, match='no vertex'):
        position.owl_attack('Z1')


def test_dragons_and_scores():
    position = Position.from_sgf(RECORD, until=170)
    dragon = position.dragon('T14')
    assert dragon in position.dragons() and dragon.status == 'critical' and dragon.attack and dragon.defence
    assert repr(dragon).count('#') == len(dragon.stones)
    estimate = position.estimate_score()
    assert estimate.lower <= estimate.score <= estimate.upper and 'upper bound' in repr(estimate)
    assert {'alive', 'dead'} <= set(position.final_status().values())


def test_playing():
    position = Position(9, komi=6.5).play('E5', 'C3', 'black G7')
    assert position.game.to_move == 2 and repr(position).count('X ') == 2
    with pytest.raises(ValueError, match='occupied|illegal'):
        position.play('E5')
    before = repr(position)
    assert position.genmove(level=0) in {f'{c}{r}' for c in 'ABCDEFGHJ' for r in range(1, 10)} and repr(position) == before
    status = position.final_status()
    assert len(status) == 81
