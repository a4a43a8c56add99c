"""``owlgo verify``: a certificate checked again."""
import argparse
import json
import sys

from owlgo.cli.options import FAILURE
from owlgo.engine.core.files import UnfitFile, read_file
from owlgo.engine.core.printable import say

CERTIFICATE_BYTES = 1 << 30
"""Largest certificate, in bytes."""


def parser() -> argparse.ArgumentParser:
    """The options of ``owlgo verify``."""
    p = argparse.ArgumentParser(prog='owlgo verify', allow_abbrev=False,
                                description='Check a certificate with a program that shares nothing with the solver.')
    p.add_argument('file', metavar='FILE')
    p.add_argument('--json', action='store_true', help='print the answer as JSON, and nothing else')
    return p


def checked(certificate: object) -> list[str]:
    """A sentence for each claim of a certificate, or of several in a list.  Raises Refused."""
    from owlgo.engine.solver import open_checker
    from owlgo.engine.solver.checker import Refused, check
    every = certificate if isinstance(certificate, list) else [certificate]
    sentences = []
    for one in every:
        if not isinstance(one, dict):
            raise Refused('not a certificate')
        sentences += open_checker.check_open(one) if one.get('format') == open_checker.OPEN_FORMAT else check(one)
    if not sentences:
        raise Refused('not a certificate')
    return sentences


def main(argv: list[str] | None = None) -> int:
    """``owlgo verify``: 0 if every claim holds, 1 if not."""
    from owlgo.engine.solver.checker import Refused
    args = parser().parse_args(argv)
    try:
        certificate = json.loads(read_file(args.file, CERTIFICATE_BYTES).decode('utf-8'))
        sentences = checked(certificate)
    except OSError as error:
        say(f'owlgo verify: {args.file}: {error.strerror}', sys.stderr)
        return FAILURE
    except UnfitFile as error:
        say(f'owlgo verify: {args.file}: {error}', sys.stderr)
        return FAILURE
    except json.JSONDecodeError as error:
        say(f'owlgo verify: {args.file}: refused: this is no JSON, at line {error.lineno}, column {error.colno}', sys.stderr)
        return FAILURE
    except UnicodeDecodeError as error:
        say(f'owlgo verify: {args.file}: refused: byte {error.start + 1} is no UTF-8', sys.stderr)
        return FAILURE
    except RecursionError:
        say(f'owlgo verify: {args.file}: refused: its lists are nested too deeply', sys.stderr)
        return FAILURE
    except (Refused, ValueError) as error:
        say(f'owlgo verify: {args.file}: refused: {error}', sys.stderr)
        return FAILURE
    print(json.dumps({'file': args.file, 'holds': True, 'claims': sentences}, indent=1) if args.json else '\n'.join(sentences))
    return 0
