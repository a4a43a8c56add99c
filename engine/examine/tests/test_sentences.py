"""What is said of a dragon: no sentence denies another, and what is guessed is not said as what is known."""
import re
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from owlgo.engine.core import sgf
from owlgo.engine.core.board import py_is_legal
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, PASS, WHITE, all_points, other, parse_vertex
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.core.tests.cases import few
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import partition
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.examine import claims, explain, grounds, judgement
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement, Race, Status
from owlgo.engine.examine.status import Judge
from owlgo.engine.examine.tests import replay
from owlgo.engine.life import verdict
from owlgo.engine.life.reading import unread
from owlgo.engine.life.semeai import Semeai
from owlgo.engine.life.verdict import Answer
from owlgo.engine.owl.limits import FIRST_PART, Means, of_level
from owlgo.engine.solver.region import ATTACKER, DEFENDER

GAMES = Path(__file__).parents[3] / 'regress' / 'games'
ATARI = '''
    X . . X O . . . .
    . X . X O . . . .
    X . X . O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
OUTSIDE = '''
    . O X . O . . . .
    . X . X O . . . .
    . X X . O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
GAP = '''
    . . X . . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
'''
THREE = '''
    . O X X O X X O .
    O O X X O X X O O
    . O X . O . X O .
    O O X . O . X O O
    . O X X O X X O .
    O O X X O X X O O
    O O X X O X X O O
    O O X X O X X O O
    . O X X O X X O .
'''
RACE = '''
    O O O O O O O O .
    . . . O O O . O .
    X X X X O O O O .
    O O O O X X X X .
    . . X X X X . X .
    X X X . X . X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X . X X
'''


def contradictions(every, board):
    """What the claims and sentences about a dragon say that cannot all be true."""
    lines = explain.sentences(every, board)
    first, said = lines[0], '\n'.join(lines)
    killed, saved = re.search(r'(kills|seems to kill) it at', said), re.search(r'(saves|seems to save) it at', said)
    words = [word for word in ('alive', 'dead', 'critical') if re.search(rf'\b{word}\b', first)]
    lives, dies = words == ['alive'], words == ['dead']
    guess = first.startswith('A guess')
    found = {
        'one status': len(words) != 1,
        'alive and killed': lives and bool(killed or re.search('need not even move|loses the race|cannot save|nothing that saves', said)),
        'dead and saved': dies and bool(saved or re.search(r'wins the race|it is seki|seki if not|need not move\b', said)),
        'seki and killed': 'seki' in said and bool(killed),
        'a guess said as if it were known': guess and not re.search(r'\bprobably (alive|dead|critical)\b', first),
        'known and guessed': not guess and 'Unchecked' not in first and ('seems' in said or 'as far as' in said),
    }
    return [what for what, is_so in found.items() if is_so] + list(replay.contradictions(every, lines))


@cache
def examined(name):
    game = Game()
    game.load(sgf.load(str(GAMES / f'{name}.sgf')))
    return Examination(game.board, Workspace(), limits=of_level(1))


def claimed(known, pos):
    return grounds.of(known.dragons, known.dragons.of(pos), known.judge)


def told(known, pos):
    return explain.sentences(claimed(known, pos), known.board)


@pytest.mark.parametrize('name', few(sorted(path.stem for path in GAMES.glob('*.sgf') if not path.stem.startswith('alphago')), 9))
def test_no_sentence_denies_another(name):
    known = examined(name)
    for dragon in known.dragons.every:
        every = claimed(known, dragon.origin)
        lines = explain.sentences(every, known.board)
        assert contradictions(every, known.board) == [], lines
        found = known.judgement(dragon.origin).status
        assert found.certain != lines[0].startswith(('A guess', 'Unchecked'))
        for move, color in ((found.attack, other(dragon.color)), (found.defence, dragon.color)):
            assert move == PASS or py_is_legal(known.board, move, color)


