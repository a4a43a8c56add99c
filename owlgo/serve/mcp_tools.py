"""The tools of ``owlgo mcp`` as clients see them.  The import is cheap: what they answer is in ``mcp_answers.py``."""
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from owlgo.cli import verify
from owlgo.engine.core.goal_names import GOALS
from owlgo.engine.core.level import MAX_LEVEL
from owlgo.engine.core.named_rules import NAMED_RULES
from owlgo.gtp.session import Session
from owlgo.serve import mcp_schemas as schemas
from owlgo.serve.mcp_schemas import BOARD, CONDITIONS, DRAGON, FLAG, GRADE, LEVEL, MOVE, NAMES, POSITION, STATUS, TEXT, VERTEX, Schema
from owlgo.serve.shared_folder import MOST_NAME, SharedFolder

FATES = ('kill', 'live', 'both')
"""Questions about one dragon; questions about several strings are in GOALS."""


class ToolSession(Session):
    """The session of one call, which knows how far the present search is."""
    searched = 0
    """Positions of the search under way."""

    def goes_on(self, nodes: int) -> bool:
        self.searched = nodes
        return super().goes_on(nodes)

    def watch(self, nodes: int) -> bool:
        self.searched = nodes
        return super().watch(nodes)


@dataclass
class ToolCall:
    """A call of a tool under way.  Another thread ends it by setting ``session.interrupted``."""
    arguments: dict[str, Any]
    folder: SharedFolder | None = None
    session: ToolSession = field(default_factory=ToolSession)
    part: tuple[int, int] | None = None
    """How many parts of how many are done, where that is known."""
    timed_out: bool = False
    """Whether it was interrupted because its time ran out."""


class ToolAnswer(NamedTuple):
    data: dict[str, Any]
    text: str = ''
    """A picture as text."""
    png: bytes = b''


def verified(text: bytes) -> ToolAnswer:
    """Check a certificate."""
    try:
        return ToolAnswer({'holds': True, 'claims': verify.claims(text)})
    except ValueError as error:
        return ToolAnswer({'holds': False, 'claims': [], 'reason': str(error)})


class Tool(NamedTuple):
    """A tool as clients see it, and what it does."""
    title: str
    what: str
    """The description, for language models."""
    arguments: Schema
    answer: Schema
    run: str
    """The function in ``mcp_answers`` that takes the call and returns the answer, or what ``apart`` works on.  It runs in a thread, and
    raises ValueError with a sentence, or Interrupted."""
    apart: Callable[[bytes], ToolAnswer] | None = None
    """Works on what ``run`` returns, in a process of its own, which can be ended at any time."""
    writes: bool = False

    @property
    def seconds(self) -> float:
        """The standard time budget."""
        return float(self.arguments['properties']['seconds']['default'])


SAID = {**NAMES, 'description': 'The answer in sentences; they say if something is a guess or unknown.'}
VERDICT: Schema = {'type': 'object', 'properties': {
    'color': TEXT, 'outcome': {**TEXT, 'description': 'Does this side succeed, moving first: yes, no, by a ko, or unknown.'},
    'proved': FLAG, 'grade': {'anyOf': [GRADE, {'type': 'null'}]}, 'moves': {**NAMES, 'description': 'First moves that achieve it.'},
    'needs_no_move': FLAG, 'conditions': CONDITIONS}, 'required': ['color', 'outcome', 'proved', 'grade']}
RULES: Schema = {'rules': {'type': 'string', 'maxLength': 40,
                           'description': f'{", ".join(NAMED_RULES)} (default: the record\'s, else japanese).'}}
KOMI: Schema = {'type': 'number', 'minimum': -1000, 'maximum': 1000, 'description': "Instead of the record's."}
SIDES: Schema = {'type': 'object', 'properties': {'black': NAMES, 'white': NAMES}}
FINDINGS: Schema = {'type': 'array', 'items': {'type': 'object', 'properties': {
    'kind': TEXT, 'number': {'type': 'integer'}, 'color': TEXT, 'move': TEXT, 'text': TEXT, 'loss': {'type': 'number'}, 'better': TEXT,
    'before': TEXT, 'after': TEXT}, 'required': ['kind', 'number', 'color', 'move', 'text']}}

