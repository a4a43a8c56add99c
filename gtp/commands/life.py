"""OWL: the life of dragons."""
from gtp.commands.reading import answer, string
from gtp.protocol import GtpError
from gtp.registry import command, integer
from gtp.session import Session


@command('owl_attack')
def owl_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the killing move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    return _owl(session, args, 'owl_attack')


@command('owl_defend')
def owl_defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the saving move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    return _owl(session, args, 'owl_defend')


def _owl(session: Session, args: list[str], name: str) -> str:
    """What the function of this name says, with the exact solver asked first unless the session does without."""
    from engine.life import answers, owl
    board, pos = session.game.board, string(session, args)
    if session.prove:
        reading = getattr(answers, name)(board, pos, session.level, session.prove_nodes, session.goes_on)
    else:
        reading = getattr(owl, name)(board, pos, session.level)
    return answer(session, reading, session.report_uncertainty)


@command('owlgo-solve')
def owlgo_solve(session: Session, args: list[str]) -> str:
    """Arguments: "attack" or "defend", vertex of a stone [nodes].  Answer: code, the move (PASS if none is needed or helps), "proved" or
    "unknown", the number of ko threats that would turn the result (0 if none would), nodes.

    Fails: attack or defend is wanted, invalid coordinate, vertex must not be empty, invalid node limit, the region is open or too large.
    """
    from engine.life import answers
    from engine.life.closed import ATTACKER, DEFENDER
    from engine.read.result import GTP_CODES
    sides = {'attack': ATTACKER, 'defend': DEFENDER}
    if args[:1] and args[0] in sides:
        pos = string(session, args, 1)
        limit = integer(args, 'invalid node limit', 2) if len(args) > 2 else session.prove_nodes or answers.budget(session.level)
        if limit < 1:
            raise GtpError('invalid node limit')
        verdict = answers.prove(session.game.board, pos, sides[args[0]], limit, session.goes_on)
        if verdict is None:
            raise GtpError('the region is open or too large')
        word = 'proved' if verdict.proved else 'unknown'
        return f'{GTP_CODES[verdict.result]} {session.game.vertex(verdict.move)} {word} {verdict.threats} {verdict.nodes}'
    raise GtpError('attack or defend is wanted')


@command('get_owl_node_counter')
def get_owl_node_counter(session: Session, args: list[str]) -> str:
    """Answer: OWL nodes since the last reset."""
    from engine.life import owl
    return str(owl.counter())


@command('reset_owl_node_counter')
def reset_owl_node_counter(session: Session, args: list[str]) -> str:
    """Set the OWL node counter to 0."""
    from engine.life import owl
    owl.reset_counter()
    return ''
