"""The twin against a brute force in plain Python, and against what everybody knows."""
import random

import pytest

from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE, other, point
from owlgo.engine.core.tests.cases import tries
from owlgo.engine.solver.tests.attackable import stands
from owlgo.engine.solver.tests.whole_board import Question, TooLarge, WholeBoard, beside, fixed_stones, parts_of


def rectangle(text):
    """The colours of a drawn board of any shape: X Black, O White."""
    return {point(r, c): '.XO'.index(symbol) for r, line in enumerate(text.strip().splitlines()) for c, symbol in enumerate(line.split())}


def stones_of(colors, color):
    return frozenset(p for p, found in colors.items() if found == color)


def play(colors, pos, color, suicide):
    """The board after a move and the point of a ko, None if the move is forbidden; by flood fill of copies."""
    board = {**colors, pos: color}

    def string(p):
        return next(part for part in parts_of(stones_of(board, board[p])) if p in part)

    def liberties(part):
        return {q for p in part for q in beside(p, board) if board[q] == EMPTY}

    gone = set()
    for q in beside(pos, board):
        if board[q] == other(color) and not liberties(string(q)):
            gone |= string(q)
    board.update(dict.fromkeys(gone, EMPTY))
    own = string(pos)
    if not liberties(own):
        return (board | dict.fromkeys(own, EMPTY), PASS) if suicide and len(own) > 1 else None
    return board, min(gone) if len(gone) == len(own) == 1 and liberties(own) == gone else PASS


class BruteForce:
    """Every position in a dictionary, and sets that are built from nothing or from all until they stay the same."""

    def __init__(self, colors, suicide):
        self.after: dict[tuple, list] = {}
        self.start = [(tuple(sorted(colors.items())), PASS, color) for color in (BLACK, WHITE)]
        queue = list(self.start)
        while queue:
            state = queue.pop()
            if state in self.after:
                continue
            board, ko, color = state
            self.after[state] = [(PASS, (board, PASS, other(color)))]
            for pos, found in board:
                following = play(dict(board), pos, color, suicide) if found == EMPTY else None
                if following:
                    self.after[state].append((pos, (tuple(sorted(following[0].items())), following[1], other(color))))
            queue += [state for _, state in self.after[state]]

    def reaching(self, wanted, question, below):
        """Where the attacker can go to, or the defender must go to, a wanted position at once; or by a retake, which costs the defender a
        threat if he has any, to one of those below."""
        found = set()
        for state, moves in self.after.items():
            known = []
            for pos, after in moves:
                if pos == PASS or pos != state[1] or state[2] == question.threats == question.attacker:
                    known.append(after in wanted)
                elif state[2] == question.threats and below is not None:
                    known.append(after in below)
            if (any if state[2] == question.attacker else all)(known):
                found.add(state)
        return found

    def winning(self, question, below):
        """Where the attacker wins, ``below`` with one threat less of the defender, if he has any."""
        empty = {state for state in self.after if all(color != other(question.attacker) for p, color in state[0] if p in question.goal)}
        won: set[tuple] = set()
        before = None
        while won != before:
            before = won
            if not question.lasting:
                won = empty | self.reaching(won, question, below)
                continue
            kept, last = set(self.after), None
            while kept != last:
                last = kept
                kept = self.reaching((empty & kept) | won, question, below)
            won = kept
        return won

    def wins(self, question, mover, most=6):
        """Whether the attacker wins, against up to so many threats of the defender if he has them."""
        won = self.winning(question, None)
        if question.threats == other(question.attacker):
            for _ in range(most):
                won = self.winning(question, won)
        return self.start[mover - 1] in won


def questions(colors):
    for attacker in (BLACK, WHITE):
        for threats in (EMPTY, BLACK, WHITE):
            for lasting in (False, True):
                for dragon in parts_of(stones_of(colors, other(attacker))):
                    yield Question(frozenset(dragon), attacker, threats, lasting)


