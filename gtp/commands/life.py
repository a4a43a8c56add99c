"""OWL: the life of dragons."""
from gtp.commands.reading import answer, string
from gtp.registry import command
from gtp.session import Session


@command('owl_attack')
def owl_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the killing move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.life import owl
    return answer(session, owl.owl_attack(session.game.board, string(session, args), session.level), session.report_uncertainty)


@command('owl_defend')
def owl_defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the saving move if the code is not 0, and after report_uncertainty on whether a budget ran out.

    Fails: invalid coordinate, vertex must not be empty.
    """
    from engine.life import owl
    return answer(session, owl.owl_defend(session.game.board, string(session, args), session.level), session.report_uncertainty)


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
