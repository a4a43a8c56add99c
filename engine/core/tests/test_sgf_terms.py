"""Size, komi and handicap of a record: which value counts, and what is said about the others."""
import pytest

from owlgo.engine.core import points, sgf
from owlgo.engine.core.printable import shortened
from owlgo.engine.core.sgf import Play, Record, Setup


def read(text: str, until: str | int | None = None) -> Record:
    """The record of a game on a board of 9 lines."""
    return sgf.parse(f'(;SZ[9]{text})'.encode(), 'game.sgf', until)


@pytest.mark.parametrize(('text', 'komi', 'handicap', 'warnings'), [
    ('KM[6.5]HA[0]', 6.5, 0, 0),
    ('KM[ -7 ]', -7.0, 0, 0),
    ('', None, 0, 0),
    ('KM[]HA[]', None, 0, 1),
    ('KM[6,5]', None, 0, 1),
    ('KM[nan]', None, 0, 1),
    ('KM[1e3]', None, 0, 1),
    ('KM[36150]', None, 0, 1),
    ('KM[三又四分之三]', None, 0, 1),
    ('HA[2]AB[aa][bb]', None, 2, 0),
    ('HA[2];AB[aa][bb]', None, 2, 0),
    ('HA[x]AB[aa][bb][cc]', None, 3, 1),
    ('HA[让二子]AB[aa][bb]', None, 2, 1),
    ('HA[x]AB[aa][bb]AW[cc]', None, 0, 1),
    ('HA[x]', None, 0, 1),
    ('HA[-2]', None, 0, 1),
    ('HA[x];AB[aa][bb]', None, 2, 1),
    ('HA[x];AB[aa][bb];AW[cc]', None, 0, 1),
    ('HA[4]', None, 4, 1),
    ('HA[3]AB[aa][bb]', None, 3, 1),
    ('HA[2]AB[aa:bb]', None, 2, 1),
    ('HA[3];AB[aa];AB[bb]', None, 3, 1),
    ('HA[2]AB[aa];AB[bb]', None, 2, 0),
    ('HA[2]AB[aa][bb][cc];AE[cc]', None, 2, 0),
    ('HA[2]AB[aa:bb]AW[cc]', None, 2, 0),
    ('HA[2]AB[aa]AW[cc]', None, 2, 1),
    ('HA[0]AB[aa][bb]', None, 0, 0),
    ('HA[12]AB[aa:da][ab:db][ac:dc]', None, 12, 0),
    (';KM[6.5]', 6.5, 0, 1),
    (';AB[aa][bb];HA[2]KM[]', None, 2, 1),
    ('KM[6.5];KM[6.5]', 6.5, 0, 0),
    ('KM[6.5]HA[0];KM[7.5]HA[2]', 6.5, 0, 2),
    ('PL[x]', None, 0, 1),
])
def test_odd_komi_and_handicap_are_no_reason_to_refuse_a_game(text, komi, handicap, warnings):
    record = read(f'{text};B[ee]')
    assert (record.komi, record.handicap, len(record.warnings)) == (komi, handicap, warnings)
    assert record.events[-1] == Play(points.BLACK, points.parse_vertex('E5', 9))


TERMS = ';HA[3];AB[aa][bb];B[cc]KM[750];W[dd]KM[5]SZ[13]HA[4];B[ee];W[ff]HA[x]KM[6]'
BESIDE_MOVES = ['KM[750] stands at move 1, not in the root, and was ignored',
                'SZ[13] stands at move 2, not in the root, and was ignored',
                'KM[5] stands at move 2, not in the root, and was ignored',
                'HA[4] stands at move 2, not in the root, and was ignored',
                'KM[6] stands at move 4, not in the root, and was ignored',
                'HA[x] stands at move 4, not in the root, and was ignored']


@pytest.mark.parametrize('until,told', [(None, 6), (1, 0), ('C7', 0), (2, 1), (3, 4), (4, 4), (5, 6)])
def test_terms_in_later_nodes_are_told_with_their_move_as_far_as_the_record_is_read(until, told):
    """They hold for the whole game, so only those before the first move count."""
    record = read(TERMS, until)
    assert (record.size, record.komi, record.handicap) == (9, None, 3) and record.warnings == [
        'HA[3] stands before move 1, not in the root, and was taken', *BESIDE_MOVES[:told],
        'HA[3] does not agree with the board, which starts with 2 black stones (AB); handicap 3 is kept']


@pytest.mark.parametrize('text,komi,warnings', [
    ('KM[];KM[6.5]', 6.5, ['KM[] is no komi and was ignored', 'KM[6.5] stands before move 1, not in the root, and was taken']),
    ('KM[x];KM[6.5]', 6.5, ['KM[x] is no komi and was ignored', 'KM[6.5] stands before move 1, not in the root, and was taken']),
    (';KM[];KM[x];KM[375]', 7.5, ['before move 1: KM[x] is no komi and was ignored',
                                  'KM[375] stands before move 1, not in the root, and was taken',
                                  'KM[375] was read as hundredths of stones, two points each: komi 7.5']),
    ('KM[6.5];KM[6.50];B[ee]KM[650];W[dd]KM[+6.5]', 6.5, []),
    ('KM[6.5]KM[6.50][6.5]', 6.5, []),
    ('KM[6.5]KM[7.5]', 6.5, ['KM[7.5] in the root was ignored: KM[6.5] stands before it']),
    ('KM[x][7.5]', 7.5, ['KM[x] is no komi and was ignored']),
    (';KM[6.5];KM[7.5];KM[x]', 6.5, ['KM[6.5] stands before move 1, not in the root, and was taken',
                                     'KM[7.5] before move 1 was ignored: KM[6.5] stands before it',
                                     'KM[x] before move 1 was ignored: KM[6.5] stands before it']),
])
def test_the_first_readable_komi_before_the_first_move_counts(text, komi, warnings):
    """What stands behind it is told only if it says something else."""
    record = read(text)
    assert record.komi == komi and record.warnings == warnings


