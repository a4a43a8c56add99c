"""The learned order of listed moves: what is seen of them against a plain twin, the sum of weights, turned boards, and the file."""
import numpy as np
import pytest

from engine.constraints.helpers import new_run, py_ask_helper
from engine.core.board import py_popgo, py_trymove
from engine.core.facts import new_facts
from engine.core.game import Game
from engine.core.points import other, row_col, transform
from engine.core.strings import py_liberties
from engine.core.symmetry import images
from engine.core.workspace import Workspace
from engine.dragons import amalgamate
from engine.eyes.dragon_eyes import supply
from engine.eyes.tests.test_dragon_eyes import turned
from engine.owl import move_prior, order, selective
from engine.owl.goal import py_carry_goal, py_escape_route
from engine.owl.judge import py_judge
from engine.owl.limits import Means
from engine.owl.record import TWICE, Part, Source
from engine.owl.tests import lying
from engine.owl.tests.test_move_prior import plain_keys
from engine.solver.region import ATTACKER
from patterns.vocabulary import HELPERS


def listed(board: np.void, pos: int, side: int, means: Means, off: int = 0, weight: float = 0.0) -> tuple[selective.Selective, list[int]]:
    """The moves at the root; what is seen of them is in the record, in the same order if the weight is 0."""
    kept = selective.prepare(board, amalgamate.group(board, pos, means.workspace), means, off=off)
    color = int(board['color'][pos])
    kept.owl['order_weight'] = weight
    kept.owl['side'][0] = other(color) if side == ATTACKER else color
    return kept, selective.listed(board, kept, means, 0)


def judged(board: np.void, inner: np.void, kept: selective.Selective, d: int) -> tuple[int, int, int, int]:
    """Packed eyes of a frame, those for certain, twice the room of its eye spaces, and its way out."""
    o, e = kept.owl, kept.eyes
    while py_judge(board, inner, e, o, d):
        supply(e)
    size = sum(2 * int(e['size'][k]) - int(e['margins'][k]) for k in range(1, int(e['n']) + 1)
               if e['touch_goal'][k] >= min(2, int(e['size'][k])))
    return int(o['eyes'][d]), int(o['least'][d]), min(size, 60), min(py_escape_route(board, o, d), 8)


def digits(eyes: int) -> list[int]:
    return [eyes >> 2 * k & 3 for k in range(4)]


def measure(eyes: int, least: int, size: int, way: int) -> int:
    return sum(digits(eyes)) * 16 + min(least, 2) * 8 + size + 2 * way


def steps(now: int, before: int) -> int:
    return (max(-8, min(8, now - before)) + 8) // 2


def is_taken(board: np.void, inner: np.void, pos: int) -> int:
    run = new_run()
    run['color'], run['n'] = board['color'][pos], 1
    run['arg'][0] = pos
    return int(py_ask_helper(board, inner, new_facts(), run, HELPERS['attack'].opcode))


def plain_row(board: np.void, kept: selective.Selective, inner: np.void, k: int) -> tuple[list[int], int]:
    """What is seen of a listed move, and what it gains."""
    o = kept.owl
    pos, source, again = (int(o[name][0][k]) for name in ('move', 'source', 'again'))
    color = int(o['side'][0])
    goal, attacker = set(np.flatnonzero(o['goal'][0]).tolist()), int(o['attacker'])
    value = float(o['value'][0][k]) - TWICE * again
    before = judged(board, inner, kept, 0)
    game = Game(int(board['size']))
    game.board = board
    nothing = np.zeros((3, len(board['color'])))
    keys, _ = plain_keys(game, goal, attacker, pos, color, {'pattern': nothing}, {'of': nothing})
    keys[4] = keys[7] = 0
    keys[6] = 7 << move_prior.BITS | (int(value / 10.0001) if source <= Source.VITAL_PATTERN else 0)
    assert py_trymove(board, pos, color)
    py_carry_goal(board, o, 0, pos)
    after = judged(board, inner, kept, 1)
    strings = {int(board['origin'][q]) for q in np.flatnonzero(o['goal'][1]).tolist()}
    counts = [py_liberties(board, q) for q in strings]
    libs = min(py_liberties(board, pos), 3)
    taken = is_taken(board, inner, pos) if libs < 3 else 0
    py_popgo(board)
    was, now = digits(before[0]), digits(after[0])
    content = [source * 11 + int(min(value, 100.0) / 10), min(again, 3), ((was[1] * 3 + was[2]) * 3 + now[1]) * 3 + now[2],
               min(before[1], 2) * 3 + min(after[1], 2), steps(after[2], before[2]), (before[3] > 0) * 16 + steps(after[3], before[3]),
               17, k, taken * 4 + libs, min(counts.count(1), 2) * 3 + min(counts.count(2), 2)]
    keys += [len(move_prior.KINDS) + kind + 1 << move_prior.BITS | what for kind, what in enumerate(content)]
    return keys, (measure(*after) - measure(*before)) * (-1 if color == attacker else 1)


