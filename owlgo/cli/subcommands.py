"""The subcommands of ``owlgo``: purpose, options, and how to run them.  This imports nothing heavy."""
import argparse
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple


class Subcommand(NamedTuple):
    """A subcommand, with the names of its functions: their module is imported when it runs."""
    what: str
    module: str
    parser: str = 'parser'
    run: str = 'main'


SUBCOMMANDS = {
    'explain': Subcommand('why a dragon lives or dies', 'owlgo.cli.main', 'explain_parser', 'explain_main'),
    'review': Subcommand('whole games: what was missed, what was lost', 'owlgo.cli.review'),
    'solve': Subcommand('prove what becomes of a dragon that is closed in', 'owlgo.cli.solve'),
    'verify': Subcommand('check a certificate of such a proof', 'owlgo.cli.verify'),
    'warm': Subcommand('compile everything ahead', 'owlgo.regress.bench', 'warm_parser', 'warm_main'),
    'match': Subcommand('games against another engine', 'owlgo.regress.match', run='match_main'),
    'patterns': Subcommand('tools for pattern databases', 'owlgo.cli.pattern_tools'),
    'regress': Subcommand('run regression suites', 'owlgo.regress.runner'),
    'learn': Subcommand('learn shapes from game records', 'owlgo.regress.train.learning'),
    'bench': Subcommand('speeds, and node counts', 'owlgo.regress.bench', 'bench_parser', 'bench_main'),
    'perft': Subcommand('counts that any board must agree on', 'owlgo.regress.bench', 'perft_parser', 'perft_main'),
    'audit-static-eyes': Subcommand('static eye recognition against exact values', 'owlgo.regress.eye_audit'),
    'completion': Subcommand('a script that completes options in bash, zsh or fish', 'owlgo.cli.completion'),
    'man': Subcommand('the manual page, as roff', 'owlgo.cli.manual'),
}


def summary() -> str:
    """The subcommands with what they do, a line each."""
    return '\n'.join(['subcommands (each takes --help):', *(f'  {name:<20}{one.what}' for name, one in SUBCOMMANDS.items())])


def parser_of(name: str) -> argparse.ArgumentParser:
    """The options of a subcommand."""
    build: Callable[[], argparse.ArgumentParser] = getattr(import_module(SUBCOMMANDS[name].module), SUBCOMMANDS[name].parser)
    return build()


def run(name: str, argv: list[str]) -> int:
    """Run a subcommand; returns the exit status."""
    main: Callable[[list[str]], int] = getattr(import_module(SUBCOMMANDS[name].module), SUBCOMMANDS[name].run)
    return main(argv)
