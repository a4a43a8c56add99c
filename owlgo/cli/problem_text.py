"""What is found about a problem, in sentences."""
from collections.abc import Sequence
from typing import NamedTuple

from owlgo.cli.problem_data import VERDICTS, Achieved, FirstMove, Report, counts
from owlgo.cli.solve_goal import outcome
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.goal_names import ALL, ANY, CAPTURE, CONNECT
from owlgo.engine.core.printable import counted
from owlgo.engine.life import grade_words

MOST_TRIED = 6
"""Wrong first moves whose refutations are told: those that a player is likeliest to try, besides the book's."""
LINE_MOVES = 8
"""Moves of a line that are printed."""
GRADES = {grade.word: grade for grade in (Grade.READ, Grade.PROVED_IF, Grade.PROVED)}


class ProblemTask(NamedTuple):
    """What a side has to do, in words: to live, it lives, it does not live."""
    aim: str
    does: str
    fails: str


LIVE, KILL = ProblemTask('live', 'lives', 'does not live'), ProblemTask('kill', 'kills', 'does not kill')
JOIN, CUT = ProblemTask('connect', 'connects', 'does not connect'), ProblemTask('cut', 'cuts', 'does not cut')
SAVE, TAKE = ProblemTask('save it', 'saves it', 'does not save it'), ProblemTask('capture', 'captures', 'does not capture')
SAVE_ALL, TAKE_ONE = ProblemTask('save all', 'saves all', 'does not save all'), ProblemTask('capture one', 'captures one', 'captures none')
TASKS: dict[tuple[str, bool], tuple[ProblemTask, ProblemTask]] = {
    ('', False): (LIVE, KILL), (ANY, False): (LIVE, KILL),
    (ANY, True): (ProblemTask('save one', 'saves one', 'saves none'), ProblemTask('kill all', 'kills all', 'does not kill all')),
    (ALL, False): (SAVE, TAKE), (CAPTURE, False): (SAVE, TAKE), (ALL, True): (SAVE_ALL, TAKE_ONE), (CAPTURE, True): (SAVE_ALL, TAKE_ONE),
    (CONNECT, True): (JOIN, CUT)}
"""Tasks of the owner of the stones and of the other side, by goal and by whether there are several strings."""


def sentences(report: Report) -> list[str]:
    """Say what was found: verdict, both sides, first moves with refutations, the book's line."""
    return [line.replace(' ....', ' ...') for line in _sentences(report)]


def _sentences(report: Report) -> list[str]:
    """Return the sentences, where an ellipsis may still be followed by a full stop."""
    who, whom = sides(report)
    text = [verdict(report)]
    if report.goal and report.lives is not None and report.best is not None:
        text.append(f'{who} first{_barred(report)}: {outcome(report.goal, report.crucial, report.lives)} ({_worth(report.best)}).')
    if report.passed is not None:
        needed = 'no move is needed: ' if report.needless else ''
        text.append(f'If {whom} moves first, {needed}{who} {achieves(report, report.passed)}{_line(report, report.passed_line, whom)}.')
    working = [one for one in report.moves if report.works(one)]
    if working:
        text.append('First moves that work: ' + '; '.join(f'{one.move} {achieves(report, one.outcome)}' for one in working
                                                         if one.outcome is not None) + '.')
    told = tempting(report)
    text += [f'{refutation(report, one)}.' for one in told]
    rest = [one for one in report.moves if report.loses(one) and one not in told]
    for said, some in (('Worse too', [one for one in rest if report.fails(one)]),
                       ('Worse if walls hold', [one for one in rest if not report.fails(one)]), ('Not settled', report.open)):
        if some:
            text.append(f'{said}: {" ".join(one.move for one in some)}.')
    if not report.complete:
        text.append('Moves elsewhere were not examined.')
    text += [f'The book calls {one.move} a failure, but it works.' for one in report.others if one.move in report.book_wrong]
    if len(report.book_line) > 1:
        holds = {True: 'holds', False: 'does not hold', None: 'is not settled'}[report.line_holds]
        text.append(f'The book\'s line {" ".join(report.book_line)} {holds}.')
    return text


def title(report: Report) -> str:
    """Name a problem with its task: ``corner-1: Black to live (A8)``."""
    return f'{report.name}: {sides(report)[0]} to {task(report).aim} ({" ".join(report.crucial)}{_barred(report)})'


