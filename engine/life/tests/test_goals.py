"""Goals as problems have them, against small boards played to their end, and on drawn positions."""
import random
from collections import Counter
from itertools import islice

import numpy as np
import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.goal_names import ALL, ANY, CAPTURE, CONNECT, GOALS
from owlgo.engine.core.points import BLACK, EMPTY, WHITE, other, parse_vertex, vertex
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.life import goals
from owlgo.engine.life.goals import GoalQuestion
from owlgo.engine.solver.tests.attackable import positions, string_at
from owlgo.engine.solver.tests.whole_board import PASSES, TooLarge, parts_of

NODES = 3000


class Twin:
    """All positions that a small board can reach, each with its moves, and who gets what he wants in them."""

    def __init__(self, whole):
        self.whole = whole
        one, n = self.whole.listed, self.whole.listed.count
        self.side = one.side[:n].astype(int) + 1
        base = one.ban[:n, 0].astype(int)
        counts = (one.first[base + 1] - one.first[base]).astype(int)
        self.begin = np.concatenate(([0], np.cumsum(counts)))
        edges = np.concatenate([np.arange(one.first[b], one.first[b + 1]) for b in base])
        self.target, self.move = one.target[edges].astype(int), one.move[edges].astype(int)
        self.banned = self.move == np.repeat(one.ban[:n, 1].astype(int), counts)
        self.words = {color: one.stones[color - 1, :n] for color in (BLACK, WHITE)}

    def winning(self, color, won, lost, free=EMPTY):
        """Where a colour can force a position of ``won`` before one of ``lost``.  Colour ``free`` may retake any ko at once."""
        allowed = ~(self.banned & (np.repeat(self.side, np.diff(self.begin)) != free))
        found = won & ~lost
        while True:
            after = found[self.target]
            some = np.logical_or.reduceat(after & allowed, self.begin[:-1])
            every = np.logical_and.reduceat(after | ~allowed, self.begin[:-1])
            more = (found | np.where(self.side == color, some, every)) & ~lost
            if (more == found).all():
                return found
            found = more

    def capturing(self, stones, whole_goal, free):
        """Where the opponent can force that one of some stones is off the board, or all are."""
        color, goal = self.whole.colors[min(stones)], np.uint64(self.whole.word(stones))
        left = self.words[color] & goal
        gone = (left == 0) & (not stones & self.whole.fixed) if whole_goal else left != goal
        return self.winning(other(color), gone, np.zeros(len(gone), bool), free)

    def joined(self, stones):
        """Where some stones are one string, and where one of them is off the board."""
        color = self.whole.colors[min(stones)]
        words, places = np.unique(self.words[color], return_inverse=True)
        fixed = {p for p in self.whole.fixed if self.whole.colors[p] == color}
        now = [fixed.union(p for k, p in enumerate(self.whole.points) if int(word) >> k & 1) for word in words]
        joined = np.array([any(stones <= part for part in parts_of(some)) for some in now])
        lost = np.array([not stones <= some for some in now])
        return joined[places], lost[places]

    def connecting(self, stones, free):
        """Where their owner can force that some stones are one string."""
        won, lost = self.joined(stones)
        return self.winning(self.whole.colors[min(stones)], won, lost, free)


def truth(twin, question, stones, free):
    """Where the owner of the stones succeeds."""
    if question.goal == CONNECT:
        return twin.connecting(stones, free)
    return ~twin.capturing(stones, question.goal == ANY, free)


def faults(twin, board, question):
    """What is false of the answer to a question; and the answer."""
    found = goals.settle(board, question)
    stones = frozenset(p for first in question.stones for p in string_at(twin.whole.colors, first))
    if found.lives is None or found.grade != Grade.PROVED:
        return [], found
    owner = found.owner
    winner = owner if found.lives else other(owner)
    # Who only has to hold out is refuted by no number of threats of the other side; who has to get somewhere may be held up for ever.
    reaches = (question.goal == CONNECT) == found.lives
    free = winner if question.no_ko == other(winner) else EMPTY if reaches else other(winner)
    good = truth(twin, question, stones, free)
    wrong = [] if bool(good[twin.whole.root(question.first)]) == found.lives else ['result']
    for move in found.moves if (question.first == owner) == found.lives else []:
        after = [one for one in range(twin.begin[twin.whole.root(question.first)], twin.begin[twin.whole.root(question.first) + 1])
                 if twin.move[one] != PASSES and twin.whole.points[twin.move[one]] == move]
        wrong += [f'move {move}' for one in after if bool(good[twin.target[one]]) != found.lives]
    return wrong, found


