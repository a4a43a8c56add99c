"""JSON schemas of the tools of ``owlgo mcp``, and the check of arguments by them."""
from collections.abc import Mapping
from typing import Any

from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.points import MAX_SIZE
from owlgo.engine.core.printable import shortened

Schema = dict[str, Any]
"""A JSON schema, or a part of one."""
MOST_TEXT = 1_000_000
"""Longest text of an argument, in characters."""
MOST_SECONDS, MOST_REVIEW_SECONDS = 600, 3600
"""Longest time budgets, in seconds."""
MOST_NODES, STANDARD_NODES = 100_000_000, 2_000_000
"""Largest and standard number of positions for each of the two verdicts of a proof."""
MOST_NAME, MOST_STONES = 255, MAX_SIZE * MAX_SIZE
"""Longest file name, in characters; most stones of a list."""

VERTEX: Schema = {'type': 'string', 'maxLength': 10}
POSITION: Schema = {
    'sgf': {'type': 'string', 'maxLength': MOST_TEXT,
            'description': 'The position as the text of an SGF game record; its main line is read.'},
    'file': {'type': 'string', 'maxLength': MOST_NAME,
             'description': 'The position as the name of an SGF file in the folder that the server was started with.'},
    'until': {'type': ['integer', 'string'], 'minimum': 1, 'maximum': 100_000, 'maxLength': 10,
              'description': 'With sgf or file: stop before this move number, or before the first move at this vertex. 1 is the position '
                             'before the first move. Default: the end of the record, but the start of a problem that comes with its '
                             'solution as variations.'},
    'diagram': {'type': 'string', 'maxLength': 10_000,
                'description': 'The position as a drawing of the whole board, a line for each row from the top: X black, O white, a dot '
                               'empty. Spaces and coordinates may stand in it.'},
    'black': {'type': 'array', 'items': VERTEX, 'maxItems': MOST_STONES,
              'description': 'The position as a list of Black\'s stones, such as ["C3", "D4"]; columns are A to Z without I, row 1 is the '
                             'lowest.'},
    'white': {'type': 'array', 'items': VERTEX, 'maxItems': MOST_STONES, 'description': "White's stones, with black."},
    'size': {'type': 'integer', 'minimum': 1, 'maximum': MAX_SIZE, 'description': 'Board size, with black and white (default 19).'},
    'to_move': {'type': 'string', 'enum': ['black', 'white'],
                'description': "The side to move (default: the record's; Black for a diagram or list)."},
}
"""Arguments that give the position.  The schema does not say that exactly one way must be used: many clients read no ``oneOf``."""
RECORD: Schema = {name: POSITION[name] for name in ('sgf', 'file')}
DRAGON: Schema = {'vertex': {**VERTEX, 'description': 'Any stone of the dragon (group) in question, such as "C7".'}}
LEVEL: Schema = {'level': {'type': 'integer', 'minimum': 0, 'maximum': MAX_LEVEL,
                           'description': f'How much is read, 0 to {MAX_LEVEL} (default {STANDARD_LEVEL}).'}}


def seconds(standard: int, most: int = MOST_SECONDS) -> Schema:
    """Return the schema of a time budget."""
    return {'seconds': {'type': 'number', 'minimum': 1, 'maximum': most, 'default': standard,
                        'description': f'Time budget in seconds (default {standard}, at most {most}).'}}


def arguments(properties: Schema, *required: str) -> Schema:
    """Return the schema of a tool's arguments."""
    return {'type': 'object', 'properties': properties, 'required': list(required), 'additionalProperties': False}


# Answers

TEXT: Schema = {'type': 'string'}
FLAG: Schema = {'type': 'boolean'}
NAMES: Schema = {'type': 'array', 'items': TEXT}
MOVE: Schema = {'type': ['string', 'null']}
GRADE: Schema = {'enum': ['proved', 'proved if', 'read', 'uncertain', 'unchecked'],
                 'description': 'How far to trust this: proved (true under the rules), proved if (the strings in conditions are not '
                                'captured), read (to the end, not proved), uncertain (a guess), unchecked (not read).'}
