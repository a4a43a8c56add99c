"""Rules by name, as servers and graphical programs set them (KataGo's GTP extensions, kgsGtp)."""
import json
from collections.abc import Mapping
from typing import Any

from owlgo.engine.core.named_rules import BONUSES, NAMED_RULES, NamedRules, name_of
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command
from owlgo.gtp.session import Session

TAX = {'AREA': 'NONE', 'TERRITORY': 'SEKI'}
"""The tax by scoring: points in a seki count as area and not as territory."""


@command('kata-set-rules')
def set_rules(session: Session, args: list[str]) -> None:
    """Arguments: a name, or JSON with ko, scoring, suicide, tax, hasButton and whiteHandicapBonus; other keys stay as they are.  The board
    stays.  Names: japanese, korean, chinese, chinese-ogs, chinese-kgs, aga, bga, french, new-zealand, tromp-taylor.  Fails: missing
    rules, unknown rules, unsupported rules; then nothing changes.
    """
    text = ' '.join(args)
    if not text:
        raise GtpError('missing rules')
    session.set_rules(parse(session, text))


def parse(session: Session, text: str) -> NamedRules:
    """Return the rules of a name or of JSON; keys that it lacks stay as in the session.  Raises GtpError."""
    if not text.lstrip().startswith('{'):
        return named(text)
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError('unknown rules: no JSON') from None
    return described(session, found)


def named(text: str) -> NamedRules:
    """Return the rules of a name in any spelling that ``name_of`` reads.  Raises GtpError."""
    try:
        return NAMED_RULES[name_of(text)]
    except ValueError:
        raise GtpError(f'unknown rules: one of {" ".join(NAMED_RULES)}, or JSON') from None


def described(session: Session, found: Mapping[str, Any]) -> NamedRules:
    """Return the rules of a JSON object; keys that it lacks stay as in the session.  Raises GtpError."""
    now = current(session)
    for key, value in found.items():
        if key not in now and key != 'komi':        # friendlyPassOk and komi have no effect.
            raise GtpError(f'unsupported rules: {key}')
        fits = {'ko': value in ('SIMPLE', 'POSITIONAL', 'SITUATIONAL', now['ko']), 'scoring': value in list(TAX),
                'suicide': isinstance(value, bool), 'hasButton': value is False,
                'whiteHandicapBonus': isinstance(value, str) and value in BONUSES}
        if not fits.get(key, True):
            raise GtpError(f'unsupported rules: {key} {value}')
    wanted = {**now, **found}
    if 'tax' in found and found['tax'] != TAX[wanted['scoring']]:
        raise GtpError(f'unsupported rules: tax {found["tax"]} with {wanted["scoring"]}')
    # KataGo has no name for some of our rules, such as no ko rule: set only changes.
    ko, suicide = (wanted[key] if wanted[key] != now[key] else None for key in ('ko', 'suicide'))
    return NamedRules(ko, wanted['scoring'], suicide, found.get('whiteHandicapBonus'))


def current(session: Session) -> dict[str, object]:
    """Return the session's rules in KataGo's words; its ko NONE, no ko rule, is our own word."""
    scoring, bonus = ('AREA', session.bonus) if session.area_scoring else ('TERRITORY', '0')
    return {'friendlyPassOk': True, 'hasButton': False, 'ko': session.ko.upper(), 'scoring': scoring,
            'suicide': session.suicide != 'forbidden', 'tax': TAX[scoring], 'whiteHandicapBonus': bonus}


@command('kata-get-rules', cheap=True)
def get_rules(session: Session, args: list[str]) -> str:
    """Answer: the rules as JSON in KataGo's words.  "whiteHandicapBonus" is White's points for N handicap stones where area counts:
    N, N-1 or 0.
    """
    return json.dumps(current(session), separators=(',', ':'))


@command('kgs-rules')
def kgs_rules(session: Session, args: list[str]) -> None:
    """Arguments: japanese, chinese, aga or new_zealand.  The board stays.  Fails: missing rules, unknown rules."""
    if not args:
        raise GtpError('missing rules')
    names = {'japanese': 'japanese', 'chinese': 'chinese-kgs', 'aga': 'aga', 'new_zealand': 'new-zealand'}
    name = args[0].lower()
    if name not in names:
        raise GtpError(f'unknown rules: one of {" ".join(names)}')
    session.set_rules(named(names[name]))


@command('kgs-game_over', cheap=True)
def kgs_game_over(session: Session, args: list[str]) -> None:
    """Accept the end of the game, without effect.  Fails: never."""
