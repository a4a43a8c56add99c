"""What ``owlgo solve`` answers: the dragon in question, verdicts, first moves, and the stones that matter."""
import argparse
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from owlgo.cli import decided, drawing, loading, solve_files, solve_open
from owlgo.cli.drawing import Picture
from owlgo.cli.options import Exit
from owlgo.cli.progress import spinner
from owlgo.cli.solve_files import FirstMoves, first_moves
from owlgo.cli.solve_open import OpenAnswer, SolveRequest
from owlgo.engine.benson import alive_stones
from owlgo.engine.core import variation
from owlgo.engine.core.board import py_trymove
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import draw
from owlgo.engine.core.files import trying_each
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, all_points, parse_color, parse_point, parse_vertex
from owlgo.engine.core.printable import counted, say
from owlgo.engine.core.result import GTP_CODES, KO_A, KO_B, LOSE
from owlgo.engine.core.sgf import NothingMarked, Record, marked_stones
from owlgo.engine.core.variation import Variation
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons.amalgamate import groups
from owlgo.engine.life import grade_words, grades
from owlgo.engine.life import sekis as in_seki
from owlgo.engine.life.grades import Graded
from owlgo.engine.life.sekis import SekiProof
from owlgo.engine.owl.limits import FULL, Means
from owlgo.engine.solver.problem import MOST_TENUKI, Study, candidates
from owlgo.engine.solver.problem import openings as gaps
from owlgo.engine.solver.region import ATTACKER, DEFENDER, NotEnclosed, enclose, lives, result_if
from owlgo.engine.solver.solver import Progress
from owlgo.engine.solver.trust import without_trust


def solve(args: argparse.Namespace) -> int:
    """Solve and print.  Raises ValueError, OSError."""
    (record, where), game = loading.load_problem(args.file, args.until), Game()
    game.load(record)
    with progress(args.seconds) as watch:
        try:
            pos, how = target(game, record, args.vertex)
        except Unclear as unclear:
            if not args.json:
                say('\n'.join([*unclear.lines(game), where, '']))
            raise
        safe = declared_wall(game, pos, args.safe)
        tries = [move(game, text) for text in args.tried]
        request = SolveRequest(pos, args.nodes, args.memory, args.threads, safe, args.string)
        found = answer(game, request, watch, closed=bool(args.string or args.tried or args.html))
        lines, above, failure = list(found.lines), [where], None
        if isinstance(found, ClosedAnswer):
            above = [*([] if args.quiet else picture(game, found.study)), *([how] if how else []), where, '']
            for color, first in tries:
                lines += attempt(game, found.study, first, color, found.graded)
        try:
            lines += write(args, found)
        except (ValueError, OSError) as error:      # told after the answer
            failure = error
    if args.json:
        print(json.dumps(described(game, args, len(record.plays), lines, found.data()), indent=1))
    else:
        say('\n'.join([*above, *lines]))
    if failure is not None:
        raise failure
    return 0 if found.settled else Exit.UNSOLVED


@dataclass
class ClosedAnswer:
    """What is proved about a dragon in a closed region."""
    game: Game
    study: Study
    graded: dict[int, Graded]
    """Grades of the settled verdicts, by the side that moves first."""
    sekis: dict[int, SekiProof]
    request: SolveRequest

    @cached_property
    def sentences(self) -> list[str]:
        """The verdicts in sentences."""
        return words(self.game, self.study, self.graded, self.sekis, self.request.sides)

    @cached_property
    def lines(self) -> list[str]:
        """The answer in sentences: verdicts, and what is at stake."""
        whole = len(self.request.sides) > 1 and not self.study.solver.stopped
        return self.sentences + (stakes(self.game, self.study, self.graded) if whole else [])

    @property
    def settled(self) -> bool:
        """Whether all that was asked is proved."""
        return all(self.study.verdict(side).proved for side in self.request.sides)

    def data(self) -> dict[str, object]:
        """Return the verdicts as data for JSON."""
        return verdicts(self.game, self.study, self.graded, self.sekis, self.request.sides)

    def certificates(self, said: list[str]) -> list[dict[str, Any]]:
        """Return certificates of the proofs; what does not fit into one is put into ``said``.  Raises ValueError if nothing is proved."""
        return solve_files.certificates(self.game, self.study, self.graded, self.sekis, said)


