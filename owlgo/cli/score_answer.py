"""What ``owlgo score`` answers about one game: sentences, a map, data for programs and a picture."""
import re
from dataclasses import dataclass
from functools import cached_property

from owlgo.cli.drawing import Picture
from owlgo.engine.core import named_rules
from owlgo.engine.core.draw import draw
from owlgo.engine.core.facts import CRITICAL
from owlgo.engine.core.named_rules import NAMED_RULES
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, PASS, SIDES, STONES, WHITE, all_points
from owlgo.engine.core.printable import counted, shortened
from owlgo.engine.core.sgf import Record
from owlgo.engine.examine import outcome
from owlgo.engine.play import doubts, final, tally
from owlgo.engine.play.doubts import BORDER, DECIDED_BY_MOVE, Doubt
from owlgo.engine.play.final import BLACK_TERRITORY, DAME, DEAD_STONE, SEKI, WHITE_TERRITORY, Final
from owlgo.engine.play.tally import Account, BothCounts
from owlgo.engine.score import estimate
from owlgo.gtp.session import Session

TITLES = {'aga': 'AGA', 'bga': 'BGA', 'chinese-ogs': 'Chinese (OGS)', 'chinese-kgs': 'Chinese (KGS)', 'new-zealand': 'New Zealand',
          'tromp-taylor': 'Tromp-Taylor'}
"""Names of rules in sentences; the others with a capital letter."""
SHOWN_RULES = 'japanese', 'korean', 'chinese', 'aga', 'new-zealand', 'tromp-taylor'
"""Rules whose results the text names."""
SHOWN_DOUBTS, SHOWN_NEUTRAL = 8, 20
"""Most doubts and neutral points that the text names."""


UNIT = '(?:points?|pts|moku)'
"""Words for points behind the number in a record's result, as a pattern."""


def title(name: str) -> str:
    return TITLES.get(name, name.capitalize())


@dataclass
class Scored:
    """A game with its final board by territory and by area, counted by one set of rules."""
    session: Session
    """The game, its rules set."""
    record: Record
    rules: str
    """The name of the rules in NAMED_RULES."""
    why_rules: str
    """Where the rules come from."""
    found: BothCounts
    """The final board, by territory and by area."""
    doubts: list[Doubt]
    critical: bool
    """Whether a dragon's life depends on who moves first."""

    @cached_property
    def end(self) -> Final:
        """The final board by the rules."""
        return tally.under(self.found, self.session.game, NAMED_RULES[self.rules])

    @cached_property
    def status(self) -> dict[int, str]:
        """The final status of each point, as GTP's final_status gives it."""
        return final.seen_from(self.session.game.board, self.end)

    def with_status(self, word: str) -> list[int]:
        return [pos for pos, one in self.status.items() if one == word]

    @cached_property
    def results(self) -> dict[str, Final]:
        return tally.results(self.found, self.session.game)

    @cached_property
    def all_alive(self) -> float:
        """The score by Tromp and Taylor's rules of the board as it stands."""
        return tally.all_alive(self.session.game.board, self.results['tromp-taylor'].by)

    @property
    def passed(self) -> bool:
        """Whether the game ends with two passes."""
        return [pos for _, pos in self.session.game.moves[-2:]] == [PASS, PASS]

    @property
    def settled(self) -> bool:
        """Whether no border is open and nothing is critical."""
        open_kinds = BORDER, DECIDED_BY_MOVE
        return not self.critical and all(one.kind not in open_kinds for one in self.doubts) and estimate.has_both(self.session.game.board)

    @property
    def played_on(self) -> bool:
        """Whether the count is of a board after moves that settle critical dragons."""
        return bool(self.end.board['hash'] != self.session.game.board['hash'])

    @property
    def finished(self) -> bool:
        return self.passed or self.settled

    @property
    def certain(self) -> bool:
        """Whether the game is finished, both sides have stones, and nothing is in doubt."""
        return self.finished and estimate.has_both(self.session.game.board) and not self.doubts

    @cached_property
    def recorded(self) -> float | None:
        """The result of the record in White's points, or None if it names none or the record was not read to its end."""
        return None if self.record.stopped else parse_result(self.record.info.get('RE', ''))

    @property
    def agrees(self) -> bool | None:
        """Whether the record names the same result; None if it names no score."""
        return None if self.recorded is None else self.recorded == self.end.score

    @property
    def agreeing(self) -> list[str]:
        """The rules by which the result is the record's."""
        return [name for name, end in self.results.items() if end.score == self.recorded]

    @property
    def after_dame(self) -> float | None:
        """The score by area if both sides fill the neutral points in turn; None if that is the same, or the game not finished."""
        area = tally.under(self.found, self.session.game, NAMED_RULES[self.rules if self.end.by.area_scoring else 'chinese'])
        if len(final.unfilled(area.board, area.status)) % 2 == 0 or not self.finished:
            return None
        return area.score + (1 if self.session.game.to_move == WHITE else -1)


