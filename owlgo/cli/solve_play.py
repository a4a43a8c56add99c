"""``owlgo solve --play``: a problem played out on the terminal.  A person moves; the prover answers and says when it is over."""
import argparse

from owlgo.cli import against_prover, loading
from owlgo.cli.options import Exit
from owlgo.cli.solve_answer import Unclear, target
from owlgo.cli.terminal.screen import Screen
from owlgo.engine.core.points import COLOR_NAMES, PASS, SIDES, other, parse_vertex
from owlgo.gtp.session import Session

HELP = 'Type a vertex such as B9 to move there, pass, undo, board, help or quit.'
ENDS = {'lives': 'the dragon lives', 'dead': 'the dragon is dead', 'ko': 'a ko decides'}
"""Ends of a problem in words, by their names in ``against_prover.respond``."""


def play(args: argparse.Namespace) -> int:
    """Play the problem of the options: return 0 if it was solved, else 3.  Raises ValueError, OSError."""
    (record, where), session, screen = loading.load_problem(args.file, args.until), Session(), Screen()
    session.game.load(record)
    if args.first:
        session.game.set_turn(args.first)
    try:
        pos, how = target(session.game, record, args.vertex[0] if args.vertex else None)
    except Unclear as unclear:
        screen.say('\n'.join(unclear.lines(session.game)))
        raise
    screen.say('\n'.join(text for text in (where, how) if text))
    screen.edits(('pass', 'undo', 'board', 'help', 'quit'))
    return 0 if PlayedProblem(session, screen, pos).run() else Exit.UNSOLVED


class PlayedProblem:
    """A problem about one dragon, and the moves made so far."""

    def __init__(self, session: Session, screen: Screen, pos: int) -> None:
        """Set up the problem for the side to move.  ``pos`` is a stone of the dragon."""
        self.session, self.screen, self.game = session, screen, session.game
        self.name, self.color = session.game.vertex(pos), session.game.to_move
        self.owner = session.game.color_at(pos)
        self.made: list[int] = []
        """How many moves each exchange took: the person's, and the prover's answer."""

    def run(self) -> bool:
        """Play until the problem is over or the person leaves.  Return whether it was solved."""
        self._show()
        aim = 'save' if self.color == self.owner else 'kill'
        self.screen.say(f'{SIDES[self.color]} to play: {aim} the dragon at {self.name}.  {HELP}')
        while True:
            typed = self._ask(COLOR_NAMES[self.color])
            if typed == 'quit':
                return False
            if typed in ('help', '?', ''):
                self.screen.say(HELP)
            elif typed == 'board':
                self._show()
            elif typed == 'undo':
                self._undo()
            else:
                solved = self._answer(typed)
                if solved is not None:
                    return solved

    def _answer(self, typed: str) -> bool | None:
        """Make a move and the prover's answer.  Return whether the problem is solved, or None while it goes on."""
        try:
            point = parse_vertex(typed, self.game.size)
            told = against_prover.respond(self.session, self.name, typed, self.color)
        except ValueError as error:
            self.screen.say(f'{error}.  {HELP}')
            return None
        reply = parse_vertex(told['reply'], self.game.size) if told['reply'] else PASS
        self.game.play(self.color, point)
        self.made.append(1)
        if reply != PASS or told['over'] is None:
            self.game.play(other(self.color), reply)
            self.made[-1] += 1
        self._show()
        if told['over'] is None:
            self.screen.say(f'{SIDES[other(self.color)]} answers {told["reply"] or "with a pass"}.')
            return None
        right = 'Solved' if told['solved'] else 'Not solved'
        guess = '' if told['certain'] else ' (a guess)'
        self.screen.say('\n'.join([told['sentence'], *told['why'], f'{right}: {ENDS[told["over"]]}{guess}.']))
        if told['solved']:
            return True
        self.screen.say('undo takes the move back.')
        return self._goes_on()

    def _goes_on(self) -> bool | None:
        """Ask what to do after a move that failed: None to try another, False to leave."""
        while True:
            typed = self._ask('undo or quit')
            if typed == 'undo':
                self._undo()
                return None
            if typed == 'quit':
                return False

    def _ask(self, prompt: str) -> str:
        """Return what the person types; whoever closes the terminal quits."""
        try:
            typed = self.screen.ask(f'{prompt}> ').strip().lower()
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            return 'quit'
        return 'quit' if typed == 'exit' else typed

    def _undo(self) -> None:
        """Take back the last move with its answer."""
        if not self.made:
            self.screen.say('There is nothing to take back.')
            return
        self.game.undo(self.made.pop())
        self._show()

    def _show(self) -> None:
        moves = self.game.moves
        self.screen.board(self.game, moves[-1][1] if self.made and moves else PASS)
