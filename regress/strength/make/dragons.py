"""Find open dragons of games whose life depends on the side to move, before and after the key move of either side.

    python -m owlgo.regress.strength.make.dragons GAMES OUT.json --referee COMMAND [--peer COMMAND]

The referee must give the dragon to whichever side moves first.  A question is kept if the peer agrees, since the referee may prefer to play
elsewhere.  The referee is slow, so it sees only dragons that the peer calls critical.
"""
import contextlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.dragons.goal import Goal
from owlgo.engine.solver.region import NotEnclosed
from owlgo.regress.strength.entry import Entry, Question
from owlgo.regress.strength.make.engines import Peer, Referee, moved
from owlgo.regress.strength.make.written import Wanted, arguments, entry, position

SURE_SHARE = 0.7
"""Share of a dragon's stones that the referee must give to one side to be believed."""


class ContestedDragon:
    """A dragon of a position.  Asks referee and peer about the dragon, and makes questions."""

    def __init__(self, game: Game, group: list[int], referee: Referee, peer: Peer) -> None:
        self.game, self.group, self.referee, self.peer = game, group, referee, peer
        self.owner = game.color_at(group[0])
        self.sign = 1 if self.owner == BLACK else -1
        self.target = max(group, key=lambda pos: (len(game.string(pos)), -pos))

    def color(self, side: str) -> int:
        """Return the colour of a side, ``attack`` or ``defend``."""
        return self.owner if side == 'defend' else other(self.owner)

    def is_open(self, workspace: Workspace) -> bool:
        """Return whether no wall encloses the dragon."""
        with contextlib.suppress(NotEnclosed):
            return not Goal(self.game.board, self.target, workspace).region.points
        return True

    def is_contested(self) -> bool:
        """Return whether the dragon belongs to the side that moves first, by the referee's evaluation without a search."""
        first, second = (self.sign * mean(owners[pos] for pos in self.group)
                         for _, owners, _ in (self.referee.glance(self.game, color) for color in (self.owner, other(self.owner))))
        return first > 0.3 and second < -0.3

    def shares(self, game: Game, color: int, visits: int, extra: Iterable[int] = ()) -> list[float]:
        """Return the owner's share of each stone of the dragon, by the referee, with this colour to move."""
        owners = self.referee.look(game, color, visits).owners
        return [self.sign * owners[pos] for pos in {*self.group, *extra} if game.color_at(pos) == self.owner] or [-1.0]

    def agrees(self, game: Game, side: str, succeeds: bool) -> bool:
        """Return whether the peer says that this side succeeds, or fails, without a ko."""
        return self.peer.ask(game, f'owl_{side} {game.vertex(self.target)}')[:1] == str(int(succeeds))

    def question(self, game: Game, side: str, succeeds: bool, visits: int, moves: tuple[str, ...] = ()) -> Question | None:
        """Return a question with this answer, or None if the referee is unsure of the answer or of a stone of the dragon."""
        sign = 1 if succeeds == (side == 'defend') else -1
        words = self.peer.ask(game, f'dragon_stones {game.vertex(self.target)}').split()
        together = {parse_vertex(word, game.size) for word in words}
        shares = [sign * share for share in self.shares(game, self.color(side), visits, together)]
        if mean(shares) < SURE_SHARE or min(shares) < 0.5:
            return None
        return Question(f'owl_{side} {game.vertex(self.target)}', (str(int(succeeds)),), 'referee+gnugo', moves)

    def questions(self) -> list[Question]:
        """Return each side's question before its key move and the opponent's question after it, if neither answer is in doubt."""
        found: list[Question] = []
        visits = 10
        agreed = [side for side in ('attack', 'defend') if self.agrees(self.game, side, True)]
        if not agreed or mean(self.shares(self.game, self.color('defend'), visits)) < SURE_SHARE or \
                -mean(self.shares(self.game, self.color('attack'), visits)) < SURE_SHARE:
            return found
        for side in agreed:
            color = self.color(side)
            move = self.referee.look(self.game, color, visits).best
            if move.lower() == 'pass':
                continue
            after, rest = moved(self.game, color, move), 'attack' if side == 'defend' else 'defend'
            if after.color_at(self.target) != self.owner or not self.agrees(after, rest, False):
                continue
            last = self.question(after, rest, False, 8, (f'{"BW"[color != BLACK]} {move}',))
            first = last and self.question(self.game, side, True, visits)
            if first and last:
                found += [first, last]
        return found


def critical(game: Game, peer: Peer) -> set[int]:
    """Return a stone of each string of the dragons that the peer calls critical."""
    found = re.findall(r'owl_status (\w+) .*?\bstrings((?: [A-Z]\d+\b(?!:))+)', peer.ask(game, 'dragon_data'))
    return {parse_vertex(word, game.size) for status, words in found if status == 'critical' for word in words.split()}


def of_game(path: Path, referee: Referee, peer: Peer) -> Iterator[Entry]:
    """Yield the entries of a game record, each dragon once, from every second or third move."""
    record = sgf.load(str(path))
    workspace, used = Workspace(), set[int]()
    for number in range(10, len(record.events), 2 if record.size in (9, 13) else 3):
        game = position(path, number)
        decided = set[tuple[str, ...]]()
        proposed = critical(game, peer) - used
        groups = [group for group in amalgamate.groups(game.board, workspace) if len(group) >= 3 and proposed & set(group)]
        for group in groups:
            dragon = ContestedDragon(game, group, referee, peer)
            questions = dragon.questions() if not used & set(group) and dragon.is_open(workspace) and dragon.is_contested() else []
            moves = (COLOR_NAMES[dragon.owner], *(move for asked in questions for move in asked.moves))
            if questions:
                used |= set(group)
            if questions and moves not in decided:
                # Groups of one colour with the same key moves are one dragon.
                decided.add(moves)
                name = f'dragons-{path.stem}-{number - 1}-{game.vertex(dragon.target)}'
                yield entry(name, game, questions, f'{path.stem}, before move {number}')


def main() -> None:
    """Search a folder of games for contested dragons until there are enough of them."""
    args = arguments('dragons', seed=1)
    wanted = Wanted(args.out, {True: 200}, lambda _: True)
    for path in args.games:
        for found in of_game(path, args.referee, args.peer) if wanted else ():
            wanted.add(found)


if __name__ == '__main__':
    main()
