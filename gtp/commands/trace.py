"""Trace readings into a game record."""
from typing import TYPE_CHECKING

from owlgo.engine.core.files import in_words, write_file
from owlgo.engine.core.points import BLACK, WHITE
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command
from owlgo.gtp.session import Session

if TYPE_CHECKING:
    from owlgo.engine.core.game import Game
    from owlgo.engine.core.result import Reading
    from owlgo.engine.core.variation import Variation
    from owlgo.engine.read.reader import LoggedQuestion


@command('start_sgftrace')
def start_sgftrace(session: Session, args: list[str]) -> None:
    """Begin a new trace of the questions that are read."""
    from owlgo.engine.read.reader import QuestionLog
    session.reader.memory.log = QuestionLog()


@command('finish_sgftrace', literal=True)
def finish_sgftrace(session: Session, args: list[str]) -> None:
    """Arguments: file.  Write the trace since start_sgftrace as SGF: a game for each position, with questions, answers and variations.
    Fails: missing filename, no trace was started, cannot write file; the trace goes on then.
    """
    if not args:
        raise GtpError('missing filename')
    memory = session.reader.memory
    log = memory.log
    if log is None:
        raise GtpError('no trace was started')
    memory.log = None           # Reading again for variations is not traced.
    try:
        text = '\n'.join(_games(session, log.questions, log.left_out)) + '\n'
        write_file(args[0], text)
    except (OSError, ValueError) as error:
        memory.log = log
        raise GtpError(f'cannot write file: {in_words(error)}') from None
    except GtpError:
        memory.log = log
        raise


def _games(session: Session, questions: 'dict[LoggedQuestion, Reading]', left_out: int) -> list[str]:
    """Return a record for each position of the trace, in order."""
    from owlgo.engine.core import sgf, variation
    from owlgo.engine.core.game import Game
    by_position: dict[tuple[int, bytes, int], list[LoggedQuestion]] = {}
    for question in questions:
        by_position.setdefault((question.size, question.colors, question.ko), []).append(question)
    games: list[str] = []
    for (size, colors, ko), asked in by_position.items():
        game = Game(size, rules=session.rules)
        black, white = ([pos for pos, color in enumerate(colors) if color == side] for side in (BLACK, WHITE))
        game.setup(black, white)
        game.board['ko'] = ko
        lines, tree = [], list[variation.Variation]()
        for question in asked:
            lines.append(_words(game, question, questions[question]))
            tree += _variations(session, game, question)
        if left_out and not games:
            lines.append(f'{left_out} questions more are left out.')
        goals = sorted({stone for question in asked for goal in question.goals for stone in game.string(goal)})
        side = tree[0].color if tree else BLACK
        games.append(variation.to_sgf(game.board, goals, tree, side, '\n'.join(lines)))
    return games or [sgf.dumps(session.game.record())]


def _words(game: 'Game', question: 'LoggedQuestion', answer: 'Reading') -> str:
    """Write a question and its answer: ``attack C3: 1 C2``."""
    from owlgo.engine.read.record import Aim
    names = {Aim.CAPTURE: ('attack', 'defend'), Aim.CUT: ('disconnect', 'connect'), Aim.SHUT_OUT: ('block_off', 'break_in'),
             Aim.LADDER: ('ladder_attack', 'ladder_defend'), Aim.COMBINATION: ('combination', 'combination'),
             Aim.LIFE: ('owl_attack', 'owl_defend')}
    attack, defence = names[question.aim]
    where = ' '.join(game.vertex(goal) for goal in question.goals + question.area)
    move = f' {game.vertex(answer.move)}' if answer.code else ''
    return f'{attack if question.attacking else defence} {where}: {answer.code}{move}{" uncertain" if not answer.certain else ""}'


def _variations(session: Session, game: 'Game', question: 'LoggedQuestion') -> 'list[Variation]':
    """Read a question again for its variations."""
    from owlgo.engine.life import variations, verdict
    from owlgo.engine.read import tree
    from owlgo.engine.solver.region import ATTACKER, DEFENDER
    if question.depths is None:
        found = verdict.ask(game.board, question.goals[0], ATTACKER if question.attacking else DEFENDER, session.means)
        return variations.variations(game.board, question.goals[0], found)
    return tree.variations(game.board, question.aim, list(question.goals), question.attacking, session.reader.within(question.depths),
                           area=question.area)
