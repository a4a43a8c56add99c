"""OWL: the life of dragons."""
from typing import TYPE_CHECKING

from owlgo.engine.core.result import GTP_CODES
from owlgo.gtp.commands.reading import answer, string, unoccupied
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer, vertex
from owlgo.gtp.session import Interrupted, Session

if TYPE_CHECKING:
    from owlgo.engine.life.threats import MoveQuestions, Threat


@command('owl_attack')
def owl_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the killing move if the code is not 0, and after report_uncertainty on whether the answer is a
    guess.  Fails: invalid coordinate, vertex must not be empty.
    """
    return _owl(session, args, 'attack')


@command('owl_defend')
def owl_defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex.  Answer: code, the saving move if the code is not 0, and after report_uncertainty on whether the answer is a
    guess.  Fails: invalid coordinate, vertex must not be empty.
    """
    return _owl(session, args, 'defend')


def side_of(word: str) -> int:
    """Return the side that moves first: "attack" or "defend".  Raises GtpError."""
    from owlgo.engine.solver.region import ATTACKER, DEFENDER
    if word not in ('attack', 'defend'):
        raise GtpError('attack or defend is wanted')
    return ATTACKER if word == 'attack' else DEFENDER


def _owl(session: Session, args: list[str], word: str) -> str:
    """Answer an attack or a defence."""
    found = session.examination.answer(string(session, args), side_of(word), checked=session.report_uncertainty)
    return answer(session, found.reading, session.report_uncertainty)


@command('owlgo-verdict')
def owlgo_verdict(session: Session, args: list[str]) -> str:
    """Arguments: "attack" or "defend", vertex of a stone.  Answer: as owl_attack or owl_defend, then how far it can be trusted: "proved",
    "proved if" with a stone of each string that must hold, "read", or "uncertain" for a guess.  A dragon whose owner can only wait for a ko
    that the opponent alone can begin is dead.  "seki" before "proved" says that the dragon provably makes no two eyes, too.
    Fails: attack or defend is wanted, invalid coordinate, vertex must not be empty.
    """
    from owlgo.engine.core.certainty import Grade
    from owlgo.engine.life import grade_words, sekis
    side, pos = question(session, args)
    board, size = session.game.board, session.game.size
    found = session.examination.answer(pos, side)
    seki = sekis.of_answer(board, pos, side, found, session.means)
    word = ['seki'] if seki is not None and seki.grade == Grade.PROVED else []
    return ' '.join([answer(session, found.reading), *word, grade_words.compact(found.grade, found.conditions, size)])


def question(session: Session, args: list[str]) -> tuple[int, int]:
    """Parse the side that moves first, and the point of a stone."""
    return side_of(args[0] if args else ''), string(session, args, 1)


@command('owl_does_attack')
def owl_does_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a move, vertex of a dragon.  Answer: code, whether the move kills the dragon, and after report_uncertainty on
    whether the answer is a guess.  Fails: invalid coordinate, move vertex must be empty, vertex must not be empty.
    """
    return _does(session, args, 'attack')


@command('owl_does_defend')
def owl_does_defend(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a move, vertex of a dragon.  Answer: code, whether the move saves the dragon, and after report_uncertainty on
    whether the answer is a guess.  Fails: invalid coordinate, move vertex must be empty, vertex must not be empty.
    """
    return _does(session, args, 'defend')


