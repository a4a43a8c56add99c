"""What happened, from statuses that are given."""
from owlgo.engine.review.data import Fate, Finding, Moment, Review
from owlgo.engine.review.findings import SUSPECT, StatusStep, Story, is_large, mistake, pairs, weigh

STONES = ['A5', 'B5', 'C5']
BOARD = 'XXX......' + '.' * 16


def fate(status, number, certainty='read', stones=STONES, **more):
    return Fate(stones[0], 'black', stones, status, certainty, read_at=number, **more)


def story(*steps, step=None):
    """The findings of a game: colours with the fates after their moves (None: no dragon is left), from the first position on.

    Between guesses, ``step`` is what changed a dragon; if it is not given, the last move most likely did.
    """
    told = Story(lambda old, new, numbers: step or StatusStep(numbers[-1], None, new))
    moments = [Moment(k, color, 'E1' if color else '', BOARD if found is not None else '.' * 25, 0.0, 0.5, fates=found or [])
               for k, (color, found) in enumerate(steps)]
    told.begin(moments[0].fates)
    for before, now in zip(moments, moments[1:], strict=False):
        told.go_on(before, now)
    return told.findings()


def critical(number, **more):
    return fate('critical', number, kill='D5', save='D4', **more)


def test_a_move_that_kills_is_named():
    found = story(('', [critical(0)]), ('white', [fate('dead', 1)]))
    assert [(one.kind, one.number, one.since, one.fault) for one in found] == [('change', 1, 1, False)]
    assert found[0].text == 'Move 1 (White E1) turns Black A5 (3 stones) from critical (read) to dead (read).'


def test_a_dragon_that_is_left_alone_was_not_rescued_and_costs_its_stones_when_it_dies():
    found = story(('', [critical(0)]), ('black', [critical(1)]), ('white', [fate('dead', 2)]))
    assert [(one.kind, one.number, one.better, one.stake, one.fault) for one in found] == \
        [('missed rescue', 1, 'D4', 6.0, True), ('change', 2, '', 0.0, False)]


def test_a_kill_that_is_missed_twice_is_told_once_and_costs_nothing_if_it_is_done_later():
    steps = [('', [critical(0)]), *(('white', [critical(k)]) for k in (1, 2, 3)), ('white', [fate('dead', 4)])]
    found = story(*steps)
    assert [(one.kind, one.number, one.again, one.stake) for one in found] == [('missed kill', 1, [2, 3], 0.0), ('change', 4, [], 0.0)]
    assert 'D5 kills it. It was missed again at 2, 3.' in found[0].text
    assert story(*steps[:-1], ('black', [fate('alive', 4)]))[0].stake == 6.0


def test_guesses_make_no_findings():
    assert story(('', [critical(0, certainty='uncertain')]), ('white', [critical(1)]), ('black', [fate('dead', 2, 'uncertain')])) == []
    assert story(('', [critical(0)]), ('white', [fate('alive', 1, 'uncertain')])) == []
    # A ko, or a move that is not known, is not missed either; nor is one that was played and did not work.
    assert story(('', [fate('critical', 0, ko=True)]), ('white', [critical(1)])) == []
    assert story(('', [fate('critical', 0, kill='E1', save='D4')]), ('white', [critical(1)])) == []


def test_between_guesses_the_move_is_found():
    steps = ('', [fate('alive', 0)]), ('white', [fate('dead', 1, 'uncertain')]), ('black', [fate('dead', 2)])
    found = story(*steps)
    assert [(one.number, one.since, one.fault) for one in found] == [(2, 1, False)]
    assert found[0].text == 'Move 2 (Black E1) most likely turns Black A5 (3 stones) from alive (read) to dead (read).'
    found = story(*steps, step=StatusStep(1, fate('alive', 0), fate('dead', 1)))
    assert [(one.number, one.since, one.text) for one in found] == \
        [(1, 1, 'Move 1 (White E1) turns Black A5 (3 stones) from alive (read) to dead (read).')]
    unchecked = story(('', [fate('alive', 0, 'unchecked')]), ('white', [critical(1)]))
    assert unchecked[0].text.startswith('Move 1 (White E1) turns Black A5 (3 stones) from alive (unchecked) to critical')


def test_a_move_found_between_guesses_is_blamed_if_both_of_its_sides_are_sure():
    """Black's second move lets the dragon die, which it could have saved; White takes it with the third."""
    guesses = (fate('alive', number, 'uncertain') for number in (1, 2))
    steps = ('', [fate('alive', 0)]), ('white', [next(guesses)]), ('black', [next(guesses)]), ('white', None)
    found = story(*steps, step=StatusStep(2, critical(1), fate('dead', 2)))
    assert [(one.kind, one.number, one.better, one.fault) for one in found] == [('change', 2, '', True), ('missed rescue', 2, 'D4', True)]
    assert found[0].text == 'Move 2 (Black E1) turns Black A5 (3 stones) from critical (read) to dead (read). Move 3 takes it.'
    likely = story(*steps, step=StatusStep(2, None, None))
    assert [(one.kind, one.number, one.fault) for one in likely] == [('change', 2, False)]
    assert likely[0].text == 'Move 2 (Black E1) most likely turns Black A5 (3 stones) from alive (read) to dead. Move 3 takes it.'


