"""Ask this engine the questions of an entry.  Budgets are nodes, so the same question always gets the same answer.

Each question has its own session, so earlier questions have no effect.
"""
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.points import parse_color, parse_vertex
from owlgo.engine.core.result import GTP_CODES, Reading
from owlgo.gtp.session import Session
from owlgo.regress.strength.entry import LEVELS, Entry, Question

SECONDED, BY_PLAYOUTS, COUNTED, PLAYED_ON, CHOSEN = 'seconded', 'playouts', 'counted', 'played on', 'chosen'
"""What settled an answer, if no grade says so.  In turn: an unfinished reading and a second reading that agrees; a reading and playouts; a
score or status of the board as it stands; a score or status after both sides have settled critical dragons; the choice of a move."""


@dataclass(frozen=True)
class Told:
    """The engine's answer, what settled it, and whether it is certain."""
    answer: str
    how: str
    certain: bool


@dataclass(frozen=True)
class Asked:
    """A question, its answer, and what the answer cost."""
    id: str
    """The entry and the number of the question."""
    ask: str
    answer: str
    is_right: bool
    how: str
    certain: bool
    nodes: int
    seconds: float
    """Processor seconds.  The table leaves them out."""


def _reading(session: Session, found: Reading) -> str:
    code = GTP_CODES[found.result]
    return f'{code} {session.game.vertex(found.move)}' if code else '0'


def _owl(session: Session, command: str, words: list[str]) -> Told:
    """Answer whether a dragon can be killed or saved."""
    from owlgo.engine.solver.region import ATTACKER, DEFENDER
    side = ATTACKER if command == 'owl_attack' else DEFENDER
    found = session.examination.answer(parse_vertex(words[0], session.game.size), side)
    how = SECONDED if found.grade == Grade.SECONDED else BY_PLAYOUTS if found.rollouts is not None else found.grade.word
    return Told(_reading(session, found.reading), how, found.reading.certain)


def _race(session: Session, command: str, words: list[str]) -> Told:
    """Answer how a race between two dragons ends."""
    from owlgo.engine.life import semeai
    first, second = (parse_vertex(word, session.game.size) for word in words)
    found = semeai.analyze(session.game.board, first, second, session.means)
    text = f'{GTP_CODES[found.defence]} {GTP_CODES[found.attack]} {session.game.vertex(found.move)}'
    return Told(text, found.grade.word, found.grade.certain)


def _string(session: Session, command: str, words: list[str]) -> Told:
    """Answer whether one string can be captured or saved, or two connected or cut."""
    from owlgo.engine.read import connect, tactics
    board, points, reader = session.game.board, [parse_vertex(word, session.game.size) for word in words], session.question_reader
    if len(points) == 1:
        read = tactics.attack if command == 'attack' else tactics.find_defense
        found = read(board, points[0], reader)
    else:
        between = connect.connect if command == 'connect' else connect.disconnect
        found = between(board, points[0], points[1], reader)
    return Told(_reading(session, found), found.grade.word, found.certain)


def _final(session: Session, command: str, words: list[str]) -> Told:
    """Answer about the final board."""
    from owlgo.gtp.commands.final import final_score, final_status
    session.report_uncertainty = True
    answer, _, guess = (final_score if command == 'final_score' else final_status)(session, words).partition(' ')
    as_it_stands = np.array_equal(session.finished().board['color'], session.game.board['color'])
    return Told(answer, COUNTED if as_it_stands else PLAYED_ON, not guess)


def _choice(session: Session, command: str, words: list[str]) -> Told:
    """Answer which move is best: as reg_genmove does, but a low level makes no weak player."""
    from owlgo.gtp.commands.play import best
    return Told(best(session, parse_color(words[0])), CHOSEN, False)


ASKING: dict[str, Callable[[Session, str, list[str]], Told]] = {
    'owl_attack': _owl, 'owl_defend': _owl, 'analyze_semeai': _race, 'attack': _string, 'defend': _string, 'connect': _string,
    'disconnect': _string, 'final_score': _final, 'final_status': _final, 'reg_genmove': _choice}
"""Functions that answer, by command."""


def is_right(question: Question, answer: str) -> bool:
    """Return whether an answer begins with the words of a right answer."""
    words = answer.upper().split()
    return any(words[:len(right)] == right for right in (text.upper().split() for text in question.right))


def _nodes(session: Session) -> int:
    """Return the number of nodes of all counted searches."""
    from owlgo.engine.owl.limits import Counter
    memory = session.reader.memory
    return session.workspace.get(Counter).nodes + memory.nodes + memory.connection_nodes


def ask(kind: str, level: int | None, entry: Entry) -> list[Asked]:
    """Ask the questions of an entry.  Raises ValueError if its position cannot be set up."""
    found = []
    for number, question in enumerate(entry.questions):
        session = Session(boardsize=entry.size, komi=entry.komi, level=LEVELS[kind] if level is None else level, area_scoring=True)
        entry.put(session.game, question.moves)
        command, *words = question.ask.split()
        begin = time.process_time()
        said = ASKING[command](session, command, words)
        seconds = time.process_time() - begin
        found.append(Asked(f'{entry.id}.{number}', question.ask, said.answer, is_right(question, said.answer), said.how, said.certain,
                           _nodes(session), seconds))
    return found