@pytest.mark.parametrize('name, stone', [('straight-three', 'E9'), ('one-stone-eye', 'C9'), ('two-eyes', 'E9'), ('seki', 'G9')])
def test_a_wall_before_an_empty_board_is_not_read_as_if_it_were_shut_in(name, stone):
    known = examined(name)
    pos = parse_vertex(stone, 9)
    lines = told(known, pos)
    assert re.match(r'Unchecked: .* counts as alive; it can run out', lines[0])
    assert not re.search('kill|dead|save', '\n'.join(lines)) and known.judgement(pos).status.status == ALIVE
    assert known.dragons.of(pos).escape >= SMALL_ESCAPE and known.judge.known[known.judge.at[pos]].judgement is None


def test_a_very_large_eye_space_is_not_read():
    known = examined('bulky-five')
    pos = parse_vertex('B8', 9)
    assert known.dragons.of(pos).escape < SMALL_ESCAPE
    lines = told(known, pos)
    assert re.search(r'^Unchecked: .* counts as alive; its eye space of \d+ empty points is too large to be read', lines[0])
    assert len(lines) > 1 and not re.search('kill|dead|save', '\n'.join(lines))


@pytest.mark.parametrize('text, why', [(ATARI, 'puts A7 in atari, .*'), (OUTSIDE, 'leaves 1 eye at most, though Black answers')])
def test_eyes_that_do_not_hold_are_not_claimed(text, why):
    known = Examination(drawn(text), Workspace())
    dragon = next(dragon for dragon in known.dragons.every if dragon.color == 1)
    assert dragon.genus.min_eyes == 2
    lines = told(known, dragon.origin)
    assert 'is critical (proved' in lines[0] and not any('yields' in line for line in lines)
    assert any(re.fullmatch(rf'These eyes do not hold: White \w+ {why}\.', line) for line in lines)


def test_a_guess_is_called_one_first():
    board = drawn(ATARI)
    means = Means(Workspace(), of_level(0, nodes=1, proof=1, race=1))
    found = partition.find(board, means.workspace)
    one = next(dragon for dragon in found.every if dragon.color == 1)
    lines = explain.dragon(found, one, Judge(board, means))
    assert re.fullmatch(r'A guess \(the reading was not finished\): Black A9, .*, is probably \w+.*', lines[0]), lines
    assert not re.search(' kills it| saves it|cannot save', '\n'.join(lines))


class Told(Judge):
    """A judge who says what he is told to."""

    def __init__(self, board, judgement):
        super().__init__(board)
        self.told = judgement

    def judge(self, pos):
        return self.told

    def ask(self, pos, side, threatened=False):
        return Answer(unread(side)._replace(grade=Grade.READ))


RESULTS = (LOSE, KO_B, KO_A, WIN)
KILLED = Reading(WIN, PASS, 1)
HOW = Grade.PROVED, Grade.UNCERTAIN


@pytest.mark.parametrize('how', few([list(each) for each in product(HOW, HOW)], 1))
@pytest.mark.parametrize('attack, defence', list(product(RESULTS, RESULTS)))
def test_whatever_is_read_the_sentences_agree(attack, defence, how, monkeypatch):
    """All that attack, defence and a race can say, possible or not, with moves and without."""
    board = drawn(RACE)
    points = list(all_points(9))
    mine, rival, free = points[18], points[27], points[9]
    found = partition.find(board, Workspace())
    # Thousands of explanations of one position: what moves do to its eyes is always the same.
    monkeypatch.setattr(partition, 'find', lambda board, workspace: found)
    monkeypatch.setattr(grounds, '_eyes_after', lambda judge, color, points, move, mover: (1, 1))
    for attack_move, defence_move in product((PASS, free), (PASS, free)):
        reader = Judge(board)
        said = {ATTACKER: (attack, attack_move, how[0]), 1 - ATTACKER: (defence, defence_move, how[1])}
        monkeypatch.setattr(reader, 'ask', lambda pos, side, threatened=False, said=said: Answer(
            Reading(said[side][0], said[side][1] if said[side][0] else PASS, 1, said[side][2])))
        monkeypatch.setattr(reader, '_confirms', lambda pos, attack, defence: True)
        by_owl = reader._read(mine)
        for ours, theirs in product(RESULTS, RESULTS):
            race = Race(rival, Semeai(ours, ours, free if ours else PASS, Grade.READ, 1), Semeai(theirs, theirs, PASS, Grade.READ, 1))
            reader.alone[reader.at[mine]] = by_owl
            monkeypatch.setattr(reader, '_rivals', lambda pos: [rival])
            monkeypatch.setattr(reader, '_race', lambda pos, rival, race=race: race)
            monkeypatch.setattr(reader, 'kill', lambda pos: KILLED)
            every = grounds.of(found, found.of(mine), Told(board, reader._with_races(mine)))
            assert isinstance(every[0], claims.Conclusion)
            assert contradictions(every, board) == [], (explain.sentences(every, board), by_owl, race)


