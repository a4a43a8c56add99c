"""``owlgo solve`` for open dragons: proofs that hold whatever lies outside, with certificate and record."""
import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from owlgo.cli import outputs
from owlgo.cli.drawing import Picture
from owlgo.engine.core import variation
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import move_labels
from owlgo.engine.core.files import trying_each, write_file
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLOR_NAMES, PASS, SIDES, other
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import GTP_CODES, KO_A, KO_B, LOSE
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.dragons import amalgamate
from owlgo.engine.life import grade_words, grades
from owlgo.engine.life.grades import Graded
from owlgo.engine.life.verdict import WAITS
from owlgo.engine.life.walls import wall_reader
from owlgo.engine.owl.limits import FULL
from owlgo.engine.solver.certificate import certify_open
from owlgo.engine.solver.one_sided import waiting
from owlgo.engine.solver.open_region import OpenProof, OpenSearch
from owlgo.engine.solver.region import ATTACKER, DEFENDER, result_if
from owlgo.engine.solver.solver import Progress


class SolveRequest(NamedTuple):
    """What to prove about a dragon, and within which limits."""
    pos: int
    """A stone of the dragon."""
    nodes: int
    """Positions for each of the verdicts."""
    memory: float = 64.0
    """Memory for the table and the proofs, in MB."""
    threads: int = 1
    safe: Sequence[int] = ()
    """Stones of the other colour that count as safe."""
    string_only: bool = False
    """Whether the question is about the string at ``pos`` alone."""
    sides: tuple[int, ...] = (ATTACKER, DEFENDER)
    """The sides whose verdicts are wanted, each moving first."""
    dragon: Sequence[int] = ()
    """The stones in question if the dragon is in the open; empty: those that amalgamation joins."""


@dataclass
class OpenAnswer:
    """What is proved about a dragon in the open."""
    game: Game
    pos: int
    sentences: list[str]
    proofs: dict[int, OpenProof]
    """Proofs by the side that moves first."""
    graded: dict[int, Graded]
    request: SolveRequest
    openings: list[str] = field(default_factory=list)
    """What would enclose the dragon."""

    @property
    def lines(self) -> list[str]:
        """The answer in sentences."""
        return self.sentences + self.openings

    @property
    def settled(self) -> bool:
        """Whether all that was asked is proved."""
        return len(self.proofs) == len(self.request.sides)

    def data(self) -> dict[str, object]:
        """Return the answer as data for JSON."""
        return verdicts_open(self.game, self.pos, self.proofs, self.graded, self.request.sides)

    def certificates(self, said: list[str]) -> list[dict[str, Any]]:
        """Return one certificate of all proofs; what does not fit into it is put into ``said``.  Raises ValueError if nothing does."""
        made = []
        for proof in self.proofs.values():
            try:
                made.append(certify_open(self.game.board, self.pos, [proof]))
            except ValueError as error:
                said.append(f'one proof is not in the certificate: {error}')
        if not made:
            raise ValueError(said[-1] if self.proofs else 'nothing is proved')
        made[0]['zones'] += [zone for more in made[1:] for zone in more['zones']]
        return made[:1]


def in_the_open(game: Game, request: SolveRequest, watch: Progress | None) -> OpenAnswer:
    """Prove attack and defence of an open dragon."""
    pos, nodes, memory = request.pos, request.nodes, request.memory
    color = game.color_at(pos)
    workspace = Workspace()
    dragon = request.dragon or amalgamate.group(game.board, pos, workspace)
    holds = wall_reader(game.board, FULL.level, workspace)
    lines = [f'{game.vertex(pos)} is not enclosed: proved is what holds whatever lies outside']
    proofs, graded = dict[int, OpenProof](), dict[int, Graded]()
    for side, who, does in ((ATTACKER, SIDES[other(color)], 'kill'), (DEFENDER, SIDES[color], 'live')):
        if side not in request.sides:
            continue
        search = OpenSearch(game.board, pos, side, nodes, request.safe, watch, dragon, holds, memory, request.threads)
        found = search.go_on()
        if found is None:
            within = f'not within {counted(nodes, "position")}; more may help'
            why = f'stopped after {counted(search.nodes, "position")}' if search.stopped else \
                within if search.more_may_help else 'none of the zones round it that were tried shows it'
            lines.append(f'{who} first: unknown ({why})')
            continue
        alone = waits(found)
        worth = grades.grade(game.board, side, found.verdict, found.killer, nodes, FULL.level, alone, watch, memory)
        proofs[side] = found = grades.unconditional(found, worth.proof, side, nodes)
        verdict, graded[side] = found.verdict, worth
        proof = f'({in_words(game, worth)}, {counted(verdict.nodes + worth.nodes, "position")})'
        if verdict.result == LOSE:
            lines.append(f'{who} first: {who} cannot {does} {proof}')
        elif side == DEFENDER and alone:
            lines.append(f'{who} first: {who} can only wait, since {SIDES[other(color)]} alone can begin the ko {proof}')
        else:
            ko = {KO_A: f', unless the other side has {counted(verdict.threats, "more ko threat")}',
                  KO_B: f', only with {counted(verdict.threats, "more ko threat")}'}.get(verdict.result, '')
            move = 'without a move' if verdict.needs_none else f'with {game.vertex(verdict.move)}'
            lines.append(f'{who} first: {who} {does}s {move}{ko} {proof}')
        lines.append(f'  {found.matter.sentence(game.board)}')
    speaks = grade_words.evidence(grade_words.together(one.conditions for one in graded.values()), game.size)
    return OpenAnswer(game, pos, lines + ([speaks] if speaks else []), proofs, graded, request)


