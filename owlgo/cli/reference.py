"""Write the documentation's page of the command line (``docs/hooks.py``)."""
from itertools import groupby

from owlgo.cli.manual import ENVIRONMENT, EXIT_STATUSES, heading
from owlgo.cli.synopsis import Option, every


def command_line() -> str:
    """Return all options of all parsers."""
    top, *rest = every()
    lines = ['# The command line', '', 'Made from the parsers; `owlgo --help` and `owlgo man` say the same. [Options](options.md) says '
             'more about some of them.', '', '## owlgo [OPTION ...]', '']
    for title, options in groupby(top.options, lambda option: option.group):
        lines += [f'### {heading(title)}', '', *_table(list(options)), '']
    for one in rest:
        lines += [f'## {" ".join(["owlgo", *one.path, *one.arguments])}', '', one.what[:1].upper() + one.what[1:] + '.', '']
        lines += [*_table([option for option in one.options if '--help' not in option.flags]), '']
    for title, rows in (('Environment', ENVIRONMENT), ('Exit status', EXIT_STATUSES)):
        lines += [f'## {title}', '', '| | |', '|---|---|', *(f'| `{name}` | {_cell(text)} |' for name, text in rows), '']
    return '\n'.join(lines)


def _table(options: list[Option]) -> list[str]:
    """Write a table of options."""
    if not options:
        return []
    return ['| option | what it does |', '|---|---|', *(f'| {_flags(option)} | {_cell(option.what)} |' for option in options)]


def _flags(option: Option) -> str:
    argument = f' {option.argument}' if option.argument and not option.choices else ''
    choices = f' with {", ".join(f"`{choice}`" for choice in option.choices)}' if option.choices else ''
    return ', '.join(f'`{flag}{argument}`' for flag in option.flags) + choices


def _cell(text: str) -> str:
    return text.replace('|', '\\|')
