import pytest

from owlgo.engine.core import sgf, sgf_komi


@pytest.mark.parametrize(('text', 'rules', 'points'), [
    ('375', 'Chinese', 7.5), ('325', '', 6.5), ('275', 'chinese', 5.5), ('350', 'Chinese', 7.0), ('350', 'Japanese', 3.5), ('50', '', 0.5),
    ('550', 'Japanese', 5.5), ('650', 'Korean', 6.5), ('750', 'Chinese', 7.5), ('-650', '', -6.5), ('3.75', '', 7.5), ('2.75', '', 5.5),
])
def test_komi_in_a_servers_units_is_read_as_points_and_warned_of(text, rules, points):
    """Hundredths, and hundredths of stones that are two points each, never hundreds of points."""
    komi = sgf_komi.read(text, rules)
    assert komi.points == points
    assert text in komi.warning and f'komi {points:g}' in komi.warning


@pytest.mark.parametrize('text', ['0', '6.5', '7', '-3', '3.5', '25', '49', '101', '361', '0.50', '5.50', '325.0', '3.750'])
def test_komi_in_points_is_taken_as_it_stands(text):
    """No whole number below 50, none that quarters do not divide, and no decimals but quarters are a server's units."""
    assert sgf_komi.read(text) == (float(text), '')


@pytest.mark.parametrize('text', ['', 'x', 'nan', '6,5', '36150', '1010', '1e3'])
def test_what_is_no_komi_is_ignored_and_warned_of(text):
    """The warning names it."""
    komi = sgf_komi.read(text)
    assert komi.points is None and f'KM[{text}]' in komi.warning


@pytest.mark.parametrize('komi', [0.0, 6.5, 50.0, 100.0, 275.0, 325.0, 350.0, -350.0, 3.75, -3.25, 3.125, 361.0])
def test_a_komi_that_is_written_is_read_back_as_the_same(komi):
    """A game with a komi of 325 points may be saved: only servers write KM[325] for 6.5."""
    record = sgf.parse(sgf.dumps(sgf.Record(size=9, komi=komi, info={'RU': 'Chinese'})).encode(), 'x.sgf')
    assert record.komi == komi and record.warnings == []
