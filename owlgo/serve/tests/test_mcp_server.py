"""``owlgo mcp``, asked by the library's own client."""
import json
import sys
import threading
import time
from base64 import b64decode
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from owlgo.cli import questions
from owlgo.cli.drawing import ZONE_COLOR
from owlgo.engine.review import search
from owlgo.gtp.commands import play
from owlgo.gtp.session import Interrupted
from owlgo.gtp.tests.strict import ROOT
from owlgo.serve import mcp_answers, mcp_server
from owlgo.serve.mcp_schemas import checked
from owlgo.serve.mcp_tools import TOOLS, ToolAnswer, ToolCall, verified
from owlgo.serve.shared_folder import SharedFolder

anyio = pytest.importorskip('anyio')
mcp = pytest.importorskip('mcp')

GAMES = SharedFolder(ROOT / 'regress' / 'games')
BENT_THREE = {'file': 'bent-three.sgf'}
OPEN = {'sgf': '(;SZ[9]AB[ca][ab][bb][cb]AW[db][ac][bc][cc][dc])'}
"""Black, in the open, is dead as it stands."""


def asked(work, folder=GAMES, mode='legacy'):
    """Return what ``work`` returns with a client connected to a server."""
    async def connected():
        async with mcp.Client(mcp_server.build(folder), mode=mode) as client:
            return await work(client)
    return anyio.run(connected)


def call(name, arguments, folder=GAMES, mode='legacy'):
    return asked(lambda client: client.call_tool(name, arguments), folder, mode)


def answered(*args, **options):
    """The data of an answer; the client has checked it by the tool's schema."""
    found = call(*args, **options)
    assert not found.is_error, found.content
    return found.structured_content


def test_tools_are_listed_with_schemas_that_are_checked():
    tools = asked(lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools] == list(TOOLS) and all(tool.description and tool.output_schema for tool in tools)
    known = {'type', 'description', 'enum', 'minimum', 'maximum', 'maxLength', 'maxItems', 'items', 'default'}
    for tool in tools:
        for name, schema in tool.input_schema['properties'].items():
            assert set(schema) <= known and schema['description'], f'{tool.name} {name}: what is not checked is no promise'
            kinds = {schema['type']} if isinstance(schema['type'], str) else set(schema['type'])
            assert kinds <= {'string', 'integer', 'number', 'boolean', 'array'}
            assert 'string' not in kinds or {'maxLength', 'enum'} & set(schema), f'{tool.name} {name} is not bounded'
            assert not {'integer', 'number'} & kinds or {'minimum', 'maximum'} <= set(schema)
    assert [tool.name for tool in tools if not tool.annotations.read_only_hint] == ['prove']


@pytest.mark.parametrize('mode', ['legacy', 'auto'])
def test_a_status(mode):
    found = answered('status', {**BENT_THREE, 'vertex': 'c9'}, mode=mode)
    assert (found['status'], found['grade'], found['attack'], found['certain']) == ('critical', 'proved', 'A9', True)
    assert found['position']['rows'][0] == '..XO.....' and 'B9' in found['zone'] and 'D9' in found['wall']
    assert found['sentences'][0].startswith('Black C9, a dragon of 5 stones, is critical (proved)')


def test_an_explanation_of_one_dragon_and_of_all():
    one, every = (answered('explain', {**BENT_THREE, **more}) for more in ({'vertex': 'C9'}, {}))
    assert 'White kills it at A9.' in one['sentences'] and one['dragons'][0]['claims']
    assert [(dragon['vertex'], dragon['status'], dragon['grade']) for dragon in every['dragons']] == \
        [('C9', 'critical', 'proved'), ('D9', 'alive', 'unchecked')]
    assert every['sentences'][1].startswith('Unchecked: ')