def task(report: Report) -> ProblemTask:
    """Return what the side to move has to do, in words."""
    return TASKS[report.goal, len(report.crucial) > 1][report.kind == 'attack']


def sides(report: Report) -> tuple[str, str]:
    """Return the names of the side to move and of the other side."""
    return ('Black', 'White') if report.to_move == 'black' else ('White', 'Black')


def verdict(report: Report) -> str:
    """Say the verdict on the book, with its reason."""
    found = report.verdict
    if not report.book:
        achieved = f': {sides(report)[0]} {achieves(report, report.best)}' if report.best is not None else ': by the book no move works'
        return f'{found.capitalize()}{achieved}{"; the book has no move" if found == "book wrong" else ""}.'
    book, first = ' and '.join(report.book), report.of(report.book[0])
    if found == 'book wrong':
        if report.line_fault is not None and not report.failing:
            fault = report.line_fault
            return f'Book wrong: its line fails at move {fault.number}, {fault.move}, which {achieves(report, fault.outcome)}' \
                   f'{_line(report, fault.line, sides(report)[1])}.'
        better = [one.move for one in report.moves if report.works(one)]
        instead = f'; right {"is" if len(better) == 1 else "are"} {" ".join(better)}' if better else \
            '; no first move works' if report.best is not None and report.best.worth == (0, 0) and report.best.proved else ''
        return f'Book wrong: {"; ".join(refutation(report, one) for one in report.failing)}{instead}.'
    if found == 'not settled':
        known = f', which {achieves(report, first.outcome)}' if first is not None and first.outcome is not None else ''
        return f'Not settled: the book plays {book}{known}.'
    does = achieves(report, first.outcome) if first is not None and first.outcome is not None else 'works'
    if found == 'also':
        extra = [*(one.move for one in report.others), *(['a pass'] if report.needless else [])]
        return f'Also {", ".join(extra)}: the book plays {book}, which {does}.'
    return f'Book right: {book} {does}.'


def achieves(report: Report, outcome: Achieved) -> str:
    """Say what the side to move achieves, with its grade: ``kills (proved)``."""
    whom, attacks, (_, does, fails) = sides(report)[1], report.kind == 'attack', task(report)
    threats = counted(outcome.threats, 'more ko threat')
    said = {0: fails, 1: does, 2: f'{does} by a ko unless {whom} has {threats}', 3: f'{does} only by a ko, with {threats}'}[outcome.result]
    seki = ' in seki' if outcome.seki and not attacks else ': it is seki' if outcome.seki else ''
    return f'{said}{seki} ({_worth(outcome)})'


def _worth(outcome: Achieved) -> str:
    """Write the grade, with the strings that must hold."""
    return grade_words.words(GRADES.get(outcome.grade, Grade.UNCERTAIN), outcome.conditions)


def _barred(report: Report) -> str:
    """Name the side that may not rely on ko, if there is one."""
    return f', {report.no_ko.capitalize()} without ko' if report.no_ko else ''


def refutation(report: Report, one: FirstMove) -> str:
    """Say why a first move is wrong: ``C19 does not kill (proved): White D19, Black E19``."""
    if one.outcome is None:
        return f'{one.move} fails, as every first move does'
    return f'{one.move} {achieves(report, one.outcome)}{_line(report, one.line, sides(report)[1])}'


def tempting(report: Report) -> list[FirstMove]:
    """Return the wrong first moves to refute: the book's, and those that a player is likeliest to try."""
    wrong = [one for one in report.moves if report.loses(one) and one.outcome is not None]
    likely = sorted((one for one in wrong if one.likely), key=lambda one: one.likely)[:MOST_TRIED]
    return [one for one in wrong if one in likely or one.move in (*report.book, *report.book_wrong)]


def summary(reports: Sequence[Report]) -> str:
    """Count the verdicts in a line."""
    found = counts(reports)
    return f'{counted(len(reports), "problem")}: ' + ', '.join(f'{name} {found[name]}' for name in VERDICTS)


def _line(report: Report, line: Sequence[str], mover: str) -> str:
    """Write a line as ``: White D19, Black E19``; nothing for an empty line."""
    names = [mover, next(side for side in sides(report) if side != mover)]
    moves = [f'{names[k % 2]} {"passes" if move == "PASS" else move}' for k, move in enumerate(line[:LINE_MOVES])]
    return f': {", ".join(moves)}{" ..." if len(line) > LINE_MOVES else ""}' if moves else ''
