"""``owlgo man`` and the documentation's page of the command line, made from the help of all parsers."""
import argparse
from functools import partial

from owlgo.cli.options import DESCRIPTION, build_parser
from owlgo.cli.subcommands import SUBCOMMANDS, is_installed, parser_of
from owlgo.gtp.about import NAME, VERSION

ENVIRONMENT = (
    ('OWLGO_CACHE_DIR', 'the folder that keeps compiled kernels, instead of owlgo in the cache folder of the user'),
    ('NO_COLOR', 'if it is not empty, nothing is coloured'),
    ('LC_ALL, LC_CTYPE, LANG', 'whether stones are discs or the letters X and O in a game on the terminal'),
)
"""Environment variables and their meaning."""
EXIT_STATUSES = (('0', 'all went well'), ('1', 'something failed, which standard error names'), ('2', 'options that are not understood'),
          ('3', 'owlgo solve could not prove everything'), ('130', 'interrupted by Ctrl-C'))
"""Exit statuses and their meaning."""


def parser() -> argparse.ArgumentParser:
    return argparse.ArgumentParser(prog='owlgo man', description='Print the manual page, as roff: owlgo man > owlgo.1')


def main(argv: list[str]) -> int:
    """Print the page; return the exit status."""
    parser().parse_args(argv)
    print(page())
    return 0


def helps() -> dict[str, str]:
    """Return the help of the command, and of each installed subcommand and its tools, by its words."""
    found: dict[str, str] = {}

    def add(one: argparse.ArgumentParser) -> None:
        one.formatter_class = partial(one.formatter_class, width=80)      # type: ignore[call-arg]
        found[one.prog] = one.format_help()
        for action in one._actions:
            if isinstance(action, argparse._SubParsersAction):
                for tool in action.choices.values():
                    add(tool)
    for one in (build_parser(), *map(parser_of, filter(is_installed, SUBCOMMANDS))):
        add(one)
    return found


def page() -> str:
    """Write the page in roff with the man macros."""
    lines = [f'.TH OWLGO 1 "" "{NAME} {VERSION}" "User Commands"', '.SH NAME', f'owlgo \\- {_text(DESCRIPTION.partition(".")[0])}']
    for name, text in helps().items():
        lines += [f'.SH "{name}"', '.nf', *map(_text, text.splitlines()), '.fi']
    for title, rows in (('ENVIRONMENT', ENVIRONMENT), ('EXIT STATUS', EXIT_STATUSES)):
        lines.append(f'.SH "{title}"')
        lines += [line for name, text in rows for line in ('.TP', f'.B {_text(name)}', _text(text))]
    return '\n'.join([*lines, '.SH "SEE ALSO"', '.BR gnugo (6)'])


def _text(text: str) -> str:
    """Escape text for roff."""
    text = text.replace('\\', '\\e').replace('-', '\\-').replace('"', '\\(dq')
    return f'\\&{text}' if text.startswith(('.', "'")) else text


def markdown() -> str:
    """Return the documentation's page of the command line (``docs/hooks.py``)."""
    lines = ['# The command line', '', 'What `--help` says. [Options](options.md) says more about some of them.', '']
    for name, text in helps().items():
        lines += [f'## {name}', '', '```text', text.rstrip(), '```', '']
    for title, rows in (('Environment', ENVIRONMENT), ('Exit status', EXIT_STATUSES)):
        lines += [f'## {title}', '', *(f'- `{name}`: {text}' for name, text in rows), '']
    return '\n'.join(lines)