@pytest.mark.parametrize('text,handicap,warnings', [
    ('HA[];HA[2]AB[aa][bb]', 2, ['HA[2] stands before move 1, not in the root, and was taken']),
    ('HA[x];HA[2]AB[aa][bb]', 2, ['HA[x] is no handicap (0 to 999) and was ignored',
                                'HA[2] stands before move 1, not in the root, and was taken']),
    ('HA[x][y]AB[aa][bb]', 2, ['HA[y] is no handicap (0 to 999) and was ignored',
                              'HA[x] is no handicap (0 to 999), so the handicap was taken to be 2']),
    ('HA[2][02][3]AB[aa][bb]', 2, ['HA[3] in the root was ignored: HA[2] stands before it']),
])
def test_the_first_readable_handicap_before_the_first_move_counts(text, handicap, warnings):
    record = read(text)
    assert record.handicap == handicap and record.warnings == warnings


@pytest.mark.parametrize('text,handicap', [('HA[x]AB[aa][bb][cc];AE[cc]', 2), ('HA[x]AB[aa];AB[bb];AW[bb];AE[bb]', 0),
                                           ('HA[x]AB[aa][bb]AW[cc];AE[cc]', 2), ('HA[x]AB[aa][bb]AW[cc]', 0)])
def test_an_unreadable_handicap_is_counted_from_the_stones(text, handicap):
    """Those that later nodes before the first move take off are not there; the one warning names what stands in the file."""
    record = read(text)
    assert record.handicap == handicap
    assert record.warnings == [f'HA[x] is no handicap (0 to 999), so the handicap was taken to be {handicap}']


@pytest.mark.parametrize('text,handicap,stones', [('HA[100]AB[aa][bb]', 2, '2 black stones'), ('HA[100]', 0, '0 black stones'),
                                                  ('HA[10]AB[aa]', 0, '1 black stone'),
                                                  ('HA[100]AB[aa]AW[bb]', 0, '1 black stone'),
                                                  ('HA[12]AB[aa:ai][ba:bb]AW[cc]', 0, '11 black stones')])
def test_a_handicap_above_nine_needs_its_stones(text, handicap, stones):
    """A komi under area scoring would have as many points more."""
    record = read(text)
    assert record.handicap == handicap and record.warnings == [
        f'{text.partition("AB")[0]} does not agree with the board, which starts with {stones} (AB); above 9 it is not believed, '
        f'so the handicap was taken to be {handicap}']


def test_a_size_that_stands_twice_is_told():
    """On both ways of writing it."""
    record = read('SZ[9:9]SZ[13];B[ee]SZ[x]')
    assert record.size == 9 and record.warnings == ['SZ[13] in the root was ignored: SZ[9] stands before it',
                                                    'SZ[x] stands at move 1, not in the root, and was ignored']


def test_many_ignored_values_are_counted():
    record = read('KM[1]' + ''.join(f';B[]KM[{number}]' for number in range(2, 9)))
    assert len(record.warnings) == 4 and record.warnings[-1] == 'KM: 4 further values ignored'


@pytest.mark.parametrize('values,last', [
    ('[a][b][c][d][e]', 'HA[a] is no handicap (0 to 999), so the handicap was taken to be 0'),
    ('[a][b][c][d][e][0]', 'HA[a] is no handicap (0 to 999) and was ignored')])
def test_the_first_unreadable_handicap_is_in_the_count(values, last):
    """Its warning waits for what counts instead."""
    assert read(f'HA{values}').warnings == [
        'HA[b] is no handicap (0 to 999) and was ignored', 'HA[c] is no handicap (0 to 999) and was ignored',
        last, 'HA: 2 further values ignored']


@pytest.mark.parametrize('text', ['1000', '-2', 'x', '2.5', '9' * 5000])
def test_a_handicap_is_a_number_up_to_999(text):
    assert read(f'HA[{text}]').warnings == [f'HA[{shortened(text)}] is no handicap (0 to 999), so the handicap was taken to be 0']


def test_handicap_stones_that_come_after_a_move_are_missing_at_the_start():
    assert len(read('HA[2];B[aa];AB[bb][cc]').warnings) == 1


def test_stones_before_the_first_move():
    """The last setup of a point counts."""
    assert sgf.stones_after([Setup((1, 2), (3, 4)), Setup((3,), (1,), (4,)), Setup((), (5,))]) == ({2, 3}, {1, 5})
    record = read('AB[aa][bb];AE[aa]AW[cc];B[dd];AE[bb]')
    assert [{points.vertex(pos, 9) for pos in stones} for stones in record.start] == [{'B8'}, {'C7'}]
