"""Whether kernels and tables are known to be compiled."""
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
    cache.keep(warm._stamp(), b'complete\n')
    assert warm.is_warm()
    (tmp_path / warm._stamp()).chmod(0o666)
    assert not warm.is_warm(), 'anybody could have written it'


def test_a_rehearsal_reads_what_a_fight_needs(monkeypatch):
    """What was learned about moves is there again after it."""
    for read in (move_order.weights, move_prior.learned, warm.rehearse):
        read.cache_clear()
    monkeypatch.setattr(storage, '_spare', [])
    warm.rehearse()
    assert move_order.weights.cache_info().currsize == move_prior.learned.cache_info().currsize == 1
