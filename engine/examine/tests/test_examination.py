"""What is known of a position: each part once, on a board of its own; and what dragons count as."""
import pytest

from owlgo.engine.core.board import py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.points import parse_vertex, point, transform
from owlgo.engine.core.result import WIN
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import FINISHED, drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.examine import data, judgement, likely, outcome, status
from owlgo.engine.examine.examination import Examination


def test_a_changed_board_changes_nothing_that_is_known():
    board = drawn(FINISHED)
    known = Examination(board, Workspace())
    assert py_trymove(board, point(0, 3), 2)
    assert known.board['color'][point(0, 3)] == 0 and len(known.worms) == 6 and known.worms is known.worms


@pytest.mark.parametrize('symmetry', few(range(8), 2))
def test_dragons_without_eyes_among_living_ones_are_dead_without_reading(symmetry):
    known = Examination(drawn(FINISHED, symmetry=symmetry), Workspace())
    stone = transform(point(4, 1), 9, symmetry)
    dragon = known.dragons.of(stone)
    assert status.is_hopeless(dragon, known.dragons)
    assert known.dead == {stone, transform(point(2, 7), 9, symmetry)} and not known.critical
    assert known.guesses[known.dragons.at[transform(point(0, 1), 9, symmetry)]].status == ALIVE


@pytest.mark.parametrize(('read', 'sure'), [(ALIVE, False), (CRITICAL, False), (DEAD, True)])
def test_what_is_hopeless_is_dead_for_certain_only_if_a_reading_says_so(read, sure, monkeypatch):
    """However it looks: a reading that did not finish and saw it live or saved leaves that a guess."""
    known = Examination(drawn(FINISHED), Workspace())
    dragon = known.dragons.of(point(4, 1))
    monkeypatch.setattr(status, 'for_move', lambda *_: judgement.Judgement(status=judgement.Status(read, grade=Grade.UNCERTAIN)))
    judge = status.Judge(known.board)
    assert status.is_hopeless(dragon, known.dragons) and status.guess(dragon, known.dragons, judge).surely_dead == sure


def test_what_a_ko_decides_counts_as_it_stands():
    assert status._at_rest(attack=WIN, defence=WIN) == CRITICAL
    assert status._at_rest(attack=WIN, defence=WIN - 1) == DEAD
    assert status._at_rest(attack=WIN - 1, defence=WIN) == ALIVE


def test_a_reading_that_is_not_believed_is_not_certain(monkeypatch):
    """A kill that was not read to its end, of a dragon with much room."""
    known = Examination(drawn(FINISHED), Workspace())
    dragon = known.dragons.every[0]
    unread = judgement.Judgement(status=judgement.Status(ALIVE, grade=Grade.UNCHECKED), doubt='it is large')
    doubted = judgement.Judgement(status=unread.status, by_owl=judgement.Status(DEAD), doubt=judgement.TOO_LARGE)
    for judged, certain in ((unread, 'YES'), (doubted, 'NO')):
        monkeypatch.setattr(Examination, 'judgement_of', lambda *_, judged=judged: judged)
        rows = data.dragon_rows(known, dragon)
        assert (rows['owl_attack_certain'], rows['owl_defense_certain'], rows['owl_attack_code']) == (certain, certain, 0)


KO_BESIDE_A_MOYO = '''
    . . . X O . O . O X X . .
    X . X X O O . O . O X . .
    . O X O O X O O . O X . .
    O X X X X X O O X O X O .
    . X O O O . O O X X . . .
    X . X X O O . O X . . . .
    . . X X X O . O . X . . .
    . . . X O . O . X . X . .
    X . X X O O . O X X . . .
    O X X O . O . . O . X . .
    O O X X O . O O X X . . .
    . O X O . O O . O X . . .
    O . O . . O . O O X . . .
'''


def test_a_moyo_makes_no_eyes():
    """The stone in atari by a ko has neither eyes nor a way out: it is read, though there is room nearby."""
    known = Examination(drawn(KO_BESIDE_A_MOYO), Workspace())
    number = known.dragons.at[parse_vertex('D4', 13)]
    dragon = known.dragons.every[number]
    assert dragon.moyo >= 10 and not dragon.has_two_eyes and status.is_read(dragon)
    assert known.guesses[number].status == CRITICAL and known.guesses[number].attack == parse_vertex('E4', 13)


@pytest.mark.parametrize('cost,certain', [(1, True), (outcome.EFFORT, False)])
def test_a_close_reading_that_was_cut_off_is_no_certain_outcome(cost, certain, monkeypatch):
    """Its answer may hang on races that nobody had the effort to read; it used to count as certain all the same."""
    known = Examination(drawn(FINISHED), Workspace())
    number = known.dragons.at[point(4, 1)]

    def read(self, dragon):
        self.known.means.add_effort(cost)
        return judgement.Status(DEAD)

    monkeypatch.setattr(outcome, '_is_unsettled', lambda known, dragon, one: dragon is known.dragons.every[number])
    monkeypatch.setattr(outcome.Outcomes, '_confirm', lambda self, found: None)
    monkeypatch.setattr(outcome.Outcomes, 'look_at', read)
    assert outcome.of(known).every[number] == judgement.Status(DEAD, grade=Grade.of_reading(certain))


