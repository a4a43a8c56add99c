"""Data of strings and dragons as rows of names and values, under GNU Go's names; tests of the engine read them."""
import numpy as np

from owlgo.engine import worms
from owlgo.engine.benson import Lasting
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import table
from owlgo.engine.core.facts import ALIVE, CRITICAL, DEAD, STATUS_WORDS
from owlgo.engine.core.points import COLOR_NAMES, EMPTY, PASS, neighbours, other, vertex
from owlgo.engine.dragons.partition import Dragon, Dragons
from owlgo.engine.examine.examination import Examination
from owlgo.engine.examine.judgement import Judgement, Status
from owlgo.engine.life import grade_words
from owlgo.engine.life.verdict import Answer

Rows = dict[str, object]
NO_WORM: Rows = {'size': 0, 'effective_size': '0.00', 'liberties': 0, 'liberties2': 0, 'liberties3': 0, 'liberties4': 0, 'attack_code': 0,
                 'attack_point': 'PASS', 'defense_code': 0, 'defense_point': 'PASS', 'lunch': 'PASS', 'cutstone': 0, 'cutstone2': 0,
                 'genus': 0, 'inessential': 0, 'invincible': 0}
"""The data of an empty point."""
GUESSES = {Grade.UNCHECKED: 'unchecked', Grade.UNCERTAIN: 'a guess'}
"""Words for statuses that are not certain."""
STRONG_MOYO = 20
"""Points of moyo that make a dragon with eyes to spare strongly alive."""


def worm(known: Examination, pos: int) -> str:
    """Write the point, then the data of the string there, a line for each name and value."""
    return f'{_name(known, pos)}:\n{table(worm_rows(known, pos))}'


def dragon(known: Examination, pos: int) -> str:
    """Write the point, then the data of the dragon there, a line for each name and value."""
    rows = dragon_rows(known, known.dragons.of(pos)) if known.board['color'][pos] != EMPTY else {'color': COLOR_NAMES[EMPTY]}
    return f'{_name(known, pos)}:\n{table(rows, 23)}'


def status_words(found: Status, size: int) -> str:
    """Return a status in words, with the killing and the saving move if it is critical."""
    text = STATUS_WORDS[found.status]
    return f'{text} {vertex(found.attack, size)} {vertex(found.defence, size)}' if found.status == CRITICAL else text


def graded(judged: Judgement, size: int) -> str:
    """Return the grade of a status for programs, with ``seki`` before it if the dragon lives in seki."""
    grade = grade_words.compact(judged.grade, judged.conditions, size)
    return f'seki {grade}' if judged.in_seki else grade


def trust(judged: Judgement, size: int) -> str:
    """Return in a few words for people how certain a status is, such as "a guess"; seki comes first."""
    how = GUESSES.get(judged.grade) or grade_words.words(judged.grade, grade_words.strings(judged.conditions, size))
    return f'in seki, {how}' if judged.in_seki else how


def worm_rows(known: Examination, pos: int) -> Rows:
    """Return the data of the string at a point, or of an empty point, as values by name."""
    size, colors = int(known.board['size']), known.board['color']
    lasting = Lasting(known.lasting[pos]).word
    lasting = 'unknown' if lasting == 'undecided' else lasting
    if colors[pos] == EMPTY:
        return {'origin': _name(known, pos), 'color': COLOR_NAMES[EMPTY], **NO_WORM, 'unconditional_status': lasting}
    one = known.worm_at[pos]
    lunches = {known.worm_at[q].stones for stone in one.stones for q in neighbours(stone, size)
               if colors[q] == other(one.color) and known.worm_at[q].attacks}
    lunch = max(lunches, key=lambda stones: (len(stones), -stones[0]), default=())
    numbers = known.measures[one.stones[0]]
    rows: Rows = {'origin': _name(known, one.stones[0]), 'color': COLOR_NAMES[one.color], 'size': len(one.stones),
                  'effective_size': f'{numbers.effective_size:.2f}'}
    rows |= {f'liberties{order if order > 1 else ""}': count for order, count in enumerate(numbers.liberties, 1)}
    for name, code, moves in (('attack', one.attack_code, one.attacks), ('defense', one.defence_code, one.defences)):
        rows |= {f'{name}_code': code, f'{name}_point': _name(known, worms.best_move(moves) if moves else PASS)}
    return rows | {'lunch': _name(known, lunch[0] if lunch else PASS), 'cutstone': numbers.cutstone, 'cutstone2': numbers.cuts,
                   'genus': numbers.genus, 'inessential': int(one.inessential), 'invincible': int(lasting == 'alive'),
                   'unconditional_status': lasting}


