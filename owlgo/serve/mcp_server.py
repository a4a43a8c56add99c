"""``owlgo mcp``: a server of the Model Context Protocol, for language models, on standard input and output.

A call runs in a thread with a session of its own, so several are answered at once; the event loop reports its progress, and ends it when
the client cancels it or its time runs out.  The library (``owlgo[mcp]``) is imported where it is used.
"""
import argparse
import json
import re
import signal
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owlgo.cli import values
from owlgo.cli.options import Exit
from owlgo.engine.core.printable import counted, printable, say
from owlgo.gtp.about import VERSION

if TYPE_CHECKING:
    from mcp.server import Server
    from mcp.types import CallToolResult

    from owlgo.serve.mcp_tools import Tool, ToolAnswer, ToolCall
    from owlgo.serve.shared_folder import SharedFolder

PROGRESS_SECONDS = 1.0
"""Seconds between two reports of progress; a call also ends at most so long after its time ran out."""
LEAST_MCP, BELOW_MCP = (2, 3), (3,)
"""Versions of the library that fit: from the first to below the second, as in ``pyproject.toml``."""
CALLS_AT_ONCE = 4
"""Calls that run at the same time; others wait."""
GRACE_SECONDS = 30
"""Seconds that a call may take to end once its time ran out; then it is given up."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo mcp', allow_abbrev=False,
                                description='Answer language models: a server of the Model Context Protocol on standard input and output. '
                                            'Needs the library mcp (pip install "owlgo[mcp]").')
    p.add_argument('--folder', metavar='DIR', type=values.file_name,
                   help='the folder whose game records may be read by name, and where certificates are written; without it no files are '
                        'read or written')
    return p


def main(argv: list[str] | None = None) -> int:
    """``owlgo mcp``: serve until the input ends; return the exit status."""
    args = parser().parse_args(argv)
    try:
        import anyio
        from mcp.server.stdio import stdio_server
    except ImportError:
        say('owlgo mcp: the library of the Model Context Protocol is missing: pip install "owlgo[mcp]"', sys.stderr)
        return Exit.FAILURE
    found = version('mcp')
    if not LEAST_MCP <= tuple(map(int, re.findall(r'\d+', found)[:2])) < BELOW_MCP:
        say(f'owlgo mcp: the library mcp {found} does not fit: pip install "owlgo[mcp]"', sys.stderr)
        return Exit.FAILURE
    from owlgo.serve.shared_folder import SharedFolder
    try:
        folder = SharedFolder(Path(args.folder)) if args.folder is not None else None
    except ValueError as error:
        say(f'owlgo mcp: --folder: {error}', sys.stderr)
        return Exit.FAILURE
    if sys.stdin.isatty():
        say('owlgo mcp: this speaks JSON with a client such as Claude Desktop; Ctrl-D ends it', sys.stderr)

    async def serve() -> None:
        server = build(folder)
        async with stdio_server() as (requests, answers):
            await server.run(requests, answers, server.create_initialization_options())

    # The thread that waits for input could not be ended otherwise.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(serve)
    return 0


def build(folder: 'SharedFolder | None') -> 'Server[Any]':
    """Return a server with OwlGo's tools.  ``folder`` holds the files that clients may name."""
    import anyio
    from mcp import types
    from mcp.server import Server

    from owlgo.serve.mcp_tools import TOOLS, instructions
    limiter = anyio.CapacityLimiter(CALLS_AT_ONCE)
    listed = [types.Tool(name=name, title=tool.title, description=tool.what, input_schema=tool.arguments, output_schema=tool.answer,
                         annotations=types.ToolAnnotations(title=tool.title, read_only_hint=not tool.writes, destructive_hint=False,
                                                           idempotent_hint=not tool.writes, open_world_hint=False))
              for name, tool in TOOLS.items()]

    async def on_list_tools(context: Any, params: Any) -> Any:
        return types.ListToolsResult(tools=listed)

    async def on_call_tool(context: Any, params: Any) -> Any:
        tool = TOOLS.get(params.name)
        if tool is None:
            return _failure(f'there is no tool {params.name!r}; there are {", ".join(TOOLS)}')
        return await _call(tool, params.arguments or {}, folder, context.session.report_progress, limiter)

    return Server('owlgo', version=VERSION, title='OwlGo', instructions=instructions(folder), on_list_tools=on_list_tools,
                  on_call_tool=on_call_tool)


