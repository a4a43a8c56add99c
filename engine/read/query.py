"""Ask a question of tactical reading: write it into the record, read, look again where that helps, and remember the answer.

The cache (``reader.Memory``) may live as long as a game.  An answer is used again only while the ko and every point that the reading may
have examined are unchanged.  The search itself starts from an empty table each time, numbers points by their surroundings and has its
budget in nodes.  So the same question gives the same answer and move in a fresh process.
"""
import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.near import within
from owlgo.engine.core.points import BLACK, WHITE, all_points
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN, Reading
from owlgo.engine.core.strings import string
from owlgo.engine.core.waiting import WAITING
from owlgo.engine.read.answer import py_prove, py_read
from owlgo.engine.read.reader import Memory, Reader
from owlgo.engine.read.record import MAX_GOALS, Aim


def ask(board: np.void, aim: Aim, goals: list[int], attacking: bool, reader: Reader, area: tuple[int, ...] = ()) -> Reading:
    """Answer one question by reading.  Log the question if there is a log.

    ``goals`` are points of the strings in question, all of one colour; ``area`` the points that a string is to be kept out of.
    Raises ValueError if a goal is no stone, or if they differ in colour.
    """
    reading = _ask(board, aim, goals, attacking, reader, area)
    if reader.memory.log is not None:
        reader.memory.log.add(board, aim, tuple(goals), attacking, area, reader.depths, reading)
    return reading


def _ask(board: np.void, aim: Aim, goals: list[int], attacking: bool, reader: Reader, area: tuple[int, ...]) -> Reading:
    """Answer one question by reading, or from the cache if possible, without logging it."""
    roots, defender = _strings(board, goals)
    rules = int(board['suicide']), int(board['ko_rule'])
    question = (aim, tuple(roots), attacking, reader.depths, area, int(board['size']), rules, defender)
    ko = int(board['ko'])
    memory = reader.memory
    known = memory.answers.get(question, [])
    for points, colours, old_ko, reading in known:
        if old_ko == ko and _colours(board, points) == colours:
            memory.hits += 1
            return reading
    reading, points = _read(board, aim, roots, 3 - defender, attacking, reader, area)
    if memory.record['halted']:
        WAITING.check()
    elif memory.caching:
        if len(memory.answers) >= 4096:
            memory.answers.clear()
        if memory.near and aim in (Aim.CUT, Aim.SHUT_OUT) and len(points) == int(board['size']) ** 2:
            stones = [stone for root in roots for stone in string(board, root)]
            points = np.flatnonzero(within(board, [*stones, *area], memory.near))
        # Keep four answers for a question, as small as can be, since a long game fills the memory.
        points = points.astype(np.uint16)
        memory.answers.setdefault(question, []).insert(0, (points, _colours(board, points), ko, reading))
        del memory.answers[question][4:]
    return reading


def read_afresh(board: np.void, aim: Aim, goals: list[int], attacking: bool, reader: Reader, area: tuple[int, ...] = ()) -> Reading:
    """Answer a question without the cache.  The reading stays in the record's table."""
    roots, defender = _strings(board, goals)
    return _read(board, aim, roots, 3 - defender, attacking, reader, area)[0]


def prove(board: np.void, aim: Aim, goals: list[int], attacking: bool, reader: Reader) -> Reading:
    """Answer a question by proof numbers alone, within the node limit of a depth-first reading.  The search stays in the record's table."""
    roots, defender = _strings(board, goals)
    r = pose(aim, roots, 3 - defender, reader)
    py_prove(board, r, attacking, reader.depths.nodes)
    return _reading(reader.memory, r)


def _colours(board: np.void, points: np.ndarray) -> bytes:
    """Return the colours of some points, a byte each."""
    return bytes(board['color'][points].astype(np.uint8))


def _strings(board: np.void, goals: list[int]) -> tuple[list[int], int]:
    """Return the first stones of the goals' strings, and their colour."""
    if not 0 < len(goals) <= MAX_GOALS:
        raise ValueError(f'{len(goals)} strings, not 1 to {MAX_GOALS}')
    colors = {int(board['color'][pos]) for pos in goals}
    if not colors <= {BLACK, WHITE}:
        raise ValueError('no string there')
    if len(colors) > 1:
        raise ValueError('strings of both colours')
    return list(dict.fromkeys(min(string(board, pos)) for pos in goals)), colors.pop()


