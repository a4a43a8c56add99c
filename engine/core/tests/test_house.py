"""House rules that no linter knows: file sizes, no stray prints, and import floors that really refuse."""
import ast
import functools
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
FOLDERS = ('engine', 'patterns', 'gtp', 'owlgo', 'regress')
"""Of the package ``owlgo``; all but its own lie beside it in a checkout."""
MAX_LINES = 500
MAY_PRINT = {'owlgo/cli/main.py', 'owlgo/cli/solve_answer.py', 'owlgo/cli/verify.py',
             'owlgo/cli/completion.py', 'owlgo/cli/manual.py', 'gtp/server.py', 'gtp/commands/session.py', 'regress/report.py',
             'regress/bench.py', 'regress/solver_bench.py', 'regress/match.py', 'engine/core/cache.py', 'engine/core/printable.py',
             'engine/core/waiting.py', 'engine/checker/second_checker.py'}


def sources():
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob('*.py'))]


def is_test(path):
    """Whether something lies in a folder of tests, wherever the checkout lies."""
    return 'tests' in path.relative_to(ROOT).parts


def too_long(paths, most=MAX_LINES):
    return [path for path in paths if len(path.read_text('utf-8').splitlines()) > most]


def printing(paths):
    return [path for path in paths if not {'tests', 'train'} & set(path.relative_to(ROOT).parts)
            and str(path.relative_to(ROOT)) not in MAY_PRINT and re.search(r'^\s*print\(', path.read_text('utf-8'), re.M)]


def test_files_stay_short():
    assert too_long(sources()) == []
    assert too_long(sources(), 20), 'the check can fail'


def test_only_front_ends_print():
    assert printing(sources()) == []


def module(path):
    name = '.'.join(path.relative_to(ROOT).with_suffix('').parts).removesuffix('.__init__')
    return name if name.partition('.')[0] == 'owlgo' else f'owlgo.{name}'


def modules():
    return {module(path) for path in sources() if not is_test(path)}


def test_every_module_has_a_floor():
    """The import contract names each module or a package round it: what it does not name it does not check."""
    layers = re.search(r'^layers = \[(.*?)^\]', (ROOT / 'pyproject.toml').read_text('utf-8'), re.M | re.S)
    assert layers
    floors = set(re.findall(r'[\w.]+', layers[1]))
    outside = {name for name in modules() if not any(f'{name}.'.startswith(f'{floor}.') for floor in floors)}
    assert outside == {'owlgo', 'owlgo.engine', 'owlgo.gtp'}, 'packages that only hold rooms, and the one name for all'


@functools.cache
def parsed(text):
    """What a source imports when it is loaded or when its functions run, each module with the names that are taken from it, and its
    classes; what only types need is left out.
    """
    tree = ast.parse(text)
    for_types = {id(below) for node in ast.walk(tree) if isinstance(node, ast.If) and getattr(node.test, 'id', '') == 'TYPE_CHECKING'
                 for line in node.body for below in ast.walk(line)}
    taken: list[tuple[str | None, tuple[str, ...]]] = []
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            taken += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            taken.append((node.module, tuple(alias.name for alias in node.names)))
    return taken, [node.name for node in tree.body if isinstance(node, ast.ClassDef)]


def imported(text, known):
    """The modules among ``known`` that a source imports."""
    found = set[str | None]()
    for name, names in parsed(text)[0]:
        found |= {f'{name}.{each}' for each in names} & known or {name}
    return found & known


def in_circles(texts):
    """The modules that import each other in a circle, or lie between circles; ``texts`` are the sources by module."""
    left = {name: imported(text, set(texts)) - {name} for name, text in texts.items()}
    while True:
        used = set().union(*left.values())
        loose = {name for name, below in left.items() if name not in used or not below & set(left)}
        if not loose:
            return sorted(left)
        left = {name: below for name, below in left.items() if name not in loose}


def test_no_modules_import_each_other_in_a_circle():
    """Wherever the import stands: one inside a function only hides the circle."""
    paths = [path for path in sources() if not is_test(path)]
    assert in_circles({module(path): path.read_text('utf-8') for path in paths}) == []


