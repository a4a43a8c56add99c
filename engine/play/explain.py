"""Explain in sentences why a move was chosen."""
from owlgo.engine.core.points import PASS, SIDES, vertex
from owlgo.engine.core.printable import counted
from owlgo.engine.play.reasons import Motive, Reason
from owlgo.engine.play.value import Candidate, Thought


def move(thought: Thought, chosen: int, size: int) -> list[str]:
    """Explain a move: its reasons and value, eight moves of the line expected, the next best move, and how the game stands."""
    lines = []
    one = thought.of(chosen)
    name = vertex(chosen, size)
    if chosen == PASS:
        lines.append('Passed: the opponent has passed, and the count is won.' if thought.ends else 'Passed: no move is worth anything.')
    elif thought.is_open and one is not None and one.value <= 0:
        lines.append(f'{name} is the best move that was seen, and much is open still.')
    elif one is None or one.value <= 0:
        lines.append(f'{name} fills a neutral point or takes dead stones off: nothing else is worth anything.')
    else:
        lines.append(f'{name} is worth {one.value:.1f} points{_why(one, size)}.')
        if len(one.variation) > 1:
            lines.append(f'Expected: {" ".join(vertex(pos, size) for pos in one.variation[:8])}.')
        lines += second(thought, one, size)
    ahead = 'ahead' if thought.lead >= 0 else 'behind'
    lines.append(f'{SIDES[thought.color]} was about {_points(thought.lead)} {ahead} before it and won {thought.winning:.0%} of the '
                 'playouts.')
    return lines


def second(thought: Thought, one: Candidate, size: int) -> list[str]:
    """Describe the next best move, and say what it lacks compared with the best."""
    rest = [other for other in thought.candidates if other is not one and other.value > 0]
    if not rest:
        return ['No other move is worth anything.']
    runner_up = rest[0]
    kinds = {reason.kind for reason in runner_up.reasons}
    lacks = [_phrase(reason, size) for reason in one.reasons if reason.kind not in kinds and reason.kind in PHRASES]
    missing = [f'it does not {_joined(list(dict.fromkeys(lacks)), "or")}'] if lacks else []
    if one.visits and runner_up.visits:
        worse = one.winning - runner_up.winning
        missing.append(f'it had {runner_up.visits} visits against {one.visits}' +
                       (f' and wins {worse:.0%} less' if worse >= 0.005 else ''))
    text = f'Next best is {vertex(runner_up.move, size)} with {runner_up.value:.1f} points'
    return ['; '.join([text, *missing]) + '.']


PHRASES = {Motive.ATTACKS: 'capture the string at {}', Motive.DEFENDS: 'save the string at {}',
           Motive.OWL_ATTACKS: 'kill the dragon at {}', Motive.OWL_DEFENDS: 'save the dragon at {}',
           Motive.COMBINES: 'take {} or its neighbour by a double threat', Motive.FORESTALLS: 'keep {} from a double threat',
           Motive.CUTS: 'cut off {}', Motive.CONNECTS: 'connect {}'}
"""Words for what a move does to the stones of its reason, by the reason's kind."""

PRAISE = {Motive.OPENING: 'an open corner', Motive.FOLLOWS: 'the next move of a corner opening', Motive.SIDE: 'an open side',
          Motive.LARGEST: 'the largest point left', Motive.EXACT: 'a region read to its end'}
"""Words for what a move gains, for reasons without stones, by the reason's kind."""


def _phrase(reason: Reason, size: int) -> str:
    return PHRASES[reason.kind].format(vertex(reason.stones[0], size))


def _why(one: Candidate, size: int) -> str:
    """Return the reasons as a part of a sentence."""
    parts = list(dict.fromkeys(('' if reason.certain else 'perhaps ') + _phrase(reason, size)
                               for reason in one.reasons if reason.kind in PHRASES))
    text = f': it would {_joined(parts)}' if parts else ''
    more = []
    if one.territory >= 1:
        more.append(f'{_points(one.territory)} of territory by influence')
    if one.playouts >= 1:
        more.append(f'{_points(one.playouts)} in playouts')
    if one.probability_points >= 1:
        more.append(f'{_points(one.probability_points)} for how it looks')
    more += [PRAISE[reason.kind] for reason in one.reasons if reason.kind in PRAISE]
    if more:
        text += (', with ' if parts else ': ') + _joined(more)
    taken = _points(one.blunder)
    return text + (f'; {taken} {"is" if taken == "1 point" else "are"} taken off for what it leaves in danger' if one.blunder else '')


def _points(value: float) -> str:
    """Return points in words, rounded."""
    return counted(round(abs(value)), 'point')


def _joined(parts: list[str], last: str = 'and') -> str:
    """Join parts with commas, and a word before the last one."""
    return parts[0] if len(parts) == 1 else f'{", ".join(parts[:-1])} {last} {parts[-1]}'
