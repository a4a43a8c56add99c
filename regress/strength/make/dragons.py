"""Open dragons of games whose life depends on who moves, before and after the key move of either side.

    python -m owlgo.regress.strength.make.dragons GAMES OUT.json --referee COMMAND [--peer COMMAND] [--proposer COMMAND] [--most N]

A dragon is taken when the referee gives it to the attacker if he moves first, and to its owner if he does.  A question is kept when the
peer's answer is the same: the referee alone may leave a dragon to play elsewhere.  The referee is slow, so it sees only dragons that the
proposer, which is the peer at a lower level, calls critical, and the peer is asked before it.
"""
import argparse
import contextlib
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, WHITE, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.life import verdict
from owlgo.engine.solver.region import NotEnclosed
from owlgo.regress.strength.entry import Entry, Question, append, drawn, read
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import LETTERS, Referee, moved

LOOK, AFTER = 10, 8
"""Visits for a position, and after its key move."""
LIKELY, SURE = 0.3, 0.7
"""How much of a dragon a side must own to be looked at, and to be believed."""
WORST = 0.5
"""How much of each single stone."""
STEP = {9: 2, 13: 2, 19: 3}
"""Moves from one look at a game to the next, by size."""
FIRST, LEAST = 10, 3
"""The first move of a game that is looked at, and the fewest stones of a dragon."""
SIDES = ('attack', 'defend')
CRITICAL = re.compile(r'owl_status (\w+) .*?\bstrings((?: [A-Z]\d+\b(?!:))+)')
"""In what the proposer says of all dragons: the status of one, and a stone of each of its strings."""


class ContestedDragon:
    """A dragon of a position, and what both say of it."""

    def __init__(self, game: Game, group: list[int], referee: Referee, peer: Peer, workspace: Workspace) -> None:
        self.game, self.group, self.referee, self.peer = game, group, referee, peer
        self.owner = game.color_at(group[0])
        self.target = max(group, key=lambda pos: (len(game.string(pos)), -pos))
        self.workspace = workspace

    def color(self, side: str) -> int:
        """The colour of a side."""
        return self.owner if side == 'defend' else other(self.owner)

    def kept(self, game: Game, color: int, visits: int, extra: tuple[int, ...] = ()) -> tuple[float, float]:
        """How much of the dragon is its owner's with this colour to move: on average, and of the worst stone for the average's sign."""
        owners = self.referee.look(game, color, visits).owners
        sign = 1 if self.owner == BLACK else -1
        shares = [sign * owners[pos] for pos in {*self.group, *extra} if game.color_at(pos) == self.owner] or [-1.0]
        average = mean(shares)
        return average, min(shares) if average > 0 else max(shares)

    def is_open(self) -> bool:
        """Whether no wall closes the dragon off."""
        with contextlib.suppress(NotEnclosed):
            verdict.enclose_dragon(self.game.board, self.target, self.workspace)
            return False
        return True

    def agrees(self, game: Game, side: str, succeeds: bool) -> bool:
        """Whether the peer answers so, and without a ko."""
        answer = self.peer.ask(game, f'owl_{side} {game.vertex(self.target)}')
        return answer[:1] in ('1', '0') and (answer[0] == '1') == succeeds

    def question(self, game: Game, side: str, succeeds: bool, moves: tuple[str, ...], visits: int) -> Question | None:
        """A question, which the peer answers so, if that is certain enough; None if it is not."""
        lives = succeeds == (side == 'defend')
        color = self.color(side)
        command = f'owl_{side} {game.vertex(self.target)}'
        together = self.peer.ask(game, f'dragon_stones {game.vertex(self.target)}').split()
        theirs = tuple(pos for pos in (parse_vertex(word, game.size) for word in together) if game.color_at(pos) == self.owner)
        average, worst = self.kept(game, color, visits, theirs)
        sign = 1 if lives else -1
        if sign * average < SURE or sign * worst < WORST:
            return None
        return Question(command, ('1',) if succeeds else ('0',), 'referee+gnugo', moves)

    def questions(self) -> list[Question]:
        """Those of either side, before and after its key move; none of a side where one of the two is in doubt."""
        found: list[Question] = []
        agreed = [side for side in SIDES if self.agrees(self.game, side, True)]
        if not agreed:
            return found
        sure = {side: self.kept(self.game, self.color(side), LOOK)[0] * (1 if side == 'defend' else -1) >= SURE for side in SIDES}
        for side in agreed if all(sure.values()) else []:
            color = self.color(side)
            move = self.referee.look(self.game, color, LOOK).best
            if move.lower() == 'pass':
                continue
            after = moved(self.game, color, move)
            rest = 'attack' if side == 'defend' else 'defend'
            if after.color_at(self.target) != self.owner or not self.agrees(after, rest, False):
                continue
            last = self.question(after, rest, False, (f'{"BW"[color != BLACK]} {move}',), AFTER)
            first = last and self.question(self.game, side, True, (), LOOK)
            if first and last:
                found += [first, last]
        return found


