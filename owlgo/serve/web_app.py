"""The routes of the web page: its files, and JSON for its questions.  Needs Starlette.

Searches run in threads, so the event loop never waits for one.  Every error is JSON with a sentence: ``{"error": "..."}``.
"""
import asyncio
import base64
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from owlgo.cli.page_templates import PAGES as SHARED_PAGES
from owlgo.cli.page_templates import board_look, board_script
from owlgo.cli.values import Data
from owlgo.engine.core.goal_names import GOALS
from owlgo.engine.core.level import MAX_LEVEL, STANDARD_LEVEL
from owlgo.engine.core.points import COLOR_NAMES, parse_color, parse_vertex
from owlgo.engine.core.printable import printable, shortened
from owlgo.engine.review.data import Request as ReviewRequest
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.session import Interrupted
from owlgo.serve.fields import INTERNAL_ERROR, FieldError, JsonFields, color_and_point, json_object, of_kind
from owlgo.serve.web_guard import App, Guard
from owlgo.serve.web_records import EXAMPLES, MOST_LISTED, MOST_RECORD_BYTES, Folder, Given, example, examples
from owlgo.serve.web_review import ReviewJob
from owlgo.serve.web_session import ForgottenTab, PagePosition, Tab, Tabs, position
from owlgo.serve.web_warm import Preparation

PAGES = Path(__file__).with_name('pages')
KINDS = {'html': 'text/html', 'css': 'text/css', 'js': 'text/javascript', 'svg': 'image/svg+xml'}
"""Content types of the page's files."""
MOST_RECORD_BODY, MOST_BODY = MOST_RECORD_BYTES * 4 // 3 + (1 << 16), 1 << 16
"""Largest bodies of a request that brings a record, in base64, and of others, in bytes."""
MOST_TRIED = 400
"""Most moves tried after a position of the record."""
MOST_REVIEWS = 2
"""Reviews that may run at once."""
PULSE = 1.0
"""Seconds after which a silent review looks whether its page is still there."""
Endpoint = Callable[[Request], Awaitable[Response]]
"""What answers a request."""
STATUS = {ForgottenTab: 410, Interrupted: 409, GtpError: 503}
"""HTTP statuses of errors; other ValueErrors have 400."""


