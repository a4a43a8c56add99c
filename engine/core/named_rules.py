"""Rule sets by the names that servers, graphical programs and game records give them."""
import re
from typing import NamedTuple

from owlgo.engine.core.printable import shortened

BONUSES = ('N', 'N-1', '0')
"""White's points for N handicap stones where area counts."""


class NamedRules(NamedTuple):
    """Rules in KataGo's words; None: unchanged."""
    ko: str | None
    scoring: str
    """AREA or TERRITORY."""
    suicide: bool | None = False
    bonus: str | None = 'N'
    """One of BONUSES."""


NAMED_RULES = {
    'japanese': NamedRules('SIMPLE', 'TERRITORY'), 'korean': NamedRules('SIMPLE', 'TERRITORY'),
    'chinese': NamedRules('SIMPLE', 'AREA'), 'chinese-ogs': NamedRules('POSITIONAL', 'AREA'),
    'chinese-kgs': NamedRules('POSITIONAL', 'AREA'),
    'aga': NamedRules('SITUATIONAL', 'AREA', bonus='N-1'), 'bga': NamedRules('SITUATIONAL', 'AREA', bonus='N-1'),
    'french': NamedRules('SITUATIONAL', 'AREA', bonus='N-1'),
    'new-zealand': NamedRules('SITUATIONAL', 'AREA', True, '0'), 'tromp-taylor': NamedRules('POSITIONAL', 'AREA', True, '0'),
}
"""Rules by KataGo's name."""
ALIASES = {'jp': 'japanese', 'japan': 'japanese', 'kr': 'korean', 'korea': 'korean', 'cn': 'chinese', 'china': 'chinese',
           'nz': 'new-zealand', 'newzealand': 'new-zealand', 'tt': 'tromp-taylor',
           'tromptaylor': 'tromp-taylor', 'ogs': 'chinese-ogs', 'us': 'aga'}
"""Other names that game records use."""
NEAREST = {'goe': 'tromp-taylor', 'ing': 'tromp-taylor'}
"""Rules of game records that are followed but for details, here Ing's about kos, by the rules that are."""


def name_of(text: str) -> str:
    """Return the name in NAMED_RULES of rules that a user or a game record names in any spelling.  Raises ValueError."""
    words = _words(text)
    name = ALIASES.get(words.replace('-', ''), words)
    if name not in NAMED_RULES:
        raise ValueError(f'unknown rules {shortened(text)!r}: one of {" ".join(NAMED_RULES)}')
    return name


def nearest(text: str) -> str | None:
    """Return the name of the rules nearest to those that a game record names, if these are known but not in NAMED_RULES."""
    return NEAREST.get(_words(text))


def _words(text: str) -> str:
    return re.sub(r'[\s_-]+', '-', text.strip().lower()).removesuffix('-rules').removesuffix('-rule')


def compensation(bonus: str, handicap: int) -> int:
    """Return White's points where area counts for this many handicap stones; a handicap of one is no stone."""
    return {'N': handicap, 'N-1': handicap - 1, '0': 0}[bonus] if handicap > 1 else 0
