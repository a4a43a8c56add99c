"""Lines of every kind to a process: good ones, damaged ones and bytes; ``python -m owlgo.gtp.tests.fuzz_lines [SECONDS] [SEED [LINES]]``.

The process must not fall silent, end or say anything but one answer to each line that is due one, in the protocol's form and with the
line's own id; what fails changes nothing; standard error has no traceback.  Most lines ask nothing that is read, so that there may be very
many; they are sent in batches, since controllers do not wait either.
"""
import math
import random
import re
import time
from collections import Counter

from owlgo.engine.core.points import COLUMNS
from owlgo.gtp import commands
from owlgo.gtp.protocol import parse_line
from owlgo.gtp.registry import COMMANDS
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session
from owlgo.gtp.tests.fuzz import state
from owlgo.gtp.tests.strict import ANSWER, Strict, Wrong, given

assert commands     # importing it fills COMMANDS

BATCH = 400
"""Lines that are sent before their answers are read."""
PATIENCE = 600.0
COLD = ('protocol_version', 'name', 'version', 'known_command', 'list_commands', 'help', 'echo', 'komi', 'get_komi', 'query_boardsize',
        'level', 'owlgo-rank', 'cputime', 'get_random_seed', 'set_random_seed', 'advance_random_seed', 'report_uncertainty', 'time_left',
        'kata-get-rules', 'gogui-interrupt', 'kgs-game_over')
BOARD = ('boardsize', 'rectangular_boardsize', 'clear_board', 'play', 'black', 'white', 'undo', 'gg-undo', 'showboard', 'color',
         'list_stones', 'countlib', 'findlib', 'accuratelib', 'is_legal', 'all_legal', 'captures', 'last_move', 'move_history', 'trymove',
         'tryko', 'popgo', 'dump_stack', 'fixed_handicap', 'place_free_handicap', 'set_free_handicap', 'get_handicap', 'set_position',
         'gogui-setup', 'gogui-play_sequence', 'gogui-setup_player', 'kata-set-rules', 'kgs-rules', 'invariant_hash',
         'orientation', 'query_orientation', 'unconditional_status', 'limit_search', 'set_search_diamond', 'reset_search_mask',
         'loadsgf', 'clear_cache', 'increase_depths', 'decrease_depths')
READ = ('attack', 'defend', 'owl_attack', 'owl_defend', 'dragon_status', 'eval_eye', 'ladder_attack', 'estimate_score', 'worm_data')
"""One line in RARE is one of these."""
RARE = 3000
UNSENT = {'quit', 'finish_sgftrace', 'printsgf'}
NUMBERS = ('0', '1', '2', '3', '7', '9', '19', '25', '26', '-1', '1.5', '1e9', 'nan', '9' * 30, '00', '+4', '')
WORDS = ('b', 'w', 'black', 'WHITE', 'pass', 'PASS', 'resign', 'A1', 'j9', 'T19', 'Z25', 'I5', 'on', 'off', 'japanese', 'chinese', '#',
         'x y', '\xff', '\u00e9', '\t', '"', '{}', '{"ko":"SIMPLE"}', '/dev/null', '/', '..', 'none.sgf', '%s', '\\', 'A1 A1', 'alive',
         'dead')
SAVED = ('showboard', 'move_history', 'dump_stack', 'get_komi', 'query_boardsize', 'get_handicap', 'get_random_seed', 'query_orientation',
         'kata-get-rules')
"""What says whether anything has changed."""
TRACE = re.compile('Traceback|Error|internal')