def answer(game: Game, request: SolveRequest, watch: Progress | None = None, closed: bool = False) -> ClosedAnswer | OpenAnswer:
    """Prove what becomes of a dragon, in its closed region or else in the open.

    Raises ValueError if ``closed`` asks for a closed region and there is none.
    """
    pos = request.pos
    try:
        study = Study(game.board, pos, request.nodes, request.memory, request.safe, watch, request.string_only, request.threads)
    except NotEnclosed as error:
        opened = openings(game, pos, request.safe)
        if closed or request.string_only:
            raise ValueError(f'{game.vertex(pos)}: {error}{"; " if opened else ""}{"; ".join(opened)}') from None
        found = solve_open.in_the_open(game, request, watch)
        found.openings = opened
        return found
    return ClosedAnswer(game, study, grades_of(study, watch, request.sides), sekis_of(study, watch, request.sides), request)


def write(args: argparse.Namespace, found: ClosedAnswer | OpenAnswer) -> list[str]:
    """Write the requested files and pictures; return remarks about them.  Raises ValueError."""
    said: list[str] | None
    with trying_each() as attempt:
        if isinstance(found, OpenAnswer):
            said = attempt(solve_open.write_open, args, found)
        else:
            said = attempt(solve_files.write, args, found.game, found.study, found.graded, found.sekis, found.sentences)
        if args.svg or args.png:
            attempt(drawing.save, solve_open.drawn(found) if isinstance(found, OpenAnswer) else drawn(found), args.svg, args.png)
    return said or []


def declared_wall(game: Game, pos: int, names: Sequence[str], what: str = '--safe') -> list[int]:
    """Return the stones of strings that the user declares safe round the dragon at ``pos``.  Raises ValueError."""
    safe = list(dict.fromkeys(p for name in names for p in game.string(stone(game, name))))
    if any(game.color_at(p) == game.color_at(pos) for p in safe):
        raise ValueError(f'{what}: only stones of the other colour can be a wall')
    return safe


def described(game: Game, args: argparse.Namespace, moves: int, lines: list[str], more: dict[str, object]) -> dict[str, object]:
    """Return the answer for JSON."""
    return {'file': args.file, 'until': args.until, 'moves': moves, 'size': game.size,
            'to_move': COLOR_NAMES[game.to_move], **more, 'text': lines}


def grades_of(study: Study, watch: Progress | None, sides: Sequence[int]) -> dict[int, Graded]:
    """Grade each settled verdict.  For a kill, also try a proof that assumes no wall, within the same number of positions."""
    return {side: grades.grade(study.board, side, study.verdict(side), study.solver, study.limit, FULL.level, study.waits, watch,
                               study.memory) for side in sides if study.verdict(side).settled}


def sekis_of(study: Study, watch: Progress | None, sides: Sequence[int]) -> dict[int, SekiProof]:
    """Search for proofs that a dragon proved alive lives in seki.  Return the proofs by the side that moves first."""
    known = dict[int, SekiProof]()
    means = Means(Workspace(), FULL._replace(threads=study.threads), watch)
    for side in sides:
        verdict = study.verdict(side)
        if verdict.proved and lives(verdict.result, side):
            nodes = min(study.limit, in_seki.EYELESS_NODES + 2 * verdict.nodes)
            one = in_seki.of_region(study.board, study.region, side, nodes, means, study.memory)
            known |= {} if one is None else {side: one}
    return known


def words(game: Game, study: Study, graded: dict[int, Graded], sekis: dict[int, SekiProof], sides: Sequence[int]) -> list[str]:
    """Write the verdicts, with sekis, and the evidence for the walls that they assume."""
    lines = []
    for side in sides:
        lines += status(game, study, side, graded)
        if side in sekis:
            worth = f'{in_seki.words(sekis[side], game.size)}, {counted(sekis[side].nodes, "position")}'
            lines.append(f'  {SIDES[study.defender]} makes no two eyes: it is seki ({worth})')
    held = [*(one.conditions for one in graded.values()), *(one.conditions for one in sekis.values())]
    speaks = grade_words.evidence(grade_words.together(held), game.size)
    return [*lines, speaks] if speaks else lines


