"""``owlgo solve --goal``: one question about strings, with its answer in sentences, as JSON, as a record and as a certificate."""
import argparse
import json
from collections.abc import Sequence

from owlgo.cli import drawing, loading, outputs
from owlgo.cli.drawing import Picture
from owlgo.cli.options import Exit
from owlgo.cli.solve_answer import declared_wall, progress, stone
from owlgo.cli.values import Data
from owlgo.engine.core import variation
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import draw
from owlgo.engine.core.files import trying_each, write_file
from owlgo.engine.core.game import Game
from owlgo.engine.core.goal_names import ANY, CAPTURE, CONNECT
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, SIDES, parse_area
from owlgo.engine.core.printable import counted, say
from owlgo.engine.core.sgf import Record, marked_stones
from owlgo.engine.life import goals, grade_words
from owlgo.engine.life.goals import GoalAnswer, GoalQuestion
from owlgo.engine.solver.solver import Progress

SECOND_NODES = 250_000
"""Limit of positions for each second of --seconds, above any real speed."""


def solve_goal(args: argparse.Namespace) -> int:
    """Answer and print.  Raises ValueError, OSError."""
    (record, where), game = loading.load_problem(args.file, args.until), Game()
    game.load(record)
    question = question_of(game, record, args.goal, args.vertex, args.first)
    nodes = args.nodes if args.seconds is None else max(args.nodes, int(args.seconds * SECOND_NODES))
    question = question._replace(no_ko=args.no_ko or EMPTY, nodes=nodes, memory=args.memory, threads=args.threads,
                                 safe=declared_wall(game, question.stones[0], args.safe), region=area(game, args.region, '--region'))
    with progress(args.seconds) as watch:
        found, told = answered(game, question, watch)
    lines = told.pop('sentences')
    stones = [p for first in question.stones for p in game.string(first)]
    if args.json:
        say(json.dumps({**told, 'file': args.file, 'until': args.until, 'size': game.size, 'text': lines}, indent=1))
    else:
        board = [] if args.quiet else [draw(game.size, game.color_at, dict.fromkeys(stones, '#').get)]
        say('\n'.join([*board, where, '', *lines]))
    # The answer is told before a file can fail.
    with trying_each() as attempt:
        if args.certificate:
            attempt(outputs.write_certificate, args.certificate, found.certificate)
        if args.o:
            labels = {move: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[k % 26] for k, move in enumerate(found.moves)}
            attempt(write_file, args.o, variation.to_sgf(game.board, stones, [], question.first, '\n'.join(lines), labels, found.points))
        labels = {move: 'A' for move in found.moves}
        attempt(drawing.save, Picture(game.size, game.color_at, lines, stones, labels, found.points), args.svg, args.png)
    return 0 if found.grade >= Grade.PROVED_IF else Exit.UNSOLVED


def answered(game: Game, question: GoalQuestion, watch: Progress | None) -> tuple[GoalAnswer, Data]:
    """Answer a question; return the answer, too, as data with sentences.  Raises ValueError."""
    found = goals.settle(game.board, question, watch)
    ko = ko_data(game, found)
    return found, {**data(game, found, ko), 'sentences': sentences(game, found, ko)}


def question_of(game: Game, record: Record, goal: str, names: Sequence[str], first: int | None = None) -> GoalQuestion:
    """Return a question about the strings that are named, or else marked in the record.  Raises ValueError."""
    if names:
        stones = [stone(game, name) for name in names]
    else:
        try:
            stones = marked_stones(record.marks, game.color_at)
        except ValueError as error:
            raise ValueError(f'{error}: name a stone of each string in question') from None
    if len({game.color_at(p) for p in stones}) > 1:
        raise ValueError(f'{" ".join(game.vertex(p) for p in stones)}: the stones of a goal have one colour')
    each = stones if goal == CONNECT else [min(game.string(p)) for p in stones]
    return GoalQuestion(goal, tuple(dict.fromkeys(each)), game.to_move if first is None else first)


