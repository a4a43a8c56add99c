"""What the tools of ``owlgo mcp`` answer: each takes a call and returns plain data."""
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from owlgo.cli import drawing, questions, solve_answer, solve_goal
from owlgo.cli.solve_open import SolveRequest
from owlgo.cli.values import Data
from owlgo.engine.core.certainty import Grade
from owlgo.engine.core.draw import draw as draw_text
from owlgo.engine.core.goal_names import GOALS
from owlgo.engine.core.points import BLACK, COLOR_NAMES, EMPTY, WHITE, parse_color, parse_point
from owlgo.engine.core.printable import counted
from owlgo.engine.core.result import GTP_CODES, RESULT_WORDS
from owlgo.engine.core.sgf import MOST_FILE_BYTES, Record
from owlgo.engine.core.waiting import checking
from owlgo.engine.review import analysis
from owlgo.engine.review.data import Finding, Request
from owlgo.engine.solver.region import ATTACKER, DEFENDER
from owlgo.gtp.session import Interrupted
from owlgo.serve import game_questions, positions
from owlgo.serve import mcp_schemas as schemas
from owlgo.serve.mcp_tools import FATES, ToolAnswer, ToolCall
from owlgo.serve.shared_folder import SharedFolder

Certificates = Callable[[list[str]], list[dict[str, Any]]]
"""Makes the certificates of a proof; what does not fit into one is put into the list."""
MOST_INLINE = 200_000
"""Longest certificate in an answer, in characters; a longer one needs a file."""
OUTCOMES: dict[int | None, str] = {None: 'unknown', **{GTP_CODES[result]: words for result, words in RESULT_WORDS.items()}}
"""Does the side that moves first succeed?  The words by GTP's code, None if nothing is known."""
OUT_OF_TIME = 'The time budget ran out: what is unknown here may be found in more seconds.'
SIDES_ASKED = dict(zip(FATES, ((ATTACKER,), (DEFENDER,), (ATTACKER, DEFENDER)), strict=True))
"""The sides whose verdicts are asked for."""
OF_STRINGS = 'stones', 'no_ko', 'region'
"""Arguments of goals of strings."""


def load(call: ToolCall) -> Record:
    """Set up the position in question.  Raises ValueError."""
    call.session.level = call.arguments.get('level', call.session.level)
    record = positions.load(call.session, call.arguments, call.folder)
    call.session.game.komi = call.arguments.get('komi', call.session.game.komi)
    return record


def answer(call: ToolCall, record: Record, data: Data) -> Data:
    """Return an answer with the position that it is about, and warnings about the record."""
    return {**data, 'position': questions.board(call.session), **({'warnings': record.warnings} if record.warnings else {})}


def status(call: ToolCall) -> ToolAnswer:
    """Answer the status of one dragon."""
    record = load(call)
    found = questions.status(call.session, call.arguments['vertex'])
    return ToolAnswer(answer(call, record, {name: value for name, value in found.items() if name != 'claims'}))


def explain(call: ToolCall) -> ToolAnswer:
    """Explain one dragon, or list all, as far as the time allows."""
    record = load(call)
    if 'vertex' in call.arguments:
        found = [questions.status(call.session, call.arguments['vertex'])]
        return ToolAnswer(answer(call, record, {'sentences': found[0]['sentences'], 'dragons': found}))
    found, sentences = list[Data](), list[str]()
    try:
        for one in questions.dragons(call.session):
            found.append(one)
            sentences.append(one['sentence'])
    except Interrupted:
        if not call.timed_out or not found:
            raise
        count = len(call.session.examination.dragons.every)
        sentences.append(f'{len(found)} of {counted(count, "dragon")} were judged, of the others nothing is known. {OUT_OF_TIME}')
    return ToolAnswer(answer(call, record, {'sentences': sentences or ['No stones.'], 'dragons': found}))


def best_move(call: ToolCall) -> ToolAnswer:
    """Answer the best move of a side."""
    asked, record = call.arguments, load(call)
    color = parse_color(asked['color']) if 'color' in asked else call.session.game.to_move
    return ToolAnswer(answer(call, record, game_questions.best_move(call.session, record, color, asked.get('rules'))))


def score(call: ToolCall) -> ToolAnswer:
    """Answer the score of a position."""
    record = load(call)
    return ToolAnswer(answer(call, record, game_questions.score(call.session, record, call.arguments.get('rules'))))