def test_a_dragon_that_lives_by_a_race_is_not_said_to_be_killed():
    board, mine = drawn(RACE), list(all_points(9))[18]
    found = partition.find(board, Workspace())
    every = grounds.of(found, found.of(mine), Told(board, Judge(board).judge(mine)))
    lines = explain.sentences(every, board)
    assert 'is alive (read' in lines[0] and 'Without a race it would be dead.' in lines
    assert not re.search('kills|cannot save', '\n'.join(lines)) and contradictions(every, board) == []


def test_two_that_live_inside_each_other_are_in_seki():
    known = examined('seki')
    inner, outer = told(known, parse_vertex('B9', 9)), told(known, parse_vertex('F9', 9))
    assert 'It is inside an eye space of Black F9, which lives too: it is seki.' in inner
    assert 'White B9 inside it lives too: it is seki.' in outer and not any('yields 2 eyes' in line for line in outer)


def three(thorough, status_of, monkeypatch):
    """A judge of a position in which a black, a white and another black string have nothing but each other's liberties."""
    judge = Judge(drawn(THREE), thorough=thorough)
    monkeypatch.setattr(judge, 'kill', lambda pos: KILLED)
    first = judge.at[list(all_points(9))[2]]
    answer = Answer(Reading(WIN, list(all_points(9))[21], 1))
    none = Answer(Reading(LOSE, PASS, 1))
    defence = none if status_of.status == DEAD else answer
    judge.alone[first] = Judgement(answer, defence, status=status_of, by_owl=status_of)
    return judge, first


@pytest.mark.parametrize('thorough', [True, False])
def test_a_race_of_three_is_a_guess(thorough, monkeypatch):
    judge, first = three(thorough, Status(DEAD), monkeypatch)
    judged = judge.judge(first)
    assert judged.races and judged.status.status == DEAD
    assert judged.status.certain != thorough and (judged.doubt == judgement.RACE_OF_THREE) == thorough
    if thorough:
        found = partition.find(judge.board, Workspace())
        every = grounds.of(found, found.of(first), judge)
        lines = explain.sentences(every, judge.board)
        assert re.match('A guess .*races of three dragons are not read.* is unknown, probably dead', lines[0])
        assert any(line.startswith('Between the two alone: ') for line in lines) and contradictions(every, judge.board) == []


def test_a_race_that_was_not_read_makes_what_was_read_a_guess(monkeypatch):
    judge, first = three(True, Status(CRITICAL), monkeypatch)
    monkeypatch.setattr(judge, '_race', lambda pos, rival: None)
    judged = judge.judge(first)
    assert not judged.status.certain and judged.doubt == judgement.RACE_UNREAD
    judge.known[first].judgement = None
    monkeypatch.setattr(judge, 'kill', lambda pos: KILLED.as_guess())
    assert judge.judge(first).status.certain


def test_what_people_are_told_is_proved_where_it_can_be():
    """OWL asks the solver about closed regions alone."""
    board = drawn(GAP)
    pos = next(pos for pos in all_points(9) if board['color'][pos] == 1)
    assert Judge(board).ask(pos, ATTACKER).grade in (Grade.PROVED, Grade.PROVED_IF)
    assert Judge(board, thorough=False).ask(pos, ATTACKER).reading.result == verdict.ask(board, pos, ATTACKER).reading.result


@pytest.mark.parametrize('how,result,winners', [(Grade.UNCERTAIN, WIN, (ATTACKER, DEFENDER)), (Grade.READ, WIN, (ATTACKER,)),
                                                (Grade.READ, LOSE, (DEFENDER,)), (Grade.SEARCHED, KO_A, (ATTACKER, DEFENDER))])
