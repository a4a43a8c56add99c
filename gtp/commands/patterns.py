"""Debugging of pattern databases: list and explain matches."""
from typing import TYPE_CHECKING

from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, vertex
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.constraints.matching import Facts
    from owlgo.patterns.library import Loaded


def database(args: list[str], index: int = 0) -> 'Loaded':
    """Load a database by name."""
    from owlgo.patterns.library import LIBRARY, PATTERN_DATABASES
    if index >= len(args) or args[index] not in PATTERN_DATABASES:
        raise GtpError(f'no such database: one of {" ".join(PATTERN_DATABASES)}')
    return LIBRARY.get(args[index])


def pattern(loaded: 'Loaded', args: list[str], index: int = 1) -> str:
    """Parse the name of a pattern."""
    if index >= len(args) or args[index] not in loaded.names:
        raise GtpError('no such pattern')
    return args[index]


def block(text: str) -> str:
    """Fill empty lines, which would end an answer."""
    return '\n'.join(line or ' ' for line in text.split('\n'))


def _about(session: Session, args: list[str], index: int) -> 'tuple[set[int] | None, Facts]':
    """Return the stones of the dragon at a vertex (None without one), and the facts for constraints."""
    from owlgo.engine.dragons import amalgamate
    from owlgo.engine.examine import facts
    from owlgo.gtp.commands.reading import string
    goal = set(amalgamate.group(session.game.board, string(session, args, index), session.workspace)) if len(args) > index else None
    return goal, facts.asked(session.examination, goal or ())


@command('pattern_match')
def pattern_match(session: Session, args: list[str]) -> str:
    """Arguments: database, color, optional vertex of a dragon.  Answer: a line for every match: where, pattern, value, failed constraint.

    Without a dragon, constraints about it are unknown.  Fails: no such database, invalid color, invalid coordinate, vertex must not be
    empty.
    """
    from owlgo.engine.constraints import matching
    loaded, side = database(args), color(args, 1)
    goal, asked = _about(session, args, 2)
    return '\n'.join(str(found) for found in matching.everything(session.game.board, side, goal, [loaded.name], asked))


@command('pattern_explain')
def pattern_explain(session: Session, args: list[str]) -> str:
    """Arguments: database, pattern, vertex of its move, color, optional vertex of a dragon.  Answer: why it matches there or does not.
    Fails: no such database, no such pattern, invalid coordinate, invalid color, vertex must not be empty.
    """
    from owlgo.engine.constraints import matching
    loaded = database(args)
    name, pos, side = pattern(loaded, args), vertex(args, session.game.size, 2), color(args, 3)
    goal, asked = _about(session, args, 4)
    return block(matching.explained(session.game.board, loaded, name, pos, side, goal, asked))


@command('pattern_show', literal=True)
def pattern_show(session: Session, args: list[str]) -> str:
    """Arguments: database, pattern.  Answer: the pattern in all its orientations.  Fails: no such database, no such pattern."""
    from owlgo.patterns import draw
    loaded = database(args)
    found = loaded.pattern(pattern(loaded, args))
    return block(draw.show(found, f'{loaded.path.name}:{found.place.line}'))
