"""What the command line asks the engine, in this process."""
import re
from dataclasses import replace
from pathlib import Path

import pytest

from owlgo.cli import displays, dragon_decisions
from owlgo.cli.main import load, main
from owlgo.cli.options import DEPTH_OPTIONS, OWL_DEPTHS, build_parser, new_session
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.points import PASS, SIDES, parse_vertex
from owlgo.engine.core.result import WIN, Reading
from owlgo.engine.dragons.partition import SMALL_ESCAPE
from owlgo.engine.life import verdict
from owlgo.engine.mcts.dragon_rollouts import DragonRollouts
from owlgo.engine.owl.limits import PROOF_NODES, RACE_NODES, READING_NODES, VITAL_LEVEL
from owlgo.engine.score import estimate
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session

ROOT = Path(__file__).parents[3]
GAMES = ROOT / 'regress' / 'games'


def asked(*options):
    """A session as the options have it, and the options."""
    args = build_parser().parse_args(options)
    session = new_session(args)
    load(session.game, args)
    return session, args


def test_only_dragons_that_cannot_run_far_are_looked_at():
    session, args = asked('-l', str(GAMES / 'alphago-lee-sedol-4.sgf'), '-L', '170', '--decide-position', '--level', '0', '--quiet')
    lines = dragon_decisions.decide_position(session, args).sentences
    known = session.examination
    every = known.dragons.every
    assert len(lines) == len(every)
    for dragon, line in zip(every, lines, strict=True):
        assert line.startswith(f'{SIDES[dragon.color]} {session.game.vertex(dragon.origin)}, ')
        assert re.search(r', 1 stone: |, \d+ stones: ', line) and ('1 stone:' in line) == (len(dragon.stones) == 1)
        assert ('unchecked' in line) == (dragon.escape >= SMALL_ESCAPE), line
    assert {'unchecked' in line for line in lines} == {True, False}
    # Each by its largest group, which two dragons that one move parts may have in common.
    judge = known.judge
    assert {first for first, one in judge.known.items() if one.judgement} == \
        {judge.main_group(dragon.stones) for dragon in every if dragon.escape < SMALL_ESCAPE}


@pytest.mark.parametrize('name', ['straight-three', 'one-stone-eye', 'two-eyes', 'seki', 'bulky-five'])
def test_statuses_say_what_they_are_worth_and_walls_are_left_out(name):
    session, args = asked('-l', str(GAMES / f'{name}.sgf'), '--decide-position', '--level', '1', '--quiet')
    lines = dragon_decisions.decide_position(session, args).sentences
    for line in lines:
        assert re.search(r': unchecked, it.*(\d+|too large to be read)$|'
                         r': (alive|alive in seki|dead|critical \S+ \S+), (proved|proved if the walls? at .* holds?|read)$|'
                         r': probably .*, uncertain$', line), line
    assert sum('unchecked' in line for line in lines) == 1 and any('proved' in line for line in lines)


def test_the_readme_shows_what_is_explained():
    """The first example of ``owlgo explain``, word for word."""
    said = re.search(r'^\$ owlgo explain (\S+) (\S+) --quiet\n(.*?)^```', (ROOT / 'README.md').read_text('utf-8'), re.M | re.S)
    assert said is not None
    session, args = asked('-l', str(ROOT / said[1]), '--decide-dragon', said[2], '--quiet')
    lines = dragon_decisions.decide_dragon(session, args).sentences
    assert lines == said[3].splitlines()


def test_what_is_proved_to_need_no_move_is_not_killed_by_what_was_not_finished(monkeypatch):
    """It is said once, and a defence is asked for what it does against a threat."""
    session, args = asked('-l', str(GAMES / 'two-eyes.sgf'), '--decide-owl', 'B8', '--quiet')
    questions = []

    def ask(board, pos, side, means, threatened=False):
        questions.append((side, threatened))
        if side == ATTACKER:
            return verdict.Answer(Reading(WIN, parse_vertex('D4', 9), 7, Grade.UNCERTAIN))
        return verdict.Answer(Reading(WIN, PASS, 8, Grade.PROVED))
    monkeypatch.setattr(verdict, 'ask', ask)
    lines = dragon_decisions.decide_owl(session, args).sentences
    assert lines == ['B8 cannot be attacked (8 variations, proved)', 'B8 is alive as it stands']
    assert questions == [(ATTACKER, False), (DEFENDER, True)]


def test_command_line_and_gtp_tell_the_same_data():
    session, args = asked('-l', str(GAMES / 'bulky-five.sgf'), '--decide-dragon-data', 'C5', '--level', '0')
    (data,) = dragon_decisions.decide_dragon_data(session, args).sentences
    assert f'= {data}\n\n' == handle(session, 'dragon_data C5').decode()
    every = displays.worms(session)
    strings, dragons = (handle(session, line).decode() for line in ('worm_data C5', 'dragon_data'))
    assert every.endswith(dragons[2:-2]) and strings.split('\n')[1] in every


