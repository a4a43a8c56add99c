"""Write the documentation's page of all GTP commands (``docs/hooks.py``)."""
import inspect
import re
import sys

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
            lines += [f'### `{name}`', '', _paragraphs((inspect.getdoc(COMMANDS[name].handler) or '').rstrip()), '']
    return '\n'.join(lines)


def _paragraphs(text: str) -> str:
    """Turn a docstring into Markdown: failures as a paragraph, single backticks, no HTML."""
    text = re.sub(r'\s+(Fails:)', r'\n\n\1', text).replace('``', '`').replace('<', '&lt;')
    return '\n'.join(line if '`' in line else line.replace('[', '\\[').replace('*', '\\*') for line in text.split('\n'))
