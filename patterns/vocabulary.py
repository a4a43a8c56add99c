"""The words that patterns may use: helpers of constraints and actions, attributes, and what each of them needs.

Names and meanings are GNU Go's (manual, "Autohelper functions", "Attributes"), so that its users' own files can be read.
"""
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType


class Needs(IntEnum):
    """The lowest room that can answer a helper."""
    BOARD = 0
    READING = 1
    WORMS = 2
    EYES = 3
    OWL = 4
    DRAGONS = 5
    INFLUENCE = 6
    MOVES = 7
    """Move reasons: actions of the move generator."""


@dataclass(frozen=True)
class Helper:
    """A function of constraints."""
    name: str
    opcode: int
    least: int
    """Arguments."""
    most: int
    cost: float
    """What calling it costs, in tactical readings; a property is 0.01, a count 0.05."""
    needs: Needs
    targets: int = 0
    """For play_* helpers: so many of the last arguments are the strings asked about, those before are played in turn."""
    action: bool = False
    """Does something instead of answering."""


MANY = 12
"""The most arguments of a helper that takes any number."""

PROPERTY, COUNT, READING, PAIR, THROUGH, CONNECTION = 0.01, 0.05, 1.0, 3.0, 5.0, 10.0

# name: least and most arguments, cost, needs
_PLAIN: dict[str, tuple[int, int, float, Needs]] = {
    'lib': (1, 1, COUNT, Needs.BOARD),
    'lib2': (1, 1, COUNT, Needs.WORMS),
    'olib': (1, 1, COUNT, Needs.BOARD),
    'xlib': (1, 1, COUNT, Needs.BOARD),
    'ko': (1, 1, PROPERTY, Needs.BOARD),
    'wormsize': (1, 1, PROPERTY, Needs.BOARD),
    'same_string': (2, 2, PROPERTY, Needs.BOARD),
    'o_somewhere': (1, MANY, PROPERTY, Needs.BOARD),
    'x_somewhere': (1, MANY, PROPERTY, Needs.BOARD),
    'legal_omove': (1, 1, PROPERTY, Needs.BOARD),
    'legal_xmove': (1, 1, PROPERTY, Needs.BOARD),
    'x_suicide': (1, 1, PROPERTY, Needs.BOARD),
    'o_suicide': (1, 1, PROPERTY, Needs.BOARD),
    'attack': (1, 1, READING, Needs.READING),
    'defend': (1, 1, READING, Needs.READING),
    'does_attack': (2, 2, READING, Needs.READING),
    'does_defend': (2, 2, READING, Needs.READING),
    'safe_omove': (1, 1, READING, Needs.READING),
    'safe_xmove': (1, 1, READING, Needs.READING),
    'odefend_against': (2, 2, READING, Needs.READING),
    'xdefend_against': (2, 2, READING, Needs.READING),
    'finish_ko_helper': (1, 1, READING, Needs.READING),
    'squeeze_ko_helper': (1, 1, READING, Needs.READING),
    'disconnect_helper': (2, 2, CONNECTION, Needs.READING),
    'effective_size': (1, 1, PROPERTY, Needs.WORMS),
    'potential_cutstone': (1, 1, PROPERTY, Needs.WORMS),
    'distrust_tactics_helper': (1, 1, PROPERTY, Needs.WORMS),
    'owl_escape_value': (1, 1, PROPERTY, Needs.OWL),
    'owl_goal_dragon': (1, 1, PROPERTY, Needs.OWL),
    'owl_eyespace': (1, 1, PROPERTY, Needs.OWL),
    'owl_big_eyespace': (1, 1, PROPERTY, Needs.OWL),
    'owl_mineye': (1, 1, PROPERTY, Needs.OWL),
    'owl_maxeye': (1, 1, PROPERTY, Needs.OWL),
    'owl_proper_eye': (1, 1, PROPERTY, Needs.OWL),
    'owl_eye_size': (1, 1, PROPERTY, Needs.OWL),
    'owl_topological_eye': (2, 2, PROPERTY, Needs.OWL),
    'owl_strong_dragon': (1, 1, PROPERTY, Needs.OWL),
    'owl_lunch': (1, 1, PROPERTY, Needs.OWL),
    'vital_chain': (1, 1, PROPERTY, Needs.OWL),
    'bent_four_helper': (2, 2, PROPERTY, Needs.OWL),
    'obvious_false_oeye': (1, 1, PROPERTY, Needs.EYES),
    'obvious_false_xeye': (1, 1, PROPERTY, Needs.EYES),
    'proper_eye': (1, 1, PROPERTY, Needs.EYES),
    'alive': (1, 1, PROPERTY, Needs.DRAGONS),
    'dead': (1, 1, PROPERTY, Needs.DRAGONS),
    'critical': (1, 1, PROPERTY, Needs.DRAGONS),
    'weak': (1, 1, PROPERTY, Needs.DRAGONS),
    'weakness': (1, 1, PROPERTY, Needs.DRAGONS),
    'dragonsize': (1, 1, PROPERTY, Needs.DRAGONS),
    'same_dragon': (2, 2, PROPERTY, Needs.DRAGONS),
    'is_surrounded': (1, 1, PROPERTY, Needs.DRAGONS),
    'o_alive_somewhere': (1, MANY, PROPERTY, Needs.DRAGONS),
    'x_alive_somewhere': (1, MANY, PROPERTY, Needs.DRAGONS),
    'owl_threatens': (2, 2, CONNECTION, Needs.DRAGONS),
    'seki_helper': (1, 1, PROPERTY, Needs.DRAGONS),
    'xcut': (1, 1, PROPERTY, Needs.DRAGONS),
    'ocut': (1, 1, PROPERTY, Needs.DRAGONS),
    'omoyo': (1, 1, PROPERTY, Needs.INFLUENCE),
    'xmoyo': (1, 1, PROPERTY, Needs.INFLUENCE),
    'oarea': (1, 1, PROPERTY, Needs.INFLUENCE),
    'xarea': (1, 1, PROPERTY, Needs.INFLUENCE),
    'oterri': (1, 1, PROPERTY, Needs.INFLUENCE),
    'xterri': (1, 1, PROPERTY, Needs.INFLUENCE),
    'omoyo_opposite': (1, 1, PROPERTY, Needs.INFLUENCE),
    'x_visible_along_edge': (1, 1, PROPERTY, Needs.BOARD),
    'o_visible_along_edge': (1, 1, PROPERTY, Needs.BOARD),
    'break_mirror_helper': (1, 1, PROPERTY, Needs.MOVES),
    'threaten_to_save_helper': (2, 2, PROPERTY, Needs.MOVES),
}

