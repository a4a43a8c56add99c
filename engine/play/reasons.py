"""Reasons for moves: stones they capture or save, cuts, connections, shape and opening (GNU Go manual, "Move generation")."""
from collections.abc import Collection, Iterator
from typing import NamedTuple

from owlgo.engine.core.facts import ALIVE, ALWAYS
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, neighbours, other, vertex
from owlgo.engine.core.result import WIN
from owlgo.engine.examine.examination import Examination
from owlgo.engine.mcts.ablation import COMBINATIONS
from owlgo.engine.play import opening
from owlgo.engine.play.weights import REASON
from owlgo.engine.read import combination
from owlgo.engine.worms import cut_points
from owlgo.patterns.library import LIBRARY
from owlgo.patterns.match import new_matches, py_find_matches


class Motive:
    """Kinds of reasons for a move, in the words that ``move_reasons`` prints.  The last five names are groups of kinds."""
    ATTACKS, DEFENDS = 'attacks', 'defends'
    OWL_ATTACKS, OWL_DEFENDS = 'owl-attacks', 'owl-defends'
    COMBINES, FORESTALLS = 'begins a combination against', 'defends against combination attack on'
    CUTS, CONNECTS = 'cuts', 'connects'
    SHAPE = 'makes shape'
    OPENING, FOLLOWS = 'takes a corner', 'follows a corner opening'
    SIDE, CENTRE = 'takes an open side', 'leaves the sides open'
    TERRITORY, MOYO = 'expands territory', 'expands moyo'
    LARGEST, EXACT = 'is the largest point left', 'is worth most by reading'
    TAKES, SAVES = (ATTACKS, OWL_ATTACKS), (DEFENDS, OWL_DEFENDS)
    OPENS = (OPENING, FOLLOWS, SIDE, CENTRE)
    COMBINED = (COMBINES, FORESTALLS)
    READ = (*TAKES, *SAVES, *COMBINED)


class Reason(NamedTuple):
    """One reason for a move."""
    kind: str
    move: int
    stones: tuple[int, ...] = ()
    """The stones that the reason is about."""
    points: float = 0.0
    """Points that the reason by itself adds to the move's value."""
    certain: bool = True
    """Whether the status of these stones is certain."""

    def words(self, size: int) -> str:
        """The reason as ``move_reasons`` prints it."""
        about = f' {vertex(self.stones[0], size)}' if self.stones else ''
        return f'Move at {vertex(self.move, size)} {self.kind}{about}' + (f' ({self.points:+.1f})' if self.points else '')


def collect(game: Game, known: Examination, color: int, without: Collection[str] = ()) -> dict[int, list[Reason]]:
    """Return the reasons for a colour's legal moves, by move.  ``without`` may leave out combinations."""
    found: dict[int, list[Reason]] = {}
    combined = () if COMBINATIONS in without else combinations(known, color)
    for reason in (*tactical(known, color), *vital(known, color), *combined, *cuts(known, color), *shapes(known, color),
                   *opens(known, color)):
        if reason.move != PASS and (reason.move in found or game.is_legal(color, reason.move)):
            found.setdefault(reason.move, []).append(reason)
    return found


def tactical(known: Examination, color: int) -> Iterator[Reason]:
    """List moves that capture or save strings, except strings of certainly dead dragons."""
    for worm in known.worms:
        if worm.attacks and worm.defences and not known.guesses[known.dragons.at[worm.stones[0]]].surely_dead:
            moves, kind = (worm.defences, Motive.DEFENDS) if worm.color == color else (worm.attacks, Motive.ATTACKS)
            for move in _best(moves):
                yield Reason(kind, move, worm.stones, REASON.stone * len(worm.stones))


def _best(moves: dict[int, int]) -> list[int]:
    """Return the moves with the best result."""
    most = max(moves.values())
    return [move for move, result in moves.items() if result == most]


