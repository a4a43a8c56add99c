"""Why a dragon lives or dies, in sentences for players: one for each claim of ``grounds.py``.

The first sentence gives the status and its grade, or says first that it is a guess.  The others say why, and none contradicts it.
"""
from collections.abc import Collection, Sequence
from contextlib import suppress

import numpy as np

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.facts import CRITICAL, STATUS_WORDS
from owlgo.engine.core.points import PASS, SIDES, other, vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import KO_A, LOSE, WIN
from owlgo.engine.dragons.partition import Dragon, Dragons
from owlgo.engine.examine import claims, grounds, judgement, status
from owlgo.engine.examine.claims import Claim
from owlgo.engine.examine.judgement import Judgement
from owlgo.engine.examine.status import Judge
from owlgo.engine.eyes.value import ENOUGH_EYES
from owlgo.engine.life import grade_words
from owlgo.engine.life.verdict import Answer
from owlgo.engine.solver.open_region import Matter
from owlgo.engine.solver.region import NotEnclosed, enclose

NOT_PROVED = {Grade.READ: 'read to the end in the open, not proved', Grade.SEARCHED: 'read, not proved',
              Grade.SECONDED: 'read, not to the end, but a second reading agrees; not proved'}
"""Words for conclusions that are certain and not proved."""
DOUBTS = {judgement.UNFINISHED: 'the reading was not finished', judgement.CONFLICT: 'what was read of attack and defence does not agree',
          judgement.TOO_LARGE: 'so large an eye space was not read to the end',
          judgement.RACE_UNREAD: 'its race with {} was not read to the end',
          judgement.RACE_OF_THREE: '{} takes part in its race, and races of three dragons are not read',
          judgement.KO_THREATS: 'where area counts the ko is played out, and a threat in the seki at {} may be one that cannot be removed'}
"""Words for why a status is a guess, by the doubt of its judgement."""
NAMED_POINTS = 15
"""Most points of an eye space that a sentence lists."""
NAMED_STRINGS = 4
"""Most strings that a sentence about a move names."""


def dragon(found: Dragons, one: Dragon, judge: Judge, pos: int = PASS) -> list[str]:
    """Explain why a dragon lives or dies, in one sentence a line.  Its largest group is explained, or the group at ``pos``."""
    return sentences(grounds.of(found, one, judge, pos), judge.board) + matters(status.judged(one, found, judge, pos), judge.board)


def matters(judged: Judgement, board: np.void) -> list[str]:
    """Return the basis of a proof: the points that matter, and the wall with its evidence."""
    whole, speaks = points_that_matter(judged), grade_words.evidence(judged.conditions, int(board['size']))
    return ([whole.sentence(board)] if whole is not None else []) + ([speaks] if speaks else [])


def points_that_matter(judged: Judgement) -> Matter | None:
    """Return the points and stones that the proofs about a dragon rest on; None unless every answer is proved and names its own."""
    found = [answer for answer in (judged.attack, judged.defence) if answer is not None]
    whole = together(found)
    return whole if judged.grade >= Grade.PROVED_IF and all(answer.matter is not None for answer in found) else None


def together(found: Collection[Answer]) -> Matter | None:
    """Return the points and stones that these answers name, or None if none does."""
    parts = [answer.matter for answer in found if answer.matter is not None]
    return Matter(*(tuple(sorted({p for part in parts for p in part[k]})) for k in range(len(Matter._fields)))) if parts else None


def zone_and_wall(judged: Judgement, board: np.void, pos: int) -> tuple[list[int], list[int]]:
    """Return the points that the proofs about the dragon at ``pos`` rest on, and the stones around them that count as safe.

    Both are empty if nothing is proved.
    """
    return zone_of(points_that_matter(judged), judged.grade, board, pos)


