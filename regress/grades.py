"""Count an engine's right and wrong answers about dragons by grade, that is, by how certain the engine said an answer was."""
import re
from collections.abc import Iterable
from typing import NamedTuple

from owlgo.engine.core.certainty import Grade
from owlgo.gtp.client import Reply
from owlgo.regress.engines import Engine, console, short

GRADES = tuple(dict.fromkeys(grade.reported for grade in reversed(Grade)))
"""The grades of ``owlgo-verdict``, the strongest first."""
VERDICT_QUESTION = re.compile(r'owl_(attack|defend) (\S+)')
"""The questions about dragons that may also be asked as ``owlgo-verdict``."""


class GradedReply(NamedTuple):
    """An answer and its grade."""
    command: str
    """The command that was sent."""
    reply: Reply
    words: list[str]
    """The answer's words in capitals, without the grade.  Empty if the engine failed."""
    grade: str
    """One of GRADES, or empty if the answer has no grade."""


class GradedResult(NamedTuple):
    """A graded answer that the table of grades counts."""
    engine: str
    grade: str
    right: bool


def split(text: str) -> tuple[list[str], str]:
    """Split an answer into its words, in capitals, and its grade."""
    words = text.upper().split()
    at = next((k for k, word in enumerate(words) if word.lower() in GRADES), len(words))
    grade = words[at:at + 2] if words[at + 1:at + 2] == ['IF'] else words[at:at + 1]
    return words[:at], ' '.join(grade).lower()


def ask(engine: Engine, question: str, timeout: float) -> GradedReply:
    """Ask a question.  If the engine has ``owlgo-verdict``, that command stands in for owl_attack and owl_defend."""
    found = VERDICT_QUESTION.fullmatch(question)
    if found and engine.send('known_command owlgo-verdict', timeout).text == 'true':
        command = f'owlgo-verdict {found[1]} {found[2]}'
        reply = engine.send(command, timeout)
        return GradedReply(command, reply, *(split(reply.text) if reply.status == '=' else ([], '')))
    reply = engine.send(question, timeout)
    return GradedReply(question, reply, reply.text.upper().split() if reply.status == '=' else [], '')


def show(tallies: Iterable[GradedResult], title: str = '') -> None:
    """Print a table with a line for each engine and grade.  If no answer has a grade, print nothing."""
    from rich.table import Table
    some = [one for one in tallies if one.grade]
    if not some:
        return
    table = Table('grade', 'engine', title=title or None, title_justify='left')
    for column in ('answers', 'right', 'wrong'):
        table.add_column(column, justify='right')
    names = short({one.engine for one in some})
    for engine, name in names.items():
        for grade in GRADES:
            right = [one.right for one in some if (one.engine, one.grade) == (engine, grade)]
            table.add_row(grade, name, str(len(right)), str(sum(right)), str(len(right) - sum(right)))
    console().print(table)