def questions(rng, position):
    """Questions about strings of a small board: every goal, any side without ko."""
    colors = position.colors
    strings = [part for color in (BLACK, WHITE) for part in parts_of({p for p, one in colors.items() if one == color})]
    for goal in GOALS:
        color = rng.choice((BLACK, WHITE))
        mine = [part for part in strings if colors[min(part)] == color]
        count = 2 if goal == CONNECT else rng.randint(1, 2)
        if len(mine) >= count:
            chosen = tuple(min(part) for part in rng.sample(mine, count))
            yield GoalQuestion(goal, chosen, rng.choice((BLACK, WHITE)), rng.choice((EMPTY, EMPTY, BLACK, WHITE)), NODES)


def compare(seed, count):
    """Compare random boards: how often each goal was reached and missed, and what was wrong."""
    rng, seen, wrong = random.Random(seed), Counter[tuple[str, bool | None]](), []
    for position, _ in islice(positions(seed, 9), count):
        try:
            twin = Twin(position.whole(9))
        except TooLarge:
            continue
        for question in questions(rng, position):
            # The twin leaves out stones with two small eyes, and moves on these eyes.
            if (all if question.goal in (ANY, ALL, CAPTURE) else any)(p in twin.whole.fixed for p in question.stones):
                continue
            new, found = faults(twin, position.board(), question)
            seen[question.goal, found.lives] += 1
            wrong += [(position.rows(), question, found.lives, one) for one in new]
    return seen, wrong


@pytest.mark.parametrize('seed,count', [(1, 5), *(pytest.param(seed, 400, marks=pytest.mark.slow) for seed in range(2, 8))])
def test_what_is_proved_of_goals_holds_on_small_boards(seed, count):
    """No answer called proved is refuted by playing a small board to its end.  Over many boards every goal is proved and refuted."""
    seen, wrong = compare(seed, count)
    assert not wrong and sum(times for (_, lives), times in seen.items() if lives is not None) > count
    assert count < 100 or all(seen[goal, lives] for goal in GOALS for lives in (True, False))


def asked(drawing, goal, marked, first, no_ko=EMPTY, nodes=20_000):
    """The answer about the stones named in ``marked`` on a drawn board."""
    board = drawn(drawing)
    stones = tuple(parse_vertex(name, int(board['size'])) for name in marked.split())
    return goals.settle(board, GoalQuestion(goal, stones, first, no_ko, nodes))


def names(found):
    """First moves by name."""
    return {vertex(p, int(found.board['size'])) for p in found.moves}


def test_one_string_may_live_where_not_all_do():
    """A string with two eyes lives, one in atari does not: any of them lives, not all."""
    drawing = """
        . X . X O .
        X X X X O .
        O O O O O .
        . . . . . .
        X O . . . .
        O . . . . .
    """
    any_lives, all_live = asked(drawing, ANY, 'B6 A2', WHITE), asked(drawing, ALL, 'B6 A2', WHITE)
    assert (any_lives.lives, any_lives.grade, any_lives.moves) == (True, Grade.PROVED, [])
    assert (all_live.lives, all_live.grade) == (False, Grade.PROVED) and 'A3' in names(all_live)


def test_a_string_in_atari_is_taken_by_each_move_that_does_it():
    """Three first moves capture."""
    drawing = """
        X . . . .
        O . . . .
        . . . . .
        . . . . .
        . . . . .
    """
    taken = asked(drawing, CAPTURE, 'A5', WHITE)
    assert (taken.lives, taken.grade, names(taken)) == (False, Grade.PROVED, {'B5', 'B4', 'C5'})


