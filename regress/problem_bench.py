"""``owlgo bench problems`` and ``owlgo bench gotools``: life-and-death problems for one engine or two."""
import argparse
import hashlib
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from owlgo.engine.core.files import in_words, write_file
from owlgo.engine.core.points import BLACK, WHITE, parse_vertex
from owlgo.engine.core.printable import say
from owlgo.gtp.client import Reply
from owlgo.regress import grades, problems
from owlgo.regress.engines import Compared, Engine, compare, opened
from owlgo.regress.problems import BadProblem, Puzzle

GOTOOLS_SIZE = 19
"""Board size of GoTools' records."""
Ask = Callable[[Engine, Puzzle, float], 'Answered']
"""A function that asks an engine about a problem.  The number is the time limit for each answer, in seconds."""


class Answered(NamedTuple):
    """The answers of an engine to one problem."""
    name: str
    group: str
    right: dict[str, bool | None]
    """Whether each question was answered right; None for a question that the problem does not ask."""
    answers: dict[str, str]
    """Answers by command."""
    lost: bool
    how: str = ''
    """The grade of the engine's first answer."""

    @property
    def achieved(self) -> bool | None:
        """Whether the first question, the one about the result code, was answered right."""
        return next(iter(self.right.values()))


def rank(item: Puzzle, seed: int) -> bytes:
    """Return the key by which problems are sorted to draw a sample.  A smaller sample is then always part of a larger one."""
    return hashlib.sha1(f'{seed}:{item.name}'.encode()).digest()


def sample(every: Sequence[Puzzle], limit: int | None, seed: int) -> list[Puzzle]:
    """Draw a random sample, given by the seed, and sort it by name."""
    return sorted(sorted(every, key=lambda item: rank(item, seed))[:limit], key=lambda item: item.name)


def _set_up(engine: Engine, commands: Sequence[str], timeout: float) -> Reply | None:
    """Set a position up; return the first reply that is a failure, if any."""
    if not engine.alive():
        engine.start()
    return next((reply for reply in (engine.send(command, timeout) for command in commands) if reply.status != '='), None)


def ask_problem(engine: Engine, one: Puzzle, timeout: float) -> Answered:
    """Ask an engine about either side of a problem, and after the solution's first move about the other side again.

    status: the answer is a success, with or without a ko, since every problem has a solution.
    move: the answer has a first move of the solution.
    after: after the solution's first move the answer for the other side is a failure, or its target is gone.
    solved: both move and after.
    """
    bad = _set_up(engine, one.setup, timeout)
    if bad is not None:
        return Answered(one.name, one.grade, dict.fromkeys(('status', 'move', 'after', 'solved'), False), {'setup': bad.text}, True)
    said = grades.ask(engine, one.question, timeout)
    answers = {said.command: _told(said.reply)}
    code, move = [*said.words, '', ''][:2]
    after = False
    if said.reply.status == '=':
        engine.send(one.reverse, timeout)       # What the engine remembers of this may help it with the next question.
        engine.send(one.first_move, timeout)
        back = engine.send(one.reverse, timeout)
        answers[f'{one.first_move}, {one.reverse}'] = _told(back)
        after = back.status == '?' or back.text.split()[:1] == ['0']
    right = move in one.moves
    counts: dict[str, bool | None] = {'status': code not in ('', '0'), 'move': right, 'after': after, 'solved': right and after}
    return Answered(one.name, one.grade, counts, answers, said.reply.status != '=', said.grade)


def _told(reply: Reply) -> str:
    return reply.text if reply.status == '=' else reply.status


def ask_gotools(engine: Engine, one: Puzzle, timeout: float) -> Answered:
    """Ask an engine about the side to move in a record of GoTools.

    class: the answer has the exact result code.
    side: the answer is right about success, failure or ko.
    move: the answer has a move of the record, if the side to move succeeds.
    """
    bad = _set_up(engine, one.setup, timeout)
    said = grades.ask(engine, one.question, timeout) if bad is None else grades.GradedReply(one.question, bad, [], '')
    code, move = [*said.words, '', ''][:2]
    kos = code in ('2', '3'), one.wanted in ('2', '3')
    right: dict[str, bool | None] = {'class': code == one.wanted,
                                     'side': code != '' and kos[0] == kos[1] and (code == '0') == (one.wanted == '0'),
                                     'move': move in one.moves if one.wanted != '0' else None}
    return Answered(one.name, one.grade, right, {said.command: _told(said.reply)}, said.reply.status != '=', said.grade)


def load_gotools(path: str) -> list[Puzzle]:
    """Read the records of a JSON file: Black attacks, White defends, in a corner of a 19x19 board.  Raises BadProblem, OSError."""
    found = []
    for number, entry in enumerate(problems.read_json(Path(path)), 1):
        try:
            found.append(_gotools(entry, number))
        except ValueError as error:
            raise BadProblem(f'{path}: entry {number}{problems.called(entry)}: {error}') from None
    return found


