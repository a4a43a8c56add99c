"""``owlgo verify``: check a certificate."""
import argparse
import json
import sys

from owlgo.cli import values
from owlgo.cli.options import Exit
from owlgo.engine.checker.check import check
from owlgo.engine.checker.rules import Refused
from owlgo.engine.core.files import read_file
from owlgo.engine.core.printable import say

MOST_DIGITS = 20
"""Digits of a whole number, of which a certificate counts positions at most."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo verify', allow_abbrev=False,
                                description='Check a certificate with a program that shares nothing with the solver.')
    p.add_argument('file', type=values.file_name, metavar='FILE')
    p.add_argument('--json', action='store_true', help='print the answer as JSON, and nothing else')
    return p


def claims(text: bytes) -> list[str]:
    """Check the certificates in a JSON text; return a sentence for each claim.  Raises ValueError with the reason for a refusal."""
    try:
        return check(json.loads(text.decode('utf-8'), object_pairs_hook=_object, parse_int=_whole))
    except json.JSONDecodeError as error:
        reason = f'this is no JSON, at line {error.lineno}, column {error.colno}'
    except UnicodeDecodeError as error:
        reason = f'byte {error.start + 1} is no UTF-8'
    except RecursionError:
        reason = 'its lists are nested too deeply'
    except (Refused, ValueError) as error:
        reason = str(error)
    raise ValueError(f'refused: {reason}')


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object, in which no key may stand twice.  Raises Refused."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused('a key stands twice in an object')
    return found


def _whole(digits: str) -> int:
    """Return a whole number.  Raises Refused for one of more digits than any certificate has, which Python may not convert."""
    if len(digits) > MOST_DIGITS:
        raise Refused(f'a number has {len(digits):,} digits')
    return int(digits)


def main(argv: list[str] | None = None) -> int:
    """``owlgo verify``: return 0 if every claim holds, else 1."""
    args = parser().parse_args(argv)
    sentences, reason = list[str](), ''
    try:
        sentences = claims(read_file(args.file, 1 << 30))
    except OSError as error:
        reason = str(error.strerror)
    except ValueError as error:
        reason = str(error)
    if reason:
        say(f'owlgo verify: {args.file}: {reason}', sys.stderr)
    if args.json:
        print(json.dumps({'file': args.file, 'holds': not reason, 'claims': sentences, **({'reason': reason} if reason else {})}, indent=1))
    elif not reason:
        print('\n'.join(sentences))
    return Exit.FAILURE if reason else 0
