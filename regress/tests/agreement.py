"""Search positions of games for commands that contradict each other: ``python -m owlgo.regress.tests.agreement COUNT SEED GAME.sgf...``.

Answers that are marked "uncertain" after report_uncertainty on contradict nothing.  A command that fails ends the search.

    status/final      dragon_status says alive, critical or dead, and final_status something else
    status/owl        owl_attack finds nothing against a dragon that is dead or critical, or kills one that is alive, and no race or seki
                      decides its status
    status/explain    owlgo-explain begins with another status
    owl/move          the move that owl_attack or owl_defend names fails by owl_does_attack or owl_does_defend; one that retakes a ko
                      may be forbidden now, and is not asked about
    owl/none          no move saves a dragon by owl_defend, and the killing move does by owl_does_defend
    semeai/status     analyze_semeai says that the side to move cannot save a dragon that is alive, or not take one that is dead
    score/bounds      a dragon is critical, and the bounds of estimate_score are the same
    score/final       final_score lies outside the bounds of estimate_score
"""
import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from owlgo.engine.core.points import parse_vertex
from owlgo.engine.core.printable import say
from owlgo.regress.engines import InProcess


class Contradiction(NamedTuple):
    """Two commands that contradict each other."""
    kind: str
    stone: str
    words: str


def do(engine: InProcess, command: str) -> str:
    """Return the answer to a command.  Raises ValueError if it fails."""
    reply = engine.send(command)
    if reply.status != '=':
        raise ValueError(f'{command}: {reply.text}')
    return reply.text


class Replies:
    """Answers about one position, each command sent once, and the number of comparisons by kind."""

    def __init__(self, engine: InProcess, compared: Counter[str]) -> None:
        self.engine, self.compared = engine, compared
        self._answers: dict[str, str] = {}

    def __call__(self, command: str) -> str:
        if command not in self._answers:
            self._answers[command] = do(self.engine, command)
        return self._answers[command]

    def certain(self, command: str) -> list[str]:
        """Return the words of an answer, none if it is a guess."""
        words = self(command).split()
        return [] if 'uncertain' in words else words

    def compare(self, kind: str, agree: bool, stone: str, words: str) -> Iterator[Contradiction]:
        """Count a comparison; yield a contradiction unless the answers agree."""
        self.compared[kind] += 1
        if not agree:
            yield Contradiction(kind, stone, words)


def contradictions(engine: InProcess, compared: Counter[str]) -> Iterator[Contradiction]:
    """Yield all contradictions about the engine's position; the engine must report uncertainty.  Count comparisons by kind.

    Raises ValueError if a command fails.
    """
    ask = Replies(engine, compared)
    dragons = [line.split(': ')[0] for line in ask('dragon_status').splitlines()]
    statuses = {stone: ask.certain(f'dragon_status {stone}') for stone in dragons}
    for stone, words in statuses.items():
        yield from _of_dragon(ask, stone, words)
    yield from _of_races(ask, statuses)
    bounds = re.findall(r'bound: (\S+), lower: ([-\d.]+)', ask('estimate_score'))
    if any('critical' in words for words in statuses.values()) and bounds:
        yield from ask.compare('score/bounds', bounds[0][0] != bounds[0][1], '', ask('estimate_score'))
    final = re.findall(r'([BW])\+([\d.]+)', ' '.join(ask.certain('final_score')))
    if final and bounds:
        (side, points), (upper, lower) = final[0], bounds[0]
        score = float(points) if side == 'W' else -float(points)
        inside = float(lower) <= score <= float(upper)
        yield from ask.compare('score/final', inside, '', f'{ask("final_score")} {ask("estimate_score")}')


