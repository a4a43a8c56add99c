"""Games: rules, undo, setup and records; and the drawing of boards and names of points."""
import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.board import MAX_STACK
from owlgo.engine.core.draw import hoshi
from owlgo.engine.core.game import CannotUndo, Game, IllegalMove, Rules
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, parse_color, parse_vertex, point, row_col, transform, vertex


def play(game: Game, text: str) -> None:
    """Moves like ``bA1 wB2 b-`` (a pass)."""
    for move in text.split():
        game.play(parse_color(move[0]), PASS if move[1:] == '-' else parse_vertex(move[1:], game.size))


KO = 'bB3 wC3 bA2 wD2 bB1 wC1 bC2 wB2'
"""White has just taken a stone at C2 with B2:

    . X O .        . X O .
    X . X O   ->   X O . O
    . X O .        . X O .
"""


def test_simple_ko_forbids_the_retake_until_a_move_later():
    game = Game(5)
    play(game, KO)
    with pytest.raises(IllegalMove) as caught:
        game.play(BLACK, parse_vertex('C2', 5))
    assert caught.value.reason == 'ko'
    assert game.is_legal(WHITE, parse_vertex('C2', 5)), 'filling is no retake'
    play(game, 'bE5 wE4 bC2')
    assert Game(5, rules=Rules(ko='none')).rules.ko == 'none'
    free = Game(5, rules=Rules(ko='none'))
    play(free, KO + ' bC2')


CYCLE = 'bA1 wB2 bA2 wB1 bA1 w- bA2'
"""On 2x2: White takes two stones with his second move, Black takes two with his last."""


@pytest.mark.parametrize('ko,again,back', [('simple', True, True), ('positional', False, None), ('situational', True, False)])
def test_superko_sees_longer_cycles(ko, again, back):
    """White B2 brings back the stones of move 3, but with Black to move; White B1 then those of move 4 with Black to move, as then."""
    game = Game(2, rules=Rules(ko=ko))
    play(game, CYCLE)
    assert len(game.stones(BLACK)) == 2 and game.stones(WHITE) == []
    assert game.is_legal(WHITE, parse_vertex('B2', 2)) == again
    assert game.repeats(WHITE, parse_vertex('B2', 2)) and not game.repeats(WHITE, parse_vertex('B2', 2), by_anyone=False)
    if not again:
        with pytest.raises(IllegalMove, match='superko'):
            play(game, 'wB2')
        assert game.board['stackp'] == 0 and len(game.moves) == 7
        return
    play(game, 'wB2 b-')
    assert game.is_legal(WHITE, parse_vertex('B1', 2)) == back


@pytest.mark.parametrize('rule,single,double', [('forbidden', False, False), ('allowed', False, True), ('all', True, True)])
def test_suicide(rule, single, double):
    game = Game(5, rules=Rules(suicide=rule))
    game.setup([parse_vertex('E1', 5)], [parse_vertex(v, 5) for v in ('A4', 'B5', 'C1', 'D2', 'E2')])
    assert game.is_legal(BLACK, parse_vertex('A5', 5)) == single
    assert game.is_legal(BLACK, parse_vertex('D1', 5)) == double
    if double:
        game.play(BLACK, parse_vertex('D1', 5))
        assert game.stones(BLACK) == [] and game.captures(WHITE) == 2


def test_rules_that_do_not_exist():
    with pytest.raises(ValueError, match='no such rules'):
        Game(9, rules=Rules(ko='odd'))
    with pytest.raises(ValueError, match='no boards'):
        Game(26)
    with pytest.raises(ValueError, match='no boards'):
        Game(9).new(0)


def test_undo_restores_everything_and_stops_at_the_setup():
    game = Game(5, 3.5)
    game.setup([parse_vertex('A1', 5)], [], to_move=WHITE, handicap=0)
    states = []
    for move in (KO.replace('bA2', 'bA3') + ' bA2 w-').split():
        states.append((game.show(), game.hash(), game.to_move, game.moves))
        play(game, move)
    while game.moves:
        game.undo()
        assert (game.show(), game.hash(), game.to_move, game.moves) == states.pop()
    with pytest.raises(CannotUndo):
        game.undo()
    assert game.color_at(parse_vertex('A1', 5)) == BLACK and game.komi == 3.5


def test_a_game_survives_its_record():
    game = Game(5, 6.5)
    play(game, KO + ' b- wE5')
    again = Game(19)
    again.load(sgf.parse(sgf.dumps(game.record()).encode(), 'x.sgf'))
    assert (again.show(), again.moves, again.komi, again.to_move) == (game.show(), game.moves, 6.5, BLACK)


