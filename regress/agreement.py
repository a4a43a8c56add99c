"""Search positions of games for commands that contradict each other: ``python -m owlgo.regress.agreement COUNT SEED GAME.sgf...``.

Answers that are marked "uncertain" after report_uncertainty on contradict nothing.

    status/final      dragon_status says alive, critical or dead, and final_status something else
    status/owl        owl_attack finds nothing against a dragon that is dead or critical, or kills one that is alive
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

from owlgo.engine.core.printable import say
from owlgo.regress.engines import InProcess


class Contradiction(NamedTuple):
    """Two commands that contradict each other."""
    kind: str
    stone: str
    words: str


class Replies:
    """Answers about one position; each command is sent once."""

    def __init__(self, engine: InProcess) -> None:
        self.engine = engine
        self._answers: dict[str, str] = {}

    def __call__(self, command: str) -> str:
        if command not in self._answers:
            reply = self.engine.send(command)
            self._answers[command] = reply.text if reply.status == '=' else '?'
        return self._answers[command]

    def certain(self, command: str) -> list[str]:
        """Return the words of an answer, none if it is a guess."""
        words = self(command).split()
        return [] if 'uncertain' in words or '?' in words else words


def contradictions(engine: InProcess) -> Iterator[Contradiction]:
    """Yield all contradictions about the engine's position; the engine must report uncertainty."""
    ask = Replies(engine)
    dragons = [line.split(': ')[0] for line in ask('dragon_status').splitlines()]
    statuses = {stone: ask.certain(f'dragon_status {stone}') for stone in dragons}
    for stone, words in statuses.items():
        yield from _of_dragon(ask, stone, words)
    yield from _of_races(ask, engine, statuses)
    bounds = re.findall(r'bound: (\S+), lower: ([-\d.]+)', ask('estimate_score'))
    if any('critical' in words for words in statuses.values()) and bounds and bounds[0][0] == bounds[0][1]:
        yield Contradiction('score/bounds', '', ask('estimate_score'))
    final = re.findall(r'([BW])\+([\d.]+)', ' '.join(ask.certain('final_score')))
    if final and bounds:
        (side, points), (upper, lower) = final[0], bounds[0]
        score = float(points) if side == 'W' else -float(points)
        if not float(lower) <= score <= float(upper):
            yield Contradiction('score/final', '', f'{ask("final_score")} {ask("estimate_score")}')


def _of_dragon(ask: Replies, stone: str, words: list[str]) -> Iterator[Contradiction]:
    """Yield contradictions about one dragon's status."""
    agreeing = {'alive': ('alive', 'seki'), 'dead': ('dead',), 'critical': ()}     # final statuses by status
    attack, defence = ask.certain(f'owl_attack {stone}'), ask.certain(f'owl_defend {stone}')
    by_race = 'race' in ask(f'owlgo-explain {stone}') or 'seki' in ask(f'owlgo-explain {stone}')
    final = ask.certain(f'final_status {stone}')
    if words and final and final[0] not in agreeing[words[0]]:
        yield Contradiction('status/final', stone, f'{words} {final}')
    if words and attack and not by_race and (attack[0] == '0') == (words[0] != 'alive'):
        yield Contradiction('status/owl', stone, f'{words} owl_attack {attack}')
    first = ask(f'owlgo-explain {stone}').partition('\n')[0]
    if words and not re.search(rf'\b{words[0]}\b', first):
        yield Contradiction('status/explain', stone, f'{words} {first}')
    for name, found in (('attack', attack), ('defend', defence)):
        if len(found) > 1 and found[1] not in ('PASS', 'pass') and _may_play(ask, name, found[1], stone):
            does = ask.certain(f'owl_does_{name} {found[1]} {stone}')
            if does and (does[0] == '0') != (found[0] == '0'):
                yield Contradiction('owl/move', stone, f'{name} {found} does {does}')
    if defence == ['0'] and len(attack) > 1 and attack[1] not in ('PASS', 'pass'):
        does = ask.certain(f'owl_does_defend {attack[1]} {stone}')
        if does and does[0] != '0':
            yield Contradiction('owl/none', stone, f'owl_defend 0, does {attack[1]} {does}')


def _may_play(ask: Replies, name: str, move: str, stone: str) -> bool:
    """Return whether a stone's attacker or defender may play this move now."""
    owner = ask(f'color {stone}')
    side = owner if name == 'defend' else 'white' if owner == 'black' else 'black'
    return ask(f'is_legal {side} {move}') == '1'


def _of_races(ask: Replies, engine: InProcess, statuses: dict[str, list[str]]) -> Iterator[Contradiction]:
    """Yield contradictions between a race and the status of a dragon in it."""
    dragons = engine.session.examination.dragons
    for one in dragons.every:
        for rival in dragons.hostile(one):
            name, other = (engine.session.game.vertex(dragon.origin) for dragon in (one, rival))
            words, theirs = statuses.get(name, []), statuses.get(other, [])
            if not any(found and found[0] != 'alive' for found in (words, theirs)):
                continue        # Living dragons do not race.
            race = ask.certain(f'analyze_semeai {name} {other}')
            if race and words and race[0] == '0' and words[0] == 'alive':
                yield Contradiction('semeai/status', name, f'{words} against {other} {race}')
            if race and theirs and race[1] == '0' and theirs[0] == 'dead' and words and words[0] != 'dead':
                yield Contradiction('semeai/status', other, f'{theirs} against {name} {race}')


def positions(count: int, seed: int, games: list[Path]) -> Iterator[tuple[Path, int]]:
    """Yield records and move numbers, after the first fifth of a game, its opening."""
    rng = random.Random(seed)
    for k in range(count):
        game = games[k % len(games)]
        moves = len(re.findall(r';\s*[BW]\[', game.read_text('latin-1')))
        yield game, rng.randint(int(0.2 * moves) + 1, moves + 1)


def main(args: list[str]) -> int:
    """Print every contradiction, and the number of each kind."""
    parser = argparse.ArgumentParser(prog='python -m owlgo.regress.agreement', description='Look for commands that contradict each other.')
    parser.add_argument('count', type=int, help='positions')
    parser.add_argument('seed', type=int, help='which ones')
    parser.add_argument('games', type=Path, nargs='+', metavar='GAME.sgf')
    told = parser.parse_args(args)
    engine, kinds = InProcess(), Counter[str]()
    engine.send('report_uncertainty on')
    for game, move in positions(told.count, told.seed, told.games):
        engine.send(f'loadsgf {game.resolve()} {move}')
        for found in contradictions(engine):
            kinds[found.kind] += 1
            say(f'{game.name} {move}: {found.kind} {found.stone} {found.words}')
    counted = ', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))
    say(f'{told.count} positions: {counted or "no contradiction"}')
    return bool(kinds)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