def verdicts(game: Game, study: Study, graded: dict[int, Graded], sekis: dict[int, SekiProof], sides: Sequence[int]) -> dict[str, object]:
    """Return the verdicts as data."""
    found: dict[str, object] = {'enclosed': True, 'dragon': [game.vertex(p) for p in study.dragon], 'points': len(study.region.points),
                                'wall': [game.vertex(p) for p in study.wall], 'safe': [game.vertex(p) for p in study.declared]}
    for name, side in (('attack', ATTACKER), ('defence', DEFENDER)):
        if side not in sides:
            continue
        verdict = study.verdict(side)
        if study.waits:
            verdict = verdict._replace(result=result_if(ATTACKER, side))
        known = verdict.settled and not (study.waits and side == DEFENDER)
        moves = first_moves(study, side, graded) if known else FirstMoves([], [], [])
        found[name] = {'color': COLOR_NAMES[study.color(side)], 'result': GTP_CODES[verdict.result] if verdict.settled else None,
                       **solve_open.graded_data(game, graded.get(side), verdict.proved), 'threats': verdict.threats,
                       'needs_no_move': PASS in moves.good or (study.waits and side == ATTACKER),
                       'moves': [game.vertex(one) for one in moves.good if one != PASS],
                       **({'moves_if': [game.vertex(one) for one in moves.trusting]} if moves.trusting else {}),
                       'unknown': [game.vertex(one) for one in moves.unknown],
                       'seki': in_seki.as_data(sekis.get(side), game.size),
                       'nodes': verdict.nodes + (graded[side].nodes if side in graded else 0)}
    return found


def move(game: Game, text: str) -> tuple[int, int]:
    """Parse colour and point of a move: ``white:C9``, or C9 for the side to move.  Raises ValueError."""
    color, colon, name = text.rpartition(':')
    try:
        return parse_color(color) if colon else game.to_move, parse_vertex(name, game.size)
    except ValueError as error:
        raise ValueError(f'--try: {error}') from None


@contextmanager
def progress(seconds: float | None = None) -> Iterator[Progress | None]:
    """Show the number of positions searched, on a terminal, and end the search after some seconds."""
    end = None if seconds is None else time.monotonic() + seconds
    with spinner('reading') as show:
        def watch(nodes: int) -> bool:
            if show is not None:
                show(counted(nodes, 'position'))
            return end is None or time.monotonic() < end

        yield watch if show is not None or end is not None else None


def stone(game: Game, name: str) -> int:
    """Parse the point of a stone.  Raises ValueError."""
    pos = parse_point(name, game.size)
    if game.color_at(pos) == EMPTY:
        raise ValueError(f'{name.upper()} is empty')
    return pos


class Unclear(ValueError):
    """The dragon in question is unclear.  ``dragons`` are the candidates, each with its stones."""

    def __init__(self, text: str, dragons: dict[int, list[int]]) -> None:
        super().__init__(text)
        self.dragons = dragons

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.dragons)

    def lines(self, game: Game) -> list[str]:
        """Draw the board with a letter for each candidate, and name the gaps of nearly enclosed dragons."""
        signs, text, enclosed = dict[int, str](), list[str](), False
        for letter, (pos, stones) in zip('abcdefghijklmnpqrstuvwyz', self.dragons.items(), strict=False):
            signs |= dict.fromkeys(stones, letter)
            words = f'{letter}: {SIDES[game.color_at(pos)]} {game.vertex(pos)}, {counted(len(stones), "stone")}'
            with suppress(NotEnclosed):
                words += f' in a region of {len(enclose(game.board, pos).points)} points'
                enclosed = True
            text.append(words)
        return [draw(game.size, game.color_at, signs.get), f'{SIDES[game.to_move]} is to move', *text, *([] if enclosed else nearly(game))]


def target(game: Game, record: Record, name: str | None) -> tuple[int, str]:
    """Return the dragon in question, and the reason.  Raises Unclear, or ValueError for marks of both colours."""
    if name is not None:
        return stone(game, name), ''
    with suppress(NothingMarked):
        marked = marked_stones(record.marks, game.color_at)[0]
        return marked, f'{game.vertex(marked)} is marked in the record'
    found = candidates(game.board)
    if not found:
        dragons = in_the_open(game)
        which = f' of the one you mean: {", ".join(map(game.vertex, dragons))}' if dragons else ''
        raise Unclear(f'no dragon is enclosed{": name a stone" if dragons else ""}{which}', dragons)
    if len(found) > 1:
        regions = [enclose(game.board, pos) for pos in found]
        stones = [[p for k, p in enumerate(region.points) if region.defenders >> k & 1] for region in regions]
        raise Unclear(f'name the dragon you mean: {", ".join(map(game.vertex, found))} are all enclosed',
                      dict(zip(found, stones, strict=True)))
    return found[0], f'{game.vertex(found[0])} is in the only region that is enclosed'


