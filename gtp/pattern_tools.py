"""``owlgo patterns``: tools for people who write patterns."""
import argparse
import sys

from patterns.lang import read_file
from patterns.source import PatternErrors


def main(argv: list[str] | None = None) -> int:
    """Run a tool; returns the exit status: 1 if a file has mistakes or cannot be read."""
    parser = argparse.ArgumentParser(prog='owlgo patterns', description='Tools for pattern databases.')
    tools = parser.add_subparsers(dest='tool', required=True, metavar='TOOL')
    linter = tools.add_parser('lint', help='read files and name every mistake in them')
    linter.add_argument('files', nargs='+', metavar='FILE.db')
    linter.add_argument('--no-moves', action='store_true', help='patterns without a move are fine, as in a database of connections')
    args = parser.parse_args(argv)
    return lint(args.files, not args.no_moves)


def lint(files: list[str], moves: bool = True) -> int:
    """Read files and print what is wrong with them, or how many patterns they have."""
    status = 0
    for name in files:
        try:
            patterns = read_file(name, moves).patterns
        except PatternErrors as errors:
            print(errors, file=sys.stderr)
            count = len(errors.problems)
            print(f'{name}: {count} mistake{"" if count == 1 else "s"}', file=sys.stderr)
            status = 1
        except OSError as error:
            print(f'{name}: {error.strerror}', file=sys.stderr)
            status = 1
        else:
            constraints = sum(pattern.constraint is not None for pattern in patterns)
            print(f'{name}: {len(patterns)} patterns, {constraints} with a constraint')
    return status
