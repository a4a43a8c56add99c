"""The --decide options about dragons: sentences, grades, variations and data."""
import argparse
from functools import partial
from string import ascii_lowercase

from owlgo.cli import decided
from owlgo.cli.decided import Decided, reading_data, stone, two_stones
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import move_labels
from owlgo.engine.core.facts import ALIVE, STATUS_WORDS
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import COLOR_NAMES, PASS, SIDES, other
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import GTP_CODES, LOSE
from owlgo.engine.dragons import amalgamate
from owlgo.engine.examine import claims, data, explain, grounds
from owlgo.engine.examine.data import status_words
from owlgo.engine.life import grade_words, semeai, variations, verdict
from owlgo.engine.life import sekis as in_seki
from owlgo.engine.life.sekis import SekiProof
from owlgo.engine.life.semeai import Semeai
from owlgo.engine.life.verdict import Answer as Verdict
from owlgo.engine.life.walls import WallCondition
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.session import Session


def sentence(name: str, found: Verdict, verb: str, size: int) -> str:
    """Write GNU Go's sentence with its grade: ``D8 can be attacked at E9 (15 variations, proved)``."""
    alone = ', by a ko that the attacker alone can begin' if found.wait else ''
    playouts = f', {found.rollouts.tenths} of 10 playouts' if found.rollouts else ''
    grade = grade_words.words(found.grade, grade_words.strings(found.conditions, size))
    return decided.sentence(name, found.reading._replace(grade=Grade.READ), verb, size)[:-1] + f', {grade}{playouts}{alone})'


def decide_owl(session: Session, args: argparse.Namespace) -> Decided:
    """Answer whether a dragon can be attacked and defended."""
    game = session.game
    pos = stone(game, args.decide_owl, '--decide-owl')
    name = game.vertex(pos)
    known = session.examination
    attack, defence = verdict.attack_and_defence(partial(known.answer, pos, with_solver=True))
    lines = [sentence(name, attack, 'attacked', game.size)]
    asked = {f'attack of {name}': attack}
    if defence is None:
        lines.append(f'{name} is alive as it stands{"" if attack.reading.certain else ", as far as it was read"}')
    else:
        asked[f'defence of {name}'] = defence
        lines.append(sentence(name, defence, 'defended', game.size))
    sekis = _sekis(session, pos, attack, defence)
    lines += [f'{name} makes no two eyes if {SIDES[first]} moves first: it is seki ({in_seki.words(one, game.size)})'
                for first, one in sekis.items()]
    for answer in asked.values():
        if answer.matter is not None and answer.matter.sentence(game.board) not in lines:
            lines.append(answer.matter.sentence(game.board))
    held = [*(grade_words.held(answer) for answer in asked.values()), *(one.conditions for one in sekis.values())]
    speaks = grade_words.evidence(grade_words.together(held), game.size)
    lines += [speaks] if speaks else []
    trees = {}
    if args.trace or args.outfile:
        trees = {what: variations.variations(game.board, pos, answer) for what, answer in asked.items()}
        sides = {f'attack of {name}': ATTACKER, f'defence of {name}': DEFENDER}
        for what, answer in asked.items():
            if answer.rollouts:
                trees[f'{what}, playouts'] = variations.played_out(game.board, pos, sides[what], answer)
            # In a record it stands where the answer may rest on it; it takes longer than all else to be compiled.
            if answer.grade != Grade.PROVED and (args.trace or answer.grade != Grade.READ):
                trees[f'{what}, selective search'] = variations.searched(game.board, pos, sides[what], session.means)
    matter, grade = explain.together(asked.values()), min(answer.grade for answer in asked.values())
    dragon = amalgamate.group(game.board, pos, session.workspace)
    moves = [one.reading.move if one.reading.result != LOSE else PASS for one in asked.values()]
    labels = move_labels(moves[0], moves[1] if len(moves) > 1 else PASS)
    data: dict[str, object] = {'question': 'owl', 'vertex': name}
    data |= {what.split()[0]: reading_data(one.reading, game.size) | _conditions(grade_words.held(one), game.size) | _playouts(one)
             for what, one in asked.items()}
    data |= {'seki': {COLOR_NAMES[first]: in_seki.as_data(one, game.size) for first, one in sekis.items()}} if sekis else {}
    return Decided(lines, f'is the dragon of {name}', trees, data, dragon, labels, other(game.color_at(pos)),
                   *explain.zone_of(matter, grade, game.board, pos))