def in_the_open(game: Game) -> dict[int, list[int]]:
    """Return the dragons that do not live unconditionally, by their first stone."""
    alive = {*alive_stones(game.board, BLACK), *alive_stones(game.board, WHITE)}
    return {stones[0]: stones for stones in groups(game.board, Workspace()) if stones[0] not in alive}


def openings(game: Game, pos: int, safe: Sequence[int] = ()) -> list[str]:
    """Name the gaps of a nearly enclosed dragon: unsafe strings, and points where a safe stone would close its region."""
    strings, points = gaps(game.board, pos, safe)
    names_ = SIDES[3 - game.color_at(pos)]
    text = []
    if strings:
        text.append(f'it would be enclosed if {names_} {" or ".join(map(game.vertex, strings))} were safe (--safe '
                    f'{game.vertex(strings[0])} says so)')
    if points:
        text.append(f'a safe stone of {names_} at {" or ".join(map(game.vertex, points))} would close its region')
    return text


def nearly(game: Game) -> list[str]:
    """Return at most four lines about nearly enclosed dragons: each names strings that would enclose a dragon if they were safe, or points
    where a safe stone would.
    """
    seen: set[int] = set()
    text = []
    for pos in all_points(game.size):
        if game.color_at(pos) != EMPTY and pos not in seen:
            seen.update(game.string(pos))
            text += [f'{SIDES[game.color_at(pos)]} {game.vertex(pos)}: {line}' for line in openings(game, pos)]
    return text[:4]


def picture(game: Game, study: Study) -> list[str]:
    """Draw the board with the dragon marked, and its description."""
    size = f'{len(study.dragon)} stones in a region of {len(study.region.points)} points, closed by {len(study.wall)} of the wall'
    what = 'in question' if study.string_only else 'the dragon'
    about = f'is {what}: {size}' + (' (some by your word)' if study.declared else '')
    return decided.picture(game, decided.Decided([], about, marked=study.dragon))[:2]


def drawn(found: ClosedAnswer) -> Picture:
    """Return the picture: the region shaded, its wall ringed, A and D on the first moves that kill and save."""
    game, study, graded, labels = found.game, found.study, found.graded, dict[int, str]()
    for side, sign in ((ATTACKER, 'A'), (DEFENDER, 'D')):
        verdict = study.verdict(side)
        if verdict.settled and not verdict.needs_none and verdict.result != LOSE and not (study.waits and side == DEFENDER):
            for first in first_moves(study, side, graded).good:
                labels[first] = labels.get(first, '') + sign
    return Picture(game.size, game.color_at, found.sentences, study.dragon, labels, study.region.points, study.wall)


def names(game: Game, moves: list[int]) -> str:
    """Return moves as text, separated by commas."""
    return ', '.join(game.vertex(move) for move in moves)


def status(game: Game, study: Study, side: int, graded: dict[int, Graded]) -> list[str]:
    """Write what a side achieves if it moves first."""
    verdict = study.verdict(side)
    who, whom = SIDES[study.color(side)], SIDES[study.color(1 - side)]
    does, fails = ('kills', 'cannot kill') if side == ATTACKER else ('lives', 'cannot live')
    nodes = counted(verdict.nodes + (graded[side].nodes if side in graded else 0), 'position')
    worth = solve_open.in_words(game, graded[side]) if side in graded else ''
    proof = f'({worth}, {nodes})' if verdict.proved else f'(without ko threats: {worth}; with them: unknown after {nodes})'
    if not verdict.settled:
        return [f'{who} first: unknown after {nodes}{"; stopped" if study.solver.stopped else ""}, '
                f'most promising {game.vertex(study.solver.likeliest(*study.start(side)[:3], side))}']
    if verdict.result == LOSE:
        return [f'{who} first: {who} {fails} {proof}']
    if verdict.needs_none:
        return [f'{who} first: {who} {does} without a move {proof}']
    if side == DEFENDER and study.waits:
        return [f'{who} first: {who} can only wait, since {whom} alone can begin the ko {proof}']
    moves = first_moves(study, side, graded)
    count = counted(verdict.threats, 'more ko threat')
    unless = {KO_A: f' unless {whom} has {count}', KO_B: f' only with {count}'}.get(verdict.result, '')
    lines = [f'{who} first: {who} {does} with {names(game, moves.good)}{unless} {proof}']
    if moves.trusting:
        lines.append(f'  with {names(game, moves.trusting)} too if its wall holds')
    ko = None
    with suppress(ValueError):      # nodes ran out
        ko = study.ko(side) if verdict.proved else None
    if ko:
        lines.append(f'  {ko.kind} ko at {names(game, ko.points)}; {SIDES[study.color(ko.first)]} takes first')
    if side == ATTACKER and study.waits:
        lines.append(f'  {who} may remove all ko threats before; under area rules the ko must be played out before the end')
    if moves.unknown:
        lines.append(f'  not known of {names(game, moves.unknown)}')
    return lines