def zone_of(matter: Matter | None, grade: Grade, board: np.void, pos: int) -> tuple[list[int], list[int]]:
    """Return zone and wall of a verdict with this grade: what its proofs name, else the closed region of the dragon."""
    if matter is not None:
        return list(matter.points), sorted({*matter.wall, *matter.friends})
    if grade >= Grade.PROVED_IF:
        with suppress(NotEnclosed):
            region = enclose(board, pos)
            return sorted(region.points), sorted(region.wall)
    return [], []


def sentences(every: Sequence[Claim], board: np.void) -> list[str]:
    """Return claims about one dragon in words, a sentence a line."""
    return _Words(every[0], board).of(every)


def unchecked(claim: claims.Unchecked) -> str:
    """Return why a dragon was not read."""
    if claim.why == judgement.WAY_OUT:
        return f'it can run out, its escape route is worth {claim.amount}'
    return f'its eye space of {claim.amount} empty points is too large to be read'


def _eyes(count: int) -> str:
    return 'no eye' if count == 0 else '1 eye' if count == 1 else f'{count} eyes'


class _Words:
    """Words for the claims about one dragon of a board."""

    def __init__(self, first: Claim, board: np.void) -> None:
        self.board, self.size = board, int(board['size'])
        assert isinstance(first, (claims.Conclusion, claims.Unchecked))
        self.owner, self.enemy = SIDES[first.color], SIDES[other(first.color)]
        self.guess = isinstance(first, claims.Conclusion) and bool(first.doubt)

    def of(self, every: Sequence[Claim]) -> list[str]:
        """Return a sentence for each claim."""
        return [getattr(self, type(claim).__name__.lower())(claim) for claim in every]

    def name(self, pos: int) -> str:
        return vertex(pos, self.size)

    def names(self, stones: Collection[int]) -> str:
        shown = ' '.join(self.name(stone) for stone in list(stones)[:NAMED_STRINGS])
        return shown if len(stones) <= NAMED_STRINGS else f'{shown} and more'

    def stone(self, pos: int) -> str:
        """A stone with its colour."""
        return f'{SIDES[int(self.board["color"][pos])]} {self.name(pos)}'

    def subject(self, claim: 'claims.Conclusion | claims.Unchecked') -> str:
        return f'{self.owner} {self.name(claim.stone)}, a dragon of {counted(claim.count, "stone")},'

    def trusted(self, claim: claims.Safe | claims.Kills | claims.Saves) -> str:
        """Return the grade of a certain reading in words, to be added where the status is a guess."""
        words = 'two readings agree' if claim.grade == Grade.SECONDED else grade_words.words(claim.grade)
        return f' ({words})' if self.guess and claim.certain else ''

    # The first sentence.

    def conclusion(self, claim: claims.Conclusion) -> str:
        word = STATUS_WORDS[claim.status] + (' in seki' if claim.seki else '')
        first = f': {self.owner} can only wait for a ko that {self.enemy} begins at will' if claim.waits else \
            '' if claim.status != CRITICAL else ': who moves first decides' if not claim.threats else \
            f': it is a ko, and {SIDES[claim.threats]} needs the first threat whoever moves first'
        if not claim.doubt:
            trust = NOT_PROVED.get(claim.grade) or grade_words.words(claim.grade, list(map(self.name, claim.walls)))
            return f'{self.subject(claim)} is {word} ({trust}){first}.'
        why = DOUBTS[claim.doubt].format(self.stone(claim.rival) if claim.rival != PASS else '')
        unknown = 'unknown, ' if claim.doubt == judgement.RACE_OF_THREE else ''
        return f'A guess ({why}): {self.subject(claim)} is {unknown}probably {word}{first}.'

    def unchecked(self, claim: claims.Unchecked) -> str:
        return f'Unchecked: {self.subject(claim)} counts as alive; {unchecked(claim)}.'

    def fraction(self, claim: claims.Fraction) -> str:
        live = 'lives: the one that was asked about' if claim.count == 1 else 'live: those that hold together for certain'
        return f'Read was whether {claim.count} of its {claim.of} stones {live}.'

    def joined(self, claim: claims.Joined) -> str:
        return f'Read was whether these stones or {self.name(claim.stone)}, which hold together, live.'

    # Its eyes.

    def space(self, claim: claims.Space) -> str:
        points = ' '.join(map(self.name, claim.points)) if len(claim.points) <= NAMED_POINTS else \
            f'of {len(claim.points)} points round {self.name(claim.points[0])}'
        more = []
        if claim.prisoners:
            more = [f'{self.enemy} {self.names(claim.prisoners)} in it count{"s" if len(claim.prisoners) == 1 else ""} as captured']
        more += [] if claim.exact else ['estimated by its size']
        aside = f' ({", ".join(more)})' if more else ''
        yields = 'yields' if claim.holds else 'looks like'
        return f'Its eye space {points} {yields} {self.count(claim.least, claim.most, claim.attack, claim.defence)}{aside}.'

    def count(self, least: int, most: int, attack: int = PASS, defence: int = PASS) -> str:
        """Say how many eyes there are, by who moves first."""
        if least == most:
            return _eyes(least)
        mine = f'plays {self.name(defence)} first' if defence != PASS else 'moves first'
        yours = f'plays {self.name(attack)}' if attack not in (PASS, defence) else 'does'
        return f'{_eyes(most)} if {self.owner} {mine}, {least or "none"} if {self.enemy} {yours}'

    def more(self, claim: claims.More) -> str:
        return f'It has {counted(claim.count, "more eye space")}.'

    def together(self, claim: claims.Together) -> str:
        return f'Together that is {self.count(claim.least, claim.most)}{" or more" if claim.least > 1 else ""}.'

    def halfeye(self, claim: claims.HalfEye) -> str:
        if claim.attack == claim.defence:
            return f'{self.name(claim.point)} is half an eye: who plays {self.name(claim.attack)} first decides.'
        return f'{self.name(claim.point)} is half an eye: {self.owner} {self.name(claim.defence)} makes it whole, {self.enemy} ' \
               f'{self.name(claim.attack)} false.'

    def nospace(self, claim: claims.NoSpace) -> str:
        return 'It has no eye space of its own.'

    def undone(self, claim: claims.Undone) -> str:
        fail = 'do not hold' if claim.certain else 'may not hold'
        if claim.does == claims.NO_EFFECT:
            return f'By itself: these eyes {fail}, whatever is played.'
        move, left = f'{self.enemy} {self.name(claim.move)}', f'{_eyes(claim.eyes)}{" at most" if claim.eyes else ""}'
        names = self.names(claim.strings)
        does = {claims.TAKES: f'takes {names}', claims.ATARI: f'puts {names} in atari', claims.CUTS: f'cuts off {names}'}.get(claim.does)
        if claim.does == claims.LEAVES:
            return f'These eyes {fail}: {move} leaves {left}, though {self.owner} answers.'
        if not does:
            where = 'inside' if claim.does == claims.FROM_INSIDE else 'from outside'
            return f'These eyes {fail}: {move} is played {where}, against cuts and liberties that a count of eyes does not see.'
        after = f', and {left} remain{"" if claim.eyes > 1 else "s"}' if claim.eyes < ENOUGH_EYES and claim.does != claims.TAKES else ''
        fills = f', whose last liberty {self.name(claim.fills)} is a point of the eyes' if claim.fills != PASS else ''
        return f'These eyes {fail}: {move} {does}{fills}{after}.'

    def gains(self, claim: claims.Gains) -> str:
        move, names = f'{self.owner} {self.name(claim.move)}', self.names(claim.strings)
        two = 'it has two eyes' if claim.holds else 'a count finds two eyes, which may not hold'
        more = f', and then {two}' if claim.eyes >= ENOUGH_EYES else ''
        does = {claims.TAKES: f'takes {names}', claims.JOINS: f'joins it to {names}', claims.ATARI: f'puts {names} in atari',
                claims.GETS_OUT: 'gets it out'}
        if claim.does in does:
            return f'{move} {does[claim.does]}{more}.'
        if claim.does == claims.MAKES:
            return f'After {move} it has {_eyes(claim.eyes)}, whoever plays next.' if claim.holds else f'After {move} {two}.'
        return f'What {move} does for it a count of eyes does not show{": it was found by reading" if claim.certain else ""}.'

    def beyond(self, claim: claims.Beyond) -> str:
        lunch = f': {self.stone(claim.lunch)} beside it can be taken' if claim.lunch != PASS else ''
        return f'If {self.enemy} moves first its eyes alone are too few ({claim.eyes or "none"}); the reading shows that it lives ' \
               f'all the same{lunch}.'

    def seki(self, claim: claims.Seki) -> str:
        if claim.inside:
            return f'{self.stone(claim.rival)} inside it lives too: it is seki.'
        return f'It is inside an eye space of {self.stone(claim.rival)}, which lives too: it is seki.'

    def eyeless(self, claim: claims.Eyeless) -> str:
        walls = list(map(self.name, claim.walls))
        how = f', {grade_words.words(claim.grade, walls)}' if walls else ''
        return f'It makes no two eyes, whoever moves first{how}: it is seki.'

    # Running, killing, saving.

    def surroundings(self, claim: claims.Surroundings) -> str:
        if claim.kind == claims.NO_WAY_OUT:
            return 'It is surrounded.'
        if claim.kind == claims.SHUT_IN:
            return 'It is shut in.'
        if claim.kind == claims.NARROW:
            return f'Its way out is narrow: its escape route is worth {claim.escape}.'
        return f'It could run{", but it can be taken first" if claim.caught else ""}: its escape route is worth {claim.escape}.'

    def alone(self, claim: claims.Alone) -> str:
        return f'Without a race it would {"" if claim.certain else "probably "}be {STATUS_WORDS[claim.status]}.'

    def safe(self, claim: claims.Safe) -> str:
        end = self.trusted(claim) if claim.certain else ', as far as it was read'
        return f'{self.enemy}, moving first, finds no way to kill it{end}.'

    def by_ko(self, result: int, mover: str, opponent: str) -> str:
        """Say who needs the first ko threat, if a ko decides."""
        return '' if result == WIN else f' by a ko: {opponent if result == KO_A else mover} needs the first ko threat'

    def kills(self, claim: claims.Kills) -> str:
        how, end = self.by_ko(claim.result, self.enemy, self.owner), self.trusted(claim)
        if claim.move != PASS:
            return f'{self.enemy} {"kills" if claim.certain else "seems to kill"} it at {self.name(claim.move)}{how}{end}.'
        if claim.dead:
            return f'{self.enemy} {"need not even move" if claim.certain else "seems to need no move"}: it is dead as it stands{how}{end}.'
        finds = 'finds' if claim.certain else 'seems to find'
        return f'{self.enemy} {finds} a way to kill it, but no move that does so at once{how}{end}.'

    def saves(self, claim: claims.Saves) -> str:
        end = self.trusted(claim)
        if claim.result == LOSE:
            fails = 'cannot save it' if claim.certain else 'finds nothing that saves it, as far as it was read'
            return f'{self.owner}, moving first, {fails}{end}.'
        how = self.by_ko(claim.result, self.owner, self.enemy)
        if claim.move != PASS:
            return f'{self.owner} {"saves" if claim.certain else "seems to save"} it at {self.name(claim.move)}{how}{end}.'
        if claim.idle:
            return f'{self.owner} {"need not" if claim.certain else "seems to need not"} move unless {self.enemy} has the ko threats{end}.'
        return f'{self.owner} {"can" if claim.certain else "seems able to"} save it{how}, but which move is needed was not found{end}.'

    def playouts(self, claim: claims.Playouts) -> str:
        mover = SIDES[claim.color]
        after = f'after {mover} {self.name(claim.move)}' if claim.move != PASS else f'in which {mover} moves first'
        return f'In {claim.tenths} of 10 playouts {after} it {"lives" if mover == self.owner else "dies"}.'

    def kills_anyway(self, then: int, takes: bool) -> str:
        if then == PASS:
            return f'{self.enemy} need not answer'
        return f'{self.enemy} {self.name(then)} {"takes it" if takes else "kills it all the same"}'

    def refuted(self, claim: claims.Refuted) -> str:
        then = self.kills_anyway(claim.then, claim.takes)
        return f'If {self.owner} answers {self.name(claim.move)} at {self.name(claim.answer)}, {then}.'

    def futile(self, claim: claims.Futile) -> str:
        return f'If {self.owner} plays {self.name(claim.move)} first, {self.kills_anyway(claim.then, claim.takes)}.'

    def held(self, claim: claims.Held) -> str:
        then = ' then' if claim.saved != PASS else ''
        answer = f'{self.owner} {self.name(claim.answer)} holds it' if claim.answer != PASS else f'{self.owner} need not answer'
        return f'If {self.enemy}{then} plays {self.name(claim.move)}, {answer}.'

    def kostart(self, claim: claims.KoStart) -> str:
        movers = [SIDES[claim.color], SIDES[other(claim.color)]]
        *lead, last = (f'{movers[k % 2]} {self.name(move)}' for k, move in enumerate(claim.moves))
        after = f'After {", ".join(lead)} ' if lead else ''
        return f'{after}{last} takes the ko at {self.name(claim.point)}.'

    def begun(self, claim: claims.Begun) -> str:
        where = f' at {self.name(claim.move)}' if claim.move != PASS else ''
        needs = counted(claim.threats, 'more ko threat') if claim.threats else 'ko threats'
        return f'{self.enemy} may remove every ko threat before the ko begins{where}; {self.owner} lives only with {needs} then. ' \
               'Under area rules the ko must be played out before the end.'

    # Races.

    def contest(self, claim: claims.Contest) -> str:
        ends = self.race_ends(claim)
        shared = f', {claim.shared} of them shared' if claim.shared else ''
        ahead = claim.mine - claim.theirs
        wins = 1 if claim.second == (LOSE, LOSE) else -1 if claim.first[0] == LOSE else 0
        # Eyes, and moves that have to be prepared.
        more = '; more than these decides' if ahead * wins < 0 or (wins == 0 and abs(ahead) > 1) else ''
        text = f'{ends} (liberties: {claim.mine} against {claim.theirs}{shared}{more}).'
        return f'Between the two alone: {text[0].lower()}{text[1:]}' if claim.third != PASS else text

    def race_ends(self, claim: claims.Contest) -> str:
        """Say how a race decides the status, or why it does not."""
        rival, (defence, attack), (their_defence, their_attack) = self.stone(claim.rival), claim.first, claim.second
        if defence == LOSE:
            return f'It loses the race with {rival}'
        if their_attack == LOSE:
            if their_defence == LOSE:
                return f'It wins the race with {rival} even if its owner moves second'
            if attack != LOSE:
                ko = ' by a ko' if attack != WIN else ''
                return f'In the race with {rival} it takes that{ko} if its owner moves first, and lives in seki if not'
            return f'With {rival} it is seki'
        if attack == LOSE:
            ko = ', by a ko' if defence != WIN or their_attack != WIN else ''
            return f'In the race with {rival} it lives if its owner moves first, without taking that, and is taken if not{ko}'
        ko = ' and to a ko' if defence != WIN or their_attack != WIN else ''
        moves = [f'{who} wins it at {self.name(move)}' for who, move in zip((self.owner, self.enemy), claim.moves, strict=True)
                 if move != PASS] if claim.decides else []
        return f'The race with {rival} goes to whoever moves first{ko}{": " if moves else ""}{", ".join(moves)}'
