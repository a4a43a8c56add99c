"""Questions about a position, with answers as plain data for JSON: what a dragon's status is, and why a move works or fails.

Every answer carries its grade.  Vertices are text, as in GTP.  A session answers one question at a time; another thread ends it by setting
``session.interrupted``, and then Interrupted is raised.
"""
from collections.abc import Iterable, Iterator

from owlgo.cli.values import Data
from owlgo.engine.core import sgf
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import CRITICAL, STATUS_WORDS
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, WHITE, other, parse_vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.core.variation import Variation
from owlgo.engine.dragons.partition import Dragon
from owlgo.engine.examine import claims, explain, grounds
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.life import grade_words, variations
from owlgo.engine.life.verdict import Answer
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.session import Session

OUTCOMES = {variations.DIES: 'the dragon dies', variations.LIVES: 'the dragon lives'}
"""The outcomes of a line in words; others stand as they are."""
AGAINST = {WIN: 'no', KO_A: 'ko', KO_B: 'ko', LOSE: 'yes'}
"""Whether a move works, by what the opponent achieves after it."""


def load(session: Session, text: bytes, name: str, until: str | int | None = None) -> sgf.Record:
    """Set up a session's game from an SGF text up to, but without, the move ``until``.  Return the record.

    Raises SgfError (a ValueError) that names the place; the game has not changed then.
    """
    record = sgf.parse(text, name, until)
    session.game.load(record)
    return record


def board(session: Session) -> Data:
    """Return the position: rows from the top with X, O and dots, the side to move, moves played, and captures."""
    game = session.game
    moves = game.moves
    last = moves[-1] if moves else None
    signs = game.picture()
    rows = [signs[k:k + game.size] for k in range(0, len(signs), game.size)]
    return {'size': game.size, 'rows': rows, 'to_move': COLOR_NAMES[game.to_move], 'komi': game.komi, 'moves': len(moves),
            'last': [COLOR_NAMES[last[0]], game.vertex(last[1])] if last else None,
            'captures': {COLOR_NAMES[color]: game.captures(color) for color in (BLACK, WHITE)}}


def dragon_at(session: Session, name: str) -> list[str]:
    """Return the stones of the dragon at a vertex.  Raises ValueError on an empty point."""
    return _names(session, session.examination.dragons.of(stone(session, name)).stones)


def stone(session: Session, name: str) -> int:
    """Return the point of a stone.  Raises ValueError on an empty point or an invalid vertex."""
    pos = parse_vertex(name, session.game.size)
    if pos == PASS or session.game.color_at(pos) == EMPTY:
        raise ValueError(f'there is no stone at {name.upper()}')
    return pos


def status(session: Session, name: str) -> Data:
    """Return the status of the dragon at a vertex: status, grade, deciding moves, zone, wall, conditions, claims and sentences.

    ``zone`` lists the points that a proof rests on, ``wall`` the stones around them that it counts as safe (``conditions``
    lists those that are not known to be).  Both are empty if nothing is proved.
    Raises ValueError on an empty point, Interrupted if the session was interrupted.
    """
    game, known, pos = session.game, session.examination, stone(session, name)
    dragon, judged = known.dragons.of(pos), known.judgement(pos)
    zone, wall = explain.zone_and_wall(judged, game.board, pos)
    every = grounds.of(known.dragons, dragon, known.judge, pos)
    return {**_judged(session, dragon, judged, pos), 'zone': _names(session, zone), 'wall': _names(session, wall),
            'claims': claims.as_data(every, game.size),
            'sentences': explain.sentences(every, game.board) + explain.matters(judged, game.board)}


def dragons(session: Session) -> Iterator[Data]:
    """Yield the status of every dragon, each with its stones, grade, deciding moves and a sentence.

    Raises Interrupted if the session was interrupted.
    """
    known = session.examination
    for dragon in known.dragons.every:
        judged = known.judgement_of(dragon)
        yield {**_judged(session, dragon, judged, dragon.origin), 'sentence': _in_a_line(session, dragon, judged)}


def _judged(session: Session, dragon: Dragon, judged: Judgement, pos: int) -> Data:
    """Return a dragon, named by its stone at ``pos``, with its status, grade, deciding moves and conditions."""
    found = judged.status
    return {'vertex': session.game.vertex(pos), 'color': COLOR_NAMES[dragon.color], 'stones': _names(session, dragon.stones),
            'status': STATUS_WORDS[found.status], 'grade': judged.grade.word, 'certain': found.certain, 'seki': judged.in_seki,
            'attack': _move(session, found.attack), 'defence': _move(session, found.defence),
            'conditions': grade_words.as_data(judged.conditions, session.game.size)}