def test_a_list_of_dragons_ends_where_its_time_ends(monkeypatch):
    late, real = ToolCall(dict(BENT_THREE), GAMES), questions.dragons

    def interrupted(session):
        yield next(real(session))
        late.timed_out = True
        raise Interrupted

    monkeypatch.setattr(questions, 'dragons', interrupted)
    found = mcp_answers.explain(late).data
    assert [one['vertex'] for one in found['dragons']] == ['C9'] and found['sentences'][1].startswith('1 of 2 dragons were judged')


def test_a_refutation():
    found = answered('refute', {**BENT_THREE, 'vertex': 'C9', 'move': 'B9', 'color': 'black'})
    assert (found['works'], found['grade'], found['reply']) == ('no', 'proved', 'A8') and found['line'][0]['vertex'] == 'A8'
    assert answered('refute', {**BENT_THREE, 'vertex': 'C9', 'move': 'A9', 'to_move': 'white'})['works'] == 'yes'


def test_the_best_move_with_its_reasons():
    found = answered('best_move', {'file': 'rabbity-six.sgf', 'level': 1})
    assert (found['move'], found['line'][0]) == ('E5', 'E5') and found['value'] > 0 and found['position']['to_move'] == found['color']
    assert found['sentences'][0].startswith('E5 is worth') and found['sentences'][-1].startswith(found['color'].capitalize())
    ahead, behind = (answered('best_move', {'diagram': '.X.\n.X.\n.X.', 'komi': komi, 'level': 0})['lead'] for komi in (-20, 20))
    assert ahead - behind == 40


def test_the_best_move_is_that_by_the_rules(monkeypatch):
    """Failed: it heard neither the record's nor others."""
    heard, real = [], play.best_move

    def noted(session, color):
        heard.append((session.area_scoring, session.ko))
        return real(session, color)
    monkeypatch.setattr(play, 'best_move', noted)
    board = {'sgf': '(;SZ[5]RU[AGA]AB[cc])', 'level': 0}
    assert [answered('best_move', {**board, **more})['rules'] for more in ({}, {'rules': 'jp'})] == ['aga', 'japanese']
    assert heard == [(True, 'situational'), (False, 'simple')]


def test_the_score_of_a_finished_game():
    board = {'sgf': '(;SZ[5]KM[1.5]RU[Chinese]AB[ba][bb][bc][bd][be][ea]AW[ca][cb][cc][cd][ce];B[];W[])'}
    found, japanese, komi = (answered('score', {**board, **more}) for more in ({}, {'rules': 'jp'}, {'komi': 0}))
    assert (found['result'], found['rules'], found['certain'], found['dead']['black']) == ('W+6.5', 'chinese', True, ['E5'])
    assert (japanese['result'], japanese['rules'], komi['result']) == ('W+7.5', 'japanese', 'W+5.0')
    assert found['sentences'][0].startswith('White wins by 6.5 points') and found['owners'][0] == 'XXOOO'


def test_a_proof_and_its_certificate(tmp_path):
    (tmp_path / 'p.sgf').write_bytes((GAMES.path / 'bent-three.sgf').read_bytes())

    async def work(client):
        async def get(name, **arguments):
            return (await client.call_tool(name, arguments)).structured_content
        found = await get('prove', file='p.sgf', certificate=True)
        damaged = json.loads(found['certificate'])
        damaged[0]['attackers'].append('')
        return (found, await get('check_certificate', certificate=found['certificate']),
                await get('prove', file='p.sgf', goal='live', certificate_file='c.json'), await get('check_certificate', file='c.json'),
                await client.call_tool('prove', {'file': 'p.sgf', 'certificate_file': 'c.json'}),
                await get('check_certificate', certificate=json.dumps(damaged)))

    found, holds, live, live_holds, again, refused = asked(work, SharedFolder(tmp_path))
    attack = found['attack']
    assert (attack['outcome'], attack['grade'], attack['moves'], found['settled']) == ('yes', 'proved', ['A9'], True)
    assert (found['vertex'], found['color'], found['enclosed']) == ('C9', 'black', True)
    assert holds['holds'] and len(holds['claims']) == 2 and all(line.startswith('proved: ') for line in holds['claims'])
    assert 'attack' not in live and live['certificate_file'] == 'c.json' and live_holds['holds'] and len(live_holds['claims']) == 1
    assert again.is_error and "'c.json' exists already" in again.content[0].text
    assert not refused['holds'] and refused['reason'].startswith('refused: ')