def test_the_kernel_sees_what_the_twin_sees():
    means, inner, found = Means(Workspace()), selective._new_reader(), set()
    for board, pos, side, _, _ in lying.questions(3, 24):
        kept, moves = listed(board, pos, side, means, 1 << Part.EFFECTS)
        rows, seen, left_out = kept.owl['seen'].copy(), {}, 0
        for k, move in enumerate(moves):
            keys, gain = plain_row(board, kept, inner, k)
            place = rows[k].tolist()[order.LISTED] - keys[order.LISTED]     # illegal moves are left out on the way
            keys[order.LISTED] += place
            assert rows[k].tolist() == keys and left_out <= place <= order.MOST_WEIGHED - 1 - k
            left_out = place
            seen[move] = gain, int(kept.owl['source'][0][k])
            found.add(int(kept.owl['source'][0][k]))
        # Pattern moves that gain nothing are left out.
        assert listed(board, pos, side, means)[1] == [move for move in moves if seen[move][0] > 0 or seen[move][1] > Source.VITAL_PATTERN]
    assert len(found) > 4


def test_the_last_move_is_seen():
    means, seen = Means(Workspace()), 0
    for board, pos, side, _, _ in lying.questions(5, 12):
        kept, moves = listed(board, pos, side, means)
        o = kept.owl
        if not moves or not py_trymove(board, moves[0], int(o['side'][0])):
            continue
        o['chosen'][0] = 0
        py_carry_goal(board, o, 0, moves[0])
        o['side'][1] = other(int(o['side'][0]))
        if o['goal'][1].any():
            for k, move in enumerate(selective.listed(board, kept, means, 1)):
                high, wide = (abs(a - b) for a, b in zip(row_col(move), row_col(moves[0]), strict=True))
                assert int(o['seen'][k, order.LAST]) == order.LAST + 1 << move_prior.BITS | min(high + wide + max(high, wide), 16)
                seen += 1
        py_popgo(board)
    assert seen > 10


def test_weights_are_added_to_values():
    means, record, changed = Means(Workspace()), order.new_order(), 0
    known = {int(key): record['weight'][:, k] for k, key in enumerate(record['slot']) if key}
    for board, pos, side, _, _ in lying.questions(4, 16):
        kept, moves = listed(board, pos, side, means)
        sums = [sum(float(known[int(key)][side]) for key in kept.owl['seen'][k] if int(key) in known) for k in range(len(moves))]
        scores = {move: float(kept.owl['value'][0][k]) + 30 * sums[k] for k, move in enumerate(moves)}
        again, ordered = listed(board, pos, side, means, weight=30.0)
        assert sorted(ordered) == sorted(moves)
        values = again.owl['value'][0][:len(ordered)]
        assert [scores[move] for move in ordered] == pytest.approx(values.tolist(), abs=1e-2)
        assert (np.diff(values) <= 0).all()
        changed += ordered != moves
    assert changed > 3


def test_turned_boards_show_the_same():
    means = Means(Workspace())
    for number, (board, pos, side, _, _) in enumerate(lying.questions(6, 12)):
        size, symmetry = int(board['size']), 1 + number % 7
        kept, moves = listed(board, pos, side, means)
        rows = {move: kept.owl['seen'][k].tolist() for k, move in enumerate(moves)}
        kept, again = listed(turned(board, symmetry, bool(number % 2)), transform(pos, size, symmetry), side, means)
        assert again == [transform(move, size, symmetry) for move in moves]
        assert [kept.owl['seen'][k].tolist() for k in range(len(again))] == [rows[move] for move in moves]


def _lines() -> list[str]:
    from importlib.resources import files
    return [line for line in (files('engine.owl') / 'order.txt').read_text('ascii').splitlines() if not line.startswith('#')]


def test_the_file_has_weights_of_every_kind():
    assert {line.split()[0] for line in _lines()} == set(order.ALL_KINDS) - {'influence', 'reply'}
    for line in _lines():
        kind, what, *_ = line.split()
        if kind in ('shape', 'round'):
            states, shape = move_prior.code(what), move_prior.SHAPES[order.ALL_KINDS.index(kind)]
            assert states == min(sum((states >> 4 * k & 15) << 4 * at for at, k in enumerate(turn)) for turn in images(shape)), line


@pytest.mark.parametrize('line', ['shape X.O 1 2', 'colour 3 1 2', 'eyes x 1 2', 'eyes 3 1', 'eyes -1 1 2'])
def test_a_damaged_file_is_refused_with_its_line(line):
    with pytest.raises(ValueError, match=r'order.txt:2: '):
        move_prior.fill(move_prior.empty_record(), f'# weights\n{line}\n', order.ALL_KINDS, 'order.txt')
