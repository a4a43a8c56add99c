"""Write a review for the terminal."""
from rich.text import Text

from owlgo.engine.core.printable import printable
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


def lines(review: Review, most: int, unicode: bool = True) -> list[Text]:
    """Write the summary, with at most ``most`` faults and as many changes of dragons; 0: all."""
    first, last = review.moments[0], review.moments[-1]
    faults = review.faults
    shown = [one for one in review.findings if one.kind == 'change' and not one.fault]
    statuses = [fate for moment in review.moments for fate in moment.fates]
    guesses = sum(fate.certainty == 'guessed' for fate in statuses)
    text = [Text(printable(f'{review.name}: {title(review)}'), 'bold'),
            Text(f'Black wins {first.winning:.0%} |{curve(review, unicode)}| {last.winning:.0%}; '
                 f'{standing(last.lead)} after move {last.number}')]
    text.append(Text(f'What went wrong, the worst first ({_shown(len(faults), most)}):' if faults else 'Nothing went wrong that was seen.'))
    text += [_line(one) for one in (faults[:most] if most else faults)]
    if shown:
        text.append(Text(f'What became of dragons ({_shown(len(shown), most)}):'))
        text += [_line(one) for one in (shown[:most] if most else shown)]
    if guesses:
        text.append(Text(f'{guesses} of {len(statuses)} statuses were guesses: nothing above rests on them.', 'dim'))
    return text


def _shown(count: int, most: int) -> str:
    return f'{most} of {count}' if 0 < most < count else str(count)


def _line(one: Finding) -> Text:
    text = Text('  ')
    if one.fault:
        text.append(f'{one.cost:5.1f}  ', 'red' if one.cost >= 1 else 'yellow')
    return text.append(sentence(one))


def sentence(one: Finding) -> str:
    """Write a finding in one line, with the loss by the search unless its text has it."""
    cost = f' By the search it lost {one.loss:.0f} points.' if one.fault and one.kind != 'mistake' and one.loss >= LEAST_NAMED else ''
    return one.text + cost