@pytest.mark.parametrize('read,wanted', [
    (judgement.Status(ALIVE), judgement.Status(ALIVE)), (judgement.Status(DEAD, grade=Grade.UNCERTAIN), judgement.Status(DEAD)),
    (judgement.Status(ALIVE, grade=Grade.UNCERTAIN), judgement.Status(DEAD, grade=Grade.UNCERTAIN))])
def test_what_playouts_contradict_is_as_certain_as_a_close_reading_leaves_it(read, wanted, monkeypatch):
    """A certain reading replaces the status, a guess that says otherwise makes it one, and a guess that agrees changes nothing."""
    known = Examination(drawn(FINISHED), Workspace())
    number = known.dragons.at[point(4, 1)]
    monkeypatch.setattr(likely, 'kept', lambda share, dragon: 1.0)
    monkeypatch.setattr(outcome.Outcomes, 'look_at', lambda self, dragon: read)
    found = [judgement.Status(ALIVE)] * len(known.dragons.every)
    found[number] = judgement.Status(DEAD)
    outcome.of(known)._confirm(found)
    assert found[number] == wanted and all(one == judgement.Status(ALIVE) for k, one in enumerate(found) if k != number)


@pytest.mark.parametrize('doubt', [judgement.RACE_UNREAD, judgement.UNFINISHED])
def test_of_a_dragon_whose_race_was_not_read_the_guess_is_that_who_moves_first_lives(doubt, monkeypatch):
    """After another unfinished reading a dragon without eyes and an escape route counts as dead."""
    known = Examination(drawn(FINISHED), Workspace())
    dragon, moves = known.dragons.of(point(4, 1)), (point(4, 0), point(4, 2))
    guess = judgement.Status(CRITICAL, *moves, grade=Grade.UNCERTAIN)
    monkeypatch.setattr(status, 'for_move', lambda *_: judgement.Judgement(status=guess, doubt=doubt))
    found = status.guess(dragon, known.dragons, status.Judge(known.board))
    assert found == (guess if doubt == judgement.RACE_UNREAD else judgement.Status(DEAD, grade=Grade.UNCERTAIN))


A, B, C, D = (parse_vertex(name, 9) for name in ('A1', 'B1', 'C1', 'D1'))


@pytest.mark.parametrize('read,kept,close,wanted', [
    (judgement.Status(CRITICAL, A, B), 0.0, None, [B]),                                             # certain: that is it
    (judgement.Status(CRITICAL, A, B, Grade.UNCERTAIN), 0.9, None, [B, A]),                         # playouts agree: the first reading
    (judgement.Status(CRITICAL, A, B, Grade.UNCERTAIN), 0.0, judgement.Status(ALIVE), []),
    (judgement.Status(CRITICAL, A, B, Grade.UNCERTAIN), 0.0, judgement.Status(ALIVE, grade=Grade.UNCERTAIN), []),
    (judgement.Status(ALIVE, grade=Grade.UNCERTAIN), 0.0, judgement.Status(CRITICAL, C, D, Grade.UNCERTAIN), [D, C]),
    (judgement.Status(ALIVE, grade=Grade.UNCERTAIN), -0.5, judgement.Status(CRITICAL, C, D), [D]),
    (judgement.Status(ALIVE, grade=Grade.UNCERTAIN), 0.0, judgement.Status(DEAD, grade=Grade.UNCERTAIN), None),     # neither: the guess
])
def test_a_large_dragon_that_playouts_leave_open_is_read_closely_for_a_move(read, kept, close, wanted, monkeypatch):
    """A guess names the opponent's best point too."""
    known = Examination(drawn(FINISHED), Workspace())
    number = max(range(len(known.dragons.every)), key=lambda k: len(known.dragons.every[k].stones))
    dragon, first = known.dragons.every[number], known.guesses[number]
    monkeypatch.setattr(status, 'is_read', lambda dragon: True)
    monkeypatch.setattr(status.Judge, 'judge', lambda self, pos: judgement.Judgement(status=read))
    monkeypatch.setattr(status.Judge, 'moves', lambda self, pos, side: [B])
    monkeypatch.setattr(likely, 'kept', lambda share, dragon: kept)
    monkeypatch.setattr(status, 'judged', lambda *_: judgement.Judgement(status=close))
    found, moves = known.decisive(number, dragon.color)
    assert moves == (wanted or []) and found == (first if wanted is None else close or read)


def test_a_close_reading_that_was_stopped_takes_no_move_away(monkeypatch):
    """A clock that runs out leaves a dragon critical by its first reading."""
    known = Examination(drawn(FINISHED), Workspace())
    number = max(range(len(known.dragons.every)), key=lambda k: len(known.dragons.every[k].stones))
    read, _ = judgement.Status(CRITICAL, A, B, Grade.UNCERTAIN), known.guesses
    monkeypatch.setattr(status, 'is_read', lambda dragon: True)
    monkeypatch.setattr(status.Judge, 'judge', lambda self, pos: judgement.Judgement(status=read))
    monkeypatch.setattr(status.Judge, 'moves', lambda self, pos, side: [B])
    monkeypatch.setattr(likely, 'kept', lambda share, dragon: 0.0)
    known.means = known.means._replace(progress=lambda nodes: False)
    monkeypatch.setattr(status, 'judged', lambda *_: judgement.Judgement(status=judgement.Status(ALIVE, grade=Grade.UNCERTAIN)))
    assert known.decisive(number, known.dragons.every[number].color) == (read, [B, A])
