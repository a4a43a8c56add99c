"""Vocabulary of patterns: helpers of constraints and actions, attributes, symbols, and what each of them needs.

Names and meanings are GNU Go's (manual, "Autohelper functions", "Attributes"), so that its users' own files can be read.
"""
from dataclasses import dataclass
from types import MappingProxyType

from owlgo.engine.core.facts import Kind


@dataclass(frozen=True)
class Helper:
    """A function that constraints and actions can call."""
    name: str
    opcode: int
    least: int
    """Fewest arguments."""
    most: int
    """Most arguments."""
    cost: float
    """Cost of a call, in tactical readings."""
    needs: Kind
    """The kind of facts that it asks for."""
    targets: int = 0
    """For ``play_`` helpers: how many arguments at the end name strings to read; the arguments before them are moves in turn."""
    action: bool = False
    """Whether it is an action of a pattern, not a question."""


MOST_ARGUMENTS = 12
"""Most arguments of a helper that takes any number of them."""


class Cost:
    """Cost of a call, in tactical readings."""
    PROPERTY, COUNT, READING, CONNECTION = 0.01, 0.05, 1.0, 10.0


_PLAIN: tuple[tuple[int, int, float, Kind, str], ...] = (
    (1, 1, Cost.COUNT, Kind.BOARD, 'lib lib2 olib xlib'),
    (1, 1, Cost.PROPERTY, Kind.BOARD, 'ko wormsize'),
    (2, 2, Cost.PROPERTY, Kind.BOARD, 'same_string'),
    (1, MOST_ARGUMENTS, Cost.PROPERTY, Kind.BOARD, 'o_somewhere x_somewhere'),
    (1, 1, Cost.PROPERTY, Kind.BOARD, 'legal_omove legal_xmove x_suicide o_suicide'),
    (1, 1, Cost.READING, Kind.READING, 'attack defend'),
    (2, 2, Cost.READING, Kind.READING, 'does_attack does_defend'),
    (1, 1, Cost.READING, Kind.READING, 'safe_omove safe_xmove'),
    (2, 2, Cost.READING, Kind.READING, 'odefend_against xdefend_against'),
    (1, 1, Cost.READING, Kind.READING, 'finish_ko_helper squeeze_ko_helper'),
    (2, 2, Cost.CONNECTION, Kind.READING, 'disconnect_helper'),
    (1, 1, Cost.PROPERTY, Kind.WORMS, 'effective_size potential_cutstone'),
    (1, 1, Cost.READING, Kind.READING, 'distrust_tactics_helper'),
    (1, 1, Cost.PROPERTY, Kind.ESCAPE, 'owl_escape_value'),
    (1, 1, Cost.PROPERTY, Kind.GOAL, 'owl_goal_dragon'),
    (1, 1, Cost.PROPERTY, Kind.OWL_EYES, 'owl_eyespace owl_big_eyespace owl_mineye owl_maxeye owl_proper_eye owl_eye_size'),
    (2, 2, Cost.PROPERTY, Kind.HALF_EYES, 'owl_topological_eye'),
    (1, 1, Cost.PROPERTY, Kind.FRIENDS, 'owl_strong_dragon'),
    (1, 1, Cost.PROPERTY, Kind.LUNCHES, 'owl_lunch vital_chain'),
    (1, 2, Cost.PROPERTY, Kind.BOARD, 'bent_four_helper'),
    (1, 1, Cost.COUNT, Kind.READING, 'obvious_false_oeye obvious_false_xeye'),
    (1, 1, Cost.PROPERTY, Kind.EYES, 'proper_eye'),
    (1, 1, Cost.PROPERTY, Kind.DRAGONS, 'alive dead critical weak weakness dragonsize'),
    (2, 2, Cost.PROPERTY, Kind.DRAGONS, 'same_dragon'),
    (1, 1, Cost.PROPERTY, Kind.DRAGONS, 'is_surrounded'),
    (1, MOST_ARGUMENTS, Cost.PROPERTY, Kind.DRAGONS, 'o_alive_somewhere x_alive_somewhere'),
    (2, 2, Cost.CONNECTION, Kind.MOVES, 'owl_threatens'),
    (1, 1, Cost.PROPERTY, Kind.MOVES, 'seki_helper'),
    (1, 1, Cost.PROPERTY, Kind.CUTS, 'xcut ocut'),
    (1, 1, Cost.PROPERTY, Kind.INFLUENCE, 'omoyo xmoyo oarea xarea oterri xterri'),
    (1, 1, Cost.PROPERTY, Kind.MOVES, 'omoyo_opposite x_visible_along_edge o_visible_along_edge break_mirror_helper'),
    (1, 2, Cost.PROPERTY, Kind.MOVES, 'threaten_to_save_helper'),
)
"""Helpers that play no moves: fewest and most arguments, cost, kind of facts, names."""