@pytest.mark.parametrize('more', [{}, {'goal': 'any'}])
def test_a_string_named_safe_by_two_of_its_stones_is_named_once(more):
    async def work(client):
        asked = {**BENT_THREE, 'vertex': 'C9', 'safe': ['D9', 'A6'], 'certificate': True, **more}
        found = (await client.call_tool('prove', asked)).structured_content
        return await client.call_tool('check_certificate', {'certificate': found['certificate']})
    assert asked(work).structured_content['holds']


def test_a_proof_is_not_lost_with_the_file_of_its_certificate(tmp_path, monkeypatch):
    def write(self, name, text, what):
        raise ValueError(f'{what}: the disk is full')
    monkeypatch.setattr(SharedFolder, 'write', write)
    (tmp_path / 'p.sgf').write_bytes((GAMES.path / 'bent-three.sgf').read_bytes())

    async def work(client):
        return (await client.call_tool('prove', {'file': 'p.sgf', 'certificate_file': 'c.json'})).structured_content
    found = asked(work, SharedFolder(tmp_path))
    assert found['settled'] and found['certificate'] is None and 'no certificate: certificate_file: the disk is full' in found['sentences']


def test_a_proof_in_the_open_names_what_it_needs():
    found = answered('prove', {**OPEN, 'vertex': 'C9', 'nodes': 300_000, 'certificate': True})
    assert not found['enclosed'] and found['settled'] and found['defence']['grade'] == 'proved if'
    assert found['defence']['conditions'][0]['stones'][0] == 'D8' and found['attack']['outcome'] == 'yes'
    assert verified(found['certificate'].encode()).data['claims'][1].startswith('proved if')


TWO = {'diagram': '.X.XO.\nXXXXO.\nOOOOO.\n......\nXO....\nO.....', 'stones': ['B6', 'A2']}
"""A string with two eyes, and one in atari."""


@pytest.mark.parametrize('more, lives, moves, said', [
    ({'goal': 'any', 'to_move': 'white'}, True, [], 'White first: one of B6 and A2 lives (proved,'),
    ({'goal': 'all', 'to_move': 'white', 'no_ko': 'white'}, False, ['A3'], 'White first, White without ko: one of B6 and A2 is taken'),
    ({'goal': 'capture', 'to_move': 'white', 'stones': ['A2'], 'region': ['A1-C4', 'A5']}, False, ['A3'], 'White first: A2 is taken'),
    ({'goal': 'connect'}, False, [], 'Black first: B6 and A2 do not connect (proved,')])
def test_goals_of_strings(more, lives, moves, said):
    found = answered('prove', {**TWO, 'nodes': 20_000, **more})
    assert (found['lives'], found['grade'], found['settled'], found['color']) == (lives, 'proved', True, 'black')
    assert set(moves) <= set(found['moves']) and found['sentences'][0].startswith(said)


def test_a_certificate_of_a_goal():
    found = answered('prove', {**TWO, 'goal': 'any', 'to_move': 'white', 'certificate': True})
    assert verified(found['certificate'].encode()).data['holds']


def test_marks_of_a_record_name_the_strings_of_a_goal():
    sgf = {'sgf': '(;SZ[6]PL[W]AB[ba][da][ab][bb][cb][db][ae]AW[ea][eb][ac][bc][cc][dc][ec][be][af]TR[ba][ae])', 'goal': 'any'}
    assert answered('prove', sgf)['stones'] == ['B6', 'A2']


