"""A problem of life and death played against the prover: it answers every move by the strongest resistance, and says when it is over."""
from owlgo.cli import questions
from owlgo.cli.values import Data
from owlgo.engine.core.points import EMPTY, PASS, other, parse_vertex
from owlgo.engine.core.result import KO_A, KO_B, WIN
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.session import Session


def respond(session: Session, name: str, move: str, color: int) -> Data:
    """Return what ``questions.refute`` says of a move, with the prover's reply: its best move, or the one that holds out longest.

    ``over`` is "lives", "dead" or "ko" as soon as nothing is left to play for, else None; ``certain`` says whether that is more than a
    guess.  ``solved`` says whether the side that moves has then got the best that the position allowed it, and ``why`` why, in sentences.
    The game stays as it is.  Raises like ``questions.refute``.
    """
    game, pos = session.game, questions.stone(session, name)
    side = DEFENDER if game.color_at(pos) == color else ATTACKER
    told = questions.refute(session, name, move, color)
    wanted, missed = ('dead', 'lives') if side == ATTACKER else ('lives', 'dead')
    over = {'yes': None, 'ko': 'ko', 'no': missed}[told['works']]
    reply = told['reply'] or (told['line'][0]['vertex'] if told['line'] else 'PASS')
    played = [(color, parse_vertex(move, game.size)), (other(color), parse_vertex(reply, game.size))]
    made = 0
    try:
        for mover, point in played:
            made += point != PASS and game.trymove(mover, point)
        if over is None and (reply == 'PASS' or _needs_no_move(session, pos, side)):
            over = wanted
        why = _why(session, pos, over) if over is not None and told['certain'] else []
    finally:
        for _ in range(made):
            game.popgo()
    solved = over == wanted or (over == 'ko' and session.examination.answer(pos, side).reading.result in (KO_A, KO_B))
    return {**told, 'reply': reply if reply != 'PASS' else None, 'over': over, 'solved': solved, 'why': why}


def _needs_no_move(session: Session, pos: int, side: int) -> bool:
    """Return whether a side has what it wants of the dragon at ``pos`` without another move."""
    if session.game.color_at(pos) == EMPTY:
        return True
    found = session.examination.answer(pos, side).reading
    return bool(found.result == WIN and found.move == PASS)


def _why(session: Session, pos: int, over: str) -> list[str]:
    """Say in sentences why the dragon at ``pos`` lives or is dead as the board stands; nothing if its status alone says something else."""
    name = session.game.vertex(pos)
    if session.game.color_at(pos) == EMPTY:
        return [f'The stones at {name} are captured.']
    found = questions.status(session, name)
    sentences: list[str] = found['sentences']
    return sentences if found['certain'] and found['status'] == {'lives': 'alive', 'dead': 'dead', 'ko': 'critical'}[over] else []
