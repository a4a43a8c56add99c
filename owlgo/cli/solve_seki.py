"""Sekis in ``owlgo solve``: dragons of a closed region that live without two eyes."""

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import SIDES
from owlgo.engine.core.printable import counted
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.life import sekis
from owlgo.engine.life.sekis import SekiProof
from owlgo.engine.life.sekis import as_data as described
from owlgo.engine.life.sekis import words as graded
from owlgo.engine.owl.limits import FULL, Means
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER, lives
from owlgo.engine.solver.solver import Progress


def found(study: Study, watch: Progress | None) -> dict[int, SekiProof]:
    """Search for sekis of a proved living dragon; return them by the side that moves first."""
    known = dict[int, SekiProof]()
    means = Means(Workspace(), FULL._replace(threads=study.threads), watch)
    for side in (ATTACKER, DEFENDER):
        verdict = study.verdict(side)
        if verdict.proved and lives(verdict.result, side):
            nodes = min(study.limit, sekis.EYELESS_NODES + 2 * verdict.nodes)
            one = sekis.of_region(study.board, study.region, side, nodes, means, study.memory)
            known |= {} if one is None else {side: one}
    return known


def words(game: Game, study: Study, side: int, sekis: dict[int, SekiProof]) -> list[str]:
    """Write that the dragon lives in seki, below the verdict of a side."""
    one = sekis.get(side)
    if one is None:
        return []
    return [f'  {SIDES[study.color(DEFENDER)]} makes no two eyes: it is seki ({graded(one, game.size)}, {counted(one.nodes, "position")})']


def as_data(game: Game, one: SekiProof | None) -> dict[str, object] | None:
    """Return a seki for JSON."""
    return described(one, game.size)