def refute(call: ToolCall) -> ToolAnswer:
    """Answer whether a move works."""
    asked, record = call.arguments, load(call)
    color = parse_color(asked['color']) if 'color' in asked else call.session.game.to_move
    return ToolAnswer(answer(call, record, questions.refute(call.session, asked['vertex'], asked['move'], color)))


def prove(call: ToolCall) -> ToolAnswer:
    """Prove what becomes of a dragon, or whether a goal of strings is reached; what is not proved is called unknown."""
    asked, record, session = call.arguments, load(call), call.session
    if asked.get('certificate_file') is not None:
        _shared(call, 'certificate_file').fresh(asked['certificate_file'], 'certificate_file')
    data, sentences, certificates = _goal_proof(call, record) if asked.get('goal') in GOALS else _dragon_proof(call, record)
    if asked.get('certificate_file') is not None or asked.get('certificate'):
        data |= _certificate(call, certificates, sentences)
    if session.interrupted.is_set():
        if not call.timed_out:
            raise Interrupted
        sentences.append(OUT_OF_TIME)
    return ToolAnswer(answer(call, record, {**data, 'sentences': sentences}))


def _dragon_proof(call: ToolCall, record: Record) -> tuple[Data, list[str], Certificates]:
    """Prove what becomes of a dragon; return data, sentences, and what makes the certificates."""
    asked, session, game = call.arguments, call.session, call.session.game
    for name in OF_STRINGS:
        if name in asked:
            raise ValueError(f'{name}: only with a goal of strings: {", ".join(GOALS)}')
    pos, _ = solve_answer.target(game, record, asked.get('vertex'))
    safe = solve_answer.declared_wall(game, pos, asked.get('safe', ()), 'safe')
    request = SolveRequest(pos, asked.get('nodes', schemas.STANDARD_NODES), safe=safe, sides=SIDES_ASKED[asked.get('goal', 'both')])
    found = solve_answer.answer(game, request, session.goes_on)
    data = found.data()
    for side in ('attack', 'defence'):
        one = data.get(side)
        if isinstance(one, dict):
            one['outcome'] = OUTCOMES[one.pop('result')]
    return {**data, 'vertex': game.vertex(pos), 'color': COLOR_NAMES[game.color_at(pos)], 'settled': found.settled}, list(found.lines), \
        found.certificates


def _goal_proof(call: ToolCall, record: Record) -> tuple[Data, list[str], Certificates]:
    """Prove whether a goal of strings is reached; the same results as for a dragon."""
    asked, game = call.arguments, call.session.game
    if 'stones' in asked and 'vertex' in asked:
        raise ValueError('vertex: with a goal of strings, name a stone of each in stones')
    names = [asked['vertex']] if 'vertex' in asked else asked.get('stones', [])
    question = solve_goal.question_of(game, record, asked['goal'], names)
    question = question._replace(no_ko=parse_color(asked['no_ko']) if 'no_ko' in asked else EMPTY,
                                 nodes=asked.get('nodes', schemas.STANDARD_NODES),
                                 region=solve_goal.area(game, asked.get('region', ()), 'region'),
                                 safe=solve_answer.declared_wall(game, question.stones[0], asked.get('safe', ()), 'safe'))
    found, data = solve_goal.answered(game, question, call.session.goes_on)
    data |= {'vertex': game.vertex(question.stones[0]), 'enclosed': found.closed, 'settled': found.grade >= Grade.PROVED_IF}
    return data, data.pop('sentences'), lambda said: [found.certificate()]


def _certificate(call: ToolCall, certificates: Certificates, said: list[str]) -> Data:
    """Return the certificate, or write it to the file that was named; say in ``said`` why there is none."""
    name = call.arguments.get('certificate_file')
    try:
        written = certificates(said)
    except ValueError as error:
        said.append(f'no certificate: {error}')
        return {'certificate': None}
    text = json.dumps(written[0] if len(written) == 1 else written, indent=1 if name is not None else None)
    if name is not None:
        try:
            _shared(call, 'certificate_file').write(name, text, 'certificate_file')
        except ValueError as error:
            # The proof is not lost with its file.
            said.append(f'no certificate: {error}')
            return {'certificate': None}
        return {'certificate_file': name}
    if len(text) > MOST_INLINE:
        said.append(f'the certificate has {len(text)} characters: name a certificate_file for it')
        return {'certificate': None}
    return {'certificate': text}