@pytest.mark.parametrize('position, goal, unknown', [
    ({**OPEN, 'vertex': 'C9'}, 'live', 'defence'), ({'file': 'bulky-five.sgf'}, 'kill', 'attack'),
    ({'file': 'bulky-five.sgf'}, 'both', 'attack')])
def test_what_is_not_proved_is_unknown(position, goal, unknown):
    found = answered('prove', {**position, 'nodes': 10, 'goal': goal})
    assert not found['settled'] and found[unknown]['outcome'] == 'unknown' and found[unknown]['grade'] is None
    assert 'unknown' in ' '.join(found['sentences'])


def test_pictures():
    found = call('draw', {**BENT_THREE, 'vertex': 'C9', 'zone': True})
    assert ' 9 * * @ O . . . . . 9\n 8 * @ @ O' in found.content[0].text and 'is critical (proved)' in found.content[0].text
    found = call('draw', {**BENT_THREE, 'marks': ['A1'], 'format': 'svg', 'vertex': 'C9', 'zone': True})
    assert found.content[0].text.startswith('<svg') and found.content[0].text.count(ZONE_COLOR) == len(found.structured_content['zone'])
    assert found.structured_content['marked'][0] == 'A1' and 'C9' in found.structured_content['marked']


def test_a_png_or_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, 'cairosvg', None)
    found = call('draw', {**BENT_THREE, 'format': 'png'})
    assert found.is_error and 'owlgo[png]' in found.content[0].text and '\n' not in found.content[0].text
    monkeypatch.undo()
    if find_spec('cairosvg') is None:
        pytest.skip('needs CairoSVG')
    found = call('draw', {**BENT_THREE, 'format': 'png'})
    assert found.content[0].mime_type == 'image/png' and b64decode(found.content[0].data).startswith(b'\x89PNG')


REVIEWED = {'sgf': '(;SZ[5]KM[0];B[cc];W[bb];B[cb];W[bc])', 'level': 0}


def test_a_review():
    found = answered('review', REVIEWED)
    assert (found['first'], found['last'], found['complete']) == (1, 4, True) and len(found['leads']) == 5
    found = answered('review', {**REVIEWED, 'first': 2, 'last': 3, 'komi': 5})
    assert (found['first'], found['last'], found['komi'], len(found['leads'])) == (2, 3, 5, 3)


def test_a_review_ends_where_its_time_ends():
    """With the positions that are done, and a remark; without one there is nothing to answer."""
    class Hurried(ToolCall):
        looks = 0

        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if name == 'part' and value is not None and value[0] == self.looks:
                self.timed_out = True
                self.session.interrupted.set()

    late = Hurried(dict(REVIEWED))
    late.looks = 2
    found = mcp_answers.review(late).data
    assert (found['last'], found['complete'], len(found['leads'])) == (1, False, 2) and 'up to 1 ' in found['sentences'][-1]
    with pytest.raises(Interrupted):
        mcp_answers.review(Hurried(dict(REVIEWED)))


def test_a_review_ends_inside_a_position(monkeypatch):
    """Failed: it ended with the position under way, after minutes."""
    late, think = ToolCall(dict(REVIEWED)), search.think

    def slow(game, *args):
        if len(game.moves) == 2:
            late.timed_out = True
            late.session.interrupted.set()
        return think(game, *args)

    monkeypatch.setattr(search, 'think', slow)
    assert mcp_answers.review(late).data['last'] == 1


@pytest.mark.parametrize('position', [{**OPEN, 'vertex': 'C9'}, {**BENT_THREE}])
def test_a_proof_whose_time_ran_out_says_so(position):
    late = ToolCall({**position, 'certificate': True}, GAMES, timed_out=True)
    late.session.interrupted.set()
    found = mcp_answers.prove(late).data
    assert found['sentences'][-1] == mcp_answers.OUT_OF_TIME and not found['settled'] and found['certificate'] is None
    assert found['attack']['outcome'] == 'unknown'
    late.timed_out = False
    with pytest.raises(Interrupted):
        mcp_answers.prove(late)


