"""Eyes, and what lives unconditionally."""
from gtp.protocol import GtpError
from gtp.registry import command, integer, vertex
from gtp.session import Session


@command('unconditional_status')
def unconditional_status(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: alive, dead, white_territory, black_territory or undecided.

    Fails: invalid coordinate.
    """
    from engine import benson
    pos = vertex(args, session.game.size)
    return benson.WORDS[benson.unconditional_status(session.game.board)[pos]]


@command('analyze_eyegraph')
def analyze_eyegraph(session: Session, args: list[str]) -> str:
    """Arguments: [outer liberties [ko threats of the defender, negative: of the attacker]] eye graph ["suicide"].

    The graph's rows are joined by %, with ! for a margin, . for an empty point, X for a stone of the attacker, $ for a margin with a stone,
    O for the wall, - | + for edges of the board.  Answer: the eye value, then the graph with its vital points marked: * for both sides,
    < for the attacker, > for the defender, @ ( ) on margins.  Suicide is illegal unless the last argument says otherwise.  Nothing changes
    on the board.
    Fails: invalid eye graph, with the reason.
    """
    from engine.eyes import graph
    from engine.eyes.game import OUTER_LIBERTIES, THREATS
    suicide = args[-1:] == ['suicide']
    *numbers, code = (args[:-1] if suicide else args) or ['']
    wrong = 'invalid eye graph: outer liberties and ko threats are whole numbers before the graph'
    outer = integer(numbers, wrong) if numbers else OUTER_LIBERTIES
    threats = integer(numbers, wrong, 1) if len(numbers) > 1 else THREATS
    if len(numbers) > 2:
        raise GtpError('invalid eye graph: too many arguments')
    try:
        drawing = graph.read(code)
        analysis = graph.analyze(drawing.graph, outer, threats, suicide)
    except ValueError as error:
        raise GtpError(f'invalid eye graph: {error}') from None
    return f'{analysis.value}\n{graph.draw(drawing, analysis)}'
