"""What is proved under simple ko holds under superko: the winner makes no arrangement of stones a second time."""
import random
from collections import Counter

import pytest

from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.game import KO_RULES, Game, Rules
from owlgo.engine.core.points import parse_vertex, point
from owlgo.engine.core.result import LOSE, WIN
from owlgo.engine.core.tests.cases import few, tries
from owlgo.engine.core.tests.pictures import drawn
from owlgo.engine.life.verdict import ask
from owlgo.engine.solver.problem import Study
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.engine.solver.tests.collect import KINDS, random_problem
from owlgo.engine.solver.tests.repetition import NODES, WEIGHTS, proved
from owlgo.engine.solver.tests.test_eyeless import RING
from owlgo.engine.solver.tests.test_problems import problems

BACK = '''
    X O . X O . .
    . X O X O . .
    . X . X O . .
    X . X O O . .
    O O O O O . .
    . . . . . . .
    . . . . . . .
'''
"""Black lives if he moves first; as it is proved he takes on the same points again and again."""


def study_of(text, name):
    return Study(drawn(text), parse_vertex(name, 7 if text is BACK else 9), NODES)


@pytest.mark.parametrize('kind,part', few([(kind, part) for kind in KINDS for part in range(4)], 5))
def test_what_is_proved_of_drawn_problems_repeats_nothing(kind, part):
    """Sekis, kos of every kind, snapbacks, and stones played under stones: of kills, lives and lives without two eyes."""
    said = [one for where, _, text in problems(kind)[part::4] for one in proved(Study(drawn(text), point(*where), NODES))]
    assert said and not any(back for _, back in said)


@pytest.mark.parametrize('seed', few(range(8), 1))
def test_what_is_proved_of_random_problems_repeats_nothing(seed):
    """``python -m owlgo.engine.solver.tests.repetition COUNT`` asks more of them; of 6,187 lives 4 do repeat."""
    rng, counts = random.Random(seed), Counter[str]()
    count = tries(1000)
    while counts['asked'] < 150:
        next(count)
        one = random_problem(rng, False, rng.choice(WEIGHTS))
        try:
            said = proved(Study(*one, NODES, memory=8)) if one is not None else []
        except ValueError:
            continue
        counts['asked'] += bool(said)
        for kind, back in said:
            counts[kind] += 1
            assert not back
    assert min(counts['kill'], counts['life']) > 10


def test_a_life_that_rests_on_a_repetition_is_seen():
    """The check can fail; a kill of the same dragon, and a seki, repeat nothing."""
    assert proved(study_of(BACK, 'D7')) == [('kill', False), ('life', True)]
    assert [back for _, back in proved(study_of(RING, 'A9'))] == [False] * 4


@pytest.mark.parametrize('ko', KO_RULES)
def test_under_superko_such_a_life_is_not_called_proved(ko):
    """It is read, by the ko rule of the game; what repeats nothing stays proved."""
    rules = Rules(ko=ko)
    super_ko = ko in ('positional', 'situational')
    for text, name, side, how in ((BACK, 'D7', DEFENDER, Grade.READ if super_ko else Grade.PROVED), (RING, 'A9', ATTACKER, Grade.PROVED)):
        board = drawn(text)
        board['ko_rule'] = Game(int(board['size']), rules=rules).board['ko_rule']
        found = ask(board, parse_vertex(name, int(board['size'])), side)
        assert (found.grade, found.reading.result) == (how, WIN if side == DEFENDER else LOSE)