def stakes(game: Game, study: Study, graded: dict[int, Graded]) -> list[str]:
    """Write how many moves in a row kill the dragon, and which stones matter."""
    attacker, defender = (SIDES[study.color(side)] for side in (ATTACKER, DEFENDER))
    if not all(study.verdict(side).settled for side in (ATTACKER, DEFENDER)):
        return []
    count = study.tenuki()
    moves = {None: f'not even {MOST_TENUKI} moves in a row are known to kill', 0: f'the dragon is dead: {attacker} need not move',
             1: f'one move of {attacker} kills: {defender} may not play elsewhere'}
    elsewhere = 'once' if count == 2 else 'twice'
    line = moves.get(count, f'{attacker} needs {count} moves in a row: {defender} may play elsewhere {elsewhere}')
    # More than one move in a row was not tried without the wall.
    sure = {0: graded[DEFENDER].grade == Grade.PROVED, 1: graded[ATTACKER].grade == Grade.PROVED}
    lines = [line if count is None or sure.get(count, not study.region.assumed) else f'{line}, if its wall holds']
    if all(study.verdict(side).proved for side in (ATTACKER, DEFENDER)):
        matter = study.minimal()
        total = sum(game.color_at(p) != EMPTY for p in all_points(game.size))
        lines.append(f'{len(matter)} of {total} stones matter: {names(game, matter)}')
    return lines


def attempt(game: Game, study: Study, first: int, color: int, graded: dict[int, Graded]) -> list[str]:
    """Write whether a first move works, and if it does not, its refutation."""
    side = ATTACKER if study.color(ATTACKER) == color else DEFENDER
    name = f'{SIDES[color]} {game.vertex(first)}'
    works, variations = study.tried(side, first)
    if works is None:
        return [f'{name}: unknown']
    proof = graded[side].proof if side in graded else None
    held = '' if works != (side == ATTACKER) or not study.region.assumed else ' if the wall holds'
    if held and (refuted_alone(study, first) if side == DEFENDER else proof is not None and proof.wins(first, study.limit)):
        held = ''
    if works and side == DEFENDER and study.waits:
        return [f'{name} begins no ko{held}: {SIDES[color]} can only wait for it']
    if works:
        return [f'{name} works{held}']
    line: list[Variation] = []
    while variations:
        line.append(variations[0])
        variations = variations[0].children
    return [f'{name} fails{held}:', *variation.lines([single(line)], game.size, 1)] if line else [f'{name} fails at once{held}']


def refuted_alone(study: Study, first: int) -> bool:
    """Return whether a first move of the defender is refuted even without the assumption that walls hold."""
    board = study.board.copy()
    if not py_trymove(board, first, study.defender):
        return False
    try:
        after = Study(board, study.pos, study.limit, study.memory, study.declared, study.progress, study.string_only)
    except NotEnclosed:
        return False
    return without_trust(board, after.region, after.solver, ATTACKER, study.level(DEFENDER), study.limit, study.progress)[0] is not None


def single(line: list[Variation]) -> Variation:
    """Turn a line of moves into a tree: each move has only the next one below it."""
    below: list[Variation] = []
    for one in reversed(line):
        below = [Variation(one.color, one.move, one.outcome, below)]
    return below[0]
