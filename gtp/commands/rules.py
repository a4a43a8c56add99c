"""Rules by name, as servers and graphical programs set them (KataGo's GTP extensions, kgsGtp)."""
import json
from typing import NamedTuple

from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command
from owlgo.gtp.session import Session

AREA, TERRITORY = 'AREA', 'TERRITORY'


class Named(NamedTuple):
    """What rules say, in KataGo's words; None: as it is."""
    ko: str | None
    scoring: str
    suicide: bool | None = False


NAMED = {
    'japanese': Named('SIMPLE', TERRITORY), 'korean': Named('SIMPLE', TERRITORY),
    'chinese': Named('SIMPLE', AREA), 'chinese-ogs': Named('POSITIONAL', AREA), 'chinese-kgs': Named('POSITIONAL', AREA),
    'aga': Named('SITUATIONAL', AREA), 'bga': Named('SITUATIONAL', AREA), 'french': Named('SITUATIONAL', AREA),
    'new-zealand': Named('SITUATIONAL', AREA, True), 'tromp-taylor': Named('POSITIONAL', AREA, True),
}
KGS = {'japanese': 'japanese', 'chinese': 'chinese-kgs', 'aga': 'aga', 'new_zealand': 'new-zealand'}
KO = {'SIMPLE': 'simple', 'POSITIONAL': 'positional', 'SITUATIONAL': 'situational'}
TAX = {AREA: 'NONE', TERRITORY: 'SEKI'}
"""Points in a seki: they count as area and not as territory."""
FREE = ('friendlyPassOk', 'whiteHandicapBonus', 'komi')
"""What a description of rules may say without effect: ``kata-get-rules`` tells what is done."""


@command('kata-set-rules')
def set_rules(session: Session, args: list[str]) -> str:
    """Arguments: a name, or JSON with ko, scoring, suicide, tax and hasButton, those left out as they are.  The board stays.  Names:
    japanese, korean, chinese, chinese-ogs, chinese-kgs, aga, bga, french, new-zealand, tromp-taylor.

    Fails: missing rules, unknown rules, and for what is not offered: unsupported rules; nothing has changed then.
    """
    text = ' '.join(args)
    if not text:
        raise GtpError('missing rules')
    _take(session, _described(session, text) if text.startswith('{') else _of(text.lower().replace('_', '-')))
    return ''


def _of(name: str) -> Named:
    if name not in NAMED:
        raise GtpError(f'unknown rules: one of {" ".join(NAMED)}, or JSON')
    return NAMED[name]


def _described(session: Session, text: str) -> Named:
    """The rules that JSON describes."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise GtpError('unknown rules: no JSON') from None
    now = current(session)
    for key, value in found.items():
        if key not in now and key not in FREE:
            raise GtpError(f'unsupported rules: {key}')
        fits = {'ko': value in (*KO, now['ko']), 'scoring': value in list(TAX),
                'suicide': isinstance(value, bool), 'hasButton': value is False}
        if not fits.get(key, True):
            raise GtpError(f'unsupported rules: {key} {value}')
    wanted = {**now, **found}
    if 'tax' in found and found['tax'] != TAX[wanted['scoring']]:
        raise GtpError(f'unsupported rules: tax {found["tax"]} with {wanted["scoring"]}')
    # Our own rules, such as no ko, have no names there: what does not change is not set.
    ko, suicide = (wanted[key] if wanted[key] != now[key] else None for key in ('ko', 'suicide'))
    return Named(ko, wanted['scoring'], suicide)


def _take(session: Session, rules: Named) -> None:
    """Play by these rules from now on."""
    from owlgo.engine.core.game import Rules
    if rules.ko is not None:
        session.ko = KO[rules.ko]
    if rules.suicide is not None:
        session.suicide = 'allowed' if rules.suicide else 'forbidden'
    session.chinese = rules.scoring == AREA
    session.game.rules = Rules(session.suicide, session.ko)


def current(session: Session) -> dict[str, object]:
    """The session's rules in KataGo's words; ko NONE, where nothing is forbidden, is our own."""
    scoring = AREA if session.chinese else TERRITORY
    return {'friendlyPassOk': True, 'hasButton': False, 'ko': session.ko.upper(), 'scoring': scoring,
            'suicide': session.suicide != 'forbidden', 'tax': TAX[scoring], 'whiteHandicapBonus': 'N' if session.chinese else '0'}


@command('kata-get-rules', cheap=True)
def get_rules(session: Session, args: list[str]) -> str:
    """Answer: the rules as JSON in KataGo's words.  "whiteHandicapBonus": where area counts White has a point for every handicap stone."""
    return json.dumps(current(session), separators=(',', ':'))


@command('kgs-rules')
def kgs_rules(session: Session, args: list[str]) -> str:
    """Arguments: japanese, chinese, aga or new_zealand.  The board stays.  Fails: missing rules, unknown rules."""
    if not args:
        raise GtpError('missing rules')
    name = args[0].lower()
    if name not in KGS:
        raise GtpError(f'unknown rules: one of {" ".join(KGS)}')
    _take(session, _of(KGS[name]))
    return ''


@command('kgs-game_over', cheap=True)
def kgs_game_over(session: Session, args: list[str]) -> str:
    """Says that the game is over, for which nothing is to be done.  Fails: never."""
    return ''
