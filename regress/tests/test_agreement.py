"""Commands do not contradict each other, and the check for it finds what is planted."""
from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from owlgo.engine.core.tests.cases import few
from owlgo.gtp.client import Reply
from owlgo.regress.engines import InProcess
from owlgo.regress.tests import agreement

GAMES = Path(__file__).parents[1] / 'games'
RACE = ('boardsize 8', 'gogui-setup w A7 w B7 w C7 w D7 b E7 b F7 b G7 b H7 b A6 b B6 b C6 b D6 w E6 w F6 w G6 w H6 b D5 w E5 b A4 b B4 '
        'b C4 b D4 w E4 w F4 w G4 w H4 b D3 w E3 b B2 b D2 w E2 w G2 b D1 w E1')
"""Four stones of each side race along the upper edge, in front of walls that live."""


def found(engine: InProcess, kinds: Collection[str] = ()) -> list[agreement.Contradiction]:
    """The contradictions about a position in which answers of these kinds can be compared."""
    compared = Counter[str]()
    agreement.do(engine, 'report_uncertainty on')
    contradictions = list(agreement.contradictions(engine, compared))
    assert compared and set(kinds) <= set(compared), compared
    return contradictions


@pytest.mark.parametrize('name', few(['ko', 'seki', 'counter-capture', 'bent-four', 'straight-three'], 2))
def test_no_command_contradicts_another_about_a_small_position(name):
    engine = InProcess()
    agreement.do(engine, f'loadsgf {GAMES / name}.sgf')
    assert found(engine) == []


@pytest.fixture(scope='module')
def race():
    """An engine with the race; what it has read it keeps."""
    engine = InProcess()
    for line in (*RACE, 'report_uncertainty on'):
        agreement.do(engine, line)
    return engine


def test_no_command_contradicts_another_about_a_race(race):
    """The walls' statuses are compared with OWL's answers, though their explanations name races."""
    assert found(race, ('status/owl', 'status/explain', 'semeai/status')) == []


def test_a_command_that_fails_ends_the_check():
    """It is no guess; of a record that cannot be loaded nothing is compared."""
    engine = InProcess()
    with pytest.raises(ValueError, match='no-such'):
        agreement.do(engine, 'loadsgf no-such.sgf')
    with pytest.raises(ValueError, match='semeai'):
        agreement.Replies(engine, Counter()).certain('analyze_semeai A1 B1')


@pytest.mark.parametrize(('kind', 'command', 'answer'), few([
    ('status/final', 'final_status D8', 'dead'), ('status/explain', 'owlgo-explain D8', 'Proved: it is dead.'),
    ('status/owl', 'owl_attack D8', '1 A1'), ('owl/move', 'owl_does_defend', '0'), ('semeai/status', 'analyze_semeai', '0 0 PASS'),
    ('score/bounds', 'estimate_score', 'W+1.0 (upper bound: 1.0, lower: 1.0)'), ('score/final', 'final_score', 'W+99.0')], 2))
def test_planted_contradictions_are_found(kind, command, answer, monkeypatch, race):
    send = race.send

    def lying(line: str, timeout: float = 0.0) -> Reply:
        return Reply('=', answer) if line.startswith(command) else send(line, timeout)
    stone = send('dragon_status').text.splitlines()
    alive = next(line.split(':')[0] for line in stone if ': alive ' in line and 'uncertain' not in line)
    command = command.replace('D8', alive)
    monkeypatch.setattr(race, 'send', lying)
    assert any(one.kind == kind for one in agreement.contradictions(race, Counter()))


def test_a_ko_that_may_not_be_retaken_now_is_not_asked_about():
    """White took a stone at D2 from C2: Black's move there is named for after a ko threat."""
    engine = InProcess()
    for line in ('boardsize 5', 'play b C1', 'play b B2', 'play b C3', 'play w D1', 'play w E2', 'play w D3', 'play b D2', 'play w C2'):
        assert engine.send(line).status == '='
    ask = agreement.Replies(engine, Counter())
    assert [agreement._may_play(ask, name, 'D2', 'C2') for name in ('attack', 'defend')] == [False, True]


@pytest.mark.slow
def test_no_command_contradicts_another_in_a_game(tmp_path):
    """More positions: ``python -m owlgo.regress.tests.agreement COUNT SEED GAME.sgf...``."""
    engine = InProcess()
    for line in ('boardsize 9', 'komi 6.5', 'level 1', 'report_uncertainty on'):
        engine.send(line)
    for number in range(40):
        engine.send(f'genmove {"bw"[number % 2]}')
        if number % 8 == 7:
            engine.send('level 10')
            assert list(agreement.contradictions(engine, Counter())) == [], number
            engine.send('level 1')
