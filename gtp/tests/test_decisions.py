"""What the command line asks the engine, in this process."""
import re
from pathlib import Path

from engine.core.points import SIDES
from engine.dragons.partition import SMALL_ESCAPE
from gtp.cli import displays, dragon_decisions
from gtp.cli.main import load
from gtp.cli.options import build_parser, new_session
from gtp.server import handle

ROOT = Path(__file__).parents[2]
GAMES = ROOT / 'regress' / 'games'


def asked(*options):
    """A session as the options have it, and the options."""
    args = build_parser().parse_args(options)
    session = new_session(args)
    load(session.game, args)
    return session, args


def test_only_dragons_that_cannot_run_far_are_looked_at():
    session, args = asked('-l', str(GAMES / 'alphago-lee-sedol-4.sgf'), '-L', '170', '--decide-position', '--level', '0', '--quiet')
    lines, _ = dragon_decisions.decide_position(session, args)
    known = session.examination
    every = known.dragons.every
    assert len(lines) == len(every)
    for dragon, line in zip(every, lines, strict=True):
        assert line.startswith(f'{SIDES[dragon.color]} {session.game.vertex(dragon.origin)}, ')
        assert re.search(r', 1 stone: |, \d+ stones: ', line) and ('1 stone:' in line) == (len(dragon.stones) == 1)
        assert ('unchecked' in line) == (dragon.escape >= SMALL_ESCAPE), line
    assert {'unchecked' in line for line in lines} == {True, False}
    read = {known.dragons.of(pos).origin for pos in known.judge._judged}
    assert read == {dragon.origin for dragon in known.dragons.every if dragon.escape < SMALL_ESCAPE}


def test_command_line_and_gtp_tell_the_same_data():
    session, args = asked('-l', str(GAMES / 'bulky-five.sgf'), '--decide-dragon-data', 'C5', '--level', '0')
    (data,), _ = dragon_decisions.decide_dragon_data(session, args)
    assert f'= {data}\n\n' == handle(session, 'dragon_data C5').decode()
    every = displays.worms(session)
    strings, dragons = (handle(session, line).decode() for line in ('worm_data C5', 'dragon_data'))
    assert every.endswith(dragons[2:-2]) and strings.split('\n')[1] in every


def test_the_winner_in_words():
    assert displays.winner(3.5, 'wins') == 'White wins by 3.5 points' and displays.winner(-1.0, 'seems to win').startswith('Black seems')
    assert displays.winner(0.0, 'wins') == 'Jigo'