class Web:
    """What the routes share: tabs, threads, and the records that may be opened."""

    def __init__(self, folder: Folder | None = None, given: Given | None = None, preparation: Preparation | None = None,
                 tabs: Tabs | None = None) -> None:
        self.folder, self.given, self.tabs = folder, given, tabs or Tabs()
        self.preparation = preparation or Preparation()
        self.threads = ThreadPoolExecutor(self.tabs.most * 2 + MOST_REVIEWS, 'owlgo-web')
        self.reviews = 0

    def app(self, host: str, port: int) -> App:
        """Return the ASGI application for the address at which it is served."""
        files = {'/': 'web.html', **{f'/{name}': name for name in ('web.js', 'web.css', 'icon.svg', 'board.js', 'curve.js')}}
        routes = [Route(path, _file(name)) for path, name in files.items()]
        routes += [Route('/api/start', self.start), Route('/api/preparing', self.preparing)]
        for name, answer in (('open', self.open), ('status', self.question(_status)), ('goal', self.question(_goal)),
                             ('try', self.question(_try)), ('respond', self.question(_respond)), ('play', self.question(_play)),
                             ('hint', self.question(_hint)), ('score', self.question(_score)), ('review', self.review),
                             ('close', self.close)):
            routes.append(Route(f'/api/{name}', answer, methods=['POST']))
        app = Starlette(routes=routes, exception_handlers={HTTPException: _http_error, ValueError: _error, GtpError: _error,
                                                           Exception: _bug})
        return Guard(app, host, port)

    async def start(self, request: Request) -> Response:
        """Tell what can be opened."""
        names = await asyncio.to_thread(self.folder.names) if self.folder else []
        return JSONResponse({'examples': examples(), 'files': names[:MOST_LISTED], 'more': len(names) > MOST_LISTED,
                             'given': self.given.name if self.given else None, 'most': MOST_RECORD_BYTES})

    async def preparing(self, request: Request) -> Response:
        """Tell how far the searches are loaded."""
        return JSONResponse({'preparing': self.preparation.words})

    async def open(self, request: Request) -> Response:
        """Open a record in this tab, or in a new one."""
        fields = await _fields(request, MOST_RECORD_BODY)
        known, shipped = fields.text('tab'), 'example' in fields.left
        tab = self.tabs.get(known) if known else self.tabs.new()
        data, title = await asyncio.to_thread(self._record, fields)
        opened = await self._ask(request, tab, lambda: tab.open(data, title))
        # Only a record that could be opened takes another tab's place.
        name = known or self.tabs.add(tab)
        after = EXAMPLES[title].after if shipped else None
        return JSONResponse({**opened, 'tab': name, 'look': board_look(opened['size']), 'after': after})

    def _record(self, fields: JsonFields) -> tuple[bytes, str]:
        """Return the bytes and the name of the record that is to be opened."""
        if 'example' in fields.left:
            name = fields.text('example')
            return example(name), name
        if 'file' in fields.left:
            if self.folder is None:
                raise ValueError('owlgo web was started without --folder')
            name = fields.text('file')
            return self.folder.record(name), name
        if 'given' in fields.left:
            name = fields.text('given')
            if self.given is None or self.given.name != name:
                raise ValueError(f'owlgo web was started without {shortened(name)}')
            return self.given.data, name
        name, text = fields.text('name', 'record'), fields.text('data')
        try:
            data = base64.b64decode(text, validate=True)
        except ValueError:
            raise FieldError('data', 'must be a record in base64') from None
        if len(data) > MOST_RECORD_BYTES:
            raise HTTPException(413, f'{name}: the record is larger than {MOST_RECORD_BYTES >> 20} MB')
        return data, name

    def question(self, ask: Callable[[Tab, PagePosition, JsonFields], Data]) -> Endpoint:
        """Return the route of a question about a position."""
        async def route(request: Request) -> Response:
            fields = await _fields(request)
            tab = self.tabs.get(fields.text('tab'))
            place = _position(fields, tab)
            return JSONResponse(await self._ask(request, tab, lambda: ask(tab, place, fields)))
        return route

    async def _ask(self, request: Request, tab: Tab, work: Callable[[], Data]) -> Data:
        """Answer in a thread, as the tab's only question; stop if the page no longer waits."""
        ticket = tab.questions.begin()

        def answer() -> Data:
            self.preparation.wait()
            return tab.questions.run(ticket, work)
        found = asyncio.get_running_loop().run_in_executor(self.threads, answer)
        gone = asyncio.ensure_future(request.receive())     # the body has been read, so this waits for the end of the connection
        both: set[asyncio.Future[Any]] = {found, gone}
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            tab.questions.stop(ticket)
        gone.cancel()
        return await found

    async def review(self, request: Request) -> Response:
        """Review the tab's record; lines of JSON tell how far it is, and at last what was found."""
        fields = await _fields(request)
        tab = self.tabs.get(fields.text('tab'))
        level = fields.whole('level', 1, 0, MAX_LEVEL)
        return StreamingResponse(self._reviewed(request, tab, ReviewRequest(level)), media_type='application/x-ndjson')

    async def _reviewed(self, request: Request, tab: Tab, wanted: ReviewRequest) -> AsyncGenerator[str, None]:
        if self.reviews >= MOST_REVIEWS:        # Only here: of requests at once all would pass an earlier look.
            yield json.dumps({'error': 'other reviews are running: stop one of them first'}) + '\n'
            return
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[Data]()
        job = ReviewJob(tab.data, tab.record.name, wanted, lambda line: loop.call_soon_threadsafe(lines.put_nowait, line))

        def work() -> None:
            self.preparation.wait()
            job.run()
        self.reviews += 1
        try:
            done = loop.run_in_executor(self.threads, work)
            line: Data = {}
            while not {'review', 'error'} & line.keys():
                try:
                    line = await asyncio.wait_for(lines.get(), PULSE)
                except (TimeoutError, asyncio.TimeoutError):
                    if done.done() and lines.empty():
                        line = {'error': 'the review failed; standard error says why'}
                    elif await request.is_disconnected():
                        return
                    else:
                        continue
                yield json.dumps(line) + '\n'
        finally:
            self.reviews -= 1
            job.stop()

    async def close(self, request: Request) -> Response:
        """Forget a tab that was closed."""
        self.tabs.close((await _fields(request)).text('tab'))
        return JSONResponse({})


# What answers is imported with the first question: the address shall be there at once.


