"""Rules by name, in the spellings of game records."""
import pytest

from owlgo.engine.core.game import Game, Rules
from owlgo.engine.core.named_rules import NAMED_RULES, compensation, name_of
from owlgo.engine.core.points import point


@pytest.mark.parametrize(('text', 'name'), [
    ('Japanese', 'japanese'), (' AGA ', 'aga'), ('New Zealand', 'new-zealand'), ('new_zealand', 'new-zealand'), ('NZ', 'new-zealand'),
    ('Tromp-Taylor', 'tromp-taylor'), ('Chinese rules', 'chinese'), ('chinese-ogs', 'chinese-ogs'), ('cn', 'chinese'), ('Korea', 'korean')])
def test_spellings_of_records(text, name):
    assert name_of(text) == name and name in NAMED_RULES


@pytest.mark.parametrize('text', ['', 'Ing', 'rules', 'japanese chinese'])
def test_other_rules_are_refused_with_the_names_that_there_are(text):
    with pytest.raises(ValueError, match='unknown rules .*: one of japanese korean'):
        name_of(text)


def test_white_is_compensated_for_handicap_stones_as_the_rules_say():
    assert [compensation(bonus, 4) for bonus in ('N', 'N-1', '0')] == [4, 3, 0]
    assert {compensation(bonus, stones) for bonus in ('N', 'N-1', '0') for stones in (0, 1)} == {0}, 'a handicap of one is no stone'
    for bonus, komi in (('N', 2.5), ('N-1', 1.5), ('0', 0.5)):
        game = Game(9, 0.5, Rules(bonus=bonus))
        game.setup([point(2, 2), point(6, 6)], [], handicap=2)
        assert game.area_komi == komi
    with pytest.raises(ValueError, match='no such rules'):
        Game(9, rules=Rules(bonus='N+1'))