def _shared(call: ToolCall, what: str) -> SharedFolder:
    if call.folder is None:
        raise ValueError(f'{what}: the server was started without a folder (owlgo mcp --folder DIR)')
    return call.folder


def review(call: ToolCall) -> ToolAnswer:
    """Review a game record, as far as the time allows."""
    asked, session = call.arguments, call.session
    data, name = positions.record_bytes(asked, call.folder)
    first, last = asked.get('first', 1), asked.get('last', 0)
    if last and last < first:
        raise ValueError('last: this move comes before the first')

    def check() -> None:
        if session.interrupted.is_set():
            raise analysis.OutOfTime if call.timed_out else Interrupted

    def progress(done: int, total: int) -> None:
        call.part = done, total
        check()

    try:
        with checking(check):
            found = analysis.review(data, name, Request(asked.get('level', 1), asked.get('komi'), first, last), progress)
    except analysis.OutOfTime:
        raise Interrupted from None
    most, reached = asked.get('most', 10), found.moments[-1].number
    turn = found.turning_point
    sentences = ([f'The turning point: {turn.text}'] if turn else []) + [one.text for one in found.faults[:most] if one is not turn]
    complete = call.part is not None and len(found.moments) == call.part[1]
    if not complete:
        sentences.append(f'Only moves up to {reached} were reviewed. {OUT_OF_TIME}')
    return ToolAnswer({
        'name': found.name, 'size': found.size, 'komi': found.komi, 'level': found.level, 'info': found.info, 'first': first,
        'last': reached, 'complete': complete, 'warnings': found.warnings,
        'turning_point': turn.number if turn else 0,
        'mistakes': [_finding(one) for one in found.faults[:most]],
        'changes': [_finding(one) for one in found.findings if one.kind == 'change'][:most],
        'leads': [one.lead for one in found.moments],
        'sentences': sentences})


def _finding(one: Finding) -> Data:
    """Return a finding without what belongs to pictures."""
    return {name: value for name, value in asdict(one).items() if name not in ('stones', 'fault', 'cost')}


def check_certificate(call: ToolCall) -> bytes:
    """Return the text of the certificate in question; ``mcp_tools.verified`` checks it."""
    asked = call.arguments
    if ('certificate' in asked) == ('file' in asked):
        raise ValueError('give the certificate as either certificate or file')
    if 'certificate' in asked:
        text: str = asked['certificate']
        return text.encode('utf-8', 'replace')
    return _shared(call, 'file').read(asked['file'], MOST_FILE_BYTES)


def draw(call: ToolCall) -> ToolAnswer:
    """Draw the position."""
    asked, record, session = call.arguments, load(call), call.session
    game, kind = session.game, asked.get('format', 'text')
    try:
        marked = [parse_point(name, game.size) for name in asked.get('marks', ())]
    except ValueError as error:
        raise ValueError(f'marks: {error}') from None
    zone, wall, sentences = list[int](), list[int](), list[str]()
    if asked.get('zone') and 'vertex' not in asked:
        raise ValueError('zone: name the dragon by its vertex')
    if 'vertex' in asked:
        if asked.get('zone'):
            judged = questions.status(session, asked['vertex'])
            stones, sentences = judged['stones'], judged['sentences'][:1]
            zone, wall = ([parse_point(name, game.size) for name in judged[what]] for what in ('zone', 'wall'))
        else:
            stones = questions.dragon_at(session, asked['vertex'])
        marked += [parse_point(name, game.size) for name in stones]
    data = {'format': kind, 'marked': [game.vertex(p) for p in marked], 'zone': [game.vertex(p) for p in zone], 'sentences': sentences}
    if kind == 'text':
        sign = {BLACK: '@', WHITE: '&', EMPTY: '*'}
        signs = {p: '*' for p in zone if game.color_at(p) == EMPTY} | {p: sign[game.color_at(p)] for p in marked}
        return ToolAnswer(answer(call, record, data), '\n'.join([draw_text(game.size, game.color_at, signs.get), *sentences]))
    picture = drawing.svg(drawing.Picture(game.size, game.color_at, sentences, marked, zone=zone, wall=wall))
    found = answer(call, record, data)
    return ToolAnswer(found, png=drawing.png(picture)) if kind == 'png' else ToolAnswer(found, picture)
