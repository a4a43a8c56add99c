"""``owlgo score``: count finished games, as servers do."""
import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from owlgo.cli import values
from owlgo.cli.options import Exit, add_pictures, reporting_errors
from owlgo.engine.core.files import in_words
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.named_rules import name_of
from owlgo.engine.core.printable import say

if TYPE_CHECKING:
    from owlgo.cli.score_answer import Scored


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo score', allow_abbrev=False,
                                description='Count finished games: dead stones, sekis, whose each point is, the result by every set of '
                                            'rules, and what is in doubt.')
    p.add_argument('files', type=values.file_name, metavar='FILE.sgf', nargs='+', help='game records, and folders of them')
    p.add_argument('-L', '--until', metavar='MOVE', help='stop before this move number or the first move at this vertex (0: read all)')
    p.add_argument('--rules', metavar='NAME', help="count by these rules, such as japanese, chinese or aga (the record's, else japanese)")
    p.add_argument('--komi', type=values.komi, metavar='X', help="instead of the record's")
    p.add_argument('--level', type=values.level, default=STANDARD_LEVEL, metavar='N',
                   help=f'how much is read, 0 to {MAX_LEVEL} ({STANDARD_LEVEL})')
    p.add_argument('--play-out-aftermath', dest='aftermath', action='store_true', help='find what is dead by playing on until it is taken')
    p.add_argument('--json', action='store_true', help='print the answer as JSON, and nothing else; of several records as a list')
    add_pictures(p, 'the map of one record')
    p.add_argument('--quiet', action='store_true', help='no board')
    return p


def main(argv: list[str] | None = None) -> int:
    """``owlgo score``: return 0 if every game is finished and counted without a doubt, 1 if a record is bad, else 3."""
    p = parser()
    args = p.parse_intermixed_args(argv)
    try:
        args.rules = None if args.rules is None else name_of(args.rules)
    except ValueError as error:
        p.error(f'--rules: {error}')
    return reporting_errors('owlgo score', lambda: score_all(p, args))


def score_all(p: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Count the records and print what was found; return the exit status.  Raises ValueError, OSError."""
    from owlgo.cli import drawing, outputs, score_answer
    from owlgo.cli.review_files import tasks
    paths = [task.path for task in tasks(args.files)]
    if not paths:
        raise ValueError(f'no game records in {", ".join(args.files)}')
    if (args.svg or args.png) and len(paths) > 1:
        p.error('--svg and --png draw one record')
    outputs.check(args, paths)
    several = len(paths) > 1 or Path(args.files[0]).is_dir()
    statuses = list[int]()
    pictured: Scored | None = None
    if args.json and several:
        say('[')
    for number, path in enumerate(paths):
        try:
            scored = score_one(args, path)
        except (ValueError, OSError) as error:
            data: dict[str, object] = {'file': str(path), 'error': in_words(error)}
            say(f'owlgo score: {data["error"]}', sys.stderr)
            statuses.append(Exit.FAILURE)
        else:
            data = score_answer.as_data(scored)
            statuses.append(0 if scored.certain else Exit.UNSOLVED)
            pictured = scored
            if not args.json:
                say('\n'.join([*score_answer.lines(scored, args.quiet), '']))
        if args.json:
            say(',' * (number > 0) + json.dumps(data, indent=1))
    if args.json and several:
        say(']')
    if pictured is not None:
        drawing.save(score_answer.drawn(pictured), args.svg, args.png)
    return next((status for status in (Exit.FAILURE, Exit.UNSOLVED) if status in statuses), 0)


def score_one(args: argparse.Namespace, path: Path) -> 'Scored':
    """Count a record.  Raises ValueError, OSError."""
    from owlgo.cli import loading, score_answer
    from owlgo.cli.progress import spinner
    from owlgo.gtp.session import Session
    record = loading.load(str(path), args.until)
    if args.komi is not None:
        record.komi = args.komi
    session = Session(level=args.level, aftermath=args.aftermath)
    session.game.load(record)
    with spinner('counting'):
        return score_answer.score(session, record, *score_answer.rules_of(record, args.rules))
