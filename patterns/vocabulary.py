"""The words that patterns may use: helpers of constraints and actions, attributes, and what each of them needs.

Names and meanings are GNU Go's (manual, "Autohelper functions", "Attributes"), so that its users' own files can be read.
"""
from dataclasses import dataclass
from types import MappingProxyType

from owlgo.engine.core.facts import Kind


@dataclass(frozen=True)
class Helper:
    """A function of constraints."""
    name: str
    opcode: int
    least: int
    """Arguments."""
    most: int
    cost: float
    """Cost of a call, in tactical readings; a property is 0.01, a count 0.05."""
    needs: Kind
    """Which facts it asks for."""
    targets: int = 0
    """For play_* helpers: so many of the last arguments are the strings asked about, those before are played in turn."""
    action: bool = False
    """Does something instead of answering."""


MOST_ARGUMENTS = 12
"""Arguments of a helper that takes any number."""

PROPERTY, COUNT, READING, PAIR, THROUGH, CONNECTION = 0.01, 0.05, 1.0, 3.0, 5.0, 10.0

# name: least and most arguments, cost, needs
_PLAIN: dict[str, tuple[int, int, float, Kind]] = {
    'lib': (1, 1, COUNT, Kind.BOARD),
    'lib2': (1, 1, COUNT, Kind.BOARD),
    'olib': (1, 1, COUNT, Kind.BOARD),
    'xlib': (1, 1, COUNT, Kind.BOARD),
    'ko': (1, 1, PROPERTY, Kind.BOARD),
    'wormsize': (1, 1, PROPERTY, Kind.BOARD),
    'same_string': (2, 2, PROPERTY, Kind.BOARD),
    'o_somewhere': (1, MOST_ARGUMENTS, PROPERTY, Kind.BOARD),
    'x_somewhere': (1, MOST_ARGUMENTS, PROPERTY, Kind.BOARD),
    'legal_omove': (1, 1, PROPERTY, Kind.BOARD),
    'legal_xmove': (1, 1, PROPERTY, Kind.BOARD),
    'x_suicide': (1, 1, PROPERTY, Kind.BOARD),
    'o_suicide': (1, 1, PROPERTY, Kind.BOARD),
    'attack': (1, 1, READING, Kind.READING),
    'defend': (1, 1, READING, Kind.READING),
    'does_attack': (2, 2, READING, Kind.READING),
    'does_defend': (2, 2, READING, Kind.READING),
    'safe_omove': (1, 1, READING, Kind.READING),
    'safe_xmove': (1, 1, READING, Kind.READING),
    'odefend_against': (2, 2, READING, Kind.READING),
    'xdefend_against': (2, 2, READING, Kind.READING),
    'finish_ko_helper': (1, 1, READING, Kind.READING),
    'squeeze_ko_helper': (1, 1, READING, Kind.READING),
    'disconnect_helper': (2, 2, CONNECTION, Kind.READING),
    'effective_size': (1, 1, PROPERTY, Kind.WORMS),
    'potential_cutstone': (1, 1, PROPERTY, Kind.WORMS),
    'distrust_tactics_helper': (1, 1, READING, Kind.READING),
    'owl_escape_value': (1, 1, PROPERTY, Kind.ESCAPE),
    'owl_goal_dragon': (1, 1, PROPERTY, Kind.GOAL),
    'owl_eyespace': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_big_eyespace': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_mineye': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_maxeye': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_proper_eye': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_eye_size': (1, 1, PROPERTY, Kind.OWL_EYES),
    'owl_topological_eye': (2, 2, PROPERTY, Kind.HALF_EYES),
    'owl_strong_dragon': (1, 1, PROPERTY, Kind.FRIENDS),
    'owl_lunch': (1, 1, PROPERTY, Kind.LUNCHES),
    'vital_chain': (1, 1, PROPERTY, Kind.LUNCHES),
    'bent_four_helper': (1, 2, PROPERTY, Kind.BOARD),
    'obvious_false_oeye': (1, 1, COUNT, Kind.READING),
    'obvious_false_xeye': (1, 1, COUNT, Kind.READING),
    'proper_eye': (1, 1, PROPERTY, Kind.EYES),
    'alive': (1, 1, PROPERTY, Kind.DRAGONS),
    'dead': (1, 1, PROPERTY, Kind.DRAGONS),
    'critical': (1, 1, PROPERTY, Kind.DRAGONS),
    'weak': (1, 1, PROPERTY, Kind.DRAGONS),
    'weakness': (1, 1, PROPERTY, Kind.DRAGONS),
    'dragonsize': (1, 1, PROPERTY, Kind.DRAGONS),
    'same_dragon': (2, 2, PROPERTY, Kind.DRAGONS),
    'is_surrounded': (1, 1, PROPERTY, Kind.DRAGONS),
    'o_alive_somewhere': (1, MOST_ARGUMENTS, PROPERTY, Kind.DRAGONS),
    'x_alive_somewhere': (1, MOST_ARGUMENTS, PROPERTY, Kind.DRAGONS),
    'owl_threatens': (2, 2, CONNECTION, Kind.MOVES),
    'seki_helper': (1, 1, PROPERTY, Kind.MOVES),
    'xcut': (1, 1, PROPERTY, Kind.CUTS),
    'ocut': (1, 1, PROPERTY, Kind.CUTS),
    'omoyo': (1, 1, PROPERTY, Kind.INFLUENCE),
    'xmoyo': (1, 1, PROPERTY, Kind.INFLUENCE),
    'oarea': (1, 1, PROPERTY, Kind.INFLUENCE),
    'xarea': (1, 1, PROPERTY, Kind.INFLUENCE),
    'oterri': (1, 1, PROPERTY, Kind.INFLUENCE),
    'xterri': (1, 1, PROPERTY, Kind.INFLUENCE),
    'omoyo_opposite': (1, 1, PROPERTY, Kind.MOVES),
    'x_visible_along_edge': (1, 1, PROPERTY, Kind.MOVES),
    'o_visible_along_edge': (1, 1, PROPERTY, Kind.MOVES),
    'break_mirror_helper': (1, 1, PROPERTY, Kind.MOVES),
    'threaten_to_save_helper': (1, 2, PROPERTY, Kind.MOVES),
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

_ACTIONS: dict[str, tuple[int, int, Kind]] = {
    'amalgamate': (2, 2, Kind.DRAGONS),
    'amalgamate_most_valuable_helper': (3, 3, Kind.DRAGONS),
    'antisuji': (1, 1, Kind.MOVES),
    'replace': (2, 2, Kind.MOVES),
    'backfill_replace': (2, 2, Kind.MOVES),
    'add_connect_move': (2, 2, Kind.MOVES),
    'add_cut_move': (2, 2, Kind.MOVES),
    'threaten_to_save': (1, 1, Kind.MOVES),
    'defend_against_atari': (1, 1, Kind.MOVES),
    'test_attack_either_move': (2, 2, Kind.MOVES),
    'remove_attack': (1, 1, Kind.MOVES),
    'prevent_attack_threat': (1, 1, Kind.MOVES),
}


def _helpers() -> dict[str, Helper]:
    # GNU Go's files write some names in _helper as they please: the points after the first ones do not matter here.
    rows = [(name, least, MOST_ARGUMENTS if name.endswith('_helper') else most, cost, needs, 0, False)
            for name, (least, most, cost, needs) in _PLAIN.items()]
    for name, (targets, cost) in _PLAY.items():
        needs = Kind.BOARD if name == 'play_lib' else Kind.READING
        rows += [(side + name, targets, MOST_ARGUMENTS, cost, needs, targets, False) for side in 'ox']
    rows += [(name, least, most, PROPERTY, needs, 0, True) for name, (least, most, needs) in _ACTIONS.items()]
    return {row[0]: Helper(row[0], number, *row[1:]) for number, row in enumerate(rows)}


HELPERS = MappingProxyType(_helpers())
"""Every helper by name.  Opcodes count from 0."""

CONSTANTS = MappingProxyType({'LOSE': 0, 'KO_B': 1, 'KO_A': 4, 'WIN': 5, 'FALSE': 0, 'TRUE': 1})
"""Names that stand for numbers; results as in ``engine.core.result``."""

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
