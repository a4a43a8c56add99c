"""Rules by name, as servers and graphical programs set them (KataGo's GTP extensions, kgsGtp)."""
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command
from owlgo.gtp.session import Session


class Named(NamedTuple):
    """Rules in KataGo's words; None: unchanged."""
    ko: str | None
    scoring: str
    suicide: bool | None = False


NAMED_RULES = {
    'japanese': Named('SIMPLE', 'TERRITORY'), 'korean': Named('SIMPLE', 'TERRITORY'),
    'chinese': Named('SIMPLE', 'AREA'), 'chinese-ogs': Named('POSITIONAL', 'AREA'), 'chinese-kgs': Named('POSITIONAL', 'AREA'),
    'aga': Named('SITUATIONAL', 'AREA'), 'bga': Named('SITUATIONAL', 'AREA'), 'french': Named('SITUATIONAL', 'AREA'),
    'new-zealand': Named('SITUATIONAL', 'AREA', True), 'tromp-taylor': Named('POSITIONAL', 'AREA', True),
}
"""Rules by KataGo's name."""
TAX = {'AREA': 'NONE', 'TERRITORY': 'SEKI'}
"""The tax by scoring: points in a seki count as area and not as territory."""


@command('kata-set-rules')
def set_rules(session: Session, args: list[str]) -> None:
    """Arguments: a name, or JSON with ko, scoring, suicide, tax and hasButton; other keys stay as they are.  The board stays.  Names:
    japanese, korean, chinese, chinese-ogs, chinese-kgs, aga, bga, french, new-zealand, tromp-taylor.  Fails: missing rules, unknown rules,
    unsupported rules; then nothing changes.
    """
    text = ' '.join(args)
    if not text:
        raise GtpError('missing rules')
    if not text.startswith('{'):
        take(session, named(text))
        return
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError('unknown rules: no JSON') from None
    take(session, described(session, found))


def named(text: str) -> Named:
    """Return the rules of a name; underscores and blanks stand for hyphens.  Raises GtpError."""
    name = text.lower().replace('_', '-').replace(' ', '-')
    if name not in NAMED_RULES:
        raise GtpError(f'unknown rules: one of {" ".join(NAMED_RULES)}, or JSON')
    return NAMED_RULES[name]


def described(session: Session, found: Mapping[str, Any]) -> Named:
    """Return the rules of a JSON object; keys that it lacks stay as in the session.  Raises GtpError."""
    now = current(session)
    for key, value in found.items():
        if key not in now and key != 'komi':        # friendlyPassOk, whiteHandicapBonus and komi have no effect.
            raise GtpError(f'unsupported rules: {key}')
        fits = {'ko': value in ('SIMPLE', 'POSITIONAL', 'SITUATIONAL', now['ko']), 'scoring': value in list(TAX),
                'suicide': isinstance(value, bool), 'hasButton': value is False}
        if not fits.get(key, True):
            raise GtpError(f'unsupported rules: {key} {value}')
    wanted = {**now, **found}
    if 'tax' in found and found['tax'] != TAX[wanted['scoring']]:
        raise GtpError(f'unsupported rules: tax {found["tax"]} with {wanted["scoring"]}')
    # KataGo has no name for some of our rules, such as no ko rule: set only changes.
    ko, suicide = (wanted[key] if wanted[key] != now[key] else None for key in ('ko', 'suicide'))
    return Named(ko, wanted['scoring'], suicide)


def take(session: Session, rules: Named) -> None:
    """Set a session's rules; the board stays."""
    from owlgo.engine.core.game import Rules
    if rules.ko is not None:
        session.ko = rules.ko.lower()
    if rules.suicide is not None:
        session.suicide = 'allowed' if rules.suicide else 'forbidden'
    session.chinese = rules.scoring == 'AREA'
    session.game.rules = Rules(session.suicide, session.ko)


def current(session: Session) -> dict[str, object]:
    """Return the session's rules in KataGo's words; its ko NONE, no ko rule, is our own word."""
    scoring = 'AREA' if session.chinese else 'TERRITORY'
    return {'friendlyPassOk': True, 'hasButton': False, 'ko': session.ko.upper(), 'scoring': scoring,
            'suicide': session.suicide != 'forbidden', 'tax': TAX[scoring], 'whiteHandicapBonus': 'N' if session.chinese else '0'}


@command('kata-get-rules', cheap=True)
def get_rules(session: Session, args: list[str]) -> str:
    """Answer: the rules as JSON in KataGo's words.  "whiteHandicapBonus": where area counts White has a point for every handicap stone."""
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
    take(session, named(names[name]))


@command('kgs-game_over', cheap=True)
def kgs_game_over(session: Session, args: list[str]) -> None:
    """Accept the end of the game, without effect.  Fails: never."""