def _status(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    from owlgo.cli import questions
    vertex = fields.text('vertex').upper()
    return tab.kept(place, ('status', vertex), lambda: questions.status(tab.session, vertex))


def _goal(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    """Answer a goal of strings, a side to move."""
    from owlgo.cli import solve_goal
    goal, session = fields.choice('goal', GOALS[0], GOALS), tab.session
    stones = fields.list_of('stones', lambda found: str(of_kind(found, str)).upper(), 'vertices') or []
    color = _color(fields)

    def answer() -> Data:
        question = solve_goal.question_of(session.game, tab.record_at(place), goal, stones, color)
        _, told = solve_goal.answered(session.game, question._replace(nodes=session.limits.proof), session.goes_on)
        if not session.goes_on(0):
            raise Interrupted
        return told
    return tab.kept(place, ('goal', goal, tuple(stones), color), answer)


def _try(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    from owlgo.cli import questions
    return _with_move(tab, place, fields, 'try', questions.refute)


def _respond(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    from owlgo.cli import against_prover
    return _with_move(tab, place, fields, 'respond', against_prover.respond)


def _with_move(tab: Tab, place: PagePosition, fields: JsonFields, name: str, ask: Callable[..., Data]) -> Data:
    """Answer a question about a dragon and a move, with the positions after the move and after each of the line."""
    vertex, move = fields.text('vertex').upper(), fields.text('move').upper()
    color = _color(fields)

    def answer() -> Data:
        told = ask(tab.session, vertex, move, color)
        played = [(color, move), *((parse_color(one['color']), one['vertex']) for one in told['line'])]
        return {**told, 'positions': _positions(tab, played)}
    return tab.kept(place, (name, vertex, move, color), answer)


def _play(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    """Answer with the position after the tried moves."""
    tab.go(place)
    return {**position(tab.session.game), 'to_move': COLOR_NAMES[tab.session.game.to_move]}


def _hint(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    """Answer with the best move of a side."""
    from owlgo.serve import game_questions
    color = _color(fields)
    return tab.kept(place, ('hint', color), lambda: game_questions.best_move(tab.session, tab.record, color))


def _color(fields: JsonFields) -> int:
    """Return the side that a question is about.  Raises FieldError if it is missing."""
    name = fields.choice('color', '', ('black', 'white'))
    if not name:
        raise FieldError('color', 'is missing: black or white')
    return parse_color(name)


def _score(tab: Tab, place: PagePosition, fields: JsonFields) -> Data:
    """Answer with the score of the position."""
    from owlgo.serve import game_questions
    return tab.kept(place, 'score', lambda: game_questions.score(tab.session, tab.record_at(place)))


def _positions(tab: Tab, played: list[tuple[int, str]]) -> list[Data]:
    """Return the position after each of some moves that follow the present one; it ends with the first illegal one."""
    game, found = tab.session.game, list[Data]()
    try:
        for color, name in played:
            if not game.trymove(color, parse_vertex(name, game.size)):
                break
            found.append(position(game))
    finally:
        for _ in found:
            game.popgo()
    return found


async def _fields(request: Request, most: int = MOST_BODY) -> JsonFields:
    """Read a request's body as JSON, at most ``most`` bytes of it.  Raises HTTPException or ValueError."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise HTTPException(413, f'the request is larger than {most:,} bytes')
    except ClientDisconnect:
        raise HTTPException(400, 'the request was broken off') from None
    return JsonFields(json_object(bytes(body), 'the request'))


def _position(fields: JsonFields, tab: Tab) -> PagePosition:
    """Return the position that is meant: ``at`` moves of the record, then the moves ``tried``, read at ``level``."""
    tried = fields.list_of('tried', lambda move: color_and_point(move, tab.record.size), 'moves such as ["black", "D4"]') or []
    if len(tried) > MOST_TRIED:
        raise FieldError('tried', f'must have at most {MOST_TRIED} moves')
    return PagePosition(fields.whole('at', 0, 0, len(tab.record.plays)), tuple(tried), fields.whole('level', STANDARD_LEVEL, 0, MAX_LEVEL))


def _file(name: str) -> Endpoint:
    """Return the route of one of the page's files."""
    async def route(request: Request) -> Response:
        if name == 'board.js':
            text = board_script()
        else:
            text = ((SHARED_PAGES if name == 'curve.js' else PAGES) / name).read_text('utf-8')
        return Response(text, media_type=KINDS[name.rpartition('.')[2]])
    return route


async def _error(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
    said = error.sentence if isinstance(error, FieldError) else str(error)
    return JSONResponse({'error': printable(said)}, status)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: 'there is nothing here', 405: 'wrong HTTP method'}
    return JSONResponse({'error': words.get(error.status_code, printable(error.detail))}, error.status_code, headers=error.headers)


async def _bug(request: Request, error: Exception) -> Response:
    """Answer for a bug of ours; Starlette raises the error again afterwards, so that standard error shows it."""
    return JSONResponse({'error': INTERNAL_ERROR}, 500)
