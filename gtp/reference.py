"""Write the documentation's page of all GTP commands (``docs/hooks.py``)."""
import inspect
import sys
from collections.abc import Iterator

from owlgo.gtp import commands
from owlgo.gtp.registry import COMMANDS


def gtp() -> str:
    """Return all GTP commands by theme, with their docstrings."""
    assert commands, 'it registers them'
    themes: dict[str, list[str]] = {}
    for name in sorted(COMMANDS):
        themes.setdefault(COMMANDS[name].handler.__module__, []).append(name)
    lines = ['# GTP commands', '', f'Made from the registry: {len(COMMANDS)} commands. `help NAME` prints the same. '
             'The differences from GNU Go stand in [a list](gnugo-commands.md).', '']
    for module, names in sorted(themes.items()):
        about = (inspect.getdoc(sys.modules[module]) or '').split('\n\n')[0].replace('\n', ' ')
        lines += [f'## {module.rpartition(".")[2].capitalize()}', '', about, '']
        for name in names:
            lines += [f'### `{name}`', '', *_paragraphs(inspect.getdoc(COMMANDS[name].handler) or ''), '']
    return '\n'.join(lines)


def _paragraphs(text: str) -> Iterator[str]:
    """Turn a docstring into Markdown: single backticks, no HTML."""
    for line in text.split('\n'):
        text = line.replace('``', '`').replace('<', '&lt;')
        yield text if '`' in text else text.replace('[', '\\[').replace('*', '\\*')
