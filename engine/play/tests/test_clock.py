"""The clock: what a move may take never adds up to more than there is."""
import random

import pytest

from owlgo.engine.core.points import BLACK, WHITE
from owlgo.engine.play.clock import Clock, kgs


@pytest.mark.parametrize(('main', 'size'), [(10, 9), (60, 13), (600, 19), (1, 9), (0.5, 19)])
def test_a_game_of_any_length_keeps_to_its_main_time(main, size):
    clock = Clock(main)
    spent = 0.0
    for number in range(2 * size * size):
        took = clock.for_move(BLACK, 2 * number, size)
        assert took > 0
        clock.spend(BLACK, took)
        spent += took
        if number == size * size // 4:
            assert main * 0.2 < spent or main < 2
    # The least that a move takes is all that can go beyond.
    assert spent <= main + 2 * size * size * 0.01
    assert clock.left(WHITE) == (main, 0)


def test_periods_of_several_stones_begin_anew():
    clock = Clock(0, 10, 5)
    for _ in range(4):
        took = clock.for_move(BLACK, 0, 19)
        assert 1 < took < 2.5
        clock.spend(BLACK, took)
    assert clock.left(BLACK)[1] == 1
    clock.spend(BLACK, 1.0)
    assert clock.left(BLACK) == (10, 5)


def test_main_time_runs_out_into_the_first_period():
    clock = Clock(5, 30, 10)
    clock.spend(WHITE, 7)
    assert clock.left(WHITE) == (28, 9)


def test_the_controller_knows_better():
    clock = Clock(60)
    clock.set(BLACK, 3.5, 0)
    assert clock.left(BLACK) == (3.5, 0) and clock.for_move(BLACK, 10, 9) < 0.5
    clock.set(BLACK, 8, 4)
    assert 1 < clock.for_move(BLACK, 10, 9) < 2
    for bad in ((float('nan'), 0), (1 << 31, 0), (1, -1)):
        with pytest.raises(ValueError):
            clock.set(BLACK, *bad)
    assert clock.left(BLACK) == (8, 4)


def test_kgs_systems():
    assert kgs(['none']) is None
    assert kgs(['absolute', '300']) == Clock(300)
    assert kgs(['byoyomi', '60', '10', '3']) == Clock(60, 10, byoyomi=True)
    assert kgs(['byoyomi', '60', '10', '0']) == Clock(60, byoyomi=True)
    assert kgs(['canadian', '60', '300', '25']) == Clock(60, 300, 25)
    for bad in ('', 'absolute', 'absolute x', 'byoyomi 1 2', 'canadian 1 2 0', 'none 1', 'canadian 5 -1 2', 'byoyomi 5 1 -1'):
        with pytest.raises(ValueError):
            kgs(bad.split())


def test_a_japanese_period_is_for_one_stone_however_many_are_left():
    clock = kgs(['byoyomi', '5', '30', '5'])
    assert clock
    clock.spend(BLACK, 7)
    assert clock.left(BLACK) == (30, 1), 'the period was not used up: it is there again'
    for periods in (5, 4, 1):
        clock.set(BLACK, 30, periods)
        assert 20 < clock.for_move(BLACK, 50, 19) < 30
        clock.spend(BLACK, 20)
        assert clock.left(BLACK) == (30, 1)
    clock.set(WHITE, 4, 0)
    assert clock.left(WHITE) == (4, 0), 'no period is open in the main time'


def test_another_game_begins_with_all_the_time_there_is():
    clock = Clock(60, 10, 5)
    clock.set(BLACK, 3, 2)
    clock.begin()
    assert clock == Clock(60, 10, 5) and clock.left(BLACK) == (60, 0)


def test_more_time_is_left_for_the_beginning_and_no_move_takes_half_of_it():
    rng = random.Random(1)
    for _ in range(200):
        clock = Clock(rng.uniform(1, 1000), rng.choice((0, 10)), rng.randint(1, 5))
        seconds = clock.for_move(BLACK, rng.randint(0, 300), rng.choice((9, 13, 19)))
        assert 0 < seconds <= (clock.main + clock.period if clock.period else clock.main / 2)


def test_before_a_period_the_main_time_is_not_played_in_halves():
    clock = Clock(2, 30, byoyomi=True)
    assert 20 < clock.for_move(BLACK, 100, 19) < 32
    clock.spend(BLACK, clock.for_move(BLACK, 100, 19))
    assert clock.left(BLACK)[1] == 1


@pytest.mark.parametrize(('clock', 'color'), [(Clock(60), BLACK), (Clock(60, 20, 1), WHITE), (Clock(60, 10, byoyomi=True), BLACK)])
def test_seconds_below_zero_are_none_left(clock, color):
    """A controller whose clock runs below zero by its own delay gets a move at once or one within the period, not an error."""
    clock.set(color, -3, 0)
    assert clock.left(color) == (0, 0)
    assert clock.for_move(color, 50, 9) <= max(clock.period, 0.01)


def test_a_main_time_below_zero_has_run_out():
    """The game begins in its first period."""
    clock = kgs(['canadian', '-3', '60', '20'])
    assert clock == Clock(0, 60, 20) == Clock(-3, 60, 20)
    assert clock.left(BLACK) == (60, 20)


@pytest.mark.parametrize('clock', [Clock(60, 20, 1), Clock(0, 20, 5), Clock(60, 20, byoyomi=True)])
def test_a_move_in_a_period_spends_no_more_than_the_period(clock):
    """Some controllers add the main time to what is left of the period."""
    clock.set(BLACK, 90, 1)
    assert 10 < clock.for_move(BLACK, 50, 19) < 20