def dragon_rows(known: Examination, one: Dragon) -> Rows:
    """Return the data of a dragon as values by name."""
    found, judged = known.dragons, known.judgement_of(one)
    lunch = one.lunches[0].stones[0] if one.lunches else PASS
    rows: Rows = {
        'color': COLOR_NAMES[one.color], 'origin': _name(known, one.origin), 'size': len(one.stones),
        'effective_size': f'{one.effective_size:.2f}', 'strategic_size': f'{one.effective_size:.2f}', 'genus': one.genus,
        'heye': _name(known, one.half_eye), 'escape_route': one.escape, 'lunch': _name(known, lunch),
        'crude_status': STATUS_WORDS[one.crude_status],
        'owl_status': 'unchecked' if judged.by_owl is None else STATUS_WORDS[judged.by_owl.status],
        'status': STATUS_WORDS[judged.status.status], 'safety': safety(one, judged, found, known.lasting),
        'weakness': f'{_weakness(one, judged):.2f}', 'weakness_pre_owl': f'{one.weakness:.2f}',
        'surround_status': int(one.surrounded), 'surround_size': one.surround_size, 'moyo_size': one.moyo,
        'moyo_territorial_value': f'{one.moyo:.2f}',
        'neighbors': ' '.join(_name(known, found.every[k].origin) for k in one.neighbours),
        'hostile_neighbors': len(found.hostile(one))}
    rows |= _reading(known, 'attack', judged, judged.attack) | {'owl_threat_status': 'unchecked'} | \
        _reading(known, 'defense', judged, judged.defence)
    rows |= {'owl_attack_kworm': 'PASS', 'owl_defense_kworm': 'PASS'} | _semeais(known, judged)
    rows['strings'] = ' '.join(_name(known, first) for first in one.strings)
    return rows


def _weakness(one: Dragon, judged: Judgement) -> float:
    """Return a dragon's weakness after reading: 0 if reading shows for certain that it lives, 1 if it does not live, else as before."""
    if judged.status.status != ALIVE:
        return 1.0
    return 0.0 if judged.by_owl is not None and judged.status.certain else one.weakness


def _reading(known: Examination, name: str, judged: Judgement, answer: Answer | None) -> Rows:
    """Return the rows of an attack or a defence: the result, the move, and whether its reading is certain."""
    reading = answer and answer.reading
    certain = reading.certain if reading else judged.by_owl is None
    return {f'owl_{name}_code': reading.result if reading else 0,
            f'owl_{name}_point': _name(known, reading.move if reading else PASS),
            f'owl_{name}_certain': 'YES' if certain else 'NO', f'owl_2nd_{name}_point': 'PASS'}


def _semeais(known: Examination, judged: Judgement) -> Rows:
    """Return the rows about the races that a dragon is in."""
    rows: Rows = {'semeais': len(judged.races)}
    race = judged.races[0] if judged.races else None
    for name, half, result in (('defense', race and race.ours, race and race.ours.defence),
                               ('attack', race and race.theirs, race and race.theirs.attack)):
        rows |= {f'semeai_{name}_code': result or 0, f'semeai_{name}_point': _name(known, half.move if half else PASS),
                 f'semeai_{name}_certain': 'NO' if half and not half.grade.certain else 'YES',
                 f'semeai_{name}_target': _name(known, race.rival if race else PASS)}
    return rows


def _name(known: Examination, pos: int) -> str:
    return vertex(pos, int(known.board['size']))


def safety(dragon: Dragon, judged: Judgement, found: Dragons, lasting: np.ndarray) -> str:
    """Return a dragon's safety in GNU Go's words; ``lasting`` is the unconditional status of every point."""
    worms = {w.stones[0]: w for w in found.optics.worms}
    own = [worms[first] for first in dragon.strings]
    if all(w.inessential for w in own):
        return 'inessential'
    if len(own) == 1 and own[0].attacks and not own[0].defences:
        return 'tactically dead'
    if all(lasting[stone] == Lasting.ALIVE for stone in dragon.stones):
        return 'invincible'
    if judged.status.status != ALIVE:
        return 'dead' if judged.status.status == DEAD else 'critical'
    if dragon.has_two_eyes and dragon.moyo > STRONG_MOYO:
        return 'strongly alive'
    return 'alive in seki' if judged.status.seki else 'alive'
