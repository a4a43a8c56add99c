"""List the public interface: Python names with signatures, GTP commands, options, keys of JSON answers, and the tools of ``owlgo mcp``.

    python -m owlgo.tests.public        # write public.txt anew, after a change that docs/python.md allows

Signatures are read from the sources, so every version of Python writes the same list.
"""
import argparse
import ast
import contextlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import owlgo
from owlgo.cli.main import run
from owlgo.cli.options import build_parser
from owlgo.cli.subcommands import SUBCOMMANDS, is_installed, parser_of
from owlgo.gtp import commands
from owlgo.gtp.registry import COMMANDS
from owlgo.serve.mcp_tools import TOOLS

LIST = Path(__file__).with_name('public.txt')
"""The written list."""
RECORD = Path(__file__).parents[2] / 'regress' / 'games' / 'bulky-five.sgf'
ANSWERS = {'explain': ['explain', str(RECORD), 'C7', '--json'], 'solve': ['solve', str(RECORD), '--json'],
           '--decide-string': ['-l', str(RECORD), '--decide-string', 'C7', '--json'],
           'score': ['score', str(RECORD), '--level', '0', '--json']}
"""Commands that answer in JSON, by the name in the list."""
PROVED = ['solve', str(RECORD), '--quiet', '--certificate']
"""The command that writes a certificate for ``owlgo verify``."""
CLASSES = {'review': ('engine.review.data', 'Fate', 'Moment', 'Finding', 'Review'), 'claims': ('engine.examine.claims',)}
"""Modules and classes whose fields are keys of JSON; without names all classes of the module."""


def parsed(module: str) -> ast.Module:
    """Return the syntax tree of a module of the package."""
    found = find_spec(f'owlgo.{module}')
    assert found is not None and found.origin is not None
    return ast.parse(Path(found.origin).read_text('utf-8'))


def signature(name: str, function: ast.FunctionDef) -> str:
    """Return a function's name, parameters and answer, without ``self``."""
    arguments = re.sub(r'^(self|cls)(, )?(/(, )?)?', '', ast.unparse(function.args))
    returns = f' -> {ast.unparse(function.returns)}' if function.returns and not name.endswith('__init__') else ''
    return f'{name.removesuffix(".__init__")}({arguments}){returns}'


def fields(found: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Yield the fields of a dataclass, with their types."""
    for node in found.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not node.target.id.startswith('_'):
            yield node.target.id, ast.unparse(node.annotation)


def members(name: str, found: ast.ClassDef) -> Iterator[str]:
    """Yield fields, constructor, methods and properties of a class."""
    for field, kind in fields(found):
        yield f'{name}.{field}: {kind}'
    for node in found.body:
        if isinstance(node, ast.FunctionDef) and (node.name == '__init__' or not node.name.startswith('_')):
            decorators = [ast.unparse(one) for one in node.decorator_list]
            if 'property' in decorators:
                returns = ast.unparse(node.returns) if node.returns else 'Any'
                yield f'{name}.{node.name}: {returns}'
            else:
                yield signature(f'{name}.{node.name}', node)


def python_names() -> Iterator[str]:
    """Yield what ``owlgo.__all__`` names, with members."""
    for name in sorted(owlgo.__all__):
        if name == '__version__':
            yield name
            continue
        for node in parsed(owlgo._HOMES[name]).body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                yield f'class {name}({", ".join(map(ast.unparse, node.bases))})'.removesuffix('()')
                yield from members(name, node)
            elif isinstance(node, ast.FunctionDef) and node.name == name:
                yield signature(name, node)


def gtp_commands() -> Iterator[str]:
    """Yield the GTP commands, with their arguments in the words of ``help``."""
    assert COMMANDS, f'{commands.__name__} registers them'
    for name in sorted(COMMANDS):
        text = ' '.join((COMMANDS[name].handler.__doc__ or '').split())
        arguments = re.match(r'Arguments[^:]*: (.*?)(\.( |$)|;)', text)
        yield f'{name}: {arguments[1]}' if arguments else name


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the options and arguments of a parser and of its tools."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for tool in action.choices.values():
                yield from options(tool)
        elif action.help != argparse.SUPPRESS:
            value = action.metavar or (','.join(map(str, action.choices)) if action.choices else action.dest)
            count = '' if action.nargs is None else f' ({action.nargs})'
            named = '/'.join(action.option_strings)
            if action.nargs == 0:
                yield f'{parser.prog} {named}'
            else:
                yield f'{parser.prog} {named} {value}{count}'.replace('  ', ' ')


def all_options() -> Iterator[str]:
    """Yield the options of the command and its subcommands."""
    for parser in (build_parser(), *map(parser_of, filter(is_installed, SUBCOMMANDS))):
        yield from options(parser)


def keys(name: str, data: object) -> Iterator[str]:
    """Yield the keys of a JSON answer, and of the objects below it; the objects of ``results`` are all alike, by names of rules."""
    assert isinstance(data, dict)
    for key, value in data.items():
        path = f'{name}{"." if ": " in name else ": "}{key}'
        yield path
        if key == 'results':
            value = {'NAME': next(iter(value.values()))}
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and key != 'claims':
                yield from keys(path, one)


def printed(argv: list[str]) -> str:
    """Run a command; return its standard output."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        run(argv)
    return said.getvalue()


def json_keys() -> Iterator[str]:
    """Yield the keys of answers in JSON; those of reviews and claims are the fields of their classes."""
    for name, argv in ANSWERS.items():
        yield from dict.fromkeys(keys(name, json.loads(printed(argv))))
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / 'certificate.json')
        printed([*PROVED, file])
        yield from dict.fromkeys(keys('verify', json.loads(printed(['verify', file, '--json']))))
    for name, (module, *classes) in CLASSES.items():
        for node in parsed(module).body:
            if isinstance(node, ast.ClassDef) and (not classes or node.name in classes):
                yield from (f'{name}: {node.name}.{field}' for field, _ in fields(node))


def mcp_tools() -> Iterator[str]:
    """Yield the arguments of the tools of ``owlgo mcp``, and the keys of their answers."""
    for name, tool in TOOLS.items():
        yield from (f'{name} {argument}' for argument in tool.arguments['properties'])
        yield from (f'{name}: {key}' for key in tool.answer['properties'])


def listing() -> str:
    """Return the whole list as text."""
    parts = {'Python': python_names(), 'GTP commands': gtp_commands(), 'Command line': all_options(), 'JSON': json_keys(),
             'MCP tools': mcp_tools()}
    return '\n'.join(line for title, lines in parts.items() for line in (f'# {title}', '', *lines, ''))


def main() -> int:
    """Write the list; return the exit status."""
    LIST.write_text(listing(), 'utf-8')
    return 0


if __name__ == '__main__':
    sys.exit(main())