WRONG = [
    ('status', {}, 'vertex: this argument is required'),
    ('status', {'vertex': 'C9'}, 'give the position as one of'),
    ('status', {**BENT_THREE, 'vertex': 'J1'}, 'there is no stone at J1'),
    ('status', {**BENT_THREE, 'vertex': 9}, 'vertex: must be a string of at most 10 characters, not 9'),
    ('status', {**BENT_THREE, 'vertex': 'C9', 'level': 99}, 'level: must be an integer from 0 to 12, not 99'),
    ('status', {**BENT_THREE, 'vertex': 'C9', 'x\ny': 1}, 'no argument'),
    ('status', {**BENT_THREE, 'vertex': 'C9', 'seconds': True}, 'seconds: must be a number from 1 to 600, not True'),
    ('status', {**BENT_THREE, 'vertex': 'C9', 'seconds': 1e9}, 'seconds: must be a number from 1 to 600'),
    ('explain', {'file': '../pyproject.toml'}, "file: '../pyproject.toml' is not in the folder"),
    ('explain', {'sgf': ''}, 'sgf: the file is empty'),
    ('explain', {**BENT_THREE, 'vertex': 'I5'}, "'I5' is no vertex"),
    ('explain', {'sgf': 'x' * 1_000_001}, 'sgf: must be a string of at most 1000000 characters'),
    ('refute', {**BENT_THREE, 'vertex': 'C9'}, 'move: this argument is required'),
    ('refute', {**BENT_THREE, 'vertex': 'C9', 'move': 'C9'}, 'Black cannot play C9: occupied'),
    ('refute', {**BENT_THREE, 'vertex': 'C9', 'move': 'A9', 'color': 'red'}, "color: must be one of black, white, not 'red'"),
    ('prove', {**BENT_THREE, 'nodes': 0}, 'nodes: must be an integer from 1 to'),
    ('prove', {**BENT_THREE, 'nodes': 1.5}, 'nodes: must be an integer from 1 to'),
    ('prove', {**BENT_THREE, 'safe': ['C9']}, 'safe: only stones of the other colour'),
    ('prove', OPEN, 'no dragon is enclosed: name a stone'),
    ('prove', {**BENT_THREE, 'safe': ['C9', 3]}, 'safe: must be a list of at most 100, each a string'),
    ('prove', {**BENT_THREE, 'vertex': 'A1'}, 'A1 is empty'),
    ('prove', {**BENT_THREE, 'stones': ['C9']}, 'stones: only with a goal of strings: any, all, capture, connect'),
    ('prove', {**BENT_THREE, 'goal': 'any', 'stones': ['C9'], 'vertex': 'C9'}, 'vertex: with a goal of strings, name'),
    ('prove', {**BENT_THREE, 'goal': 'live', 'no_ko': 'black'}, 'no_ko: only with a goal of strings'),
    ('prove', {**BENT_THREE, 'goal': 'all', 'stones': ['C9', 'D9']}, 'C9 D9: the stones of a goal have one colour'),
    ('prove', {**BENT_THREE, 'goal': 'any', 'stones': ['C9'], 'region': ['A1-Z9']}, 'region: '),
    ('prove', {**BENT_THREE, 'goal': 'all', 'no_ko': 'red'}, 'no_ko: must be one of black, white'),
    ('prove', {**BENT_THREE, 'goal': 'win'}, 'goal: must be one of kill, live, both, any, all, capture, connect'),
    ('prove', {**OPEN, 'goal': 'any'}, 'the record marks no stones'),
    ('prove', {**BENT_THREE, 'certificate_file': '../c.json'}, "certificate_file: '../c.json' is not in the folder"),
    ('prove', {**BENT_THREE, 'certificate_file': 'sub/c.json'}, "certificate_file: there is no folder for 'sub/c.json'"),
    ('prove', {**BENT_THREE, 'certificate_file': 'é' * 200}, 'certificate_file: '),
    ('review', {'diagram': '.'}, 'there is no argument'), ('score', {'diagram': '.', 'rules': 'mine'}, "rules: unknown rules 'mine'"),
    ('best_move', {'diagram': '.', 'rules': 'mine'}, "rules: unknown rules 'mine'"),
    ('best_move', {'diagram': '.', 'color': 'red'}, 'color: must be one of'),
    ('review', {}, 'give the game record as either'),
    ('review', {'sgf': 'x'}, 'no SGF file'),
    ('review', {**REVIEWED, 'first': 3, 'last': 2}, 'last: '),
    ('review', {**REVIEWED, 'first': 9}, 'the first to be reviewed is 9'),
    ('check_certificate', {}, 'give the certificate as either'),
    ('check_certificate', {'file': 'no.json'}, "file: there is no 'no.json'"),
    ('draw', {**BENT_THREE, 'zone': True}, 'zone: name the dragon'),
    ('draw', {**BENT_THREE, 'marks': ['Z']}, "marks: 'Z' is no vertex"),
    ('draw', {**BENT_THREE, 'format': 'gif'}, 'format: must be one of text, svg, png'),
    ('draw', {**BENT_THREE, 'marks': ['A1'] * 999}, 'at most'),
    ('nothing', {}, "there is no tool 'nothing'"),
]