@pytest.mark.parametrize('text,message', [
    ('(;SZ[9];B[aa];W[aa])', 'x.sgf: move 2 .W A9.: occupied'), ('(;SZ[3]AB[ab][ba];W[aa])', 'x.sgf: move 1 .W A3.: suicide'),
    ('(;SZ[2]AB[aa][ab]AW[ba][bb])', 'x.sgf: the setup has a string without liberties'),
    ('(;SZ[2];B[aa];AW[ba][ab])', 'x.sgf: setup after move 1: a string without liberties')])
def test_an_impossible_record_changes_nothing(text, message):
    game = Game(9, 1.5)
    play(game, 'bE5 wD4')
    before = game.show(), game.moves, game.komi, game.size
    with pytest.raises(sgf.SgfError, match=message):
        game.load(sgf.parse(text.encode(), 'x.sgf'))
    assert (game.show(), game.moves, game.komi, game.size) == before


def test_setup_in_mid_game():
    game = Game(9)
    game.load(sgf.parse(b'(;SZ[9];B[aa];W[bb];AB[cc]AE[bb];W[dd])', 'x.sgf'))
    assert [game.vertex(p) for p in game.stones(BLACK)] == ['A9', 'C7'] and [game.vertex(p) for p in game.stones(WHITE)] == ['D6']
    game.undo()
    assert game.stones(WHITE) == [] and len(game.stones(BLACK)) == 2
    game.undo()
    assert [game.vertex(p) for p in game.stones(BLACK)] == ['A9'] and game.stones(WHITE) == []


@pytest.mark.parametrize('moves', ['', ';B[aa];W[bb]'])
def test_who_was_given_the_move_has_it_again_after_undo(moves):
    game = Game(9)
    for color in (BLACK, WHITE):
        game.load(sgf.parse(f'(;SZ[9]{moves};PL[{"W" if color == WHITE else "B"}])'.encode(), 'x.sgf'))
        before = game.history
        for mover in (BLACK, WHITE):
            game.play(mover, parse_vertex('E5', 9))
            game.undo()
            assert game.history == before and game.to_move == color


@pytest.mark.parametrize('text,first', [('(;SZ[9]AB[ee]AW[dd]PL[W];W[aa];B[bb])', WHITE), ('(;SZ[9]HA[2]AB[ee][dd];W[aa];B[bb])', WHITE),
                                        ('(;SZ[9];B[aa];W[bb])', BLACK), ('(;SZ[9]AB[ee]PL[W];AB[aa])', WHITE)])
def test_who_moved_first_has_the_move_again_at_the_start(text, first):
    game = Game(9)
    game.load(sgf.parse(text.encode(), 'x.sgf'))
    game.undo(len(game.moves))
    assert game.to_move == first


def test_a_situation_is_that_of_who_was_given_the_move():
    """The stones after move 7 come back with White to move, who was not to move then."""
    game = Game(5, rules=Rules(ko='situational'))
    play(game, KO.removesuffix(' wB2'))
    game.set_turn(BLACK)
    for _ in range(2):
        play(game, 'wB2 b- w-')
        assert game.repeats(BLACK, parse_vertex('C2', 5)) and not game.repeats(BLACK, parse_vertex('C2', 5), by_anyone=False)
        game.undo(3)


def test_a_position_comes_back_without_captures_too():
    """By the suicide of two stones, and after a stone was taken off by hand."""
    game = Game(5, rules=Rules(suicide='allowed'))
    play(game, 'wA3 wB1 wB2 bA1')
    assert game.is_legal(BLACK, parse_vertex('A2', 5)) and not game.is_new(BLACK, parse_vertex('A2', 5))
    game = Game(5)
    game.load(sgf.parse(b'(;SZ[5];B[aa];AE[aa])', 'x.sgf'))
    assert game.is_legal(BLACK, parse_vertex('A5', 5)) and not game.is_new(BLACK, parse_vertex('A5', 5))


def test_a_full_stack_of_trial_moves_is_left_as_it_is():
    game = Game(5, rules=Rules(ko='positional'))
    while game.trymove(BLACK, PASS):
        pass
    full = game.stack()
    assert len(full) == MAX_STACK and not game.repeats(BLACK, parse_vertex('C3', 5)) and game.stack() == full


def test_trial_moves_are_taken_back_before_play():
    game = Game(9)
    assert game.trymove(BLACK, parse_vertex('C3', 9)) and game.stack() == [(BLACK, parse_vertex('C3', 9))]
    play(game, 'bC3')
    assert game.stack() == [] and len(game.moves) == 1
    assert not game.popgo()


