"""The abstract local game, as the manual plays it, and where it differs from the board."""
import random

import pytest

from owlgo.engine.eyes.tests.local_game import Space, eyes, moves, parse, play

BIG = """
!...
  .XXX.!"""


def shown(text):
    """A diagram as positions print it."""
    return str(parse(text))


def played(text, *steps):
    """The position after (row, column, attacker) moves."""
    space = parse(text)
    for row, col, attacker in steps:
        space = play(space, (row, col), attacker)
    return str(space)


def test_the_moves_of_the_defender_in_the_big_space():
    assert played(BIG, (0, 0, False)) == shown('''
 ...
  .XXX.!''')
    assert played(BIG, (1, 7, False)) == shown('''
!...
  .XXX.''')


def test_the_moves_of_the_attacker_in_the_big_space():
    assert played(BIG, (0, 0, True)) == shown('''
 !..
  .XXX.!''')
    assert played(BIG, (1, 7, True)) == shown('''
!...
  .XXX!''')


EXAMPLE = """
!
...
...!"""


def test_the_first_game_of_the_example():
    steps = [(0, 0, False), (2, 3, True), (2, 2, False), (1, 1, True)]
    wanted = ['...\n...!', '...\n..!', '...\n..', '.X.\n..']
    assert [played(EXAMPLE, *steps[:k + 1]) for k in range(4)] == wanted


def test_the_second_game_of_the_example():
    steps = [(1, 1, False), (2, 2, True), (0, 0, False), (2, 3, True)]
    wanted = ['!\n. .\n...!', '!\n. .\n..X!', '. .\n..X!', '. !\n.!']
    assert [played(EXAMPLE, *steps[:k + 1]) for k in range(4)] == wanted


def test_the_example_is_one_eye_no_matter_who_moves_first():
    assert eyes(parse(EXAMPLE), False) == eyes(parse(EXAMPLE), True) == 1


@pytest.mark.parametrize('text,defender_first,attacker_first', [
    ('!....', 2, 1), ('!.', 1, 0), ('!', 0, 0), ('....', 2, 2), ('...', 2, 1), ('.X.', 1, 1), ('..', 1, 1), ('..\n ..', 2, 2),
    (' .\nXX.!', 1, 1), (' .\n.X.!', 1, 1), (' X\nXX.!', 1, 1), (' X\n.X.!', 1, 1), ('..\n..', 1, 1), ('', 0, 0)])
def test_values_that_the_manual_names(text, defender_first, attacker_first):
    """{2|1} for the space with a half eye, its own game for a half eye, 0111 for pattern 548 whatever fills its x."""
    assert (eyes(parse(text), False), eyes(parse(text), True)) == (defender_first, attacker_first)


def test_shapes_with_one_graph_have_one_game():
    for straight, bent in (('....', '..\n ..'), ('...', '..\n.'), ('!...', '!.\n ..')):
        assert [eyes(parse(straight), who) for who in (False, True)] == [eyes(parse(bent), who) for who in (False, True)]


def test_where_the_board_differs():
    """On the board the dragon takes the three stones and cannot be killed; here stones of the attacker stay where they are for ever.

    The manual notes another difference: after the attacker's 1 and the defender's 2 the stones are threatened, which makes half an eye.
    """
    assert eyes(parse(BIG), False) == eyes(parse(BIG), True) == 1
    after = play(play(parse(BIG), (0, 0), True), (0, 1), False)
    assert str(after) == shown('''
 ..
 .XXX.!''') and eyes(after, True) == 1


def test_the_square_of_four_is_one_eye_only_on_the_board_too():
    assert eyes(parse('..\n..'), False) == 1, 'a removed point leaves three in a bend, and the attacker takes the middle'


@pytest.mark.parametrize('seed', range(12))
def test_moving_first_never_hurts_and_turning_changes_nothing(seed):
    rng = random.Random(seed)
    grid = [[rng.choice('..!X  ') for _ in range(3)] for _ in range(2)]
    space = parse('\n'.join(''.join(row) for row in grid))
    turned = parse('\n'.join(''.join(row) for row in zip(*grid, strict=True)))
    assert eyes(space, False) >= eyes(space, True)
    assert [eyes(turned, who) for who in (False, True)] == [eyes(space, who) for who in (False, True)]
    for point in moves(space):
        for attacker in (False, True):
            assert len(play(space, point, attacker).points) <= len(space.points)


def test_what_is_no_move_and_no_space():
    for row, col in ((0, 3), (5, 5)):
        with pytest.raises(ValueError, match='no move at row'):
            play(parse('..!X'), (row, col), True)
    with pytest.raises(ValueError, match="'O' in row 2"):
        parse('..\n.O')
    assert str(Space(())) == '' and parse('').points == ()