def vital(known: Examination, color: int) -> Iterator[Reason]:
    """List moves that kill or save dragons."""
    for number, dragon in enumerate(known.dragons.every):
        status, moves = known.decisive(number, color)
        points = REASON.stone * len(dragon.stones) * (1.0 if status.certain else REASON.uncertain)
        for move in moves:
            kind = Motive.OWL_DEFENDS if dragon.color == color else Motive.OWL_ATTACKS
            yield Reason(kind, move, dragon.stones, points, status.certain)


def combinations(known: Examination, color: int) -> Iterator[Reason]:
    """List the move that begins a combination of captures, and the moves that forestall the opponent's."""
    board, reader = known.board, known.reader
    found, goals = combination.combination_attack(board, color, reader)
    if found.result == WIN:
        yield _combined(known, Motive.COMBINES, found.move, goals)
    threat, goals = combination.combination_attack(board, other(color), reader)
    if threat.result == WIN:
        for move in combination.forestall(board, color, threat.move, goals, reader):
            yield _combined(known, Motive.FORESTALLS, move, goals)


def _combined(known: Examination, kind: str, move: int, goals: list[int]) -> Reason:
    """Return the reason for a combination's move.  At least the smallest of the combination's strings is at stake."""
    stones = min((known.worm_at[pos].stones for pos in goals), key=len)
    return Reason(kind, move, stones, REASON.stone * len(stones) + REASON.combination)


def cuts(known: Examination, color: int) -> Iterator[Reason]:
    """List cuts and connections: patterns of class B in conn.db."""
    for owner in (color, other(color)):
        for move in cut_points(known.board, owner):
            yield from _separating(known, move, owner, Motive.CONNECTS if owner == color else Motive.CUTS)


def _separating(known: Examination, move: int, owner: int, kind: str) -> Iterator[Reason]:
    """Yield the reason to cut or connect at a point where living dragons meet, if they do."""
    dragons, size = known.dragons, int(known.board['size'])
    beside = sorted({dragons.at[q] for q in neighbours(move, size) if q in dragons.at and known.board['color'][q] == owner})
    alive = [dragons.every[k] for k in beside if known.guesses[k].status == ALIVE]
    if len(alive) > 1:
        least = min(alive, key=lambda dragon: dragon.effective_size)
        weakest = max(dragon.weakness for dragon in alive)
        yield Reason(kind, move, least.stones, REASON.cut * least.effective_size * weakest)


def shapes(known: Examination, color: int) -> Iterator[Reason]:
    """List good and bad shapes (shapes.db)."""
    loaded, found = LIBRARY.get('shapes'), new_matches()
    tables, answered = loaded.tables, loaded.answered(ALWAYS)
    py_find_matches(known.board, tables, found, color)
    sums: dict[int, float] = {}
    for k in range(int(found['n'])):
        move, pattern = int(found['move'][k]), int(tables['pattern'][found['instance'][k]])
        if answered[pattern]:
            sums[move] = sums.get(move, 0.0) + float(tables['value'][pattern])
    for move, points in sums.items():
        yield Reason(Motive.SHAPE, move, (), points * REASON.shape)


def opens(known: Examination, color: int) -> Iterator[Reason]:
    """List opening moves on large boards."""
    kinds = dict(zip((REASON.empty_corner, REASON.corner_move, REASON.open_side, REASON.centre), Motive.OPENS, strict=True))
    for move, points in opening.moves(known.board, color).items():
        yield Reason(kinds[points], move, (), points)


def stake(why: Collection[Reason]) -> float:
    """Return the points at stake by reading.  Each stone captured or saved counts once, at its highest value.  One combination counts."""
    sure: dict[int, float] = {}
    for reason in why:
        if reason.kind in (*Motive.TAKES, *Motive.SAVES):
            for stone in reason.stones:
                sure[stone] = max(sure.get(stone, 0.0), reason.points / len(reason.stones))
    return sum(sure.values()) + max((reason.points for reason in why if reason.kind in Motive.COMBINED), default=0.0)