def test_the_winner_in_words():
    assert estimate.winner(3.5, 'wins') == 'White wins by 3.5 points' and estimate.winner(-1.0, 'seems to win').startswith('Black seems')
    assert estimate.winner(0.0, 'wins') == 'Jigo'


LIMITS = [['--depth', '5'], ['--backfill-depth', '3'], ['--backfill2-depth', '4'], ['--fourlib-depth', '2'], ['--ko-depth', '3'],
          ['--branch-depth', '3'], ['--break-chain-depth', '2'], ['--superstring-depth', '2'], ['--owl-node-limit', '77'],
          ['--semeai-node-limit', '78'], ['--prove-nodes', '79'], ['--owl-distrust', '3'], ['--owl-branch', '4'], ['--owl-reading', '5']]


def printed_levels(*options):
    """The limits by level, as --print-levels has them."""
    blocks = displays.levels(new_session(build_parser().parse_args(options))).split('\n\n')
    return [dict(line.split(': ') for line in block.split('\n')) for block in blocks[1::2]]


@pytest.mark.parametrize('option', LIMITS, ids=lambda option: option[0])
def test_every_limit_is_printed_as_its_option_has_it(option):
    plain, given = printed_levels(), printed_levels(*option)
    changed = {name for before, after in zip(plain, given, strict=True) for name in after if before[name] != after[name]}
    name = option[0].strip('-').replace('-', '_')
    assert name in changed and {rows[name] for rows in given} == {option[1]}
    assert changed <= {name, 'owl_node_limit'}, 'what the solver gets, readings get too'


@pytest.mark.parametrize('nodes, last, connection', [('79', 3000, 24000), ('20000', 20000, 24000), ('3000000000', 1 << 28, 1 << 28)])
def test_a_question_about_strings_gets_the_nodes_of_a_proof_if_they_are_more(nodes, last, connection):
    plain, given = (new_session(build_parser().parse_args(options)).question_reader.depths for options in ([], ['--prove-nodes', nodes]))
    assert given == replace(plain, last_nodes=last, connect_nodes=connection)


def test_every_option_of_a_limit_is_tried_above():
    dests = {name for _, name, _ in DEPTH_OPTIONS} | {f'owl_{name}' for _, name, _ in OWL_DEPTHS} | {'nodes', 'race', 'prove_nodes'}
    actions = {flag: action.dest for action in build_parser()._actions for flag in action.option_strings}
    assert {actions[flag] for flag, _ in LIMITS} == dests


def test_every_level_has_limits_of_its_own():
    levels = printed_levels()
    assert len(levels) == MAX_LEVEL + 1
    for higher, lower in zip(levels, levels[1:], strict=False):
        assert int(higher['depth']) > int(lower['depth']) and int(higher['owl_node_limit']) > int(lower['owl_node_limit'])
    assert [rows['owl_vital_apats'] for rows in levels] == ['yes'] * (MAX_LEVEL + 1 - VITAL_LEVEL) + ['no'] * VITAL_LEVEL


def test_help_names_the_limits_that_hold():
    text = ' '.join(build_parser().format_help().split())
    for number in (PROOF_NODES, READING_NODES, RACE_NODES):
        assert f'({number} at level 0, as many more for each level' in text
    assert f'0 (fast) to {MAX_LEVEL} ({STANDARD_LEVEL})' in text


def test_a_verdict_that_rests_on_playouts_says_so():
    move = parse_vertex('A1', 9)
    answer = verdict.Answer(Reading(WIN, move, 1), rollouts=DragonRollouts(0.74, move, 900, (move,)))
    assert 'at A1 (1 variations, read, 7 of 10 playouts)' in dragon_decisions.sentence('X', answer, 'attacked', 9)


@pytest.mark.parametrize('name', ['straight-three', 'bent-three', 'ko', 'net', pytest.param('counter-capture', marks=pytest.mark.slow)])
def test_the_command_line_says_what_estimate_score_says(name, capsys):
    """In the first two a dragon in doubt is all that one side has."""
    record = f'regress/games/{name}.sgf'
    assert main(['-l', record, '--level', '1', '--score', 'estimate']) == 0
    line = capsys.readouterr().out
    words = re.fullmatch(r'(White|Black) seems to win by ([\d.]+) points \(upper bound: (-?[\d.]+), lower: (-?[\d.]+)\)\n', line)
    session = Session(level=1)

    def ask(line):
        return handle(session, line).decode()[1:].strip()
    ask(f'loadsgf {record}')
    answer = ask('estimate_score')
    assert words and f'{words[1][0]}+{words[2]} (upper bound: {words[3]}, lower: {words[4]})' == answer
    for command in ('estimate_score', 'influence_score', 'new_score'):
        value, upper, lower = (float(number) for number in re.findall(r'-?[\d.]+', ask(command)))
        assert lower <= upper and any(lower <= sign * value <= upper for sign in (1, -1))
