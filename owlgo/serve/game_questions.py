"""Questions about a whole position, with answers as plain data for JSON: the best move with its reasons, and the score.

Both are estimates, and say so.  Points are counted from the view of the side that is named.  Errors and interrupts as in ``questions.py``.
"""
from collections.abc import Iterator
from contextlib import contextmanager

from owlgo.cli import score_answer
from owlgo.cli.values import Data
from owlgo.engine.core.named_rules import NAMED_RULES, name_of
from owlgo.engine.core.points import COLOR_NAMES, PASS
from owlgo.engine.core.sgf import Record
from owlgo.engine.play import explain
from owlgo.engine.play.value import Candidate, worthy
from owlgo.gtp.commands import play
from owlgo.gtp.session import Session

MOST_OTHERS = 5
"""Most moves that are named besides the best one."""
RULE_FIELDS = 'ko', 'suicide', 'bonus', 'area_scoring'
"""The fields of a session that hold its rules."""


def best_move(session: Session, record: Record, color: int, rules: str | None = None) -> Data:
    """Return the best move of a side, what it gains in points, the line expected, the next best moves, and sentences that say why.

    The rules are chosen as for ``score``.
    ``lead`` is by how many points the side is ahead before it, ``winning`` the share of playouts that it wins.  ``value`` is None
    for a pass, and for a move that gains nothing.
    """
    name, _ = _rules(record, rules)
    with _same_rules(session):
        session.set_rules(NAMED_RULES[name])
        thought, move = play.best_move(session, color)
    chosen, size = thought.of(move), session.game.size
    others = [one for one in worthy(thought) if one.move != move][:MOST_OTHERS]
    return {'color': COLOR_NAMES[color], 'rules': name, 'move': session.game.vertex(move),
            'value': round(chosen.value, 1) if chosen is not None and chosen.value > 0 else None,
            'line': _line(session, chosen) if chosen is not None and move != PASS else [],
            'others': [{'move': session.game.vertex(one.move), 'value': round(one.value, 1)} for one in others],
            'lead': round(thought.lead, 1), 'winning': round(thought.winning, 3), 'sentences': explain.move(thought, move, size)}


def _line(session: Session, chosen: Candidate) -> list[str]:
    return [session.game.vertex(pos) for pos in chosen.variation or [chosen.move]]


def score(session: Session, record: Record, rules: str | None = None) -> Data:
    """Return the count of a session's game, which comes from ``record``, as ``owlgo score --json`` has it, with ``sentences`` for ``text``.

    Without ``rules`` those of the record count.  Raises ValueError that names rules for unknown ones.
    """
    wanted = _rules(record, rules)
    with _same_rules(session):
        found = score_answer.as_data(score_answer.score(session, record, *wanted))
    return {**{name: value for name, value in found.items() if name not in ('file', 'text')}, 'sentences': found['text']}


def _rules(record: Record, rules: str | None) -> tuple[str, str]:
    """Return the rules to go by and why, as ``score_answer.rules_of``.  Raises ValueError for unknown ones."""
    try:
        return score_answer.rules_of(record, name_of(rules) if rules is not None else None)
    except ValueError as error:
        raise ValueError(f'rules: {error}') from None


@contextmanager
def _same_rules(session: Session) -> Iterator[None]:
    """Restore a session's rules afterwards."""
    before = {name: getattr(session, name) for name in RULE_FIELDS}
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(session, name, value)
        session.game.rules = session.rules