def random_rectangle(rng, rows, cols, full):
    """A board of random stones, all of which have a liberty."""
    while True:
        colors = {point(r, c): rng.choice((BLACK, WHITE)) if rng.random() < full else EMPTY for r in range(rows) for c in range(cols)}
        if all(any(colors[q] == EMPTY for p in part for q in beside(p, colors)) for color in (BLACK, WHITE)
               for part in parts_of(stones_of(colors, color))):
            return colors


def differences(colors, twin, other_one, chosen):
    """The questions that two answer differently, and what the first one says to all."""
    said = {(question, mover): twin.wins(question, mover) for question in chosen for mover in (BLACK, WHITE)}
    return [key for key, found in said.items() if other_one.wins(*key) != found], set(said.values())


@pytest.mark.parametrize('suicide', [False, True])
@pytest.mark.parametrize('rows,cols,seed,count', [
    (2, 2, 1, 2), (1, 5, 2, 3), pytest.param(2, 3, 3, 1, marks=pytest.mark.slow), pytest.param(2, 3, 4, 5, marks=pytest.mark.slow),
    pytest.param(1, 7, 5, 3, marks=pytest.mark.slow)])
def test_brute_force_says_the_same(rows, cols, seed, count, suicide):
    """Every question about random boards, with and without threats, whoever moves first, by both rules of suicide."""
    rng, seen = random.Random(seed), set()
    for _ in range(count):
        colors = random_rectangle(rng, rows, cols, 0.6)
        chosen = list(questions(colors))
        chosen = chosen if rows < 2 else rng.sample(chosen, min(8, len(chosen)))
        differ, said = differences(colors, WholeBoard(colors, suicide=suicide), BruteForce(colors, suicide), chosen)
        assert not differ, (colors, differ)
        seen |= said
    assert True in seen


SIDE = '''
    . X .
    X X X
    . . . .'''
"""Black lives by two small eyes, and so do what touches him."""


@pytest.mark.parametrize('seed', [1, 3, pytest.param(2, marks=pytest.mark.slow)])
def test_stones_with_two_small_eyes_may_be_left_out(seed):
    """Counted with every point of the board or without those stones and their eyes, all answers are the same."""
    rng, drawn = random.Random(seed), rectangle(SIDE)
    seen = set[bool]()
    count = tries(1000)
    while len(seen) < 2:
        next(count)
        colors = drawn | {point(2, c): rng.choice((EMPTY, WHITE, WHITE, BLACK)) for c in range(4)}
        if not fixed_stones(colors)[0] or not stands(colors):
            continue
        short, long = WholeBoard(colors), WholeBoard(colors, fix=False)
        assert short.listed.count < long.listed.count / 50
        chosen = [question for question in questions(colors) if question.attacker == BLACK or not question.goal & short.fixed]
        differ, said = differences(colors, short, long, rng.sample(chosen, min(3, len(chosen))))
        assert not differ, (colors, differ)
        seen |= said


def asked(text, dragon, attacker, mover, threats=EMPTY, lasting=True):
    """Whether a dragon is killed on a drawn board."""
    colors = rectangle(text)
    whole = WholeBoard(colors)
    goal = next(part for part in parts_of(stones_of(colors, other(attacker))) if point(*dragon) in part)
    return whole.wins(Question(frozenset(goal), attacker, threats, lasting), mover)


FRAMED = '''
    . . X O . O
    X . X O O O
    X X X O . O
    O O O O O O
    O O O O O O
    O O O O O O'''
"""Black has room for two eyes if he moves first; White lives by E6 and E4."""


@pytest.mark.parametrize('mover,killed', [(WHITE, True), (BLACK, False)])
def test_who_moves_first_decides(mover, killed):
    assert asked(FRAMED, (0, 2), WHITE, mover) == killed
    # Threats change nothing, nor does the capture alone.
    assert {asked(FRAMED, (0, 2), WHITE, mover, threats, lasting)
            for threats in (EMPTY, BLACK, WHITE) for lasting in (False, True)} == {killed}


def test_a_whole_board_that_is_too_large_is_refused():
    with pytest.raises(TooLarge, match='free points'):
        WholeBoard(dict.fromkeys((point(r, c) for r in range(4) for c in range(4)), EMPTY))
