"""Find regions that playouts need not play out, since they are settled already, or by the next move."""
from collections.abc import Collection, Iterator, Sequence

from owlgo.engine.benson import Lasting
from owlgo.engine.core.cleared import cleared
from owlgo.engine.core.facts import ALIVE, CRITICAL
from owlgo.engine.core.points import BLACK, EMPTY, PASS, WHITE
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.examine.examination import Examination
from owlgo.engine.eyes import territory
from owlgo.engine.mcts.fastboard import Zone
from owlgo.engine.play.exact_regions import ExactRegion
from owlgo.engine.play.weights import GAIN
from owlgo.engine.score import estimate
from owlgo.engine.score.estimate import EmptyRegion


def scored(one: ExactRegion) -> Zone:
    """Turn an exactly solved region into a zone (``Zone``), from which playouts take the score without playing it out."""
    return Zone(one.points, one.wall, EMPTY, score=(round(one.first[BLACK]), round(one.first[WHITE])),
                twice=(round(one.threat[BLACK]), round(one.threat[WHITE])))


def zones(known: Examination, read: Sequence[ExactRegion] = ()) -> list[Zone]:
    """Return zones for playouts: small regions that one side's living dragons enclose, and that are settled, now or by the next move.

    Regions solved exactly (``read``) are left out.  A settled region's wall must live unconditionally once dead stones are off the board.
    Otherwise moves from outside against the wall need answers inside, and a search that leaves the region alone would ignore them.
    """
    dead = dead_for_certain(known)
    lasting = territory.unconditional_status(cleared(known.board, dead))
    closed = [Zone(frozenset(region.points), frozenset(region.border), next(iter(region.sides)))
              for region in estimate.regions(known.board, dead)
              if _is_closed(known, region) and all(lasting[stone] == Lasting.ALIVE for stone in region.border)]
    taken = {pos for one in read for pos in one.points}
    return [zone for zone in (*closed, *_open_zones(known, dead)) if not taken & zone.points]


def dead_for_certain(known: Examination) -> set[int]:
    """Return the stones of certainly dead dragons."""
    return {stone for dragon, guess in zip(known.dragons.every, known.guesses, strict=True) if guess.surely_dead for stone in dragon.stones}


def taken_off(known: Examination) -> set[int]:
    """Return the certainly dead stones that are in no seki.  Taking stones off a seki would give their captors liberties."""
    dead, in_seki = dead_for_certain(known), known.in_seki(known.guesses)
    return {stone for region in estimate.regions(known.board, dead) if region.border.isdisjoint(in_seki) for stone in region.points & dead}


def _open_zones(known: Examination, dead: set[int]) -> Iterator[Zone]:
    """List the regions of certainly critical dragons, with the moves that kill and save."""
    for dragon, guess in zip(known.dragons.every, known.guesses, strict=True):
        if guess.status != CRITICAL or not guess.certain or guess.at_rest != CRITICAL:
            continue
        status = known.quick_judgement(dragon).status
        if status.status != CRITICAL or not status.certain or status.at_rest != CRITICAL:
            continue
        region = next(region for region in estimate.regions(known.board, dead | set(dragon.stones)) if dragon.origin in region.points)
        vital = (status.attack, status.defence) if dragon.color == WHITE else (status.defence, status.attack)
        if _is_closed(known, region) and dragon.color not in region.sides and PASS not in vital:
            yield Zone(frozenset({*region.points, *vital}), frozenset(region.border | set(dragon.stones)), EMPTY, vital)


def _dragons(known: Examination, points: Collection[int]) -> set[int]:
    """The dragons with stones on these points."""
    return {known.dragons.at[p] for p in points if p in known.dragons.at}


def _is_closed(known: Examination, region: EmptyRegion) -> bool:
    """Whether a region has up to 20 empty points and borders on living dragons of one side alone.

    Dead stones caught in a region of six points or more are taken as two eyes for the dragons around it.
    """
    caught = len(region.points) >= 6 and bool(_dragons(known, region.points))
    return sum(known.board['color'][pos] == EMPTY for pos in region.points) <= 20 and len(region.sides) == 1 and \
        all(_lives(known, k, caught) for k in _dragons(known, region.border))


def _lives(known: Examination, dragon: int, caught: bool) -> bool:
    """Whether a dragon lives whoever plays first.  One that has ``caught`` enough stones counts as alive unless it certainly does not live.
    """
    one, guess = known.dragons.every[dragon], known.guesses[dragon]
    if caught:
        return not guess.certain or guess.status == ALIVE
    return guess.surely_alive and not guess.seki and (one.crude_status == ALIVE or one.escape < SMALL_ESCAPE)


def closed(known: Examination) -> set[int]:
    """Return the points of small regions bordered by one side's living dragons.  Only reading finds a gain there."""
    found: set[int] = set()
    for region in estimate.regions(known.board, known.dead):
        if len(region.points) <= GAIN.home_points and len(region.sides) == 1 and \
                all(known.guesses[k].surely_alive for k in _dragons(known, region.border)):
            found |= region.points
    return found
