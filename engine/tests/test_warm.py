"""Whether kernels and tables are known to be compiled."""
import re
from pathlib import Path

from engine import warm
from engine.core import cache
from engine.core.target import TAG
from engine.mcts import move_prior
from engine.solver import move_order, storage


def test_a_stamp_says_that_everything_is_compiled(tmp_path, monkeypatch):
    """No stamp in a new cache; one of other sources says nothing."""
    monkeypatch.setattr(cache, 'cache_root', lambda: tmp_path)
    assert not warm.is_warm()
    cache.keep(f'{TAG}/complete-0123456789abcdef', b'complete\n')
    assert not warm.is_warm()
    cache.keep(warm.stamp(), b'complete\n')
    assert warm.is_warm()
    (tmp_path / warm.stamp()).chmod(0o666)
    assert not warm.is_warm(), 'anybody could have written it'


def test_a_rehearsal_reads_what_a_fight_needs(monkeypatch):
    """What was learned about moves is there again after it."""
    for read in (move_order.weights, move_prior.learned, warm.rehearse):
        read.cache_clear()
    monkeypatch.setattr(storage, '_spare', [])
    warm.rehearse()
    assert move_order.weights.cache_info().currsize == move_prior.learned.cache_info().currsize == 1


def test_what_is_compiled_ahead_is_all_there_is():
    """Each kernel of a file is registered once the modules of the list are imported."""
    root = Path(warm.__file__).parents[1]
    decorated = re.compile(r'^@(?:kernel|unit)\(.*?\)\n(?:@.*\n)*def (\w+)', re.M)
    there = {f'{".".join(path.relative_to(root).with_suffix("").parts)}.{name}' for package in warm.PACKAGES
             for path in root.joinpath(package).rglob('*.py') if 'tests' not in path.parts
             for name in decorated.findall(path.read_text('utf-8'))}
    assert len(there) > 400 and there - {entry.name for entry in warm.kernels()} == set()