class Lines:
    """Lines from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def words(self) -> list[str]:
        choose = self.random
        made: list[str] = []
        for _ in range(choose.choice((0, 0, 1, 1, 1, 2, 2, 3, 6))):
            kind = choose.random()
            if kind < 0.35:
                made.append(f'{choose.choice(COLUMNS[:13])}{choose.randint(1, 13)}')
            elif kind < 0.6:
                made.append(choose.choice(('b', 'w')))
            else:
                made.append(choose.choice(NUMBERS if kind < 0.8 else WORDS))
        return made

    def line(self) -> bytes:
        """One line without its end, and without a number in front."""
        choose = self.random
        kind = choose.random()
        names = READ if choose.random() < 1 / RARE else BOARD if kind < 0.45 else COLD
        text = ' '.join([choose.choice(names), *self.words()])
        if names is BOARD and kind < 0.2:
            text = f'play {choose.choice("bw")} {choose.choice(COLUMNS[:9])}{choose.randint(1, 9)}'
        data = text.encode('utf-8', 'surrogateescape')
        return self.damaged(data) if kind > 0.7 else data

    def damaged(self, data: bytes) -> bytes:
        """A line with bytes changed, taken out, put in, doubled."""
        choose = self.random
        found = bytearray(data)
        for _ in range(choose.randint(1, 4)):
            at = choose.randrange(len(found) + 1)
            kind = choose.randrange(4)
            if kind == 0 and at < len(found):
                found[at] = choose.randrange(256)
            elif kind == 1:
                del found[at:at + choose.randint(1, 3)]
            elif kind == 2:
                found[at:at] = bytes(choose.randrange(256) for _ in range(choose.randint(1, 3)))
            else:
                found[at:at] = found[:at][-5:]
        return bytes(found).replace(b'\n', b' ')


def due(line: bytes) -> tuple[bytes, bool] | None:
    """The id and whether the command is known, of a line that is to be answered; None for one that is not to be sent at all."""
    command = parse_line(line)
    if command is None:
        return b'', False
    if command.name in UNSENT or command.name in COMMANDS and command.name not in (*COLD, *BOARD, *READ):
        return None     # what is written to files or goes on for long
    return command.id.encode(), command.name in COMMANDS


def batch(engine: Strict, lines: Lines, first: int) -> int:
    """Send a batch and read its answers; returns how many lines it had.  Raises Wrong."""
    sent: list[bytes] = []
    for k in range(BATCH):
        data = lines.line()
        full = b'%d ' % (first + k) + data
        if due(full) is not None and due(data) is not None:
            sent.append(full)
    engine.write(b'\n'.join(sent) + b'\n')
    for full in sent:
        wanted = due(full)
        if not wanted or not wanted[0]:
            continue
        answer = engine.read(PATIENCE)
        head = re.match(rb'([=?])(\d*) ', answer)
        if head is None or head[2] != wanted[0] or head[1] == b'=' and not wanted[1] or b'internal error' in answer:
            raise Wrong(f'{full!r}: {answer!r}')
    return len(sent)


def unchanged(engine: Strict, lines: Lines) -> None:
    """One line by itself: if it fails, nothing is another than before.  Raises Wrong."""
    before = [engine.ask(line) for line in SAVED]
    line = lines.line()
    if not (due(b'1 ' + line) or (b'',))[0]:
        return
    if not engine.ask(line)[0] and [engine.ask(line) for line in SAVED] != before:
        raise Wrong(f'{line!r} failed and changed something: {before}')


def fuzz(seconds: float, seed: int, most: int = 1 << 40) -> int:
    """Send lines as long as told; returns how many there were.  Raises Wrong, naming the seed."""
    begin, count, lines = time.monotonic(), 0, Lines(seed)
    with Strict('--level', '0') as engine:
        engine.do('boardsize 9')
        while time.monotonic() < begin + seconds and count < most:
            try:
                count += batch(engine, lines, count + 1)
                unchanged(engine, lines)
                if [line for line in engine.errors() if TRACE.search(line)]:
                    raise Wrong('; '.join(engine.errors()))
            except Wrong as error:
                raise Wrong(f'seed {seed}, about line {count}: {error}') from None
        engine.leave()
    return count


def inside(seconds: float, seed: int, most: int = 1 << 40) -> Counter[str]:
    """The same lines to a session in this process, where each that fails can be seen to have changed nothing; returns how many there
    were of each outcome.  Raises Wrong, naming the seed.
    """
    begin, lines, session, outcomes = time.monotonic(), Lines(seed), Session(level=0, boardsize=9), Counter[str]()
    before = state(session)
    while outcomes.total() < most and (outcomes.total() % BATCH or time.monotonic() < begin + seconds):
        line = lines.line()
        if not (due(b'1 ' + line) or (b'',))[0]:
            continue
        answer = handle(session, b'1 ' + line)
        after = state(session)
        failed = answer.startswith(b'?1 ')
        if not ANSWER.fullmatch(answer) or b'internal error' in answer or failed and after != before:
            raise Wrong(f'seed {seed}, line {outcomes.total()}: {line!r} is answered by {answer!r}, changed: {after != before}')
        outcomes['failed' if failed else 'changed something' if after != before else 'told something'] += 1
        before = after
    return outcomes


if __name__ == '__main__':
    seconds, first, count = given(60.0, 1.0, math.inf)
    wanted = int(min(count, 1 << 40))
    print(f'{fuzz(seconds, int(first), wanted)} lines to a process', flush=True)
    print(f'to a session: {dict(inside(seconds, int(first), wanted))}')