_PLAY: dict[str, tuple[int, float]] = {
    'play_attack': (1, Cost.READING),
    'play_defend': (1, Cost.READING),
    'play_lib': (1, Cost.COUNT),
    'play_attack_either': (2, 3.0),
    'play_defend_both': (2, 3.0),
    'play_break_through': (3, 5.0),
    'play_connect': (2, Cost.CONNECTION),
    'play_disconnect': (2, Cost.CONNECTION),
}
"""For each ``play_`` helper, by its name without o or x: the number of strings that it reads, and its cost."""

_ACTIONS: tuple[tuple[int, int, Kind, str], ...] = (
    (2, 2, Kind.DRAGONS, 'amalgamate'),
    (3, 3, Kind.DRAGONS, 'amalgamate_most_valuable_helper'),
    (1, 1, Kind.MOVES, 'antisuji'),
    (2, 2, Kind.MOVES, 'replace backfill_replace add_connect_move add_cut_move'),
    (1, 1, Kind.MOVES, 'threaten_to_save defend_against_atari'),
    (2, 2, Kind.MOVES, 'test_attack_either_move'),
    (1, 1, Kind.MOVES, 'remove_attack prevent_attack_threat'),
)
"""Actions: fewest and most arguments, kind of facts, names."""


def _helpers() -> dict[str, Helper]:
    # GNU Go's own files give some names in _helper more points than they need.
    rows = [(name, least, MOST_ARGUMENTS if name.endswith('_helper') else most, cost, needs, 0, False)
            for least, most, cost, needs, names in _PLAIN for name in names.split()]
    for name, (targets, cost) in _PLAY.items():
        needs = Kind.BOARD if name == 'play_lib' else Kind.READING
        rows += [(side + name, targets, MOST_ARGUMENTS, cost, needs, targets, False) for side in 'ox']
    rows += [(name, least, most, Cost.PROPERTY, needs, 0, True) for least, most, needs, names in _ACTIONS for name in names.split()]
    return {row[0]: Helper(row[0], number, *row[1:]) for number, row in enumerate(rows)}


HELPERS = MappingProxyType(_helpers())
"""Helpers by name; opcodes count from 0."""

CONSTANTS = MappingProxyType({'LOSE': 0, 'KO_B': 1, 'KO_A': 4, 'WIN': 5, 'FALSE': 0, 'TRUE': 1})
"""Named numbers; results as in ``engine.core.result``."""

LABELLED_ATTRIBUTES = frozenset({'threatens_to_capture', 'threatens_eye', 'reverse_sente'})
"""Attributes that take a label instead of a number."""
ATTRIBUTES = MappingProxyType({
    'none': frozenset[str](),
    'general': frozenset({'value', 'minvalue', 'maxvalue', 'terri', 'minterri', 'maxterri', 'shape', 'followup', 'followup_value',
                          'reverse_followup'}),
    'value_only': frozenset({'value'}),
    'owl_attack': frozenset({'value'}) | LABELLED_ATTRIBUTES,
    'owl_defense': frozenset({'value'}) | LABELLED_ATTRIBUTES,
})
"""Attributes of a pattern by the ``attribute_map`` of its file."""

ORIENTATIONS = {'8': (0, 1, 2, 3, 4, 5, 6, 7), '|': (0, 3, 5, 6), '-': (0, 3, 5, 6), '\\': (0, 3, 5, 6), '/': (0, 3, 5, 6),
                'O': (0, 1, 4, 5), 'X': (0, 5), '+': (0, 5)}
"""Orientations to try by symmetry code.  Bit 0 mirrors columns, bit 1 rows, bit 2 swaps the two: 3, 5 and 6 are turns."""

ELEMENTS, EDGES = '.OXox*?!,QY', '|-+'
"""Symbols of a diagram's points, and of its edges."""