# name without o or x: strings asked about, cost
_PLAY: dict[str, tuple[int, float]] = {
    'play_attack': (1, READING),
    'play_defend': (1, READING),
    'play_lib': (1, COUNT),
    'play_attack_either': (2, PAIR),
    'play_defend_both': (2, PAIR),
    'play_break_through': (3, THROUGH),
    'play_connect': (2, CONNECTION),
    'play_disconnect': (2, CONNECTION),
}

_ACTIONS: dict[str, tuple[int, int, Needs]] = {
    'amalgamate': (2, 2, Needs.DRAGONS),
    'amalgamate_most_valuable_helper': (3, 3, Needs.DRAGONS),
    'antisuji': (1, 1, Needs.MOVES),
    'replace': (2, 2, Needs.MOVES),
    'backfill_replace': (2, 2, Needs.MOVES),
    'add_connect_move': (2, 2, Needs.MOVES),
    'add_cut_move': (2, 2, Needs.MOVES),
    'threaten_to_save': (1, 1, Needs.MOVES),
    'defend_against_atari': (1, 1, Needs.MOVES),
    'test_attack_either_move': (2, 2, Needs.MOVES),
    'remove_attack': (1, 1, Needs.MOVES),
    'prevent_attack_threat': (1, 1, Needs.MOVES),
}


def _helpers() -> dict[str, Helper]:
    rows = [(name, least, most, cost, needs, 0, False) for name, (least, most, cost, needs) in _PLAIN.items()]
    for name, (targets, cost) in _PLAY.items():
        needs = Needs.BOARD if name == 'play_lib' else Needs.READING
        rows += [(side + name, targets, MANY, cost, needs, targets, False) for side in 'ox']
    rows += [(name, least, most, PROPERTY, needs, 0, True) for name, (least, most, needs) in _ACTIONS.items()]
    return {row[0]: Helper(row[0], number, *row[1:]) for number, row in enumerate(rows)}


HELPERS = MappingProxyType(_helpers())
"""Every helper by name.  Opcodes count from 0."""

CONSTANTS = MappingProxyType({'LOSE': 0, 'KO_B': 1, 'KO_A': 4, 'WIN': 5, 'FALSE': 0, 'TRUE': 1})
"""Names that stand for numbers; results as in ``engine.read.result``."""

ATTRIBUTES = MappingProxyType({
    'none': frozenset[str](),
    'general': frozenset({'value', 'minvalue', 'maxvalue', 'terri', 'minterri', 'maxterri', 'shape', 'followup', 'followup_value',
                          'reverse_followup'}),
    'value_only': frozenset({'value'}),
    'owl_attack': frozenset({'value', 'threatens_to_capture', 'threatens_eye', 'reverse_sente'}),
    'owl_defense': frozenset({'value', 'threatens_to_capture', 'threatens_eye', 'reverse_sente'}),
})
"""Attributes of a pattern by the ``attribute_map`` of its file."""

LABELLED_ATTRIBUTES = frozenset({'threatens_to_capture', 'threatens_eye', 'reverse_sente'})
"""These take a label instead of a number."""

SYMMETRIES = '8|-\\/OX+'
"""Codes of a pattern's own symmetry: how many different orientations it has follows from it."""
ELEMENTS = '.OXox*?!,QY'
"""Symbols of a diagram's points."""
EDGES = '|-+'