def parse_result(text: str) -> float | None:
    """Return a record's result (RE) in White's points; None for a win without a count, and for no result."""
    if re.fullmatch('0|draw|jigo', text.strip(), re.IGNORECASE):
        return 0.0
    found = re.fullmatch(rf'([BW])\s*\+\s*(\d{{1,4}}(?:[.,]\d{{1,4}})?)\s*(?:{UNIT}|\({UNIT}\))?', text.strip(), re.IGNORECASE)
    if not found:
        return None
    points = float(found[2].replace(',', '.'))
    return points if found[1] in 'Ww' else -points


def score(session: Session, record: Record, rules: str, why_rules: str) -> Scored:
    """Count the session's game, which has just been loaded from the record, by named rules."""
    session.set_rules(NAMED_RULES[rules])
    area = session.area_scoring
    session.area_scoring = not area
    other_way = session.finished()
    session.area_scoring = area      # last, since its examination is used below
    found = session.finished()
    both = BothCounts(other_way, found) if area else BothCounts(found, other_way)
    known = session.examination
    critical = any(one.status == CRITICAL for one in outcome.of(known).every)
    return Scored(session, record, rules, why_rules, both, doubts.of(known, found), critical)


def rules_of(record: Record, wanted: str | None) -> tuple[str, str]:
    """Return the rules to count by and why: those that the user wants, else the record's, else Japanese."""
    if wanted:
        return wanted, 'as asked'
    named = record.info.get('RU', '')
    if not named.strip():
        return 'japanese', 'the record names none'
    try:
        return named_rules.name_of(named), "the record's"
    except ValueError:
        near = named_rules.nearest(named)
        if near:
            return near, f'nearest to the record\'s, {shortened(named)!r}'
        return 'japanese', f'the record\'s, {shortened(named)!r}, are not known'


def lines(one: Scored, quiet: bool) -> list[str]:
    """Write the answer for people."""
    game = one.session.game
    komi = f'{game.komi:g}' if one.record.komi is not None or game.komi else '0 (the record names none that can be read)'
    handicap = f', handicap {game.handicap}' if game.handicap else ''
    head = f'{one.record.name}: {game.size}x{game.size}, komi {komi}{handicap}, {counted(len(game.moves), "move")}; ' \
           f'{title(one.rules)} rules ({one.why_rules})'
    text = [head, *([] if quiet else [map_of(one), 'x o territory, @ & dead stones, . neutral', ''])]
    text += [_parts(color, side) for color, side in tally.sides(one.end).items()]
    return [*text, verdict(one), *_others(one), *_standing(one), *_stones(one), *remarks(one)]


def map_of(one: Scored) -> str:
    """Draw whose each point is."""
    game = one.session.game
    signs = {DEAD_STONE: {BLACK: '@', WHITE: '&'}, BLACK_TERRITORY: {EMPTY: 'x'}, WHITE_TERRITORY: {EMPTY: 'o'}, DAME: {EMPTY: '.'}}
    return draw(game.size, game.color_at, lambda pos: signs.get(one.status[pos], {}).get(game.color_at(pos)))


def _parts(color: int, side: Account) -> str:
    """Write what a side's score is made of."""
    parts = [counted(side.territory, 'point') + ' of territory']
    more = {'stone': side.stones} if side.area_scoring else {'prisoner': side.prisoners, 'dead stone': side.dead}
    parts += [counted(number, noun) for noun, number in more.items()]
    parts += [f'{side.komi:g} komi'] if side.komi > 0 else []
    parts += [f'{side.compensation} for the handicap'] if side.compensation else []
    komi = f' - {-side.komi:g} komi' if side.komi < 0 else ''
    return f'{SIDES[color]}: {" + ".join(parts)}{komi} = {side.points:g}'


def verdict(one: Scored) -> str:
    """Write the winner, and whether the record agrees."""
    said = f'{estimate.winner(one.end.score, "wins" if one.finished else "leads")} ({title(one.rules)} rules)'
    named = one.record.info.get('RE', '').strip()
    if one.record.stopped or not named:
        return f'{said}.'
    if one.recorded is None:
        return f'{said}; the record says {shortened(named)}, which is no count.'
    if one.agrees:
        return f'{said}, as the record says.'
    shown = [title(name) for name in one.agreeing if name in SHOWN_RULES]
    other_rules = f', right by {" and ".join(shown)} rules' if shown else ''
    return f'{said}; the record says {shortened(named)}{other_rules}.'


def _others(one: Scored) -> list[str]:
    """Write the results by the other rules, those with the same result together."""
    by_result = dict[str, list[str]]()
    for name in SHOWN_RULES:
        if name != one.rules:
            by_result.setdefault(final.result(one.results[name].score), []).append(title(name))
    return ['By other rules: ' + '; '.join(f'{result} {", ".join(names)}' for result, names in by_result.items()) + '.']


