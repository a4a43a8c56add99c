"""``owlgo mcp`` as a command: its streams, and what it needs to begin."""
import os
import sys

import pytest

from owlgo.cli.main import main
from owlgo.gtp.tests.strict import ROOT
from owlgo.serve import mcp_server
from owlgo.serve.mcp_tools import TOOLS
from owlgo.serve.tests.test_mcp_server import BENT_THREE, GAMES

anyio = pytest.importorskip('anyio')
mcp = pytest.importorskip('mcp')


def test_owlgo_mcp_on_its_standard_streams(tmp_path):
    """The client starts it as any program does; nothing but the protocol is on its output."""
    parameters = mcp.StdioServerParameters(command=sys.executable, args=['-m', 'owlgo', 'mcp', '--folder', str(GAMES.path)],
                                           env=dict(os.environ))

    async def work():
        async with mcp.Client(parameters) as client:
            tools = await client.list_tools()
            drawn = await client.call_tool('draw', {**BENT_THREE})
            refused = await client.call_tool('check_certificate', {'certificate': '{}'})
            return tools, drawn, refused

    tools, drawn, refused = anyio.run(work)
    assert len(tools.tools) == len(TOOLS) and ' 9 . . X O' in drawn.content[0].text
    assert not refused.is_error and refused.structured_content['reason'].startswith('refused: ')


def test_without_the_library_it_is_one_sentence(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, 'mcp', None)
    monkeypatch.setitem(sys.modules, 'mcp.server.stdio', None)
    assert main(['mcp']) == 1
    out, err = capsys.readouterr()
    assert out == '' and 'pip install "owlgo[mcp]"' in err and err.count('\n') == 1


@pytest.mark.parametrize('version', ['1.30.0', '2.2.9', '3.0.0b1'])
def test_a_library_of_another_version_is_one_sentence(monkeypatch, capsys, version):
    monkeypatch.setattr('owlgo.serve.mcp_server.version', lambda name: version)
    assert main(['mcp']) == 1
    out, err = capsys.readouterr()
    assert out == '' and f'mcp {version} does not fit: pip install "owlgo[mcp]"' in err and err.count('\n') == 1


def test_the_versions_of_the_library_are_those_that_the_package_asks_for():
    least, below = ('.'.join(map(str, one)) for one in (mcp_server.LEAST_MCP, mcp_server.BELOW_MCP))
    assert f'"mcp>={least},<{below}"' in (ROOT / 'pyproject.toml').read_text('utf-8')


def test_a_folder_that_is_none_is_one_sentence(capsys, tmp_path):
    assert main(['mcp', '--folder', str(tmp_path / 'no')]) == 1
    assert 'owlgo mcp: --folder: ' in capsys.readouterr().err
