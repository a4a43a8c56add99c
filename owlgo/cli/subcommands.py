"""The subcommands of ``owlgo``: purpose, parser and function.  The import is cheap."""
import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from owlgo.engine.core.printable import say


class Subcommand(NamedTuple):
    """A subcommand with the names of its functions; their module is imported when it runs."""
    what: str
    module: str
    parser: str = 'parser'
    run: str = 'main'


SUBCOMMANDS = {
    'explain': Subcommand('why a dragon lives or dies', 'owlgo.cli.main', 'explain_parser', 'explain_main'),
    'review': Subcommand('whole games: what was missed, what was lost', 'owlgo.cli.review'),
    'analysis': Subcommand("answer KaTrain and others in KataGo's analysis protocol", 'owlgo.serve.analysis'),
    'score': Subcommand('count finished games by every set of rules', 'owlgo.cli.score'),
    'solve': Subcommand('prove what becomes of a dragon that is closed in', 'owlgo.cli.solve'),
    'problems': Subcommand("check a collection's answers, by proofs", 'owlgo.cli.problems'),
    'web': Subcommand('a page to click, in the browser', 'owlgo.serve.web'),
    'mcp': Subcommand('answer language models: a Model Context Protocol server', 'owlgo.serve.mcp_server'),
    'verify': Subcommand('check a certificate of such a proof', 'owlgo.cli.verify'),
    'warm': Subcommand('compile everything ahead', 'owlgo.regress.bench', 'warm_parser', 'warm_main'),
    'match': Subcommand('games against another engine', 'owlgo.regress.match', run='match_main'),
    'patterns': Subcommand('tools for pattern databases', 'owlgo.cli.pattern_tools'),
    'regress': Subcommand('run regression suites', 'owlgo.regress.runner'),
    'learn': Subcommand('learn shapes from game records (in a checkout)', 'owlgo.regress.train.learning'),
    'bench': Subcommand('speeds, and node counts', 'owlgo.regress.bench', 'bench_parser', 'bench_main'),
    'perft': Subcommand('counts that any board must agree on', 'owlgo.regress.bench', 'perft_parser', 'perft_main'),
    'audit-static-eyes': Subcommand('static eye recognition against exact values (in a checkout)', 'owlgo.regress.train.eye_audit'),
    'completion': Subcommand('a script that completes options in bash, zsh or fish', 'owlgo.cli.completion'),
    'man': Subcommand('the manual page, as roff', 'owlgo.cli.manual'),
}
"""Subcommands by name."""


def summary() -> str:
    """List the subcommands and their purposes, a line each."""
    return '\n'.join(['subcommands (each takes --help):', *(f'  {name:<20}{one.what}' for name, one in SUBCOMMANDS.items())])


def is_installed(name: str) -> bool:
    """Return whether a subcommand's package is here: wheels do without ``owlgo.regress.train``."""
    return find_spec(SUBCOMMANDS[name].module.rpartition('.')[0]) is not None


def parser_of(name: str) -> argparse.ArgumentParser:
    """Return the parser of a subcommand."""
    build: Callable[[], argparse.ArgumentParser] = getattr(import_module(SUBCOMMANDS[name].module), SUBCOMMANDS[name].parser)
    return build()


def run(name: str, argv: list[str]) -> int:
    """Run a subcommand; return the exit status."""
    if not is_installed(name):
        say(f'owlgo: {name} works in a checkout of OwlGo only', sys.stderr)
        return 1
    main: Callable[[list[str]], int] = getattr(import_module(SUBCOMMANDS[name].module), SUBCOMMANDS[name].run)
    return main(argv)
