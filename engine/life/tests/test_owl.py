"""OWL: known shapes, small areas against a plain twin, symmetry, and its trees."""

import pytest

from owlgo.engine.core import sgf, variation
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, parse_vertex, point, row_col, transform
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.life import reading, rivals, variations, verdict
from owlgo.engine.owl.limits import Counter, Means
from owlgo.engine.solver.one_sided import Wait
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.regress.tests.drawings import DRAWINGS, read

SHAPES = {name: record for name, record in read(DRAWINGS.read_text('utf-8'))}


def load(name: str, symmetry: int = 0, swap: bool = False) -> Game:
    record = SHAPES[name]
    stones = [[transform(pos, record.size, symmetry) for pos in side] for side in (record.black, record.white)]
    game = Game(record.size)
    black, white = stones[::-1] if swap else stones
    game.setup(black, white)
    return game


KNOWN = [
    ('two-eyes', 'A8', LOSE, WIN), ('straight-three', 'A8', WIN, WIN), ('straight-four', 'C7', LOSE, WIN),
    ('square-four', 'C7', WIN, LOSE), ('pyramid-four', 'C7', WIN, WIN), ('bulky-five', 'C7', WIN, WIN),
    ('rabbity-six', 'C7', WIN, WIN), ('bent-four', 'D7', LOSE, WIN), ('bent-three', 'B8', WIN, WIN),
    ('one-stone-eye', 'A8', WIN, LOSE), ('seki', 'A8', LOSE, WIN)]
LONG = 'bulky-five', 'rabbity-six'
"""What is taken there is played on for long."""


@pytest.mark.parametrize('name,target,attack,defence,symmetries', [
    *((*one, range(8)) for one in KNOWN if one[0] not in LONG),
    *(case for one in KNOWN if one[0] in LONG for case in few(((*one, [symmetry]) for symmetry in range(8)), 2))])
def test_known_shapes_under_every_symmetry_and_colour(name, target, attack, defence, symmetries):
    """Each colour has half of the symmetries, with and without each turn of the board."""
    for symmetry in symmetries:
        game = load(name, symmetry, symmetry.bit_count() % 2 == 1)
        pos = transform(parse_vertex(target, 9), 9, symmetry)
        killing, saving = verdict.owl_attack(game.board, pos), verdict.owl_defend(game.board, pos)
        assert (killing.result, saving.result) == (attack, defence)
        assert killing.certain and saving.certain
        assert game.board['stackp'] == 0


@pytest.mark.parametrize('name,target,nodes', [('two-eyes', 'A8', 2), ('straight-three', 'A8', 5),
                                                ('pyramid-four', 'C7', 19), ('rabbity-six', 'C7', 226)])
def test_node_counts(name, target, nodes):
    """A change of search shows here; say in the commit why."""
    game = load(name)
    assert verdict.owl_attack(game.board, parse_vertex(target, 9)).nodes == nodes


def test_where_no_arena_can_be_drawn_the_answer_is_a_guess_of_owl_and_playouts():
    """A string across the board touches more points than the solver takes; it can be read all the same."""
    game = Game(19)
    game.setup([pos for pos in all_points(19) if row_col(pos)[0] in (9, 11)], [])
    means = Means(Workspace())
    attack, defence = (ask(game.board, parse_vertex('K10', 19), means) for ask in (verdict.owl_attack, verdict.owl_defend))
    assert (attack.result, defence.result, attack.certain, defence.certain) == (LOSE, WIN, False, False)
    assert means.workspace.get(Counter).nodes > 0, 'nobody was asked'


SHUT_IN = '''
    . . X O . X . . .
    X X X O X . . . .
    O O O O X . . . .
    . X X X . . . . .
    X X . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .'''
"""White's wall has two liberties, and no way out."""


@pytest.mark.parametrize('text', [SHUT_IN, SHUT_IN.replace('X O . X', 'X O . .')])
def test_no_kill_is_proved_by_a_wall_that_is_taken_first(text):
    """White kills with two moves before Black fills two liberties.  If Black begins he takes the wall: who takes it to hold, as races do,
    has read a kill, and nothing is proved."""
    board = drawn(text)
    killed = verdict.ask(board, point(1, 0), ATTACKER)
    assert (killed.grade, killed.reading.result) == (Grade.PROVED, WIN) and killed.matter is not None and not killed.matter.wall
    alone = verdict.ask(board, point(1, 0), DEFENDER, alone=True)
    assert (alone.grade, alone.reading.result, alone.refuted, alone.matter) == (Grade.READ, LOSE, True, None)
    saved = verdict.ask(board, point(1, 0), DEFENDER)
    assert (saved.grade, saved.reading.result) == (Grade.READ, WIN)


def test_a_race_with_a_weak_wall_knows_who_must_move_and_one_sided_kos(monkeypatch):
    """Whoever is threatened may not pass there either, and a ko that the dragon can only wait for is its death."""
    asked, real = [], reading.read_arenas
    monkeypatch.setattr(verdict, 'waiting', lambda solver, threats, limit: Wait(True))

    def ko(*question, **options):
        asked.append(options)
        found = real(*question, **options)
        assert found is not None
        return Reading(KO_B, point(0, 0), 1), found[1]

    monkeypatch.setattr(verdict, 'read_arenas', ko)
    for threatened in (False, True):
        found = verdict.ask(drawn(SHUT_IN), point(1, 0), DEFENDER, threatened=threatened)
        assert found.reading[:2] == (LOSE, PASS) and found.wait is not None
    assert [one['threatened'] for one in asked] == [False, True]