def area(game: Game, parts: Sequence[str], what: str) -> frozenset[int]:
    """Return the points of an area that the user names.  Raises ValueError that begins with ``what``."""
    try:
        return parse_area(parts, game.size)
    except ValueError as error:
        raise ValueError(f'{what}: {error}') from None


def sentences(game: Game, found: GoalAnswer, ko: Data | None) -> list[str]:
    """Return the answer in sentences."""
    question, count = found.question, counted(found.nodes, 'position')
    names = [game.vertex(p) for p in question.stones]
    asked = f'{SIDES[question.first]} first{f", {SIDES[question.no_ko]} without ko" if question.no_ko != EMPTY else ""}'
    if found.verdict is None and found.lives is None:
        return [f'{asked}: unknown after {count}']
    worth = grade_words.words(found.grade, grade_words.strings(found.conditions, game.size))
    moves = f' with {", ".join(map(game.vertex, found.moves))}' if found.moves else ' without a move' if found.needs_no_move else ''
    if ko is not None and found.lives is None:
        lines = [f'{asked}: {outcome(question.goal, names, question.first == found.owner)}{moves}, by ko: it turns if '
                 f'{ko["needs"].capitalize()} has {counted(ko["threats"], "more ko threat")} ({worth}, {count})'
                 if ko["needs"] != COLOR_NAMES[question.first] else
                 f'{asked}: {outcome(question.goal, names, question.first == found.owner)}{moves} only with '
                 f'{counted(ko["threats"], "more ko threat")} ({worth}, {count})']
        if ko['kind']:
            lines.append(f'  {ko["kind"]} ko at {", ".join(ko["points"])}; {ko["takes_first"].capitalize()} takes first')
    else:
        lines = [f'{asked}: {outcome(question.goal, names, bool(found.lives))}{moves} ({worth}, {count})']
    speaks = grade_words.evidence(found.conditions, game.size)
    return [*lines, speaks] if speaks else lines


def outcome(goal: str, names: Sequence[str], lives: bool) -> str:
    """Return in words what becomes of the strings with these stones."""
    listed = ' and '.join([', '.join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    several = len(names) > 1
    if goal == CONNECT:
        return f'{listed} {"connect" if lives else "do not connect"}'
    if goal == CAPTURE:
        return f'{f"one of {listed}" if several and not lives else listed} {"are" if several and lives else "is"} ' \
               f'{"never taken" if lives else "taken"}'
    if goal == ANY:
        return f'one of {listed} lives' if several and lives else f'{listed} {"die" if several else "lives" if lives else "dies"}'
    return f'{listed} {"live" if several else "lives"}' if lives else f'one of {listed} is taken' if several else f'{listed} is taken'


def ko_data(game: Game, found: GoalAnswer) -> Data | None:
    """Return the ko that decides as data: who needs how many more threats to turn the result, its kind, and who takes it first."""
    if found.verdict is None or not found.verdict.threats:
        return None
    ko = found.ko()
    return {'needs': COLOR_NAMES[found.needs_threats], 'threats': found.verdict.threats, 'kind': ko.kind if ko else None,
            'points': [game.vertex(p) for p in ko.points] if ko else [],
            'takes_first': COLOR_NAMES[found.color(ko.first)] if ko else None}


def data(game: Game, found: GoalAnswer, ko: Data | None) -> Data:
    """Return the answer as data for JSON."""
    question = found.question

    def names(points: Sequence[int]) -> list[str]:
        return [game.vertex(p) for p in points]

    return {'lives': found.lives, 'grade': found.grade.reported, 'moves': names(found.moves), 'needs_no_move': found.needs_no_move,
            'goal': question.goal, 'stones': names(question.stones), 'color': COLOR_NAMES[found.owner],
            'to_move': COLOR_NAMES[question.first], 'no_ko': COLOR_NAMES[question.no_ko] if question.no_ko != EMPTY else None, 'ko': ko,
            'conditions': grade_words.as_data(found.conditions, game.size), 'matter': names(found.points), 'nodes': found.nodes}