def critical(game: Game, proposer: Peer) -> set[int]:
    """Stones of the dragons that the proposer calls critical."""
    found = CRITICAL.findall(proposer.ask(game, 'dragon_data'))
    return {parse_vertex(word, game.size) for status, words in found if status == 'critical' for word in words.split()}


def contested(judges: list[ContestedDragon]) -> list[ContestedDragon]:
    """The dragons of a position that are the mover's at the referee's first glance, whoever moves."""
    if not judges:
        return []
    views = {color: judges[0].referee.glance(judges[0].game, color).owners for color in (BLACK, WHITE)}
    found = []
    for judge in judges:
        sign = 1 if judge.owner == BLACK else -1
        first, second = (sign * mean(views[color][pos] for pos in judge.group) for color in (judge.owner, other(judge.owner)))
        if first > LIKELY and second < -LIKELY:
            found.append(judge)
    return found


def of_game(path: Path, referee: Referee, peer: Peer, proposer: Peer) -> Iterator[Entry]:
    """The entries of a game record: each dragon once."""
    record = sgf.load(str(path))
    workspace, used = Workspace(), set[int]()
    for number in range(FIRST, len(record.events), STEP.get(record.size, STEP[19])):
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number)))
        game.komi = 6.5
        decided = set[tuple[str, ...]]()
        proposed = critical(game, proposer) - used
        groups = [group for group in amalgamate.groups(game.board, workspace) if len(group) >= LEAST and proposed & set(group)]
        judges = [ContestedDragon(game, group, referee, peer, workspace) for group in groups if not used & set(group)]
        for judge in contested([judge for judge in judges if judge.is_open()]):
            questions = judge.questions()
            moves = (LETTERS[judge.owner], *(move for asked in questions for move in asked.moves))
            if questions:
                used |= set(judge.group)
            if questions and moves not in decided:
                # Two groups of one colour that the same moves decide about are one dragon.
                decided.add(moves)
                yield Entry(f'dragons-{path.stem}-{number - 1}-{game.vertex(judge.target)}', drawn(game), tuple(questions),
                            LETTERS[game.to_move][0].upper(), game.komi, origin=f'{path.stem}, before move {number}')


def main() -> None:
    """Look through a folder of games, and go on where an earlier run stopped."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength.make.dragons', description='Find open dragons in games.')
    p.add_argument('games', type=Path)
    p.add_argument('out', type=Path)
    p.add_argument('--referee', required=True, help='a GTP engine that knows kata-search_analyze')
    p.add_argument('--peer', default='gnugo --quiet --mode gtp --level 10')
    p.add_argument('--proposer', default='gnugo --quiet --mode gtp --level 5')
    p.add_argument('--most', type=int, default=200)
    p.add_argument('--part', type=int, nargs=2, default=(0, 1), metavar=('K', 'N'), help='the Kth (from 0) of N parts of the games')
    args = p.parse_args()
    done = args.out.with_suffix('.done')
    seen = set(json.loads(done.read_text('utf-8'))) if done.exists() else set[str]()
    referee, peer, proposer = Referee(args.referee, args.out.with_suffix('.cache')), Peer(args.peer), Peer(args.proposer)
    paths = sorted(args.games.glob('*.sgf'))
    random.Random(1).shuffle(paths)
    paths = [path for path in paths[args.part[0]::args.part[1]] if path.name not in seen]
    known = {entry.subject for entry in read(args.out)} if args.out.exists() else set[tuple[str, str]]()
    for path in paths:
        if len(known) >= args.most:
            break
        for entry in of_game(path, referee, peer, proposer):
            if entry.subject not in known and len(known) < args.most:
                # Games may begin alike, so a dragon may be known.
                append(args.out, entry)
                known.add(entry.subject)
        seen.add(path.name)
        done.write_text(json.dumps(sorted(seen)))
    for engine in (referee, peer, proposer):
        engine.close()


if __name__ == '__main__':
    main()