CONDITIONS: Schema = {'type': 'array', 'description': 'Strings that must not be captured if the answer is to hold.',
                      'items': {'type': 'object', 'properties': {'stones': NAMES, 'evidence': TEXT}}}
BOARD: Schema = {'type': 'object', 'description': 'The position that was judged: check that it is the one you mean.',
                 'properties': {'size': {'type': 'integer'}, 'rows': {**NAMES, 'description': 'From the top: X black, O white.'},
                                'to_move': TEXT, 'komi': {'type': 'number'}, 'moves': {'type': 'integer'},
                                'last': {'type': ['array', 'null'], 'items': TEXT}, 'captures': {'type': 'object'}},
                 'required': ['size', 'rows', 'to_move']}
STATUS: Schema = {
    'vertex': TEXT, 'color': TEXT, 'stones': NAMES, 'status': {'enum': ['alive', 'dead', 'critical', 'unknown']}, 'grade': GRADE,
    'certain': {**FLAG, 'description': 'False: the status is a guess.'}, 'seki': FLAG,
    'attack': {**MOVE, 'description': 'The move that kills, if the dragon is critical.'},
    'defence': {**MOVE, 'description': 'The move that saves it, if it is critical.'}, 'conditions': CONDITIONS}


def answer(properties: Schema, *required: str) -> Schema:
    """Return the schema of an answer; what is not named in ``properties`` is allowed."""
    return {'type': 'object', 'properties': properties, 'required': list(required)}


# The check of arguments

TYPES: dict[str, tuple[type, ...]] = {'string': (str,), 'integer': (int,), 'number': (int, float), 'boolean': (bool,), 'array': (list,)}
WORDS = {'string': 'text', 'integer': 'a whole number', 'number': 'a number', 'boolean': 'true or false', 'array': 'a list'}


def checked(given: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """Return the arguments of a call, those that are null left out.  Raises ValueError with one sentence that names the first wrong one."""
    properties = schema['properties']
    for name in given:
        if name not in properties:
            raise ValueError(f'there is no argument {shortened(name)!r}; there are {", ".join(properties)}')
    found = {name: int(value) if isinstance(value, float) and value.is_integer() else value     # 5.0 is an integer in JSON
             for name, value in given.items() if value is not None}
    for name in schema['required']:
        if name not in found:
            raise ValueError(f'{name}: this argument is required')
    for name, value in found.items():
        _check(name, value, properties[name])
    return found


def _check(name: str, value: object, schema: Schema) -> None:
    """Raise ValueError unless a value fits its schema."""
    kinds = [schema['type']] if isinstance(schema['type'], str) else schema['type']
    if not any(isinstance(value, TYPES[kind]) and (isinstance(value, bool) == (kind == 'boolean')) for kind in kinds):
        raise ValueError(f'{name}: this must be {" or ".join(WORDS[kind] for kind in kinds)}')
    if 'enum' in schema and value not in schema['enum']:
        raise ValueError(f'{name}: this must be one of {", ".join(schema["enum"])}')
    if isinstance(value, str) and len(value) > schema.get('maxLength', MOST_TEXT):
        raise ValueError(f'{name}: this must have at most {schema["maxLength"]} characters')
    if isinstance(value, int | float) and 'minimum' in schema and not schema['minimum'] <= value <= schema['maximum']:
        raise ValueError(f'{name}: this must be {schema["minimum"]} to {schema["maximum"]}')
    if isinstance(value, list):
        if len(value) > schema['maxItems']:
            raise ValueError(f'{name}: this must have at most {schema["maxItems"]} items')
        for k, item in enumerate(value, 1):
            _check(f'{name}, item {k}', item, schema['items'])
