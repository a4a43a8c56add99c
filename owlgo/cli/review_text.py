"""Write a review for the terminal."""
from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from owlgo.engine.core.printable import counted, printable
from owlgo.engine.review.data import Finding, Review
from owlgo.engine.review.findings import LEAST_NAMED
from owlgo.engine.score.estimate import result


def title(review: Review) -> str:
    """Describe the game in one line."""
    info = review.info
    players = f'{info.get("PB") or "Black"} (black) and {info.get("PW") or "White"} (white)'
    ended = f', {info["RE"]}' if info.get('RE') else ''
    return f'{players}, {review.size}x{review.size}, komi {review.komi:g}{ended}'


def standing(lead: float) -> str:
    """Write a lead: ``B+3.5``."""
    return result(-lead)


def curve(review: Review, unicode: bool = True) -> str:
    """Draw Black's win rate in one row of characters."""
    blocks = ' ▁▂▃▄▅▆▇█' if unicode else ' ._-=+*%#'
    rates = [moment.winning for moment in review.moments]
    count = min(60, len(rates))
    return ''.join(blocks[round(rates[k * len(rates) // count] * (len(blocks) - 1))] for k in range(count))


class Section(NamedTuple):
    """A part of a review."""
    heading: str
    items: list[tuple[Finding, str]]
    """Findings, each with its sentence."""
    brief: bool = False
    """Whether it only repeats in plain words what other sections list."""


def sections(review: Review) -> list[Section]:
    """Return the parts of a review that have something to say: turning point, biggest mistakes, dragons, points, changes of status."""
    turn = review.turning_point
    changes = [one for one in review.findings if one.kind == 'change' and not one.fault]
    biggest = [Section(f"{color.capitalize()}'s biggest mistakes", [(one, plain(one, again)) for one, again in review.biggest(color)], True)
               for color in ('black', 'white')]
    listed = [Section(heading, [(one, sentence(one)) for one in some]) for heading, some in (
        ('Dragons that were lost or let go', review.swings), ('Points that were lost, the most first', review.lost_points),
        ('What became of dragons', changes))]
    return [one for one in (Section('The turning point', [(turn, sentence(turn))] if turn else [], True), *biggest, *listed) if one.items]


def lines(review: Review, most: int, unicode: bool = True) -> list[Text]:
    """Write the summary, with at most ``most`` findings in each section; 0: all."""
    first, last = review.moments[0], review.moments[-1]
    statuses = [fate for moment in review.moments for fate in moment.fates]
    guesses = sum(fate.certainty == 'uncertain' for fate in statuses)
    text = [Text(printable(f'{review.name}: {title(review)}'), 'bold'),
            Text(f'Black wins {first.winning:.0%} |{curve(review, unicode)}| {last.winning:.0%}; '
                 f'{standing(last.lead)} after move {last.number}')]
    if not review.faults:
        text.append(Text('Nothing went wrong that was seen.'))
    for heading, items, brief in sections(review):
        text.append(Text(f'{heading}:' if brief else f'{heading} ({_shown(len(items), most)}):'))
        text += [_costly(one, words) if one.fault else Text(f'  {words}') for one, words in (items[:most] if most else items)]
    if guesses:
        text.append(Text(f'{guesses} of {len(statuses)} group statuses were uncertain and are not used above.', 'dim'))
    return text


def _shown(count: int, most: int) -> str:
    return f'{most} of {count}' if 0 < most < count else str(count)


def _costly(one: Finding, words: str) -> Text:
    return Text('  ').append(f'{one.cost:5.1f}  ', 'red' if one.cost >= 1 else 'yellow').append(words)


def plain(one: Finding, again: Sequence[int] = ()) -> str:
    """Write a fault in plain words: what was possible, and what was played instead.  ``again``: moves that left it undone again."""
    side, dragon = one.color.capitalize(), f'{one.vertex} ({counted(len(one.stones), "stone")})'
    played = f'Move {one.number}: {side} ' + (f'played {one.move}' if one.move != 'PASS' else 'passed')
    if one.kind == 'change':
        text = f'{played}. {dragon} was {one.before} and became {one.after}.'
    elif one.kind == 'mistake':
        text = f'{played}; {one.better} was better.'
    else:
        text = f'{played}; {one.better} would have {"saved" if one.kind == "missed rescue" else "killed"} {dragon}, {one.before}.'
    lost = f' That lost about {one.loss:.0f} points.' if one.loss >= LEAST_NAMED else ''
    later = f' It was left undone again at {", ".join(map(str, again))}.' if again else ''
    return text + lost + later


def sentence(one: Finding) -> str:
    """Write a finding in one line, with the loss by the search unless its text has it."""
    cost = f' By the search it lost {one.loss:.0f} points.' if one.fault and one.kind != 'mistake' and one.loss >= LEAST_NAMED else ''
    return one.text + cost