def _sekis(session: Session, pos: int, attack: Verdict, defence: Verdict | None) -> dict[int, SekiProof]:
    """Return the proved sekis of a dragon, by the colour that moves first."""
    board, color = session.game.board, session.game.color_at(pos)
    found = {other(color): in_seki.of_answer(board, pos, ATTACKER, attack, session.means)}
    found[color] = in_seki.of_answer(board, pos, ATTACKER, attack, session.means, DEFENDER) if defence is None else \
        in_seki.of_answer(board, pos, DEFENDER, defence, session.means)
    return {first: one for first, one in found.items() if one is not None}


def _conditions(held: tuple[WallCondition, ...], size: int) -> dict[str, object]:
    """Return the strings that must hold for a conditional proof."""
    return {'conditions': grade_words.as_data(held, size)} if held else {}


def _playouts(found: Verdict) -> dict[str, object]:
    """Return the number of playouts behind a verdict, and the share that the side to move wins."""
    return {'playouts': {'made': found.rollouts.playouts, 'won': round(found.rollouts.chance, 2)}} if found.rollouts else {}


def decide_dragon(session: Session, args: argparse.Namespace) -> Decided:
    """Explain the status of one dragon."""
    game, known = session.game, session.examination
    pos = stone(game, args.decide_dragon, 'VERTEX' if 'vertex' in args else '--decide-dragon')
    dragon = known.dragons.of(pos)
    every = grounds.of(known.dragons, dragon, known.judge, pos)
    judged = known.judgement(pos)
    status = judged.status
    labels = move_labels(status.attack, status.defence)
    data: dict[str, object] = {'question': 'dragon', 'vertex': game.vertex(pos), 'how': judged.grade.word}
    data |= _conditions(judged.conditions, game.size) | {'claims': claims.as_data(every, game.size)}
    text = explain.sentences(every, game.board) + explain.matters(judged, game.board)
    return Decided(text, f'is the dragon of {game.vertex(pos)}', {}, data, list(dragon.stones), labels, other(dragon.color),
                   *explain.zone_and_wall(judged, game.board, pos))


def decide_position(session: Session, args: argparse.Namespace) -> Decided:
    """Give the status of every dragon; a wide escape route or a very large eye space leaves it unchecked (GNU Go manual, "OWL Code")."""
    game, known = session.game, session.examination
    letters = ascii_lowercase.replace('x', '').replace('o', '')     # x and o are territory elsewhere
    lines, marked, labels, data = list[str](), list[int](), dict[int, str](), list[dict[str, object]]()
    for dragon in known.dragons.every:
        judged = known.judgement_of(dragon)
        status, count, name = judged.status, len(dragon.stones), game.vertex(dragon.origin)
        named = ''
        if judged.grade == Grade.UNCHECKED:
            found = f'unchecked, {explain.unchecked(grounds.unchecked(known.dragons, dragon, judged, dragon.origin))}'
        else:
            found = f'{"" if status.certain else "probably "}{status_words(status, game.size)}{" in seki" if judged.in_seki else ""}, ' \
                    f'{grade_words.words(judged.grade, grade_words.strings(judged.conditions, game.size))}'
            if status.status != ALIVE:
                marked += dragon.stones
                letter = letters[len(set(labels.values())) % len(letters)]
                labels |= dict.fromkeys(dragon.stones, letter)
                named = '' if args.quiet else f' ({letter} on the board)'
        lines.append(f'{SIDES[dragon.color]} {name}, {counted(count, "stone")}: {found}{named}')
        data.append({'color': COLOR_NAMES[dragon.color], 'vertex': name, 'count': count, 'status': STATUS_WORDS[status.status],
                     'how': judged.grade.word} | ({'seki': True} if judged.in_seki else {}) | _conditions(judged.conditions, game.size) |
                    {what: game.vertex(move) if move != PASS else None for what, move in (('attack', status.attack),
                                                                                          ('defence', status.defence))})
    return Decided(lines or ['no dragons'], '', {}, {'question': 'position', 'dragons': data}, sorted(marked), labels, game.to_move)


