"""JSON schemas of the tools of ``owlgo mcp``, and the check of arguments by them."""
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.points import MAX_SIZE
from owlgo.engine.core.printable import shortened
from owlgo.serve.fields import FieldError, JsonFields, number, of_kind, of_length, one_of, whole
from owlgo.serve.shared_folder import MOST_NAME

Schema = dict[str, Any]
"""A JSON schema, or a part of one."""
MOST_TEXT = 1_000_000
"""Longest text of an argument, in characters."""
MOST_SECONDS, MOST_REVIEW_SECONDS = 600, 3600
"""Longest time budgets, in seconds."""
MOST_NODES, STANDARD_NODES = 100_000_000, 2_000_000
"""Largest and standard number of positions for each of the two verdicts of a proof."""
MOST_STONES = MAX_SIZE * MAX_SIZE
"""Most stones of a list."""

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
                               'empty; or all in small letters. Spaces and coordinates may stand in it. In the map of owlgo score x and o '
                               'are territory, so that capital and small letters together are refused.'},
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

def checked(given: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """Return the arguments of a call, those that are null left out.  Raises ValueError with one sentence that names the first wrong one."""
    fields, properties = JsonFields(dict(given)), schema['properties']
    try:
        found = {name: fields.take(name, None, partial(_fitting, schema=one), _wanted(one)) for name, one in properties.items()}
    except FieldError as error:
        raise ValueError(error.sentence) from None
    for name in fields.left:
        raise ValueError(f'there is no argument {shortened(name)!r}; there are {", ".join(properties)}')
    for name in schema['required']:
        if found[name] is None:
            raise ValueError(f'{name}: this argument is required')
    return {name: value for name, value in found.items() if value is not None}


def _kinds(schema: Schema) -> list[str]:
    return [schema['type']] if isinstance(schema['type'], str) else schema['type']


def _fitting(value: object, schema: Schema) -> Any:
    """Return a value that fits its schema; 5.0 is an integer, too.  Raises ValueError."""
    for kind in _kinds(schema):
        with suppress(ValueError, OverflowError):
            return _converted(kind, value, schema)
    raise ValueError(value)


def _converted(kind: str, value: object, schema: Schema) -> Any:
    if kind == 'integer':
        return whole(value, schema['minimum'], schema['maximum'])
    if kind == 'number':
        return number(value, schema['minimum'], schema['maximum'])
    if kind == 'boolean':
        return of_kind(value, bool)
    if kind == 'array':
        return [_fitting(item, schema['items']) for item in of_length(value, list, schema['maxItems'])]
    return one_of(value, schema['enum']) if 'enum' in schema else of_length(value, str, schema['maxLength'])


def _wanted(schema: Schema) -> str:
    """Say what fits a schema."""
    if 'enum' in schema:
        return f'one of {", ".join(schema["enum"])}'
    bounds = f' from {schema["minimum"]} to {schema["maximum"]}' if 'minimum' in schema else ''
    words = {'integer': f'an integer{bounds}', 'number': f'a number{bounds}', 'boolean': 'a boolean'}
    if 'maxLength' in schema:
        words['string'] = f'a string of at most {schema["maxLength"]} characters'
    if 'maxItems' in schema:
        words['array'] = f'a list of at most {schema["maxItems"]}, each {_wanted(schema["items"])}'
    return ' or '.join(words[kind] for kind in _kinds(schema))
