"""Eye values and their sums, against plain play and against the rule of thumb."""
import itertools

import pytest

from owlgo.engine.eyes.value import CASE_MOVES, CASES, EyeValue, parse, total


def played(spaces, attacker_moves, open_counts, passed=False):
    """Eyes when both sides play on, a pass allowed; after two passes what is open counts as its digit ``open_counts`` says."""
    results = []
    for k, space in enumerate(spaces):
        if space in CASE_MOVES:
            after = (*spaces[:k], CASE_MOVES[space][0 if attacker_moves else 1], *spaces[k + 1:])
            results.append(played(after, not attacker_moves, open_counts))
    results.append(min(2, sum(int(space[open_counts]) for space in spaces)) if passed
                   else played(spaces, not attacker_moves, open_counts, True))
    return min(results) if attacker_moves else max(results)


@pytest.mark.parametrize('spaces', [*itertools.combinations_with_replacement(CASES, 2), ('0011', '0011', '1122'), ('0001', '0001', '0001'),
                                    ('0111', '0011', '0022'), ('0012', '0012', '0012')])
def test_sums_are_what_play_gives(spaces):
    value = total(map(parse, spaces))
    for open_counts in (1, 2):
        assert value.min_eyes == played(spaces, True, open_counts)
        assert value.max_eyes == played(spaces, False, open_counts)


@pytest.mark.parametrize('case', CASES)
def test_one_space_is_its_own_sum_and_nothing_adds_nothing(case):
    assert str(total([parse(case)])) == case
    assert total([parse(case), parse('0000')]) == parse(case)
    assert str(total([parse(case), parse('2222')])) == '2222'
    assert str(total([])) == '0000'


def by_thumb(x, y):
    """The rule of thumb for two spaces, cut off at two eyes."""
    (xa, xb, xc, xd), (ya, yb, yc, yd) = x, y
    b_sum, c_sum = xb + yb, xc + yc
    a = min(xa + yc, xc + ya, max(xa + yb, xb + ya))
    b = min(max(b_sum, min(xa + yd, xb + yc)), max(b_sum, min(xd + ya, xc + yb)))
    c = max(min(c_sum, max(xd + ya, xc + yb)), min(c_sum, max(xa + yd, xb + yc)))
    d = max(xd + yb, xb + yd, min(xd + yc, xc + yd))
    return ''.join(str(min(2, digit)) for digit in (a, b, c, d))


def test_the_rule_of_thumb_errs_in_two_sums():
    """0002 + 0011: the threat to make two eyes is answered with a threat.  0012 + 0012: saving the second keeps the initiative."""
    wrong = {(x, y): (str(total([parse(x), parse(y)])), by_thumb(parse(x), parse(y)))
             for x, y in itertools.combinations_with_replacement(CASES, 2)
             if str(total([parse(x), parse(y)])) != by_thumb(parse(x), parse(y))}
    assert wrong == {('0002', '0011'): ('0011', '0012'), ('0012', '0012'): ('1122', '0122')}


def test_every_case_is_a_game_of_cases():
    assert set(CASES) == {''.join(digits) for digits in itertools.combinations_with_replacement('012', 4)}
    for case, (left, made) in CASE_MOVES.items():
        assert parse(left).max_eyes <= parse(case).max_eyes and parse(made).min_eyes >= parse(case).min_eyes
        assert (parse(left).max_eyes, parse(made).min_eyes) == (parse(case).min_eyes, parse(case).max_eyes)


def test_values_are_ordered():
    assert EyeValue(0, 0, 0, 2) < EyeValue(0, 0, 1, 1)


def test_words():
    assert parse('1122').words('Black', 'White', 'B2', 'B2') == '1 eye if White plays first, 2 if Black does; vital point B2'
    assert parse('0011').words('Black', 'White', 'B2', 'C2') == 'no eye if White plays first, 1 if Black does; vital points B2 and C2'
    assert parse('0112').words('Black', 'White') == '1 eye; White can threaten to leave none; Black can threaten to make 2'
    assert parse('1222').words('White', 'Black') == '2 eyes; Black can threaten to leave 1 eye'
    assert parse('0000').words('White', 'Black') == 'no eye' and parse('2222').words('White', 'Black') == '2 eyes'


@pytest.mark.parametrize('text', ['', '1', '012', '0120', '0123', '2,', ',1', '0,1', '3,1', '-1,0', 'abcd', '1²22'])
def test_what_is_no_value(text):
    with pytest.raises(ValueError, match='is no eye value'):
        parse(text)


def test_the_old_form_gives_the_eyes_of_the_defender_first():
    assert str(parse('2,1')) == '1122' and str(parse(' 1,0 ')) == '0011' and str(parse('1,1')) == '1111'