@pytest.mark.parametrize('certain', [True, False])
def test_a_wall_is_weak_if_a_certain_reading_takes_it(certain, monkeypatch):
    """Or most walls would race with the dragon inside, as short readings of them seldom end."""
    board = drawn(SHUT_IN)
    monkeypatch.setattr(reading, 'read', lambda *_, **__: Reading(WIN, point(0, 4), 1, Grade.of_reading(certain)))
    weak = rivals.find_weak_walls(board, [point(1, 0), point(1, 1), point(1, 2), point(0, 2)], 2, Means(Workspace()))
    assert (point(2, 0) in weak) == bool(weak) == certain


def test_a_wall_that_can_be_taken_proves_nothing():
    """White kills if his wall holds, but Black takes it: a verdict that leans on it is a guess, and one in the open is none."""
    board, pos, means = drawn(SHUT_IN), point(1, 0), Means(Workspace())
    told = verdict.prove(board, pos, DEFENDER, 100_000, means)
    assert told is not None and (told[0].reading.result, told[0].grade, told[0].matter) == (LOSE, Grade.UNCERTAIN, None)


def test_an_empty_point_is_refused():
    with pytest.raises(ValueError, match='no stone'):
        verdict.owl_defend(Game(9).board, parse_vertex('A1', 9))


class Exhaustive:
    """Does the dragon die in a closed area?  Everything is tried, positions on the path are not repeated, there are no ko threats."""

    def __init__(self, game: Game, pos: int):
        self.game = game
        self.area = sorted(Goal(game.board, pos, Workspace()).region.points)
        self.goal = amalgamate.group(game.board, pos, Workspace())
        self.attacker = other(game.color_at(pos))
        self.path: set = set()
        self.nodes = 0

    def dies(self, side: int, passed: bool = False) -> bool:
        game = self.game
        if all(game.color_at(p) != other(self.attacker) for p in self.goal):
            return True
        key = game.hash(), side, int(game.board['ko'])
        self.nodes += 1
        if key in self.path:
            return False
        self.path.add(key)
        attacking = side == self.attacker
        result = not attacking
        for move in [*self.area, 0]:
            if (move == 0 and (passed or attacking)) or not game.trymove(side, move):
                continue
            outcome = self.dies(other(side), move == 0)
            game.popgo()
            if outcome == attacking:
                result = attacking
                break
        self.path.discard(key)
        return result


@pytest.mark.parametrize('name,target', [('two-eyes', 'A8'), ('straight-three', 'A8'), ('two-point-eye', 'A8'), ('bent-three', 'B8'),
                                         ('filled-vital', 'A8'), ('one-stone-eye', 'A8'), ('false-eye', 'D9')])
def test_small_areas_agree_with_trying_everything(name, target):
    game = load(name)
    pos = parse_vertex(target, 9)
    twin = Exhaustive(game, pos)
    attacker = twin.attacker
    assert twin.dies(attacker) == (verdict.owl_attack(game.board, pos).result == WIN)
    assert twin.dies(other(attacker)) == (verdict.owl_defend(game.board, pos).result == LOSE)
    assert twin.nodes > 1


def test_a_ko_for_life_is_no_plain_answer():
    """Black's second eye at A9 depends on the ko at B9."""
    game = Game(6)
    rows = ['. O X . X O', 'O X X X X O', '. O O O O O', '. . . . . .', '. . . . . .', '. . . . . .']
    stones = {sign: [pos for pos, s in zip(all_points(6), ' '.join(rows).split(), strict=True) if s == sign] for sign in 'XO'}
    game.setup(stones['X'], stones['O'])
    pos = parse_vertex('C6', 6)
    codes = verdict.owl_attack(game.board, pos).result, verdict.owl_defend(game.board, pos).result
    assert codes[0] in (WIN, KO_A, KO_B) and codes[1] in (LOSE, KO_A, KO_B)


def test_the_tree_shows_moves_verdicts_and_replies():
    game = load('pyramid-four')
    pos = parse_vertex('C7', 9)
    found = variations.variations(game.board, pos, verdict.ask(game.board, pos, ATTACKER))
    assert found[0].outcome == 'dies' and game.vertex(found[0].move) == 'E6'
    replies = found[0].children
    assert replies and all(v.outcome.startswith('dies') and v.color == BLACK for v in replies)
    text = variation.lines(found, 9)
    assert text[0] == 'White E6: dies' and any(line.startswith('  ') for line in text) and not any('undecided' in line for line in text)
    record = variation.to_sgf(game.board, amalgamate.group(game.board, pos, Workspace()), found, WHITE, 'a test')
    parsed = sgf.parse(record.encode(), 'tree.sgf')
    assert parsed.black == game.stones(BLACK) and parsed.events[0] == sgf.Play(WHITE, parse_vertex('E6', 9))
    assert game.board['stackp'] == 0
