"""``owlgo patterns``: tools for writing patterns."""
import argparse
import sys

from owlgo.cli import loading, values
from owlgo.cli.options import Exit, reporting_errors
from owlgo.engine.core.printable import say
from owlgo.patterns.source import PatternErrors


def parser() -> argparse.ArgumentParser:
    from owlgo.patterns.library import PATTERN_DATABASES
    p = argparse.ArgumentParser(prog='owlgo patterns', description='Tools for pattern databases.')
    p.add_argument('--patterns', type=values.file_name, metavar='DIR', help='take databases from this folder where it has them')
    tools = p.add_subparsers(dest='tool', required=True, metavar='TOOL')
    linter = tools.add_parser('lint', help='read files and name every mistake in them')
    linter.add_argument('files', nargs='+', metavar='FILE.db')
    linter.add_argument('--no-moves', action='store_true', help='patterns without a move are fine, as in a database of connections')
    shower = tools.add_parser('show', help='draw a pattern in all its orientations')
    shower.add_argument('name', metavar='NAME', help='a pattern, or DATABASE/PATTERN')
    matcher = tools.add_parser('match', help='what matches in a position')
    explainer = tools.add_parser('explain', help='why a pattern matches at a point or does not')
    explainer.add_argument('name', metavar='NAME', help='a pattern, or DATABASE/PATTERN')
    explainer.add_argument('vertex', metavar='VERTEX', help='where its move is; its anchor, if it has no move')
    for tool in (matcher, explainer):
        tool.add_argument('position', metavar='FILE.sgf[:MOVE]', help='a game record, and the move to stop before')
        tool.add_argument('--color', metavar='C', help='whose move it is: black or white; the record says by default')
        tool.add_argument('--dragon', metavar='VERTEX', help='only what touches this dragon')
    matcher.add_argument('--db', action='append', metavar='DB', help=f'only this database: {", ".join(PATTERN_DATABASES)}')
    matcher.add_argument('--all', action='store_true', help='also where the constraint fails, or asks what is not known')
    maker = tools.add_parser('new', help='a pattern to begin with, cut out of a position')
    maker.add_argument('position', metavar='FILE.sgf[:MOVE]')
    maker.add_argument('corners', nargs=2, metavar='VERTEX', help='two opposite corners of the rectangle')
    maker.add_argument('--move', metavar='VERTEX', help='the point of the move')
    maker.add_argument('--color', metavar='C', help='who is O: black or white; the record says by default')
    maker.add_argument('--name', default='New', metavar='NAME')
    profiler = tools.add_parser('profile', help='what each pattern earns in a suite')
    profiler.add_argument('suite', metavar='SUITE.tst')
    profiler.add_argument('--only', default='', metavar='ID,ID', help='only these tests')
    profiler.add_argument('--off', action='store_true', help='also run the tests in which a pattern held again without it, one by one')
    return p


def main(argv: list[str] | None = None) -> int:
    """Run a tool; return the exit status: 1 if a file has mistakes or cannot be read, 2 for senseless options."""
    from owlgo.cli import pattern_answers as answers
    args = parser().parse_args(argv)

    def run() -> int:
        try:
            if args.patterns:
                loading.use_folder(args.patterns)
            status: int = getattr(answers, args.tool)(args)
            return status
        except PatternErrors as errors:     # with a line for each mistake, not in one
            say(errors, sys.stderr)
            return Exit.FAILURE
    return reporting_errors('owlgo patterns', run)
