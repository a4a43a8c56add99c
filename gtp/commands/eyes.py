"""Eyes and unconditional life."""
from owlgo.engine.core import draw
from owlgo.engine.core.draw import table
from owlgo.engine.core.points import COLOR_NAMES
from owlgo.gtp.commands.reading import string
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer, vertex
from owlgo.gtp.session import Session


@command('unconditional_status')
def unconditional_status(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: alive, dead, white_territory, black_territory or undecided.  Fails: invalid coordinate."""
    from owlgo.engine import benson
    pos = vertex(args, session.game.size)
    return benson.Lasting(session.examination.lasting[pos]).word


@command('analyze_eyegraph', literal=True)
def analyze_eyegraph(session: Session, args: list[str]) -> str:
    """Arguments: [outer liberties [ko threats of the defender, negative: of the attacker]] eye graph ["suicide"].

    The graph's rows are joined by %, with ! for a margin, . for an empty point, X for a stone of the attacker, $ for a margin with a stone,
    O for the wall, - | + for edges of the board.  Answer: the eye value, then the graph with its vital points marked: * for both sides, <
    for the attacker, > for the defender, @ ( ) on margins.  Suicide is illegal unless the last argument says otherwise.  Nothing changes on
    the board.  Fails: invalid eye graph, with the reason.
    """
    from owlgo.engine.eyes import graph
    from owlgo.engine.eyes.game import OUTER_LIBERTIES
    suicide = args[-1:] == ['suicide']
    *numbers, code = (args[:-1] if suicide else args) or ['']
    wrong = 'invalid eye graph: outer liberties and ko threats are whole numbers before the graph'
    outer = integer(numbers, wrong) if numbers else OUTER_LIBERTIES
    threats = integer(numbers, wrong, 1) if len(numbers) > 1 else 0
    if len(numbers) > 2:
        raise GtpError('invalid eye graph: too many arguments')
    try:
        value, picture = graph.analyze_eyegraph(code, outer, threats, suicide)
    except ValueError as error:
        raise GtpError(f'invalid eye graph: {error}') from None
    return f'{value}\n{picture}'


@command('eval_eye')
def eval_eye(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: the number of eyes of the eye space if the attacker and if the defender plays first, and if these differ
    the vital points of attack and defence; -1 if the vertex is in no eye space.  Fails: invalid coordinate.
    """
    pos = vertex(args, session.game.size)
    optics = session.examination.eyes
    space = optics.space_at(pos)
    if space is None:
        return '-1'
    verdict = optics.verdict(*space)
    text = f'{verdict.value.min_eyes} {verdict.value.max_eyes}'
    if verdict.value.min_eyes != verdict.value.max_eyes:
        text += f' {session.game.vertex(verdict.attack)} {session.game.vertex(verdict.defence)}'
    return text


@command('test_eyeshape')
def test_eyeshape(session: Session, args: list[str]) -> str:
    """Arguments: vertices of an eye shape.  Check that its values inside a wall, with any prisoners, are consistent before and after every
    move.  Answer: the inconsistencies, nothing if there are none.  The board does not change.  Fails: invalid coordinate, and with the
    reason for shapes that are too large.
    """
    from owlgo.engine.eyes import consistency
    points = [vertex(args, session.game.size, index) for index in range(max(len(args), 1))]
    try:
        return '\n\n'.join(consistency.test_eyeshape(points, session.game.size))
    except ValueError as error:
        raise GtpError(str(error)) from None


@command('eye_data')
def eye_data(session: Session, args: list[str]) -> str:
    """Arguments: color, vertex.  Answer: origin, size, margins and value of the colour's eye space at the vertex; whether the vertex is
    marginal, its neighbours in the space and its marginal neighbours.  The origin is PASS outside of eye spaces.  Fails: invalid color or
    coordinate.
    """
    error = 'invalid color or coordinate'
    owner, pos = color(args, 0, error), vertex(args, session.game.size, 1, error)
    optics = session.examination.eyes
    eyes = optics.eyes[owner]
    point = eyes.points.get(pos)
    if point is None:
        rows = {'origin': 'PASS', 'color': 'empty', 'esize': 0, 'msize': 0, 'value': '0000', 'marginal': 0, 'neighbors': 0,
                'marginal_neighbors': 0}
    else:
        value = optics.verdict(owner, point.origin).value
        rows = {'origin': session.game.vertex(point.origin), 'color': COLOR_NAMES[owner], 'esize': len(eyes.space(point.origin)),
                'msize': len(eyes.margins(point.origin)), 'value': value, 'marginal': int(point.marginal), 'neighbors': point.neighbours,
                'marginal_neighbors': point.marginal_neighbours}
    return table(rows)


@command('half_eye_data')
def half_eye_data(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: the sum of the corners (2 or less a proper eye, 4 or more a false one, 10 where none was computed), the
    type HALF_EYE or FALSE_EYE or 0, and the points where a corner is attacked and defended.  Fails: invalid coordinate.
    """
    pos = vertex(args, session.game.size)
    found = [topologies[pos] for topologies in session.examination.eyes.half_eyes.values() if pos in topologies]
    if not found:
        return table({'value': '10.00', 'type': 0, 'num_attacks': 0, 'num_defenses': 0})
    topology = max(found, key=lambda t: t.value)
    rows: dict[str, object] = {'value': f'{topology.value:.2f}',
                               'type': 'FALSE_EYE' if topology.is_false else 'HALF_EYE' if topology.is_half else 0}
    for name, points in (('attack', topology.attacks), ('defense', topology.defences)):
        rows[f'num_{name}s'] = len(points)
        rows |= {f'{name}_point[{k}]': session.game.vertex(point) for k, point in enumerate(points)}
    return table(rows)


@command('owlgo-static_eyes')
def static_eyes(session: Session, args: list[str]) -> str:
    """Arguments: none.  Answer: static eye recognition of the whole board as rows of strings, for GoGui: F full eye, P potential eye, N no
    eye, X false eye; on stones A alive, D dead, ? unknown.  Fails: never.
    """
    from owlgo.engine.eyes import optics
    letters = {'FULL': 'F', 'POTENTIAL': 'P', 'NO_EYE': 'N', 'FALSE': 'X', 'alive': 'A', 'dead': 'D', 'unknown': '?'}
    found = session.examination.eyes
    signs: dict[int, str] = {}
    for group in optics.groups(found):
        status, points = optics.static_status(found, group)
        signs |= {pos: letters[what.name] for pos, what in points.items() if what.name in letters}
        signs |= {pos: letters[status] for pos in group.stones if pos not in signs}
    return '\n'.join(draw.rows(session.game.size, lambda pos: f'"{signs.get(pos, "")}"'))


@command('owlgo-static_status')
def static_status(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a stone.  Answer: alive, dead or unknown, as static eye recognition says of the stone's group; then, a line
    each, the points of its eye spaces that are full eyes, may be eyes, are none as things stand, or are false.  Fails: invalid coordinate,
    vertex must not be empty.
    """
    from owlgo.engine.eyes import optics
    pos = string(session, args)
    found = session.examination.eyes
    group = next(group for group in optics.groups(found) if pos in group.stones)
    status, points = optics.static_status(found, group)
    lines = [status]
    for name in ('FULL', 'POTENTIAL', 'NO_EYE', 'FALSE'):
        places = [session.game.vertex(q) for q, what in points.items() if what.name == name]
        lines += [f'{name.lower()}: {" ".join(places)}'] if places else []
    return '\n'.join(lines)
