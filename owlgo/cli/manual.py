"""``owlgo man``: the manual page owlgo(1), made from the parsers."""
import argparse
from itertools import groupby

from owlgo.cli.options import DESCRIPTION
from owlgo.cli.synopsis import Option, Synopsis, every
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


def heading(group: str) -> str:
    """Return the heading of a group of options."""
    return 'Frequent options' if group == 'options' else group[:1].upper() + group[1:]


def parser() -> argparse.ArgumentParser:
    """Return the parser of ``owlgo man``, which has no options."""
    return argparse.ArgumentParser(prog='owlgo man', description='Print the manual page, as roff: owlgo man > owlgo.1')


def main(argv: list[str]) -> int:
    """Print the page; return the exit status."""
    parser().parse_args(argv)
    print(page(every()))
    return 0


def page(known: list[Synopsis]) -> str:
    """Write the page in roff with the man macros."""
    top, *rest = known
    what, _, first = DESCRIPTION.partition('\n\nfirst steps:\n')
    lines = [f'.TH OWLGO 1 "" "{NAME} {VERSION}" "User Commands"', '.SH NAME', f'owlgo \\- {_text(what[0].lower() + what[1:].rstrip("."))}',
             '.SH SYNOPSIS', '.B owlgo', '[\\fIOPTION\\fR ...]', '.br', '.B owlgo', '\\fISUBCOMMAND\\fR ...',
             '.SH DESCRIPTION', _text(what),
             'On a terminal it plays; where standard input is no terminal it speaks the Go Text Protocol.', '.SH EXAMPLES', '.nf',
             *(_text(line) for line in first.split('\n')), '.fi', '.SH OPTIONS']
    for title, options in groupby(top.options, lambda option: option.group):
        lines.append(f'.SS {_text(heading(title))}')
        lines += [line for option in options for line in _option(option)]
    lines.append('.SH SUBCOMMANDS')
    for one in rest:
        lines += [f'.SS "{_text(" ".join(["owlgo", *one.path, *one.arguments]))}"', _text(one.what[0].upper() + one.what[1:]) + '.']
        lines += [line for option in one.options if '--help' not in option.flags for line in _option(option)]
    for title, rows in (('ENVIRONMENT', ENVIRONMENT), ('EXIT STATUS', EXIT_STATUSES)):
        lines.append(f'.SH "{title}"')
        lines += [line for name, text in rows for line in ('.TP', f'.B {_text(name)}', _text(text))]
    return '\n'.join([*lines, '.SH "SEE ALSO"', '.BR gnugo (6)'])


def _option(option: Option) -> list[str]:
    """Write an option as a tagged paragraph."""
    argument = f' \\fI{_text(option.argument or "")}\\fR' if option.argument else ''
    if option.choices and option.argument:
        argument = f' \\fI{_text("|".join(option.choices))}\\fR'
    return ['.TP', ', '.join(f'\\fB{_text(flag)}\\fR{argument}' for flag in option.flags), _text(option.what) or '\\&']


def _text(text: str) -> str:
    """Escape text for roff."""
    text = text.replace('\\', '\\e').replace('-', '\\-').replace('"', '\\(dq')
    return f'\\&{text}' if text.startswith(('.', "'")) else text