def waits(found: OpenProof) -> bool:
    """Return whether the defender provably can only wait for a ko that the attacker alone can begin: the dragon is dead."""
    solver, verdict = found.killer, found.verdict
    return solver is not None and verdict.result in (KO_A, KO_B) and waiting(solver, verdict.threats, WAITS).only


def in_words(game: Game, worth: Graded) -> str:
    """Write the grade of a verdict, with the strings that must hold."""
    if worth.grade == Grade.READ and not worth.conditions:
        return 'read: what follows the capture is not proved'
    return grade_words.words(worth.grade, grade_words.strings(worth.conditions, game.size))


def graded_data(game: Game, worth: Graded | None, whole: bool = True) -> dict[str, object]:
    """Return a grade as data, with the strings that must hold.  ``whole``: the verdict is proved with ko threats, too."""
    if worth is None:
        return {'proved': False, 'grade': None}
    return {'proved': whole and worth.grade == Grade.PROVED, 'grade': (worth.grade if whole else Grade.UNCERTAIN).word,
            'conditions': grade_words.as_data(worth.conditions, game.size)}


def verdicts_open(game: Game, pos: int, proofs: dict[int, OpenProof], graded: dict[int, Graded], sides: Sequence[int]) -> dict[str, object]:
    """Return the proofs as data, like ``solve_answer.verdicts``, with points that matter, the assumed wall, and living stones outside."""
    color = game.color_at(pos)
    whole = len(proofs) == len(sides) and all(one.grade == Grade.PROVED for one in graded.values())
    data: dict[str, object] = {'enclosed': False, 'proved': whole}
    for name, side, who in (('attack', ATTACKER, other(color)), ('defence', DEFENDER, color)):
        if side not in sides:
            continue
        found = proofs.get(side)
        one: dict[str, object] = {'color': COLOR_NAMES[who], 'result': None, **graded_data(game, graded.get(side))}
        if found is not None:
            verdict, matter = found.verdict, found.matter
            if waits(found):
                verdict = verdict._replace(result=result_if(ATTACKER, side), needs_none=side == ATTACKER)
            one |= {'result': GTP_CODES[verdict.result], 'threats': verdict.threats, 'needs_no_move': verdict.needs_none,
                    'moves': [game.vertex(verdict.move)] if verdict.move != PASS else [], 'nodes': verdict.nodes + graded[side].nodes,
                    'matter': [game.vertex(p) for p in matter.points], 'wall': [game.vertex(p) for p in matter.wall],
                    'friends': [game.vertex(p) for p in matter.friends]}
        data[name] = one
    return data


def drawn(found: OpenAnswer) -> Picture:
    """Return the picture: the zones of the proofs shaded, their wall ringed, A and D on the first moves that kill and save."""
    game, proofs = found.game, found.proofs
    zone, wall, friends = (sorted({p for proof in proofs.values() for p in proof.matter[k]}) for k in range(3))
    moves = [proofs[side].verdict.move if side in proofs and proofs[side].verdict.result != LOSE else PASS for side in (ATTACKER, DEFENDER)]
    return Picture(game.size, game.color_at, found.lines, game.string(found.pos), move_labels(*moves), zone, wall + friends)


def write_open(args: argparse.Namespace, found: OpenAnswer) -> list[str]:
    """Write the requested files; return a remark on each proof that fits no certificate.  Raises ValueError."""
    said = list[str]()
    with trying_each() as attempt:
        if args.certificate:
            attempt(outputs.write_certificate, args.certificate, lambda: found.certificates(said)[0])
        if args.o:
            game, pos = found.game, found.pos
            matter = sorted({p for proof in found.proofs.values() for p in proof.matter.points})
            text = '\n'.join(found.sentences + said)
            attempt(write_file, args.o, variation.to_sgf(game.board, game.string(pos), [], other(game.color_at(pos)), text, matter=matter))
    return said