def _gotools(entry: dict[str, Any], number: int) -> Puzzle:
    """Read a record from its JSON entry.  Raises ValueError."""
    attacker, defender = (problems.points(entry, key, GOTOOLS_SIZE) for key in ('attacker', 'defender'))
    made = problems.board(GOTOOLS_SIZE, attacker, defender)
    defends = problems.text(entry, 'mover', ('attacker', 'defender')) == 'defender'
    outcome = problems.text(entry, 'outcome')
    if not re.fullmatch('l|d|l[1-9]d|d[1-9]l', outcome):
        raise ValueError(f'"outcome": l, d, l1d (1 to 9) or d1l is wanted, not {outcome!r}')
    target, = problems.points({'target': [entry.get('target')]}, 'target', GOTOOLS_SIZE)
    if target not in defender:
        raise ValueError(f'"target": {target} is no stone of the defender')
    moves = problems.points(entry, 'first_moves', GOTOOLS_SIZE)
    if any(made['color'][parse_vertex(name, GOTOOLS_SIZE)] for name in moves):
        raise ValueError('"first_moves": one of them is on a stone')
    success = (outcome[0] == 'l') == defends
    wanted = ('1' if success else '0') if len(outcome) == 1 else '2' if success else '3'
    return Puzzle(str(entry.get('id', number)), GOTOOLS_SIZE, attacker, defender, WHITE if defends else BLACK, not defends, target, moves,
                  str(entry.get('grade', '')), wanted)


def ask_all(command: str, asked: Sequence[Puzzle], ask: Ask, timeout: float) -> tuple[list[Answered], float]:
    """Ask an engine about these problems.  Return its answers and processor seconds.  Raises OSError or ValueError if it cannot be
    started."""
    with opened(command) as (engine, spent):
        found = [ask(engine, one, timeout) for one in asked]
    return found, spent.seconds


def lines(engine: str, found: Sequence[Answered], seconds: float) -> list[Compared]:
    """Return an engine's lines of the table: one for all problems and, if there are several groups, one for each group."""
    names = sorted({one.group for one in found})
    groups = {name: [one for one in found if one.group == name] for name in names} if len(names) > 1 else {}
    made = []
    for group, some in [*groups.items(), ('all', list(found))]:
        counts = [(sum(one.right[column] is True for one in some), sum(one.right[column] is not None for one in some))
                  for column in (found[0].right if found else ())]
        made.append(Compared(group, engine, len(some), counts, sum(one.lost for one in some), seconds if group == 'all' else None))
    return made


def add_options(p: argparse.ArgumentParser, seconds: float) -> None:
    """Add the options of both kinds of problems."""
    p.add_argument('--engine', metavar='COMMAND', default='', help='any GTP engine (default: this one, in this process)')
    p.add_argument('--against', metavar='COMMAND', help='a second GTP engine beside it, e.g. "gnugo --mode gtp"')
    p.add_argument('--limit', type=int, metavar='N', help='ask only so many, drawn by the seed (default: all)')
    p.add_argument('--seed', type=int, default=1, metavar='N', help='which ones are drawn (default 1)')
    p.add_argument('--timeout', type=float, default=seconds, metavar='S', help=f'seconds for one answer of a command (default {seconds:g})')
    p.add_argument('--json', metavar='FILE', help='write every answer there')
    p.add_argument('-v', '--verbose', action='store_true', help='print every answer that is not right')


def problems_main(args: argparse.Namespace) -> int:
    try:
        every, bad = problems.load(args.file)
    except (BadProblem, OSError) as error:
        return _complain(error)
    bad += [BadProblem(f'{args.file}: {one.name}: goals are for owlgo problems') for one in every if one.goal]
    every = [one for one in every if not one.goal]
    if bad and not args.skip:
        return _complain(f'{bad[0]}{f" (and {len(bad) - 1} more like that; --skip leaves them out)" if len(bad) > 1 else ""}')
    if bad:
        say(f'owlgo bench: left out {len(bad)} of {len(every) + len(bad)}, the first: {bad[0]}', sys.stderr)
    return _run(args, every, ask_problem)


def gotools_main(args: argparse.Namespace) -> int:
    try:
        every = load_gotools(args.file)
    except (BadProblem, OSError) as error:
        return _complain(error)
    return _run(args, every, ask_gotools)


def _complain(error: object) -> int:
    say(f'owlgo bench: {in_words(error) if isinstance(error, OSError) else error}', sys.stderr)
    return 2


def _run(args: argparse.Namespace, every: Sequence[Puzzle], ask: Ask) -> int:
    """Ask one engine or two, print the results, and return the exit status."""
    if args.limit is not None and args.limit < 1:
        return _complain('--limit: at least 1')
    asked = sample(every, args.limit, args.seed)
    if not asked:
        return _complain(f'{args.file}: no problem is left')
    table, rows, tallies = [], [], []
    own = args.engine or 'owlgo'
    for command, name in ((args.engine, own), *([(args.against, args.against)] if args.against is not None else [])):
        try:
            found, seconds = ask_all(command, asked, ask, args.timeout)
        except (OSError, ValueError) as error:
            return _complain(f'{name}: the engine cannot be started: {in_words(error)}')
        table += lines(name, found, seconds)
        rows += [{'engine': name, 'id': one.name, 'right': one.right, 'grade': one.how, 'answers': one.answers} for one in found]
        tallies += [grades.GradedResult(name, one.how, bool(one.achieved)) for one in found]
        if args.verbose:
            for one in found:
                missed = [column for column, good in one.right.items() if good is False]
                if missed:
                    say(f'{name}: {one.name}: {", ".join(missed)}: {"; ".join(f"{what}: {said}" for what, said in one.answers.items())}')
    columns = list(found[0].right)
    order = {group: number for number, group in enumerate(dict.fromkeys(line.group for line in table))}
    compare(columns, sorted(table, key=lambda line: order[line.group]), own)
    grades.show(tallies)
    if args.json:
        write_file(args.json, json.dumps(rows, indent=1))
    return 0
