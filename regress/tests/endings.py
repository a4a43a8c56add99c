"""Play finished games on after a pass: ``python -m owlgo.regress.tests.endings GAME.sgf...``.

A finished game ends with two passes.  Komi is set so that one side leads by half a point.  The engine moves for the leader until both sides
pass; the other side always passes.  By ``final_score`` of the engine and of a second engine the leader must still win.  Each game is tried
for both sides.
"""
import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.files import in_words
from owlgo.engine.core.points import BLACK, PASS, vertex
from owlgo.engine.core.printable import say
from owlgo.gtp.client import Client
from owlgo.regress.match import OWLGO_COMMAND

TRIAL_MOVES = 40
"""Moves of the leader after which a trial ends without a pass."""


@dataclass(frozen=True)
class Trial:
    """The outcome of one game for one leader."""
    leader: str
    """b or w."""
    moves: tuple[str, ...]
    """The moves of the engine."""
    scores: tuple[float, ...]
    """The leader's final lead by each engine, in points: 0.5 if nothing was lost."""

    @property
    def lost(self) -> bool:
        """Return whether the leader lost by any engine's score, or never passed."""
        return min(self.scores) < 0 or len(self.moves) >= TRIAL_MOVES


def ask(client: Client, line: str) -> str:
    """Send a command and return its answer.  Raises ValueError if it fails."""
    reply = client.send(line, 300.0)
    if reply.status != '=':
        raise ValueError(f'{client.argv[0]}: {line}: {reply.status} {reply.text}')
    return reply.text.strip()


def score(client: Client) -> float:
    """Return White's final lead in points."""
    text = ask(client, 'final_score').upper()
    return 0.0 if text == '0' else float(text[2:]) * (1 if text.startswith('W') else -1)


def try_one(engines: Sequence[Client], size: int, moves: Sequence[tuple[str, str]], leader: str, komi: float) -> Trial:
    """Play on for the leader."""
    rival = 'w' if leader == 'b' else 'b'
    _set_up(engines, size, komi, moves)
    passed = bool(moves) and moves[-1] == (rival, 'pass')
    played: list[str] = []
    while len(played) < TRIAL_MOVES:
        move = ask(engines[0], f'genmove {leader}').lower()
        played.append(move)
        if len(engines) > 1:
            ask(engines[1], f'play {leader} {move}')
        if move == 'pass' and passed:
            break
        for client in engines:
            ask(client, f'play {rival} pass')
        if move == 'pass':
            break
        passed = True
    sign = 1 if leader == 'w' else -1
    # The second engine counts without komi, since GNU Go caches the score of a position across changes of komi.
    scores = [score(client) + (komi if client is not engines[0] else 0.0) for client in engines]
    return Trial(leader, tuple(played), tuple(sign * points for points in scores))


def _set_up(engines: Sequence[Client], size: int, first_komi: float, moves: Sequence[tuple[str, str]]) -> None:
    for client in engines:
        komi = first_komi if client is engines[0] else 0.0
        for line in [f'boardsize {size}', 'clear_board', f'komi {komi}', *(f'play {color} {point}' for color, point in moves)]:
            ask(client, line)


def game(engines: Sequence[Client], path: Path, to_move: bool = False) -> list[Trial] | None:
    """Return the trials of one game, None if it is unfinished or its score disputed.  Raises ValueError and OSError."""
    record = sgf.load(path)
    plays = [event for event in record.events if isinstance(event, sgf.Play)]
    if len(plays) != len(record.events) or [event.pos for event in plays[-2:]] != [PASS, PASS]:
        return None
    moves = [('b' if event.color == BLACK else 'w', vertex(event.pos, record.size).lower()) for event in plays]
    _set_up(engines, record.size, 0.0, moves)
    scores = {score(client) for client in engines}
    if len(scores) > 1:
        return None
    while moves and moves[-1][1] == 'pass':
        moves.pop()
    even = -scores.pop()
    return [try_one(engines, record.size, moves if to_move else [*moves, (rival, 'pass')], leader, even + (0.5 if leader == 'w' else -0.5))
            for leader, rival in (('b', 'w'), ('w', 'b'))]


def main(argv: list[str]) -> int:
    """Run the command; return 1 if a game cannot be read or an engine fails."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.tests.endings',
                                description='Play finished games on after a pass, half a point ahead.')
    p.add_argument('games', nargs='+', type=Path, metavar='GAME.sgf', help='records that end with two passes')
    p.add_argument('--engine', default=OWLGO_COMMAND, help='the engine that leads (this one)')
    p.add_argument('--against', default='gnugo --mode gtp', help='the engine that counts too; empty: none (gnugo --mode gtp)')
    p.add_argument('--rules', choices=('japanese', 'chinese'), default='japanese', help='rules of scoring (japanese)')
    p.add_argument('--to-move', action='store_true', help='the opponent has not passed yet when the engine begins')
    p.add_argument('--verbose', action='store_true', help='show each game, not only those whose winner changes')
    args = p.parse_args(argv)
    commands = [f'{command} --{args.rules}-rules' for command in (args.engine, args.against) if command]
    trials = lost = skipped = cost = 0
    with ExitStack() as stack:
        engines = [stack.enter_context(Client(command)) for command in commands]
        for path in args.games:
            try:
                found = game(engines, path, args.to_move)
            except (OSError, ValueError) as error:
                say(f'{path}: {in_words(error)}', sys.stderr)
                return 1
            skipped += found is None
            for one in found or ():
                trials, lost, cost = trials + 1, lost + one.lost, cost + (one.scores[0] < 0.5)
                if args.verbose or one.lost:
                    say(f'{path} {one.leader}: {" ".join(one.moves)} '
                        f'{" ".join(f"{points:+g}" for points in one.scores)}{" LOST" if one.lost else ""}')
    say(f'{lost} of {trials} changed winner, {cost} cost points; {skipped} games were not finished or counted differently')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
