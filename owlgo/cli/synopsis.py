"""Collect all options and arguments of ``owlgo`` from its parsers, for completion and the manual page."""
import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from owlgo.cli.options import build_parser
from owlgo.cli.subcommands import SUBCOMMANDS, is_installed, parser_of


class Option(NamedTuple):
    """An option."""
    flags: tuple[str, ...]
    argument: str
    """Name of its argument; empty if it has none."""
    kind: str
    """file, folder or word."""
    choices: tuple[str, ...]
    what: str
    """Its help, in one line."""
    group: str
    """Its heading."""


class Synopsis(NamedTuple):
    """A command, a subcommand or its tool."""
    path: tuple[str, ...]
    """The words after ``owlgo``."""
    what: str
    options: tuple[Option, ...]
    arguments: tuple[str, ...]
    """Names of the arguments without a flag."""
    kind: str
    """Kind of these arguments: file or folder if one of them is, else word."""
    choices: tuple[str, ...]
    """Choices of an argument, without the tools of a subcommand."""


def every() -> list[Synopsis]:
    """Return the command, then each installed subcommand followed by its tools."""
    found = [*_of(build_parser(), ())]
    for name in filter(is_installed, SUBCOMMANDS):
        found += _of(parser_of(name), (name,))
    return found


def below(path: tuple[str, ...], known: list[Synopsis]) -> list[Synopsis]:
    """Return the subcommands of the command, or the tools of a subcommand."""
    return [one for one in known if len(one.path) == len(path) + 1 and one.path[:-1] == path]


def _of(parser: argparse.ArgumentParser, path: tuple[str, ...], what: str = '') -> Iterator[Synopsis]:
    """Yield a parser, and the parsers of its tools."""
    tools: dict[str, tuple[argparse.ArgumentParser, str]] = {}
    options: list[Option] = []
    arguments: list[str] = []
    choices: tuple[str, ...] = ()
    groups = {id(action): group.title or '' for group in parser._action_groups for action in group._group_actions}
    kinds = {'word'}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or '' for one in action._choices_actions}
            tools = {name: (tool, helps.get(name, '')) for name, tool in action.choices.items()}
        elif action.option_strings:
            options.append(Option(tuple(action.option_strings), _name(action), _kind(action), _choices(action), _help(parser, action),
                                  groups.get(id(action), '')))
        else:
            arguments.append(_name(action))
            kinds.add(_kind(action))
            choices = _choices(action) or choices
    kind = next(kind for kind in ('file', 'folder', 'word') if kind in kinds)
    text = what or (SUBCOMMANDS[path[0]].what if path else '')
    yield Synopsis(path, text, tuple(options), tuple(arguments), kind, choices)
    for name, (tool, help_text) in tools.items():
        yield from _of(tool, (*path, name), help_text)


def _name(action: argparse.Action) -> str:
    """Return the name of an argument; empty for an option without one."""
    if action.nargs == 0:
        return ''
    if isinstance(action.metavar, str):
        return action.metavar
    return action.dest.upper().replace('_', '-') if action.option_strings or not action.choices else '|'.join(_choices(action))


def _choices(action: argparse.Action) -> tuple[str, ...]:
    return tuple(map(str, action.choices or ()))


def _kind(action: argparse.Action) -> str:
    name = _name(action)
    if name.startswith(('DIR', 'FOLDER')):
        return 'folder'
    return 'file' if name.startswith(('FILE', 'SUITE', 'CERTIFICATE')) or action.type is Path else 'word'


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return the help of an option in one line."""
    return ' '.join(parser._get_formatter()._expand_help(action).split()) if action.help else ''