def _standing(one: Scored) -> list[str]:
    """Write how far the game is from its end."""
    if not estimate.has_both(one.session.game.board):
        begin = 'The count is not certain' if one.finished else 'The game is not finished'
        return [f'{begin}: only one side has stones, or none, and the board is counted as it stands.']
    if one.finished:
        return []
    more = ' once both sides have settled in turn what is critical' if one.played_on else ' as it stands'
    return [f'The game is not finished: it does not end with two passes, and not all is settled. This is the count of the board{more}.']


def _stones(one: Scored) -> list[str]:
    """List dead stones, stones in seki and neutral points."""
    game, text = one.session.game, []
    for word, what in ((DEAD_STONE, 'Dead'), (SEKI, 'In seki')):
        for color in (BLACK, WHITE):
            stones = [game.vertex(pos) for pos in one.with_status(word) if game.color_at(pos) == color]
            text += [f'{what}: {SIDES[color]} {" ".join(stones)}'] if stones else []
    neutral = [game.vertex(pos) for pos in one.with_status(DAME)]
    named = ' '.join(neutral) if len(neutral) <= SHOWN_NEUTRAL else counted(len(neutral), 'point')
    return [*text, *([f'Neutral: {named}'] if neutral else [])]


def remarks(one: Scored) -> list[str]:
    """Write what is in doubt, and what the rules leave to the players."""
    size, text = one.session.game.size, []
    if one.after_dame is not None:
        text.append(f'Where area counts, filling the neutral points in turn, {SIDES[one.session.game.to_move]} first, '
                    f'makes it {final.result(one.after_dame)}.')
    if one.all_alive != one.results['tromp-taylor'].score:
        text.append(f'Tromp-Taylor takes no dead stones off: with all on the board it is {final.result(one.all_alive)}.')
    if one.rules == 'aga' and one.passed and one.session.game.moves[-1][0] == BLACK:
        text.append("AGA: White passes last and owes a pass stone, so that counting territory gives the count of area.")
    text += [doubts.sentence(doubt, size) for doubt in one.doubts[:SHOWN_DOUBTS]]
    left = len(one.doubts) - SHOWN_DOUBTS
    return [*text, *([f'{counted(left, "more doubt")}.'] if left > 0 else [])]


def as_data(one: Scored) -> dict[str, object]:
    """Return the answer for JSON."""
    game = one.session.game

    def named(word: str, color: int) -> list[str]:
        return [game.vertex(pos) for pos in one.with_status(word) if game.color_at(pos) == color]

    stones = {word: {COLOR_NAMES[color]: named(word, color) for color in (BLACK, WHITE)} for word in (DEAD_STONE, SEKI)}
    owners = final.owner_colors(game.board, one.status)
    signs = ''.join(STONES[owners[pos]] for pos in all_points(game.size))
    passes = {COLOR_NAMES[color]: sum(move == (color, PASS) for move in game.moves) for color in (BLACK, WHITE)}
    return {'file': one.record.name, 'size': game.size, 'komi': game.komi, 'handicap': game.handicap, 'moves': len(game.moves),
            'rules': one.rules, 'result': final.result(one.end.score), 'score': one.end.score, 'certain': one.certain,
            'finished': one.finished, 'passed': one.passed, 'settled': one.settled, 'played_on': one.played_on, **stones,
            'dame': named(DAME, EMPTY), 'territory': {'black': named(BLACK_TERRITORY, EMPTY), 'white': named(WHITE_TERRITORY, EMPTY)},
            'owners': [signs[k:k + game.size] for k in range(0, len(signs), game.size)],
            'results': {name: result_data(end) for name, end in one.results.items()},
            'all_alive': final.result(one.all_alive),
            'after_dame': None if one.after_dame is None else final.result(one.after_dame), 'passes': passes,
            'doubts': doubts.as_data(one.doubts, game.size), 'recorded': one.record.info.get('RE'), 'agrees': one.agrees,
            'agreeing': one.agreeing, 'text': [verdict(one), *_standing(one), *remarks(one)]}


def result_data(end: Final) -> dict[str, object]:
    """Return the score by one set of rules, and what it is made of."""
    parts = {COLOR_NAMES[color]: {'territory': side.territory, 'stones': side.stones, 'dead': side.dead, 'prisoners': side.prisoners,
                                  'komi': side.komi, 'compensation': side.compensation, 'points': side.points}
             for color, side in tally.sides(end).items()}
    return {'result': final.result(end.score), 'scoring': 'area' if end.by.area_scoring else 'territory', **parts}


def drawn(one: Scored) -> Picture:
    """Return the map as a picture: a square of the owner's colour on territory and on dead stones."""
    game = one.session.game
    words = [verdict(one), *_standing(one), *remarks(one)]
    return Picture(game.size, game.color_at, words, owners=final.territory(game.board, one.status))