def test_a_proof_goes_on_after_the_reading(how, result, winners, monkeypatch):
    """One search for a question, which goes on where it stopped, and only for what a reading that came to its end left likely."""
    board, asked = drawn(GAP), []
    pos = next(pos for pos in all_points(9) if board['color'][pos] == 1)
    monkeypatch.setattr(verdict, 'proved_in_the_open', lambda search, limit, means, winners=(ATTACKER, DEFENDER):
                        asked.append((search, limit, winners)))
    monkeypatch.setattr(verdict, '_read', lambda *args: Answer(Reading(result, PASS, 0, how)))
    judge = Judge(board)
    assert judge.ask(pos, ATTACKER).grade == how
    search = asked[0][0]
    assert asked == [(search, judge.means.limits.open // FIRST_PART, (ATTACKER, DEFENDER)), (search, search.most, winners)]


def test_a_proof_outweighs_a_reading_that_says_otherwise(monkeypatch):
    """A defence that is proved to need no move makes the kill that was only read a mistake."""
    board = drawn(GAP)
    pos = next(pos for pos in all_points(9) if board['color'][pos] == 1)
    judge = Judge(board)
    monkeypatch.setattr(judge, 'ask', lambda pos, side, threatened=False: Answer(
        Reading(WIN, pos + 1 if side == ATTACKER else PASS, 1, Grade.READ if side == ATTACKER else Grade.PROVED)))
    found = judge.by_owl(pos)
    assert found.status == Status(ALIVE, grade=Grade.PROVED)
    assert found.attack is not None and found.attack.reading.result == LOSE


def test_what_rests_on_playouts_says_so():
    """Killed by an arena that was not finished and playouts that agree; saved, as playouts guess."""
    board, pos = drawn(ATARI), parse_vertex('A9', 9)
    first = claims.Conclusion(BLACK, pos, 6, CRITICAL, Grade.SECONDED)
    kills = claims.Playouts(WHITE, parse_vertex('B9', 9), 7, 2970)
    lines = explain.sentences([first, kills, claims.Playouts(BLACK, PASS, 8, 2970)], board)
    assert 'is critical (read, not to the end, but a second reading agrees; not proved): who moves first' in lines[0]
    assert lines[1:] == ['In 7 of 10 playouts after White B9 it dies.', 'In 8 of 10 playouts in which Black moves first it lives.']
    doubted = replace(kills, tenths=4)
    assert 'playouts deny what they are told for' in replay.contradictions([first, doubted], lines)
    assert 'read to its end, and by playouts' in replay.contradictions([replace(first, grade=Grade.READ), kills], lines)


def test_what_a_second_reading_confirmed_is_not_told_as_read_to_its_end():
    board, pos, move = drawn(ATARI), parse_vertex('A9', 9), parse_vertex('B9', 9)
    guess = claims.Conclusion(BLACK, pos, 6, CRITICAL, Grade.UNCERTAIN, doubt=judgement.UNFINISHED)

    def end(claim):
        return explain.sentences([guess, claim], board)[1].partition(' (')[2]
    certain = True, Grade.READ
    for claim in (claims.Kills(move, WIN, *certain), claims.Saves(move, WIN, *certain), claims.Safe(*certain)):
        assert end(claim) == 'read).'
        assert end(replace(claim, grade=Grade.SECONDED)) == 'two readings agree).'
        assert 'a guess is said as plainly as what was read' not in contradictions([guess, replace(claim, grade=Grade.SECONDED)], board)
        assert end(replace(claim, grade=Grade.SECONDED, certain=False)) == ''


@pytest.mark.parametrize('wanted', [Status(DEAD), Status(CRITICAL)])
def test_a_proof_is_one_only_if_no_race_with_its_wall_is_open(wanted, monkeypatch):
    judge, first = three(True, wanted, monkeypatch)
    monkeypatch.setattr(judge, '_race', lambda pos, rival: None)
    proved = judge.alone[first]
    judge.alone[first] = replace(proved, status=wanted._replace(grade=Grade.PROVED))
    judged = judge.judge(first)
    assert judged.doubt == judgement.RACE_UNREAD and judged.grade == Grade.UNCERTAIN
    # An enemy inside what the proof looked at is no part of the wall.
    judge.known[first].judgement = None
    judge.known[first].covered.update(all_points(9))
    assert judge.judge(first).grade == Grade.PROVED
    # Nor does one matter that cannot be killed.
    judge.known[first].judgement = None
    judge.known[first].covered.clear()
    monkeypatch.setattr(judge, 'kill', lambda pos: Reading(LOSE, PASS, 1))
    assert judge.judge(first).grade == Grade.PROVED


@pytest.mark.parametrize(('first', 'second', 'wanted'), [
    ((WIN, WIN), (WIN, WIN), 'The race with Black B7 goes to whoever moves first'),
    ((WIN, LOSE), (WIN, WIN), 'In the race with Black B7 it lives if its owner moves first, without taking that, and is taken if not'),
    ((KO_A, LOSE), (WIN, WIN),
     'In the race with Black B7 it lives if its owner moves first, without taking that, and is taken if not, by a ko'),
    ((WIN, LOSE), (WIN, LOSE), 'With Black B7 it is seki'), ((LOSE, LOSE), (WIN, WIN), 'It loses the race with Black B7'),
])
def test_how_a_race_ends(first, second, wanted):
    board, (mine, rival) = drawn(RACE), (parse_vertex('A9', 9), parse_vertex('B7', 9))
    conclusion = claims.Conclusion(2, mine, 1, CRITICAL, Grade.READ)
    race = claims.Contest(rival, 1, 2, 0, first, second, (PASS, PASS), False)
    assert explain.sentences([conclusion, race], board)[1].startswith(wanted)


@pytest.mark.parametrize(('does', 'holds', 'wanted'), [
    (claims.MAKES, True, 'After Black C3 it has 2 eyes, whoever plays next.'),
    (claims.MAKES, False, 'After Black C3 a count finds two eyes, which may not hold.'),
    (claims.JOINS, True, 'Black C3 joins it to E5, and then it has two eyes.'),
    (claims.JOINS, False, 'Black C3 joins it to E5, and then a count finds two eyes, which may not hold.'),
])
def test_eyes_that_were_only_counted_are_not_said_to_hold(does, holds, wanted):
    move, friend = parse_vertex('C3', 9), parse_vertex('E5', 9)
    first = claims.Conclusion(1, friend, 1, CRITICAL, Grade.READ)
    gains = claims.Gains(move, does, () if does == claims.MAKES else (friend,), 2, True, holds)
    assert explain.sentences([first, gains], drawn(RACE))[1] == wanted


def test_a_race_with_the_taker_that_was_cut_off_is_read_again(monkeypatch):
    """A dead dragon whose taker dies of the capture lives, also if nobody had the time to read it before."""
    judge, first = three(False, Status(DEAD), monkeypatch)
    taker, ends = next(iter(judge._beside.touching(first))), [True]
    judge.means = judge.means._replace(progress=lambda nodes: not ends[0])
    seki = Semeai(LOSE, LOSE, PASS, Grade.READ, 1)
    monkeypatch.setattr(judge, '_race_within', lambda pos, rival, nodes: Race(rival, seki._replace(defence=WIN), seki))
    judge.known[first].judgement = judge.alone[first]
    assert judge.with_taker(first, taker).status.status == DEAD
    ends[0] = False
    assert judge.with_taker(first, taker).status.status == ALIVE


@pytest.mark.parametrize('result', [LOSE, WIN])
def test_a_race_with_the_taker_is_checked_by_the_reply_to_its_move(monkeypatch, result):
    """As other races are.  Here the owner saves his dragon by a move, after which the opponent takes it or not."""
    judge, first = three(False, Status(DEAD), monkeypatch)
    taker = next(iter(judge._beside.touching(first)))
    owner = int(judge.board['color'][first])
    move = next(pos for pos in all_points(int(judge.board['size'])) if py_is_legal(judge.board, pos, owner))
    seki = Semeai(LOSE, LOSE, PASS, Grade.READ, 1)
    monkeypatch.setattr(judge, '_race_within', lambda pos, rival, nodes: Race(rival, seki._replace(defence=WIN, move=move), seki))
    monkeypatch.setattr(judge, '_reply', lambda pos, side: Answer(Reading(result, PASS, 1)))
    judge.known[first].judgement = judge.alone[first]
    assert judge.with_taker(first, taker).status == Status(ALIVE, grade=Grade.READ if result == LOSE else Grade.UNCERTAIN, seki=True)