def decide_semeai(session: Session, args: argparse.Namespace) -> Decided:
    """Answer how a race between two dragons ends, with either side to move."""
    game = session.game
    first, second = two_stones(game, args.decide_semeai, '--decide-semeai', False)
    pairs = (first, second), (second, first)
    found = [semeai.analyze(game.board, *pair, session.means) for pair in pairs]
    text = [_race(game, pair, one) for pair, one in zip(pairs, found, strict=True)]
    marked = [*amalgamate.group(game.board, first, session.workspace), *amalgamate.group(game.board, second, session.workspace)]
    races = [{'first': game.vertex(mine), 'defence': GTP_CODES[one.defence], 'attack': GTP_CODES[one.attack],
              'move': game.vertex(one.move) if one.move != PASS else None, 'nodes': one.nodes, 'how': one.grade.word}
             for (mine, _), one in zip(pairs, found, strict=True)]
    data = {'question': 'semeai', 'vertices': [game.vertex(first), game.vertex(second)], 'races': races}
    return Decided(text, f'are the dragons of {args.decide_semeai.upper()}', {}, data, marked, {}, game.color_at(first))


def _race(game: Game, pair: tuple[int, int], found: Semeai) -> str:
    """Say how a race ends if the owner of its first dragon moves first."""
    mine, yours = (game.vertex(pos) for pos in pair)
    how = f'({found.nodes} variations{"" if found.grade.certain else ", uncertain"})'
    move = 'without a move' if not found.move else f'with {game.vertex(found.move)}'
    if found.defence == LOSE:
        return f'{mine}, moving first, loses the semeai against {yours} {how}'
    if found.attack == LOSE:
        return f'{mine}, moving first, lives {move} but does not take {yours} {how}'
    ends = {1: 'wins', 2: 'wins a ko, his opponent having to find the first threat', 3: 'wins a ko if he finds the first threat'}
    return f'{mine}, moving first, {ends[GTP_CODES[found.attack]]} {move} against {yours} {how}'


def decide_dragon_data(session: Session, args: argparse.Namespace) -> Decided:
    """List the data of a dragon."""
    pos = stone(session.game, args.decide_dragon_data, '--decide-dragon-data')
    rows = {name: str(value) for name, value in data.dragon_rows(session.examination, session.examination.dragons.of(pos)).items()}
    asked = {'question': 'dragon data', 'vertex': session.game.vertex(pos), 'rows': rows}
    return Decided([data.dragon(session.examination, pos)], data=asked)


def decide_surrounded(session: Session, args: argparse.Namespace) -> Decided:
    """Answer whether a dragon is surrounded."""
    game = session.game
    pos = stone(game, args.decide_surrounded, '--decide-surrounded')
    dragon = session.examination.dragons.of(pos)
    how = ('not ', '', 'weakly ')[dragon.surrounded]
    text = [f'{game.vertex(pos)} is {how}surrounded: the hull of the enemy\'s stones has {dragon.surround_size} points']
    data = {'question': 'surrounded', 'vertex': game.vertex(pos), 'surrounded': int(dragon.surrounded), 'hull': dragon.surround_size}
    return Decided(text, f'is the dragon of {game.vertex(pos)}', {}, data, list(dragon.stones), {}, other(dragon.color))