def test_a_refused_move_leaves_trial_moves_that_retook_a_ko():
    game = Game(5)
    play(game, 'bB1 wC1 bA2 wD2 bB3 wC3 bC2 wB2')
    tried = [(BLACK, parse_vertex('C2', 5)), (WHITE, parse_vertex('E5', 5))]
    assert all(game.tryko(*move) for move in tried)
    before = game.board.copy()
    with pytest.raises(IllegalMove):
        play(game, 'bB1')
    assert game.stack() == tried and (game.board['color'] == before['color']).all() and game.hash() == int(before['hash'])
    game.pop_all()
    assert not game.is_legal(*tried[0]), 'the ban is there again'


def test_points_and_names():
    for size in (1, 9, 19, 25):
        for pos in all_points(size):
            assert parse_vertex(vertex(pos, size), size) == parse_vertex(vertex(pos, size).lower(), size) == pos
            assert point(*row_col(pos)) == pos
            assert len({transform(pos, size, s) for s in range(8)}) in (1, 4, 8)
    assert vertex(PASS, 9) == 'PASS' and parse_vertex('pass', 9) == PASS and transform(PASS, 9, 5) == PASS
    for bad in ('', 'I1', 'A', 'A0', 'A10', '1A', 'A-1', 'A1 ', 'AA1', 'Ä1'):
        with pytest.raises(ValueError):
            parse_vertex(bad, 9)


def test_stars_and_drawing():
    assert [len(hoshi(size)) for size in (1, 2, 3, 4, 5, 7, 8, 9, 13, 19, 25)] == [1, 0, 1, 0, 5, 5, 4, 5, 9, 9, 9]
    # Where GNU Go's are: on the third line from 6x6, on the fourth from 12x12.
    assert [vertex(hoshi(size)[-1], size) for size in (3, 5, 6, 7, 11, 12)] == ['B2', 'D2', 'D3', 'E3', 'J3', 'J4']
    game = Game(3)
    play(game, 'bB2')
    assert game.show() == ('   A B C\n 3 . . . 3\n 2 . X . 2     WHITE (O) has captured 0 stones\n'
                           ' 1 . . . 1     BLACK (X) has captured 0 stones\n   A B C')
    assert repr(game).startswith('<Game, 1 moves>\n   A B C')


def test_trial_moves_as_if_they_had_been_played():
    """The copy goes on from them, the game is as it was; a move that is refused leaves them where they are."""
    game = Game(5, 3.5)
    one, two, three = (parse_vertex(text, 5) for text in ('A1', 'B2', 'C3'))
    game.play(BLACK, one)
    assert game.as_if_played() is game and game.turn == WHITE
    assert game.trymove(WHITE, two) and game.trymove(BLACK, PASS)
    stack, shown = game.stack(), game.show()
    after = game.as_if_played()
    assert game.turn == after.turn == after.to_move == WHITE and game.to_move == WHITE
    assert after.moves == [(BLACK, one), (WHITE, two), (BLACK, PASS)] and after.show() == shown and not after.stack()
    after.play(WHITE, three)
    with pytest.raises(IllegalMove):
        game.play(WHITE, one)
    assert game.stack() == stack and game.show() == shown and game.moves == [(BLACK, one)]
    game.play(WHITE, two)
    assert not game.stack() and game.moves == [(BLACK, one), (WHITE, two)]


def test_stones_are_set_up_as_they_are_played():
    """At once or one by one; and a thousand setups cost no more than their points."""
    import random
    for seed in range(30):
        game, rnd = Game(7), random.Random(seed)
        for k in range(40):
            pos = rnd.choice(all_points(7))
            if game.is_legal(1 + k % 2, pos):
                game.play(1 + k % 2, pos)
        fresh = Game(7)
        fresh.setup(game.stones(1), game.stones(2))
        assert fresh.hash() == game.hash()
        assert [len(fresh.liberties(pos)) for pos in game.stones(1)] == [len(game.liberties(pos)) for pos in game.stones(1)]
    full = Game(7)
    before = full.hash()
    with pytest.raises(ValueError, match='without liberties'):
        full.setup(all_points(7)[:24], all_points(7)[24:])
    assert full.hash() == before


@pytest.mark.parametrize('ko', ['positional', 'situational'])
def test_superko_remembers_what_was_long_ago(ko):
    """A thousand passes later; and forgets what was taken back."""
    game = Game(5, rules=Rules(ko=ko))
    for name in ('B1', 'C1', 'A2', 'D2', 'B3', 'C3', 'C2', 'B2'):
        game.play(BLACK if len(game.moves) % 2 == 0 else WHITE, parse_vertex(name, 5))
    for _ in range(1000):
        game.play(game.to_move, PASS)
    assert game.why_illegal(BLACK, parse_vertex('C2', 5)) == 'superko' and game.why_illegal(BLACK, parse_vertex('E5', 5)) is None
    game.undo(1001)
    assert game.is_legal(WHITE, parse_vertex('B2', 5)), 'what was taken back has not been seen'
