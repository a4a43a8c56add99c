"""Find open dragons of games whose life depends on the side to move, before and after the key move of either side.

    python -m owlgo.regress.strength.make.dragons GAMES OUT.json --referee COMMAND [--peer COMMAND] [--proposer COMMAND] [--most N]

By the referee the dragon must belong to whichever side moves first.  A question is kept if the peer agrees, since the referee may prefer to
play elsewhere.  The referee is slow: it sees only dragons that the proposer, the peer at a lower level, calls critical, and after the peer.
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
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.group import Goal
from owlgo.engine.solver.region import NotEnclosed
from owlgo.regress.strength.entry import Entry, Question, read
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import Referee, moved
from owlgo.regress.strength.make.written import append, drawn

SURE_SHARE = 0.7
"""Share of a dragon's ownership at which the referee is believed."""


class ContestedDragon:
    """A dragon of a position, and questions about it for referee and peer."""

    def __init__(self, game: Game, group: list[int], referee: Referee, peer: Peer, workspace: Workspace) -> None:
        self.game, self.group, self.referee, self.peer = game, group, referee, peer
        self.owner = game.color_at(group[0])
        self.target = max(group, key=lambda pos: (len(game.string(pos)), -pos))
        self.workspace = workspace

    def color(self, side: str) -> int:
        """Return the colour of a side."""
        return self.owner if side == 'defend' else other(self.owner)

    def kept(self, game: Game, color: int, visits: int, extra: tuple[int, ...] = ()) -> tuple[float, float]:
        """Return the owner's share of the dragon with a colour to move: the mean, and the stone that most contradicts it."""
        owners = self.referee.look(game, color, visits).owners
        sign = 1 if self.owner == BLACK else -1
        shares = [sign * owners[pos] for pos in {*self.group, *extra} if game.color_at(pos) == self.owner] or [-1.0]
        average = mean(shares)
        return average, min(shares) if average > 0 else max(shares)

    def is_open(self) -> bool:
        """Return whether no wall encloses the dragon."""
        with contextlib.suppress(NotEnclosed):
            return not Goal(self.game.board, self.target, self.workspace).region.points
        return True

    def agrees(self, game: Game, side: str, succeeds: bool) -> bool:
        """Return whether the peer gives this answer, without a ko."""
        answer = self.peer.ask(game, f'owl_{side} {game.vertex(self.target)}')
        return answer[:1] in ('1', '0') and (answer[0] == '1') == succeeds

    def question(self, game: Game, side: str, succeeds: bool, moves: tuple[str, ...], visits: int) -> Question | None:
        """Return a question with the peer's answer, None if the referee is unsure of it."""
        lives = succeeds == (side == 'defend')
        color = self.color(side)
        command = f'owl_{side} {game.vertex(self.target)}'
        together = self.peer.ask(game, f'dragon_stones {game.vertex(self.target)}').split()
        theirs = tuple(pos for pos in (parse_vertex(word, game.size) for word in together) if game.color_at(pos) == self.owner)
        average, worst = self.kept(game, color, visits, theirs)
        sign = 1 if lives else -1
        if sign * average < SURE_SHARE or sign * worst < 0.5:
            return None
        return Question(command, ('1',) if succeeds else ('0',), 'referee+gnugo', moves)

    def questions(self) -> list[Question]:
        """Return the questions of each side before and after its key move, if neither is in doubt."""
        found: list[Question] = []
        visits, sides = 10, ('attack', 'defend')
        agreed = [side for side in sides if self.agrees(self.game, side, True)]
        if not agreed:
            return found
        sure = {side: self.kept(self.game, self.color(side), visits)[0] * (1 if side == 'defend' else -1) >= SURE_SHARE for side in sides}
        for side in agreed if all(sure.values()) else []:
            color = self.color(side)
            move = self.referee.look(self.game, color, visits).best
            if move.lower() == 'pass':
                continue
            after = moved(self.game, color, move)
            rest = 'attack' if side == 'defend' else 'defend'
            if after.color_at(self.target) != self.owner or not self.agrees(after, rest, False):
                continue
            last = self.question(after, rest, False, (f'{"BW"[color != BLACK]} {move}',), 8)
            first = last and self.question(self.game, side, True, (), visits)
            if first and last:
                found += [first, last]
        return found


def critical(game: Game, proposer: Peer) -> set[int]:
    """Return a stone of each string of the dragons that the proposer calls critical."""
    found = re.findall(r'owl_status (\w+) .*?\bstrings((?: [A-Z]\d+\b(?!:))+)', proposer.ask(game, 'dragon_data'))
    return {parse_vertex(word, game.size) for status, words in found if status == 'critical' for word in words.split()}


def contested(judges: list[ContestedDragon]) -> list[ContestedDragon]:
    """Return the dragons that whoever moves first wins, by the referee's evaluation without a search."""
    if not judges:
        return []
    views = {color: judges[0].referee.glance(judges[0].game, color).owners for color in (BLACK, WHITE)}
    found = []
    for judge in judges:
        sign = 1 if judge.owner == BLACK else -1
        first, second = (sign * mean(views[color][pos] for pos in judge.group) for color in (judge.owner, other(judge.owner)))
        if first > 0.3 and second < -0.3:
            found.append(judge)
    return found


def of_game(path: Path, referee: Referee, peer: Peer, proposer: Peer) -> Iterator[Entry]:
    """Yield the entries of a game record, each dragon once, from every second or third move."""
    record = sgf.load(str(path))
    workspace, used = Workspace(), set[int]()
    for number in range(10, len(record.events), 2 if record.size in (9, 13) else 3):
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number)))
        game.komi = 6.5
        decided = set[tuple[str, ...]]()
        proposed = critical(game, proposer) - used
        groups = [group for group in amalgamate.groups(game.board, workspace) if len(group) >= 3 and proposed & set(group)]
        judges = [ContestedDragon(game, group, referee, peer, workspace) for group in groups if not used & set(group)]
        for judge in contested([judge for judge in judges if judge.is_open()]):
            questions = judge.questions()
            moves = (COLOR_NAMES[judge.owner], *(move for asked in questions for move in asked.moves))
            if questions:
                used |= set(judge.group)
            if questions and moves not in decided:
                # Groups of one colour with the same key moves are one dragon.
                decided.add(moves)
                yield Entry(f'dragons-{path.stem}-{number - 1}-{game.vertex(judge.target)}', drawn(game), tuple(questions),
                            COLOR_NAMES[game.to_move][0].upper(), game.komi, origin=f'{path.stem}, before move {number}')


def main() -> None:
    """Search a folder of games for contested dragons; continue where an earlier run stopped."""
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
                # Games with the same opening can repeat a dragon.
                append(args.out, entry)
                known.add(entry.subject)
        seen.add(path.name)
        done.write_text(json.dumps(sorted(seen)))
    for engine in (referee, peer, proposer):
        engine.close()


if __name__ == '__main__':
    main()
