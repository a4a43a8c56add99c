"""Files of ``owlgo solve`` about a closed region: proofs as SGF and as a page, and a certificate; first moves by grade."""
import argparse
from typing import Any, NamedTuple

from owlgo.cli import outputs, solve_page
from owlgo.engine.core import variation
from owlgo.engine.core.files import trying_each, write_file
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import PASS, SIDES
from owlgo.engine.core.variation import Variation
from owlgo.engine.life.grades import Graded
from owlgo.engine.life.sekis import SekiProof
from owlgo.engine.solver.certificate import certify, certify_open
from owlgo.engine.solver.open_region import OpenProof
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER


class FirstMoves(NamedTuple):
    good: list[int]
    """Moves with the verdict's result and grade; PASS if none is needed."""
    trusting: list[int]
    """Moves that work only if the wall holds, when others work without it."""
    unknown: list[int]


def first_moves(study: Study, side: int, graded: dict[int, Graded]) -> FirstMoves:
    """Sort the first moves of a side by grade."""
    good, unknown = study.first_moves(side)
    proof = graded[side].proof
    if side != ATTACKER or proof is None or PASS in good:
        return FirstMoves(good, [], unknown)
    sure = [one for one in good if proof.wins(one, study.limit)] or [proof.best]
    return FirstMoves(sure, [one for one in good if one not in sure], unknown)


def write(args: argparse.Namespace, game: Game, study: Study, graded: dict[int, Graded], sekis: dict[int, SekiProof],
          text: list[str]) -> list[str]:
    """Write the requested files; return remarks about them.  Raises ValueError."""
    if not any((args.o, args.html, args.certificate)):
        return []
    proofs: dict[int, list[Variation]] = {}
    for side in (ATTACKER, DEFENDER):
        verdict = study.verdict(side)
        if verdict.settled:
            winner = side if study.succeeds(side) else 1 - side
            proofs[side] = study.tree((*study.start(side)[:3], study.level(side)), side, winner)
            if winner == side:
                moves = first_moves(study, side, graded)
                if moves.trusting:
                    # The region's proof may show a move that needs the wall.
                    works, below = study.tried(side, moves.good[0])
                    proofs[side] = [Variation(study.color(side), moves.good[0], 'dies', below)] if works else proofs[side]
                if args.html:
                    proofs[side] += others(study, side, proofs[side], moves)
    said = list[str]()

    def certificate() -> object:
        written = certificates(game, study, graded, sekis, said)
        return written[0] if len(written) == 1 else written

    with trying_each() as attempt:
        if args.o:
            every = [variation for proof in proofs.values() for variation in proof]
            attempt(write_file, args.o, variation.to_sgf(game.board, study.dragon, every, study.color(ATTACKER), '\n'.join(text)))
        if args.html:
            by_color = {SIDES[study.color(side)]: proof for side, proof in proofs.items()}
            attempt(write_file, args.html, solve_page.page(game, study, by_color, text))
        if args.certificate:
            attempt(outputs.write_certificate, args.certificate, certificate)
    return said


def certificates(game: Game, study: Study, graded: dict[int, Graded], sekis: dict[int, SekiProof], said: list[str]) -> list[dict[str, Any]]:
    """Return certificates of the proofs: unconditional kills as zones, all others about the region; failures go into ``said``.  Raises
    ValueError.
    """
    closed, zones = list[dict[str, Any]](), list[dict[str, Any]]()
    for side, worth in graded.items():
        verdict = study.verdict(side)
        if not verdict.proved:
            continue
        eyeless = sekis[side].solver if side in sekis else None
        one = certify(game.board, study.pos, side, verdict, study.solver, study.declared, eyeless)
        if worth.proof is not None:
            try:
                zones.append(certify_open(game.board, study.pos, [OpenProof(verdict._replace(needs_none=False), (worth.proof,))]))
                one['claims'] = [claim for claim in one['claims'] if claim['winner'] == 'defender']
            except ValueError as error:
                said.append(f'a kill is in the certificate only with its wall: {error}')
        closed += [one] if one['claims'] else []
    if not closed + zones:
        raise ValueError('nothing is proved')
    for several, part in ((closed, 'claims'), (zones, 'zones')):
        for more in several[1:]:
            several[0][part] += more[part]
    return [*closed[:1], *zones[:1]]


def others(study: Study, side: int, proof: list[Variation], moves: FirstMoves) -> list[Variation]:
    """Return proofs of the other winning first moves."""
    found = []
    for first in moves.good + moves.trusting:
        if first != PASS and first not in [one.move for one in proof]:
            works, below = study.tried(side, first)
            if works:
                held = ' if the wall holds' if first in moves.trusting else ''
                found.append(Variation(study.color(side), first, f'works too{held}', below))
    return found