def test_bad_calls_get_one_clear_sentence():
    """Of every tool; and the server goes on."""
    async def work(client):
        return [await client.call_tool(name, arguments) for name, arguments, _ in WRONG] + [await client.call_tool('draw', BENT_THREE)]
    *found, good = asked(work)
    assert {name for name, _, _ in WRONG} >= set(TOOLS)
    for (name, arguments, message), one in zip(WRONG, found, strict=True):
        text = one.content[0].text
        assert one.is_error and message in text and '\n' not in text and 'Traceback' not in text, (name, str(arguments)[:100], text)
    assert not good.is_error


def test_null_is_an_argument_left_out():
    schema = TOOLS['status'].arguments
    assert checked({'vertex': 'A1', 'sgf': None}, schema) == {'vertex': 'A1'}
    with pytest.raises(ValueError, match='vertex: this argument is required'):
        checked({'vertex': None}, schema)


def test_a_number_with_a_point_is_a_whole_number_if_it_is_one():
    [nodes] = checked({'nodes': 2e6}, TOOLS['prove'].arguments).values()
    assert nodes == 2_000_000 and isinstance(nodes, int)


@pytest.fixture
def quick(monkeypatch):
    """Progress is reported often."""
    monkeypatch.setattr(mcp_server, 'PROGRESS_SECONDS', 0.01)


def test_progress_is_reported(monkeypatch, quick):
    """First of the search under way, then of parts of the whole; the call ends only when both have come."""
    enough, calls, reports = threading.Event(), [], []

    def slow(call):
        calls.append(call)
        call.session.watch(1234)
        assert enough.wait(60)
        return ToolAnswer({'sentences': [], 'dragons': [], 'position': {'size': 1, 'rows': [], 'to_move': 'black'}})

    async def on_progress(done, total, message):
        reports.append((done, total, message))
        if message.startswith('1,234'):
            calls[0].part = 1, 200
        elif 'game' in message:
            enough.set()

    monkeypatch.setattr(mcp_answers, 'explain', slow)
    # More than one second has gone by then.  Failed: so the first position was not reported.
    monkeypatch.setattr(mcp_server, 'time', SimpleNamespace(monotonic=lambda: 100 * time.monotonic()))
    found = asked(lambda client: client.call_tool('explain', {**OPEN, 'seconds': 600}, progress_callback=on_progress))
    assert not found.is_error and '1,234 positions in the present search' in {message for _, _, message in reports}
    assert reports[0][1] == 600 and sorted(reports) == reports
    done, total, words = reports[-1]
    assert done > 2 and round(total - done) == 199 and words == '1 of 200 positions of the game'