TOOLS: dict[str, Tool] = {
    'status': Tool(
        'Status of a dragon', 'Judge one dragon (group of stones) of a Go position: alive, dead, or critical (who moves first decides), '
        'with the killing and the saving move, how far the answer can be trusted (grade), and, where it is proved, the zone it rests on. '
        'Use it for "is this group alive?"; a grade of "uncertain" or "unchecked" is a guess and must be reported as one.',
        schemas.arguments({**POSITION, **DRAGON, **LEVEL, **schemas.seconds(60)}, 'vertex'),
        schemas.answer({**STATUS, 'zone': NAMES, 'wall': NAMES, 'sentences': SAID, 'position': BOARD},
                       'status', 'grade', 'certain', 'stones', 'sentences', 'position'), 'status'),
    'explain': Tool(
        'Why a dragon lives or dies', 'Explain in sentences why one dragon lives or dies: eye space, vital points, refuted tries. Without '
        'a vertex, list every dragon of the board with its status. Every move named was read out.',
        schemas.arguments({**POSITION, 'vertex': {**VERTEX, 'description': 'A stone of the dragon; left out: all dragons.'}, **LEVEL,
                           **schemas.seconds(120)}),
        schemas.answer({'sentences': SAID, 'dragons': {'type': 'array', 'items': schemas.answer(STATUS, 'vertex', 'status', 'grade')},
                        'position': BOARD}, 'sentences', 'dragons', 'position'), 'explain'),
    'refute': Tool(
        'Does a move work?', 'Answer whether a move kills or saves a dragon. If it fails, give the best answer to it and a line that shows '
        'why; if it works, a line of resistance. Use it for "what about playing here?".',
        schemas.arguments({**POSITION, **DRAGON, 'move': {**VERTEX, 'description': 'The move to test, a point or "pass".'},
                           'color': {'type': 'string', 'enum': ['black', 'white'], 'description': 'Who plays it (default: to_move).'},
                           **LEVEL, **schemas.seconds(60)}, 'vertex', 'move'),
        schemas.answer({'move': TEXT, 'color': TEXT, 'works': {'enum': ['yes', 'no', 'ko']}, 'grade': GRADE, 'certain': FLAG, 'reply': MOVE,
                        'conditions': CONDITIONS, 'line': {'type': 'array', 'items': {'type': 'object'}}, 'sentence': TEXT,
                        'position': BOARD}, 'move', 'works', 'grade', 'certain', 'reply', 'line', 'sentence', 'position'), 'refute'),
    'prove': Tool(
        'Prove life or death', 'Prove with an exact solver what becomes of a dragon, whoever moves first (attack: the opponent, defence: '
        'its owner), with all first moves that achieve it, kos counted. Best for enclosed groups, such as life-and-death '
        'problems; what is not proved is called unknown. A certificate lets others check the proof (check_certificate). Or, with the goal '
        'any, all, capture or connect, answer one question about several strings, for the side to move.',
        schemas.arguments({
            **POSITION, 'vertex': {**VERTEX, 'description': 'A stone of the dragon; left out: the marked one, or the only enclosed one. '
                                                          'With any, all, capture or connect: the only one of stones.'},
            'goal': {'type': 'string', 'enum': [*FATES, *GOALS],
                     'description': 'kill: only if the opponent moves first; live: only if its owner does; both (default). Of the strings '
                                    'of stones: any of them lives; all do, none is ever taken; capture: one is taken; they connect.'},
            'stones': {'type': 'array', 'items': VERTEX, 'maxItems': 100,
                       'description': 'With any, all, capture or connect: a stone of each string; left out: the marked ones.'},
            'no_ko': {'type': 'string', 'enum': ['black', 'white'],
                      'description': 'With such a goal: this side has to succeed though the other has nine more ko threats.'},
            'region': {'type': 'array', 'items': {'type': 'string', 'maxLength': 20}, 'maxItems': schemas.MOST_STONES,
                       'description': 'With such a goal: points and rectangles, as A1-H8, on which alone the side that succeeds plays.'},
            'safe': {'type': 'array', 'items': VERTEX, 'maxItems': 100, 'description': 'Take the strings here, round it, as safe.'},
            'nodes': {'type': 'integer', 'minimum': 1, 'maximum': schemas.MOST_NODES,
                      'description': f'Positions for each verdict (default {schemas.STANDARD_NODES}).'},
            'certificate': {'type': 'boolean', 'description': 'Put the certificate of the proof into the answer.'},
            'certificate_file': {'type': 'string', 'maxLength': MOST_NAME,
                                 'description': 'Write it to a new file of this name in the folder instead.'},
            **schemas.seconds(60)}),
        schemas.answer({'vertex': TEXT, 'color': TEXT, 'enclosed': FLAG, 'attack': VERDICT, 'defence': VERDICT,
                        'lives': {'type': ['boolean', 'null'], 'description': 'Of strings: whether their owner succeeds; null: unknown, '
                                                                              'or by ko.'},
                        'grade': GRADE, 'moves': {**NAMES, 'description': 'Of strings: first moves that succeed.'},
                        'ko': {'type': ['object', 'null']}, 'conditions': CONDITIONS,
                        'settled': {**FLAG, 'description': 'Whether all that was asked is proved, on condition of a wall if need be.'},
                        'certificate': {'type': ['string', 'null']}, 'certificate_file': TEXT, 'sentences': SAID, 'position': BOARD},
                       'vertex', 'color', 'enclosed', 'settled', 'sentences', 'position'), 'prove', writes=True),
    'best_move': Tool(
        'The best move', 'Find the best move of a side, with reasons, what it gains in points, the line expected and the next best moves. '
        'Values are estimates of a search, and "perhaps" in a sentence marks a guess; use refute or prove for life and death.',
        schemas.arguments({**POSITION, 'color': {'type': 'string', 'enum': ['black', 'white'], 'description': 'Whose move (default: '
                                                                                                              'to_move).'},
                           **RULES, 'komi': KOMI, **LEVEL, **schemas.seconds(120)}),
        schemas.answer({'color': TEXT, 'rules': TEXT, 'move': {**TEXT, 'description': 'A point, or PASS.'},
                        'value': {'type': ['number', 'null'], 'description': 'Points that it gains; null if none.'},
                        'line': {**NAMES, 'description': 'The moves expected, this one first.'},
                        'others': {'type': 'array', 'items': {'type': 'object', 'properties': {'move': TEXT, 'value': {'type': 'number'}}}},
                        'lead': {'type': 'number', 'description': 'Points that the side is ahead before it.'},
                        'winning': {'type': 'number', 'description': 'Share of the playouts that the side wins.'}, 'sentences': SAID,
                        'position': BOARD}, 'color', 'move', 'value', 'line', 'others', 'lead', 'winning', 'sentences', 'position'),
        'best_move'),
    'score': Tool(
        'Count a game', 'Count a finished game: dead stones, sekis, whose each point is, the result by every set of rules, and what is in '
        'doubt. An unfinished game (finished is false) is counted once both sides have settled what is critical, as far as it stands.',
        schemas.arguments({**POSITION, **RULES, 'komi': KOMI, **LEVEL, **schemas.seconds(120)}),
        schemas.answer({'rules': TEXT, 'result': {**TEXT, 'description': 'Such as W+3.5.'},
                        'score': {'type': 'number', 'description': 'White\'s lead in points.'},
                        'certain': {**FLAG, 'description': 'False: the game is unfinished or something is in doubt.'}, 'finished': FLAG,
                        'dead': SIDES, 'seki': SIDES, 'dame': NAMES, 'territory': SIDES,
                        'owners': {**NAMES, 'description': 'Rows from the top: X Black\'s, O White\'s, a dot neither\'s.'},
                        'results': {'type': 'object', 'description': 'The count by every set of rules.'},
                        'doubts': {'type': 'array', 'items': {'type': 'object'}, 'description': 'What might change the result.'},
                        'sentences': SAID, 'position': BOARD},
                       'rules', 'result', 'score', 'certain', 'finished', 'dead', 'seki', 'territory', 'doubts', 'sentences', 'position'),
        'score'),
    'review': Tool(
        'Review a game', 'Go through a game record: the worst mistakes with a better move, changes of the status of dragons, and who was '
        'ahead after each move (points, Black positive). Losses in points are estimates of a search; before and after carry grades. Slow: '
        'allow two seconds a move, or choose moves by first and last; it ends where the time ends.',
        schemas.arguments({**schemas.RECORD, 'first': {'type': 'integer', 'minimum': 1, 'maximum': 100_000, 'description': 'First move.'},
                           'last': {'type': 'integer', 'minimum': 1, 'maximum': 100_000, 'description': 'Last move (default: the end).'},
                           'komi': KOMI,
                           'most': {'type': 'integer', 'minimum': 1, 'maximum': 100, 'description': 'Most of a kind (default 10).'},
                           'level': {'type': 'integer', 'minimum': 0, 'maximum': MAX_LEVEL, 'description': 'How much is read (default 1).'},
                           **schemas.seconds(300, schemas.MOST_REVIEW_SECONDS)}),
        schemas.answer({'first': {'type': 'integer'}, 'last': {'type': 'integer'}, 'complete': FLAG,
                        'turning_point': {'type': 'integer', 'description': 'The move that decided the game, or 0.'}, 'mistakes': FINDINGS,
                        'changes': FINDINGS, 'leads': {'type': 'array', 'items': {'type': 'number'}, 'description':
                                                       'From the position before the first move on.'}, 'sentences': SAID},
                       'first', 'last', 'complete', 'turning_point', 'mistakes', 'changes', 'leads', 'sentences'), 'review'),
    'check_certificate': Tool(
        'Check a certificate', 'Check a certificate of prove with a small program that shares nothing with the solver. Returns a sentence '
        'for each claim that holds, or the reason why it is refused.',
        schemas.arguments({'certificate': {'type': 'string', 'maxLength': schemas.MOST_TEXT, 'description': 'The certificate as text.'},
                           'file': {'type': 'string', 'maxLength': MOST_NAME, 'description': 'Or its file in the folder.'},
                           **schemas.seconds(60)}),
        schemas.answer({'holds': FLAG, 'claims': NAMES, 'reason': TEXT}, 'holds', 'claims'),
        'check_certificate', apart=verified),
    'draw': Tool(
        'Draw the board', 'Draw a position as text, SVG or PNG, with a dragon marked and, if asked, the zone that a proof about it rests '
        'on. In text X and O are stones, @ and & marked stones of Black and White, * points of the zone.',
        schemas.arguments({**POSITION, 'vertex': {**VERTEX, 'description': 'A stone of the dragon to mark.'},
                           'zone': {'type': 'boolean', 'description': 'Judge the dragon and show its zone.'},
                           'marks': {'type': 'array', 'items': VERTEX, 'maxItems': schemas.MOST_STONES, 'description': 'Points to mark.'},
                           'format': {'type': 'string', 'enum': ['text', 'svg', 'png'], 'description': 'text is the default.'},
                           **LEVEL, **schemas.seconds(60)}),
        schemas.answer({'format': TEXT, 'marked': NAMES, 'zone': NAMES, 'sentences': SAID, 'position': BOARD},
                       'format', 'marked', 'zone', 'position'), 'draw'),
}
"""The tools by name."""


def instructions(folder: SharedFolder | None) -> str:
    """Return what a client should know about all tools."""
    files = f'Files are those of the folder {folder.path}.' if folder is not None else 'There is no folder: no files can be named.'
    return ('OwlGo reads life and death in Go (baduk, weiqi) and proves what it can. Give a position as SGF text, a file, a diagram or '
            'lists of stones. Every answer about life and death has a grade: proved; proved if the named strings hold; read; '
            'uncertain, which is a guess; unchecked, which was not read. '
            f'Repeat the grade when you pass an answer on, and say unknown where an answer says so. {files}')
