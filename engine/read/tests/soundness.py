"""Long checks of readings, for people:

    python -m owlgo.engine.read.tests.soundness oracle 20000       # small boards against every position that can arise
    python -m owlgo.engine.read.tests.soundness symmetry 2000      # 8 orientations, both colours
    python -m owlgo.engine.read.tests.soundness cache 500          # positions of random games, taken back move by move

Each prints what was asked and how the answers compare; the exit status is 1 if a claimed success is false, a verdict turns with the board,
or a remembered answer differs from a fresh one.
"""
import random
import sys
from collections import Counter

from owlgo.engine.core.points import BLACK, WHITE, transform
from owlgo.engine.core.result import KO_A, KO_B, LOSE, WIN
from owlgo.engine.read import connect, query, tactics
from owlgo.engine.read.reader import as_reader
from owlgo.engine.read.record import Aim
from owlgo.engine.read.tests.oracle import TooLarge
from owlgo.engine.read.tests.small import small_position, truth
from owlgo.engine.read.tests.test_tactics import image, random_game

NAMES = {LOSE: 'LOSE', KO_B: 'KO_B', KO_A: 'KO_A', WIN: 'WIN'}
EMPTY_POINTS = {2: (1, 4), 3: (2, 6), 4: (3, 7), 5: (3, 6)}
STATES = 700
"""Positions that the oracle looks at before it gives one up; a random position is then not counted."""


def oracle(wanted: int) -> bool:
    """Compare with the oracle; whether no WIN is false, nor a LOSE of the defender, which is the attacker's success."""
    counts: Counter[tuple[str, ...]] = Counter()
    done = seed = 0
    reader = as_reader(10)
    while done < wanted:
        seed += 1
        game = small_position(seed, [2, 3, 3, 4, 4, 4, 5], EMPTY_POINTS)
        strings = game.strings(BLACK) + game.strings(WHITE) if game else []
        if not game or not strings:
            continue
        pos = random.Random(seed).choice(strings)
        try:
            true = truth(game, pos, STATES)
        except TooLarge:
            continue
        done += 1
        for attacking in (True, False):
            reading = query.read_afresh(game.board, Aim.CAPTURE, [pos], attacking, reader)
            limit = 'uncertain' if not reading.certain else 'limit met' if reading.limited else 'no limit'
            counts['attack' if attacking else 'defend', NAMES[reading.result], 'truth ' + NAMES[true[attacking]], limit] += 1
    for key, count in sorted(counts.items()):
        print(f'{count:7}', *key)
    claims = [('attack', 'WIN'), ('defend', 'WIN'), ('defend', 'LOSE')]
    return not any(key[:2] in claims and key[2] != 'truth ' + key[1] for key in counts)


def symmetry(wanted: int) -> bool:
    """Turn boards and swap colours; whether no verdict changes."""
    reader = as_reader(6)
    reader.memory.caching = False
    done = seed = asked = changed = 0
    while done < wanted:
        seed += 1
        rng = random.Random(seed)
        size = rng.choice([5, 7, 9, 13, 19])
        game = image(random_game(seed, size, int(size * size * rng.uniform(.2, .7))), 0, False)
        strings = [pos for color in (BLACK, WHITE) for pos in game.strings(color) if len(game.liberties(pos)) <= tactics.MAX_LIBERTIES]
        if not strings:
            continue
        done += 1
        pos = rng.choice(strings)
        friend = next((p for p in game.strings(game.color_at(pos)) if p not in game.string(pos)), None)
        here = [r.result for r in tactics.attack_and_defend(game.board, pos, reader)]
        cut = friend and connect.disconnect(game.board, pos, friend, reader).result
        for turn in range(8):
            for swap in (False, True):
                there = image(game, turn, swap)
                asked += 1
                changed += [r.result for r in tactics.attack_and_defend(there.board, transform(pos, size, turn), reader)] != here
                if friend and turn in (3, 6):
                    turned = transform(pos, size, turn), transform(friend, size, turn)
                    changed += connect.disconnect(there.board, *turned, reader).result != cut
    print(f'{done} positions, {asked} images, {changed} verdicts changed')
    return changed == 0


def cache(wanted: int) -> bool:
    """Ask with the cache and afresh while games are taken back; whether all answers agree."""
    reader = as_reader(5)
    done = seed = asked = different = 0
    while done < wanted:
        seed += 1
        game = random_game(seed, 13, 70)
        for _ in range(min(12, wanted - done)):
            done += 1
            for pos in game.strings(BLACK) + game.strings(WHITE):
                known = query.ask(game.board, Aim.CAPTURE, [pos], True, reader)
                different += known[:2] != query.read_afresh(game.board, Aim.CAPTURE, [pos], True, reader)[:2]
                asked += 1
            game.undo()
    print(f'{done} positions, {asked} questions, {reader.memory.hits} answered from the cache, {different} different')
    return different == 0


if __name__ == '__main__':
    check = {'oracle': oracle, 'symmetry': symmetry, 'cache': cache}.get(sys.argv[1] if len(sys.argv) == 3 else '')
    if check is None or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    sys.exit(0 if check(int(sys.argv[2])) else 1)
