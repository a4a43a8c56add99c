"""The page of the command line, made from the parsers (``docs/hooks.py`` puts it among the documentation)."""
from itertools import groupby

from owlgo.cli.manual import ENVIRONMENT, HEADINGS, STATUS
from owlgo.cli.synopsis import Option, every


def command_line() -> str:
    """All options of all parsers."""
    top, *rest = every()
    lines = ['# The command line', '', 'Made from the parsers; `owlgo --help` and `owlgo man` say the same. [Options](options.md) says '
             'more about some of them.', '', '## owlgo [OPTION ...]', '']
    for title, options in groupby(top.options, lambda option: option.group):
        lines += [f'### {HEADINGS.get(title, title[:1].upper() + title[1:])}', '', *_table(list(options)), '']
    for one in rest:
        lines += [f'## {" ".join(["owlgo", *one.path, *one.arguments])}', '', one.what[:1].upper() + one.what[1:] + '.', '']
        lines += [*_table([option for option in one.options if '--help' not in option.flags]), '']
    for heading, rows in (('Environment', ENVIRONMENT), ('Exit status', STATUS)):
        lines += [f'## {heading}', '', '| | |', '|---|---|', *(f'| `{name}` | {_cell(text)} |' for name, text in rows), '']
    return '\n'.join(lines)


def _table(options: list[Option]) -> list[str]:
    """Options as rows."""
    if not options:
        return []
    return ['| option | what it does |', '|---|---|', *(f'| {_flags(option)} | {_cell(option.what)} |' for option in options)]


def _flags(option: Option) -> str:
    argument = f' {option.argument}' if option.argument and not option.choices else ''
    choices = f' with {", ".join(f"`{choice}`" for choice in option.choices)}' if option.choices else ''
    return ', '.join(f'`{flag}{argument}`' for flag in option.flags) + choices


def _cell(text: str) -> str:
    return text.replace('|', '\\|')
