"""Databases with random mistakes: each is refused with located errors, or matches as its twin does.

``python -m owlgo.patterns.tests.fuzz COUNT [SEED]`` prints how many of each there were; a COUNT like ``60s`` is seconds.
"""
import math
import random
import sys
import time
from collections import Counter

from owlgo.patterns.compile import compile_database
from owlgo.patterns.lang import read_text
from owlgo.patterns.match import new_matches, py_find_matches
from owlgo.patterns.source import PatternErrors
from owlgo.patterns.tests import twin
from owlgo.patterns.tests.test_lang import SAMPLE, mutated


def redrawn(text: str, rng: random.Random) -> str:
    """The text with some symbols of its diagrams changed everywhere, edges taken off or codes changed: often still a database."""
    change = str.maketrans({symbol: rng.choice('.OXox?!,' if rng.random() < 0.4 else symbol) for symbol in '.OXox?QY'})
    lines = [line.translate(change) if line[:1] in tuple('.OXox?*!,QY|abcd') else line for line in text.split('\n')]
    if rng.random() < 0.3:
        lines = [line for line in lines if set(line) - set('-+') or not line]
    if rng.random() < 0.3:
        lines = [':8' + line[2:] if line[:1] == ':' else line for line in lines]
    return '\n'.join(lines) if rng.random() < 0.8 else mutated('\n'.join(lines), rng)


def loosened(text: str, rng: random.Random) -> str:
    """The text with what is taken with a note: letters that stand twice, plainer symbols in second diagrams, several anchors."""
    if rng.random() < 0.3:
        text = '\n'.join(line.translate(ANCHORS) if line[:1] in tuple('.OXox?*!,QY|abcd') else line for line in text.split('\n'))
    lines = text.split('\n')
    second = False
    for k, line in enumerate(lines):
        second = line[:1] == ':' or second and not line.startswith('Pattern')
        if second and line[:1] in tuple('.OXox?*!,QY|abcd'):
            plain = line.translate(PLAINER) if rng.random() < 0.5 else line
            lines[k] = ''.join(rng.choice('abcd') if symbol in '.OXox?' and rng.random() < 0.2 else symbol for symbol in plain)
    return '\n'.join(lines)


ANCHORS, PLAINER = str.maketrans('OX', 'QY'), str.maketrans('!,*QY', '...OX')


def fuzz(count: int, seed: int, seconds: float = math.inf) -> Counter:
    """How many databases were refused, and how many matched as they should, of so many or until the time is over; raises AssertionError
    where one did not.
    """
    begin = time.monotonic()
    rng = random.Random(seed)
    m = new_matches()
    boards = [twin.random_board(rng, size, filled) for size in (3, 5, 7) for filled in (0.2, 0.5, 0.8)]
    outcomes: Counter = Counter()
    for number in range(count):
        if time.monotonic() > begin + seconds:
            break
        base = SAMPLE if number % 4 == 0 else twin.random_database(rng, rng.randint(1, 4), move=number % 2 == 0)
        text = mutated(base, rng) if number % 3 == 0 else redrawn(base, rng) if number % 3 == 1 else loosened(redrawn(base, rng), rng)
        try:
            database = read_text(text, 'm.db', moves=number % 2 == 0)
        except PatternErrors as errors:
            lines = text.split('\n')
            assert errors.problems
            for problem in errors.problems:
                place = problem.place
                assert 1 <= place.line <= len(lines) and place.text == lines[place.line - 1].rstrip(), text
                assert 1 <= place.column <= len(place.text) + 1, text
            outcomes['refused'] += 1
            continue
        tables = compile_database(database)
        board, color = rng.choice(boards), rng.choice((1, 2))
        m['by_goal'] = 0
        py_find_matches(board, tables, m, color)
        assert m['more'] == 0
        mine = Counter(twin.as_twin(database, tables, m))
        theirs = Counter(twin.matches(database, board, color))
        symmetric = {pattern.name for pattern in database.patterns if not twin.claims_too_much(pattern)}
        assert {k: n for k, n in mine.items() if k[0] in symmetric} == {k: n for k, n in theirs.items() if k[0] in symmetric}, text
        outcomes['equal'] += 1
        outcomes['noted'] += bool(database.notes)
        outcomes['matches'] += sum(theirs.values())
    return outcomes


if __name__ == '__main__':
    wanted, start = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(dict(fuzz(sys.maxsize, start, float(wanted[:-1])) if wanted.endswith('s') else fuzz(int(wanted), start)))