def test_a_circle_is_found():
    inside = 'def late():\n    from house import one\n'
    types = 'from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house import one\n'
    assert in_circles({'house.one': 'import house.two', 'house.two': inside, 'house.three': 'from house.one import what'}) == \
        ['house.one', 'house.two']
    assert in_circles({'house.one': 'import house.two', 'house.two': types}) == []


def test_nothing_depends_on_a_test():
    """Wheels come without them."""
    tests = {module(path) for path in sources() if is_test(path)}
    assert [path for path in sources() if not is_test(path) and imported(path.read_text('utf-8'), tests)] == []
    assert imported((ROOT / 'engine/core/tests/test_board.py').read_text('utf-8'), tests), 'the check can fail'


def test_the_command_line_asks_the_engine():
    """Not the text of a GTP answer: what both say comes from the same place below."""
    paths = [path for path in sources() if not is_test(path)]
    commands = {module(path) for path in paths if path.parent.name == 'commands'}
    asking = {module(path) for path in paths if path.parent.name == 'cli' and imported(path.read_text('utf-8'), commands)}
    assert asking == set() and imported('from owlgo.gtp.commands.score import estimate', commands), 'the check can fail'


def test_types_are_relaxed_where_kernels_are_and_nowhere_else():
    listed = re.search(r'^# Kernels have.*?^module = \[(.*?)^\]', (ROOT / 'pyproject.toml').read_text('utf-8'), re.M | re.S)
    assert listed
    decorated = re.compile(r'^@(kernel|unit|njit)\b', re.M)
    having = {module(path) for path in sources() if not is_test(path) and decorated.search(path.read_text('utf-8'))}
    assert set(re.findall(r'[\w.]+', listed[1])) == having


def test_every_room_lists_its_files():
    """The README of a package names each of its modules."""
    missing = [f'{package.relative_to(ROOT)}/{path.name}'
               for package in {path.parent for path in sources()} - {ROOT / 'engine', ROOT / 'owlgo'}
               if not is_test(package)
               for path in package.glob('*.py') if path.name != '__init__.py'
               and f'`{path.name}`' not in ((package / 'README.md').read_text('utf-8') if (package / 'README.md').exists() else '')]
    assert sorted(missing) == []


def test_every_package_says_what_it_is_for():
    """In the first line of its ``__init__.py``."""
    packages = {path.parent for path in sources() if not is_test(path)} - {ROOT}
    silent = [str(package.relative_to(ROOT)) for package in packages if not (package / '__init__.py').read_text('utf-8').startswith('"""')]
    assert sorted(silent) == [] and len(packages) > 15


def test_an_upward_import_is_refused(tmp_path):
    """The import contract, on a copy with one bad line."""
    package = tmp_path / 'owlgo'
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob('*.py'):
            target = package / path.relative_to(ROOT / folder if folder == 'owlgo' else ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(path.read_text('utf-8'), 'utf-8')
    (tmp_path / 'pyproject.toml').write_text((ROOT / 'pyproject.toml').read_text('utf-8'), 'utf-8')
    points = package / 'engine' / 'core' / 'points.py'
    points.write_text('import owlgo.engine.owl.pattern_values\n' + points.read_text('utf-8'), 'utf-8')
    command = [sys.executable, '-c', 'from importlinter.cli import lint_imports_command; lint_imports_command()', '--no-cache']
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True,
                            env={'PYTHONPATH': str(tmp_path)})
    assert result.returncode != 0 and 'owlgo.engine.core' in result.stdout


def test_no_class_has_the_name_of_another():
    """But for the checker's, which shares nothing with the rest."""
    homes: dict[str, list[str]] = {}
    for path in sources():
        if not is_test(path) and path.parent.name != 'checker':
            for name in parsed(path.read_text('utf-8'))[1]:
                if not name.startswith('_'):
                    homes.setdefault(name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
    assert len(homes) > 100


GENERATED = {'command-line.md', 'gtp.md'}
"""Pages that ``docs/hooks.py`` makes."""


def test_links_lead_somewhere():
    pages = [*ROOT.glob('*.md'), *ROOT.glob('docs/*.md')]
    links = [(page, link) for page in pages for link in re.findall(r'\]\(([^):#]+)(?:#[^)]*)?\)', page.read_text('utf-8'))]
    assert len(links) > 5 and [(page.name, link) for page, link in links
                               if link not in GENERATED and not (page.parent / link).exists()] == []