def test_a_threat_that_is_answered_changed_nothing():
    assert story(('', [fate('alive', 0)]), ('white', [critical(1)]), ('black', [fate('alive', 2)])) == []
    found = story(('', [fate('alive', 0)]), ('white', [critical(1)]), ('black', [fate('dead', 2)]))
    assert [(one.kind, one.number, one.fault) for one in found] == [('change', 1, False), ('change', 2, True), ('missed rescue', 2, True)]


def test_capture_and_a_change_that_was_noticed_late():
    found = story(('', [critical(0)]), ('white', None))
    assert found[0].text == 'Move 1 (White E1) takes Black A5 (3 stones), which was critical (read).'
    # After move 1 the dragon was taken to be as it had been; read again there, it was not.
    early, late = fate('alive', 0), critical(2)
    told = Story(lambda old, new, numbers: StatusStep(numbers[-1], old, new))
    moments = [Moment(k, 'white' if k else '', 'E1', BOARD, 0.0, 0.5, fates=[one]) for k, one in enumerate((early, early, late, late))]
    told.begin(moments[0].fates)
    told.go_on(*moments[:2])
    moments[1].fates = [fate('critical', 1, kill='E1')]
    told.go_on(*moments[1:3])
    assert [(one.kind, one.number, one.since) for one in told.findings()] == [('change', 1, 1)]


def test_a_dragon_that_is_cut_in_two_has_two_successors():
    whole, left, right = ['A5', 'B5', 'C5', 'D5', 'E5'], ['A5', 'B5'], ['D5', 'E5', 'E4']
    before, after = [fate('alive', 0, stones=whole)], [fate('alive', 1, stones=left), fate('dead', 1, stones=right)]
    assert pairs(before, after) == [(0, 0), (0, 1)] and pairs(after, before) == [(0, 0), (1, 0)]
    assert pairs(before, []) == [(0, None)] and pairs([], after) == []


def test_dragons_that_are_joined_are_told_about_once():
    """What had become of the larger one is what changed."""
    small = ['A3', 'B3']
    found = story(('', [fate('dead', 0, stones=small), critical(0)]), ('black', [fate('alive', 1, stones=[*STONES, 'A4', *small])]))
    assert [one.text for one in found] == ['Move 1 (Black E1) turns Black A5 (6 stones) from critical (read) to alive (read).']


def test_what_is_a_mistake():
    def moments(winning, loss, drop):
        return Moment(0, '', '', BOARD, 0.0, winning), Moment(1, 'black', 'E1', BOARD, 0.0, winning - drop, loss, drop)
    large, small = (moments(winning, loss, 0.0)[1] for winning, loss in ((0.99, 5.0), (0.5, 2.0)))
    assert is_large(large, 9) and not is_large(small, 9) and is_large(small, 9, SUSPECT), 'also where the game is decided'
    before, now = moments(0.5, 5.0, 0.1)
    before.choice, now.choice = 'C3', 'D3'
    assert mistake(before, now).better == 'C3' and mistake(before, now).text.endswith('the search prefers C3.')
    missed = story(('', [critical(0)]), ('black', [critical(1)]), ('white', [fate('dead', 2)]))[0]
    weigh(missed, moments(0.5, 2.0, 0.1)[0], 2.0)
    assert (missed.loss, missed.cost) == (2.0, 6.0)
    weigh(missed, moments(0.01, 9.0, 0.0)[0], 9.0)
    assert missed.cost == 3.0


def test_a_dragon_does_not_inherit_what_was_known_of_another_one():
    """Two dragons that are taken for one in between, while they are only guessed at."""
    left, right = ['A5', 'B5', 'C5'], ['A4', 'B4', 'C4', 'D4']
    apart = [fate('dead', 0, stones=left), fate('alive', 0, stones=right)]
    guess = fate('dead', 1, 'uncertain', stones=left + right)
    assert story(('', apart), ('white', [guess]), ('black', [fate('alive', 2, stones=right)])) == []


def reviewed(rates, *faults):
    """A review with Black's win rate in each position, and faults by number, colour, cost and better move."""
    moments = [Moment(k, '' if k == 0 else 'white' if k % 2 == 0 else 'black', 'E1', BOARD, 0.0, rate) for k, rate in enumerate(rates)]
    found = [Finding('mistake', number, color, 'E1', '', better=better, fault=True, cost=cost) for number, color, cost, better in faults]
    return Review('x', 5, 0.0, 1, {}, moments, found)


def test_the_turning_point_is_the_loser_s_fault_after_which_it_was_never_ahead():
    rates = [0.5, 0.2, 0.6, 0.4, 0.4, 0.1]
    faults = (1, 'black', 9.0, 'A1'), (2, 'white', 8.0, 'A2'), (3, 'black', 4.0, 'A3'), (5, 'black', 6.0, 'A4')
    assert reviewed(rates, *faults).turning_point.number == 5
    assert reviewed([*rates[:3], 0.2, 0.2, 0.1], *faults).turning_point.number == 3
    assert reviewed([0.5, 0.6], (1, 'black', 3.0, 'A1')).turning_point is None


def test_the_biggest_mistakes_of_a_side_name_a_point_once():
    black = [(k, 'black', float(k), 'A1' if k in (3, 9) else f'B{k}') for k in (1, 3, 5, 7, 9)]
    one = reviewed([0.5] * 12, *black, (2, 'white', 9.9, 'A1'))
    assert [(fault.number, again) for fault, again in one.biggest('black')] == [(9, [3]), (7, []), (5, [])]
    assert [fault.number for fault, _ in one.biggest('white')] == [2]