async def _call(tool: 'Tool', arguments: dict[str, Any], folder: 'SharedFolder | None', report: Callable[..., Any], limiter: Any) \
        -> 'CallToolResult':
    """Carry out a call; every failure that is the caller's becomes an error of one sentence."""
    from owlgo.gtp.session import Interrupted
    from owlgo.serve.mcp_schemas import checked
    from owlgo.serve.mcp_tools import ToolCall
    try:
        call = ToolCall(checked(arguments, tool.arguments), folder)
        seconds = float(call.arguments.get('seconds', tool.seconds))
        async with limiter:         # time spent waiting is not the call's
            return _result(await _watched(tool, call, seconds, report))
    except (Interrupted, TimeoutError):
        lower = ', or a lower level' if 'level' in tool.arguments['properties'] else ''
        return _failure(f'unknown: the time budget of {counted(round(seconds), "second")} ran out; allow more seconds{lower}')
    except ValueError as error:
        return _failure(str(error))


async def _watched(tool: 'Tool', call: 'ToolCall', seconds: float, report: Callable[..., Any]) -> 'ToolAnswer':
    """Run a tool beside the event loop, report its progress, and end it when its time runs out or the call is cancelled.

    Raises what the tool raises, and TimeoutError if it does not end in time.
    """
    import anyio
    from anyio import to_process, to_thread

    from owlgo.gtp.session import Interrupted

    async def work() -> Any:
        found = await to_thread.run_sync(_run, tool.run, call, abandon_on_cancel=True)
        if tool.apart is not None:
            with anyio.fail_after(seconds):
                found = await to_process.run_sync(tool.apart, found, cancellable=True)
        return found

    async def look_after() -> None:
        begun, reported, before = time.monotonic(), 0.0, -1.0
        while True:
            await anyio.sleep(PROGRESS_SECONDS)
            spent = time.monotonic() - begun
            if spent >= seconds and not call.timed_out:
                call.timed_out = True
                call.session.interrupted.set()
            done, total, words = min(spent, seconds), seconds, f'{counted(call.session.searched, "position")} in the present search'
            if call.part is not None:
                # Parts are added to the seconds reported before them, since progress may only grow.
                before = reported if before < 0 else before
                done, total = before + call.part[0], before + call.part[1]
                words = f'{call.part[0]} of {call.part[1]} positions of the game'
            if done > reported:
                reported = done
                await report(done, total, words)

    found: ToolAnswer | Exception
    try:
        with anyio.fail_after(seconds + GRACE_SECONDS):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(look_after)
                try:
                    found = await work()
                except (ValueError, Interrupted, TimeoutError) as error:
                    found = error       # raised below: the group would wrap it
                tasks.cancel_scope.cancel()
    finally:
        # Ends a thread that the client's cancelling has left behind.
        call.session.interrupted.set()
    if isinstance(found, Exception):
        raise found
    return found


def _run(name: str, call: 'ToolCall') -> Any:
    """Run a function of ``mcp_answers``; its first import takes seconds, so it happens here, beside the event loop."""
    return getattr(import_module('owlgo.serve.mcp_answers'), name)(call)


def _result(answer: 'ToolAnswer') -> 'CallToolResult':
    """Return an answer as the protocol has it: data, and the same as text, or a picture."""
    from mcp import types
    content: list[Any] = [types.TextContent(type='text', text=answer.text or json.dumps(answer.data, ensure_ascii=False))]
    if answer.png:
        content.insert(0, types.ImageContent(type='image', data=b64encode(answer.png).decode('ascii'), mime_type='image/png'))
    return types.CallToolResult(content=content, structured_content=answer.data)


def _failure(sentence: str) -> 'CallToolResult':
    """Return an error for the language model to read."""
    from mcp import types
    return types.CallToolResult(content=[types.TextContent(type='text', text=printable(' '.join(sentence.split())))], is_error=True)