def _of_dragon(ask: Replies, stone: str, words: list[str]) -> Iterator[Contradiction]:
    """Yield contradictions about one dragon's status."""
    agreeing = {'alive': ('alive', 'seki'), 'dead': ('dead',), 'critical': ()}     # final statuses by status
    attack, defence = ask.certain(f'owl_attack {stone}'), ask.certain(f'owl_defend {stone}')
    session = ask.engine.session
    judged = session.examination.judgement(parse_vertex(stone, session.game.size))
    final = ask.certain(f'final_status {stone}')
    if words and final:
        yield from ask.compare('status/final', final[0] in agreeing[words[0]], stone, f'{words} {final}')
    if words and attack and judged.deciding is None and not judged.in_seki:
        yield from ask.compare('status/owl', (attack[0] == '0') == (words[0] == 'alive'), stone, f'{words} owl_attack {attack}')
    first = ask(f'owlgo-explain {stone}').partition('\n')[0]
    if words:
        yield from ask.compare('status/explain', re.search(rf'\b{words[0]}\b', first) is not None, stone, f'{words} {first}')
    for name, found in (('attack', attack), ('defend', defence)):
        if len(found) > 1 and found[1] not in ('PASS', 'pass') and _may_play(ask, name, found[1], stone):
            does = ask.certain(f'owl_does_{name} {found[1]} {stone}')
            if does:
                yield from ask.compare('owl/move', (does[0] == '0') == (found[0] == '0'), stone, f'{name} {found} does {does}')
    if defence == ['0'] and len(attack) > 1 and attack[1] not in ('PASS', 'pass'):
        does = ask.certain(f'owl_does_defend {attack[1]} {stone}')
        if does:
            yield from ask.compare('owl/none', does[0] == '0', stone, f'owl_defend 0, does {attack[1]} {does}')


def _may_play(ask: Replies, name: str, move: str, stone: str) -> bool:
    """Return whether a stone's attacker or defender may play this move now."""
    owner = ask(f'color {stone}')
    side = owner if name == 'defend' else 'white' if owner == 'black' else 'black'
    return ask(f'is_legal {side} {move}') == '1'


def _of_races(ask: Replies, statuses: dict[str, list[str]]) -> Iterator[Contradiction]:
    """Yield contradictions between a race and the status of a dragon in it."""
    session = ask.engine.session
    dragons = session.examination.dragons
    for one in dragons.every:
        for rival in dragons.hostile(one):
            name, other = (session.game.vertex(dragon.origin) for dragon in (one, rival))
            words, theirs = statuses.get(name, []), statuses.get(other, [])
            if not any(found and found[0] != 'alive' for found in (words, theirs)):
                continue        # Living dragons do not race.
            race = ask.certain(f'analyze_semeai {name} {other}')
            if race and words:
                yield from ask.compare('semeai/status', race[0] != '0' or words[0] != 'alive', name, f'{words} against {other} {race}')
            if race and theirs and words and words[0] != 'dead':
                yield from ask.compare('semeai/status', race[1] != '0' or theirs[0] != 'dead', other, f'{theirs} against {name} {race}')


def positions(count: int, seed: int, games: list[Path]) -> Iterator[tuple[Path, int]]:
    """Yield records and move numbers, after the first fifth of a game, its opening."""
    rng = random.Random(seed)
    for k in range(count):
        game = games[k % len(games)]
        moves = len(re.findall(r';\s*[BW]\[', game.read_text('latin-1')))
        yield game, rng.randint(int(0.2 * moves) + 1, moves + 1)


def main(args: list[str]) -> int:
    """Print every contradiction, and the number of each kind.  Return 1 if there are any, or nothing was compared."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.tests.agreement',
                                     description='Look for commands that contradict each other.')
    parser.add_argument('count', type=int, help='positions')
    parser.add_argument('seed', type=int, help='which ones')
    parser.add_argument('games', type=Path, nargs='+', metavar='GAME.sgf')
    told = parser.parse_args(args)
    engine, kinds, compared = InProcess(), Counter[str](), Counter[str]()
    do(engine, 'report_uncertainty on')
    for game, move in positions(told.count, told.seed, told.games):
        do(engine, f'loadsgf {game.resolve()} {move}')
        for found in contradictions(engine, compared):
            kinds[found.kind] += 1
            say(f'{game.name} {move}: {found.kind} {found.stone} {found.words}')
    counted = ', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))
    say(f'{told.count} positions, {compared.total()} comparisons: {counted or "no contradiction"}')
    return int(bool(kinds) or not compared)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