def _in_a_line(session: Session, dragon: Dragon, judged: Judgement) -> str:
    """Say in a sentence what a dragon's status is, its grade, and the moves that decide."""
    game, found = session.game, judged.status
    subject = f'{SIDES[dragon.color]} {game.vertex(dragon.origin)}, {counted(len(dragon.stones), "stone")}'
    if judged.grade == Grade.UNCHECKED:
        why = explain.unchecked(grounds.unchecked(session.examination.dragons, dragon, judged, dragon.origin))
        return f'Unchecked: {subject}, counts as alive; {why}.'
    grade = grade_words.words(judged.grade, grade_words.strings(judged.conditions, game.size))
    moves = [f'{game.vertex(move)} {does}' for move, does in ((found.attack, 'kills'), (found.defence, 'saves')) if move != PASS]
    decide = f': {", ".join(moves)}' if found.status == CRITICAL and moves else ''
    return f'{"" if found.certain else "A guess: "}{subject}, is {STATUS_WORDS[found.status]}{" in seki" if judged.in_seki else ""} ' \
           f'({grade}){decide}.'


def refute(session: Session, name: str, move: str, color: int) -> Data:
    """Return whether a move kills or saves the dragon at a vertex, with the opponent's best answer and the line that shows it.

    ``works`` is "yes", "no" or "ko" from the view of the side that moves.  Raises ValueError for an empty point and an illegal move.
    """
    game, pos = session.game, stone(session, name)
    known, point, owner = session.examination, parse_vertex(move, game.size), game.color_at(pos)
    side = DEFENDER if color == owner else ATTACKER
    stones = known.dragons.of(pos).stones
    why = game.why_illegal(color, point)
    if why is not None or not game.trymove(color, point):
        raise ValueError(f'{SIDES[color]} cannot play {game.vertex(point)}: {why or "too many trial moves"}')
    try:
        # The move may take some of the dragon's strings; the rest is still in question.
        left = [p for p in (pos, *stones) if game.color_at(p) == owner]
        if not left:
            works = 'yes' if side == ATTACKER else 'no'
            answer, grade, reply, line = None, Grade.PROVED, PASS, list[Variation]()
        else:
            answer = known.again(game.board, session.watch).answer(left[0], 1 - side, with_solver=True)
            works, grade = AGAINST[answer.reading.result], answer.grade
            reply = answer.reading.move if answer.reading.result != LOSE else PASS
            line = variations.expected_line(game.board, left[0], answer, other(color))
        return {'move': game.vertex(point), 'color': COLOR_NAMES[color], 'vertex': game.vertex(pos), 'works': works, 'grade': grade.word,
                'certain': grade.certain, 'reply': _move(session, reply),
                'conditions': grade_words.as_data(grade_words.held(answer), game.size) if answer is not None else [],
                'line': [{'color': COLOR_NAMES[one.color], 'vertex': game.vertex(one.move),
                          'words': OUTCOMES.get(one.outcome, one.outcome)} for one in line],
                'sentence': _told(session, point, color, side, works, reply, grade, answer)}
    finally:
        game.popgo()


def _told(session: Session, point: int, color: int, side: int, works: str, reply: int, grade: Grade, answer: Answer | None) -> str:
    """Say in a sentence whether a move works, and what answers it."""
    game = session.game
    aim, fails = ('kills', 'does not kill') if side == ATTACKER else ('saves the dragon', 'does not save the dragon')
    conditions = grade_words.held(answer) if answer is not None else ()
    held = f' ({grade_words.words(grade, grade_words.strings(conditions, game.size))})'
    answers = f'answers {game.vertex(reply)}' if reply != PASS else 'need not answer'
    said = {'yes': aim, 'ko': f'leads to a ko: {SIDES[other(color)]} {answers}', 'no': f'{fails}: {SIDES[other(color)]} {answers}'}
    guess = '' if grade.certain else 'A guess: '
    move = game.vertex(point) if point != PASS else 'by a pass'
    return f'{guess}{SIDES[color]} {move} {said[works]}{held}.'


def _names(session: Session, points: Iterable[int]) -> list[str]:
    return [session.game.vertex(p) for p in points]


def _move(session: Session, pos: int) -> str | None:
    return session.game.vertex(pos) if pos != PASS else None