def test_two_points_connect_two_strings():
    """Two common liberties connect even if the opponent moves first; with one the first move decides."""
    drawing = """
        . X . . .
        X . . O .
        . O . . .
        . . . . .
        . . . . .
    """
    sure = asked(drawing, CONNECT, 'B5 A4', WHITE)
    assert (sure.lives, sure.grade, sure.moves) == (True, Grade.PROVED, [])
    one = """
        X . X . .
        O O O . .
        . . . . .
        . . . . .
        . . . . .
    """
    mine = asked(one, CONNECT, 'A5 C5', BLACK)
    assert (mine.lives, mine.grade, names(mine)) == (True, Grade.PROVED, {'B5'})
    his = asked(one, CONNECT, 'A5 C5', WHITE)
    assert (his.lives, his.grade) == (False, Grade.PROVED) and 'B5' in names(his)


def test_stones_of_one_string_are_connected():
    """There is nothing to play for."""
    found = asked('. X X .\n. . . .\n. . . .\n. . . .', CONNECT, 'B4 C4', WHITE)
    assert (found.lives, found.grade, found.needs_no_move) == (True, Grade.PROVED, True)


@pytest.mark.parametrize('goal,stones,text', [
    ('all', 'A1', 'no stone there'), ('connect', 'B5', 'connect: name a stone of each of two strings, or more'),
    ('any', 'B5 D4', 'the stones of a goal have one colour'), ('live', 'B5', 'no such goal: live; one of any, all, capture, connect')])
def test_stones_that_do_not_fit_a_goal_are_refused(goal, stones, text):
    """The message says what would be right."""
    with pytest.raises(ValueError) as error:
        asked('. X . . .\n. . . O .\n. . . . .\n. . . . .\n. . . . .', goal, stones, BLACK)
    assert str(error.value) == text


CONNECTS_BY_CAPTURE = '''
    O X . O O X X
    . O . O X X X
    X X X X X X X
    X X X X X X X
    X X X X X X X
    X X X X X X X
    X . X X X . X
'''
"""White connects A7 to D7 by C7, which takes B7."""


JOINED_BEYOND = '''
    . . . . . . .
    O O O O O O .
    X X X X X O .
    . X . X X O .
    X X X X X . .
    O O O O O O .
    . . . . . . .
'''
"""White connects A6 to A2 at F3."""


@pytest.mark.parametrize('first', [BLACK, WHITE])
def test_stones_that_may_be_connected_outside_are_not_kept_apart_inside(first):
    """White has no move on the points that Black is confined to, and needs none there."""
    inside = {parse_vertex(f'{line}{row}', 7) for line in 'ABCDE' for row in (3, 4, 5)}
    stones = parse_vertex('A6', 7), parse_vertex('A2', 7)
    found = goals.settle(drawn(JOINED_BEYOND), GoalQuestion(CONNECT, stones, first, nodes=20_000, region=inside))
    assert found.lives is None


@pytest.mark.parametrize('swap', [False, True])
def test_points_of_stones_that_fall_belong_to_the_region_too(swap):
    board = drawn(CONNECTS_BY_CAPTURE, swap)
    stones = parse_vertex('A7', 7), parse_vertex('D7', 7)
    confined = {parse_vertex(name, 7) for name in ('A7', 'C7', 'D7', 'A6', 'C6')}
    both = {parse_vertex(f'{line}{row}', 7) for line in 'ABCDEFG' for row in (6, 7)}
    found = [goals.settle(board, GoalQuestion(CONNECT, stones, BLACK if swap else WHITE, nodes=20_000, region=region))
             for region in (confined, both)]
    assert [one.lives for one in found] == [None, True] and names(found[1]) >= {'C7'}


def test_who_connects_already_needs_no_move():
    """Two common liberties, as in a test above, seen from the side that connects."""
    drawing = '''
        . X . . .
        X . X X X
        O O O O O
        . . . . .
        . . . . .
    '''
    found = asked(drawing, CONNECT, 'B5 A4', BLACK)
    assert found.lives and found.needs_no_move and not found.moves