def pose(aim: Aim, roots: list[int], attacker: int, reader: Reader, area: tuple[int, ...] = ()) -> np.void:
    """Write a question into the record, with the limits of a depth-first reading, and return the record.

    An interrupt that is already waiting raises its exception here (``WAITING.check``).  One that comes later can stop the reading by
    ``Workspace.halt``.
    """
    r = reader.memory.record
    r['halted'] = 0
    WAITING.check()
    reader.memory.limit(reader.depths)
    r['goal'] = Aim.CAPTURE if aim in (Aim.LADDER, Aim.COMBINATION) else aim
    r['ladder'] = aim == Aim.LADDER
    r['forcing'] = aim == Aim.COMBINATION
    r['careful'] = False
    r['ngoals'], r['target'], r['attacker'] = len(roots), roots[0], attacker
    r['goals'][:len(roots)] = roots
    r['narea'] = len(area)
    r['area'][:len(area)] = area
    r['nodes'] = 0
    r['visit'] += 1
    return r


def _read(board: np.void, aim: Aim, roots: list[int], attacker: int, attacking: bool, reader: Reader,
          area: tuple[int, ...]) -> tuple[Reading, np.ndarray]:
    """Read a question.  Return the answer and the points that it depends on."""
    r, memory, depths = pose(aim, roots, attacker, reader, area), reader.memory, reader.depths
    if aim == Aim.CAPTURE and len(roots) == 1:
        nodes = 0
    else:
        nodes = 20000 if aim == Aim.LADDER else depths.connect_nodes if aim in (Aim.CUT, Aim.SHUT_OUT) else depths.proof_nodes
    around = int(py_read(board, r, attacking, nodes))
    reading, memory.decided_by = _reading(memory, r), depths
    if depths.last_nodes and aim == Aim.CAPTURE and reading.result != (WIN if attacking else LOSE):
        reading = _look_again(board, roots, attacking, reader, reading)
        around = 0
    if aim in (Aim.CUT, Aim.SHUT_OUT):
        memory.connection_nodes += reading.nodes
    else:
        r['total_nodes'] += reading.nodes
    return reading, r['around'][:around].copy() if around else np.array(all_points(int(board['size'])))


def _look_again(board: np.void, roots: list[int], attacking: bool, reader: Reader, reading: Reading) -> Reading:
    """Read a capture again, in case the attacker achieves more than ``reading`` says.  Return the reading in which he achieves most.

    What a depth-first reading decided is read deeper first; a ko that only this reading finds is a guess.  Proof-number searches to great
    depths follow (``Depths.last_looks``), as long as they end.  ``Memory.decided_by`` then holds the limits of the reading that is
    returned.
    """
    memory, found = reader.memory, reading

    def gains(later: Reading) -> bool:
        return later.result > found.result if attacking else later.result < found.result

    if not memory.proved:
        deeper = reader.within(reader.depths.deeper())
        r = pose(Aim.CAPTURE, roots, int(memory.record['attacker']), deeper)
        py_read(board, r, attacking, 0)
        later = _reading(memory, r)
        if gains(later):
            found, memory.decided_by = later._replace(nodes=reading.nodes + later.nodes), deeper.depths
            if later.result in (KO_A, KO_B) and not memory.proved:
                found = found.as_guess()
            elif later.certain and later.result == (WIN if attacking else LOSE):
                return found
    for depths in reader.depths.last_looks():
        later = prove(board, Aim.CAPTURE, roots, attacking, reader.within(depths))
        memory.proved = later.certain
        if not later.certain:
            break                                       # nodes ran out, if only over a ko
        if gains(later):
            found, memory.decided_by = later._replace(nodes=reading.nodes + later.nodes), depths
            break
    return found


def _reading(memory: Memory, r: np.void) -> Reading:
    """Return the answer of the last reading from its record."""
    result, move, nodes, uncertain, limited, proved = r['answer'].tolist()
    memory.proved = bool(proved)
    return Reading(result, move, nodes, Grade.of_reading(not uncertain), bool(limited))