HARD = {'vertex': 'C3', 'diagram': '.........\n' * 3 + 'OOOOOO...\n' + '.....O...\n' * 2 + '..X..O...\n' + '.....O...\n' * 2}
"""An enclosed dragon with 24 empty points: its proof takes very long."""


def test_a_cancelled_call_ends_its_search(monkeypatch, quick):
    """The search is a real one that takes minutes, and the server answers the next call."""
    ended, over, real = [], threading.Event(), mcp_answers.prove

    def noted(call):
        try:
            return real(call)
        except Interrupted:
            ended.append(call.session.searched)
            raise
        finally:
            over.set()

    monkeypatch.setattr(mcp_answers, 'prove', noted)

    async def work(client):
        searching = anyio.Event()

        async def on_progress(done, total, message):
            if not message.startswith('0 '):
                searching.set()

        async def ask():
            await client.call_tool('prove', {**HARD, 'nodes': 100_000_000, 'seconds': 600}, progress_callback=on_progress)

        with anyio.fail_after(60):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(ask)
                await searching.wait()
                tasks.cancel_scope.cancel()
        assert await anyio.to_thread.run_sync(over.wait, 60)
        return await client.call_tool('draw', BENT_THREE)

    assert not asked(work).is_error
    assert len(ended) == 1 and 0 < ended[0] < 100_000_000


def test_a_call_ends_when_its_time_runs_out(monkeypatch, quick):
    """At a search's next look; one that does not end is given up."""
    left = threading.Event()

    def stubborn(call):
        if call.arguments['vertex'] == 'A1':
            assert left.wait(60)
        while not call.session.interrupted.wait(60):
            pass
        call.session.watch(1)
        raise AssertionError

    monkeypatch.setattr(mcp_answers, 'status', stubborn)
    monkeypatch.setattr(mcp_server, 'GRACE_SECONDS', 0)

    async def work(client):
        try:
            return [await client.call_tool('status', {**OPEN, 'vertex': vertex, 'seconds': 1}) for vertex in ('C9', 'A1')]
        finally:
            left.set()

    said = 'unknown: the time budget of 1 second ran out; allow more seconds, or a lower level'
    assert [(found.is_error, found.content[0].text) for found in asked(work)] == [(True, said)] * 2


def test_a_check_that_takes_too_long_is_ended(monkeypatch, quick):
    """It has a process of its own."""
    asleep: Any = time.sleep
    monkeypatch.setitem(TOOLS, 'check_certificate', TOOLS['check_certificate']._replace(apart=asleep))
    monkeypatch.setattr(mcp_answers, 'check_certificate', lambda call: 600)
    found = call('check_certificate', {'certificate': '{}', 'seconds': 1})
    assert found.is_error and 'ran out' in found.content[0].text


def test_two_calls_at_once_have_sessions_of_their_own(monkeypatch):
    """Both are under way at the same time, and each gets the answer to its own question."""
    both, sessions, real = threading.Barrier(2), [], mcp_answers.status

    def met(call):
        sessions.append(call.session)
        both.wait(60)
        return real(call)

    monkeypatch.setattr(mcp_answers, 'status', met)
    found = {}

    async def work(client):
        async def one(name, vertex):
            found[name] = (await client.call_tool('status', {'file': name, 'vertex': vertex})).structured_content
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(one, 'bent-three.sgf', 'C9')
            tasks.start_soon(one, 'two-eyes.sgf', 'B9')

    asked(work)
    assert len({id(session) for session in sessions}) == 2 and found['bent-three.sgf']['attack'] == 'A9'
    assert found['two-eyes.sgf']['status'] == 'alive'