@command('owl_threaten_attack')
def owl_threaten_attack(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a dragon.  Answer: code, and if it is not 0 two moves in a row that kill the dragon; after report_uncertainty on
    whether that is a guess.  Success is 1; GNU Go 3.8 prints 3.  Fails: invalid coordinate, vertex must not be empty.
    """
    return _threat(session, _about_moves(session).threaten_attack(string(session, args)))


@command('owl_threaten_defense')
def owl_threaten_defense(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a dragon.  Answer: code, and if it is not 0 two moves in a row that save the dragon; after report_uncertainty on
    whether that is a guess.  Fails: invalid coordinate, vertex must not be empty.
    """
    return _threat(session, _about_moves(session).threaten_defense(string(session, args)))


@command('owl_connection_defends')
def owl_connection_defends(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a move, vertices of two dragons of one colour.  Answer: 1 if the dragons, joined by the move, live, else 0.
    Fails: invalid coordinate, move vertex must be empty, vertex must not be empty, vertices must have same color.
    """
    move, first = _move_and_dragon(session, args)
    second = string(session, args, 2)
    if session.game.color_at(first) != session.game.color_at(second):
        raise GtpError('vertices must have same color')
    return str(int(_about_moves(session).connection_defends(move, first, second)))


@command('owl_substantial')
def owl_substantial(session: Session, args: list[str]) -> str:
    """Arguments: vertex of a string.  Answer: 1 if capturing it lets the capturing stones live, else 0.  Fails: invalid coordinate, vertex
    must not be empty.
    """
    return str(int(_about_moves(session).is_substantial(string(session, args))))


def _about_moves(session: Session) -> 'MoveQuestions':
    """Return an object that answers questions about moves as consistently as questions about dragons."""
    from owlgo.engine.life.threats import MoveQuestions
    return MoveQuestions(session.game.board, session.examination.after, session.means)


def _move_and_dragon(session: Session, args: list[str]) -> tuple[int, int]:
    """Parse an empty point and the point of a stone."""
    move = vertex(args, session.game.size)
    pos = string(session, args, 1)
    return unoccupied(session, move), pos


def _does(session: Session, args: list[str], word: str) -> str:
    """Return the code for what a move achieves."""
    (move, pos), side = _move_and_dragon(session, args), side_of(word)
    found = _about_moves(session).does(move, pos, side, session.examination.answer(pos, side).reading)
    return f'{found.code}{" uncertain" if not found.certain and session.report_uncertainty else ""}'


def _threat(session: Session, threat: 'Threat') -> str:
    """Write a threat: code and both moves."""
    code = GTP_CODES[threat.result]
    moves = f' {session.game.vertex(threat.first)} {session.game.vertex(threat.second)}' if code else ''
    return f'{code}{moves}{" uncertain" if session.report_uncertainty and not threat.certain else ""}'


@command('owlgo-solve')
def owlgo_solve(session: Session, args: list[str]) -> str:
    """Arguments: "attack" or "defend", vertex of a stone [nodes].  Answer: code, the move (PASS if none is needed or helps), "proved",
    "proved-if" or "unknown", the number of ko threats that would turn the result (0 if none would), nodes, and after "proved-if" a stone of
    each string that must hold.  An interrupted proof is "unknown".  Where the defender can only wait for a ko that the attacker alone can
    begin, the attack succeeds; the threats would save the dragon now.

    Or arguments: a goal ("any", "all", "capture" or "connect", as owlgo solve --goal), ["no-ko" colour] ["first" colour], a vertex of each
    string [nodes].  Answer: "yes" if their owner succeeds, "no", "ko" or "unknown"; the grade as owlgo-verdict has it; first moves that
    succeed.  Without "first" the side to move moves first.

    Fails: attack or defend is wanted, invalid coordinate, vertex must not be empty, invalid color, invalid node limit, the region
    is open or too large, the stones do not fit the goal, interrupted.
    """
    from owlgo.engine.core.certainty import Grade
    from owlgo.engine.core.goal_names import GOALS
    from owlgo.engine.life import grade_words, verdict
    if args and args[0] in GOALS:
        return _goal(session, args)
    side, pos = question(session, args)
    limit = integer(args, 'invalid node limit', 2, most=10**12) if len(args) > 2 else session.limits.proof
    if limit < 1:
        raise GtpError('invalid node limit')
    found = verdict.prove(session.game.board, pos, side, limit, session.means._replace(progress=session.goes_on))
    interrupted = not session.goes_on(0)
    if found is None:
        raise Interrupted if interrupted else GtpError('the region is open or too large')
    (answer, threats), reading = found, found[0].reading
    # An interrupted result may be proved, but its move need not be the one that an undisturbed search names.
    word = 'unknown' if interrupted else {Grade.PROVED: 'proved', Grade.PROVED_IF: 'proved-if'}.get(answer.grade, 'unknown')
    return ' '.join([str(reading.code), session.game.vertex(reading.move), word, str(threats), str(reading.nodes),
                     *(grade_words.strings(answer.conditions, session.game.size) if word == 'proved-if' else [])])


def _goal(session: Session, args: list[str]) -> str:
    """Answer a goal of owlgo-solve."""
    from owlgo.engine.core.points import EMPTY
    from owlgo.engine.life import goals, grade_words
    sides = {'no-ko': EMPTY, 'first': session.game.to_move}
    rest = args[1:]
    while rest and rest[0] in sides:
        sides[rest[0]] = color(rest, 1)
        rest = rest[2:]
    limit = session.limits.proof
    if len(rest) > 1 and rest[-1].isdigit():
        limit = integer(rest, 'invalid node limit', len(rest) - 1, most=10**12)
        rest = rest[:-1]
    if limit < 1:
        raise GtpError('invalid node limit')
    stones = [string(session, rest, k) for k in range(max(len(rest), 1))]
    asked = goals.GoalQuestion(args[0], tuple(dict.fromkeys(stones)), sides['first'], sides['no-ko'], limit)
    try:
        found = goals.settle(session.game.board, asked, session.goes_on)
    except ValueError as error:
        raise GtpError(str(error)) from None
    if not session.goes_on(0):
        raise Interrupted
    word = ('ko' if found.verdict is not None else 'unknown') if found.lives is None else 'yes' if found.lives else 'no'
    return ' '.join([word, grade_words.compact(found.grade, found.conditions, session.game.size), *map(session.game.vertex, found.moves)])


@command('get_owl_node_counter')
def get_owl_node_counter(session: Session, args: list[str]) -> str:
    """Answer: OWL nodes since the last reset."""
    from owlgo.engine.owl.limits import Counter
    return str(session.workspace.get(Counter).nodes)


@command('reset_owl_node_counter')
def reset_owl_node_counter(session: Session, args: list[str]) -> None:
    """Set the OWL node counter to 0."""
    from owlgo.engine.owl.limits import Counter
    session.workspace.get(Counter).nodes = 0
