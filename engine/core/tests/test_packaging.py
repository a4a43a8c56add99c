"""What a wheel holds, by the configuration: every module but tests and training, every file of data, and one version."""
import os
import re
import subprocess
import sys
import textwrap
from fnmatch import fnmatch
from pathlib import Path

import pytest

from owlgo.gtp.about import VERSION

ROOT = Path(__file__).parents[3]
TOPS = ('engine', 'patterns', 'gtp', 'owlgo', 'regress')
IN_CHECKOUTS = {'owlgo.regress.train', 'owlgo.regress.strength.make'}
"""What makes weights and questions."""
NO_DATA = {'.py', '.pyc', '.md'}


@pytest.fixture
def project():
    tomllib = pytest.importorskip('tomllib', reason='Python 3.10 has no reader of TOML')
    return tomllib.loads((ROOT / 'pyproject.toml').read_text('utf-8'))


def test_every_package_but_tests_and_training_is_in_the_wheel(project):
    having = {'.'.join(path.parent.relative_to(ROOT).parts) for top in TOPS for path in (ROOT / top).rglob('*.py')}
    having = {name if name.partition('.')[0] == 'owlgo' else f'owlgo.{name}' for name in having}
    listed = project['tool']['setuptools']['packages']
    assert sorted(listed) == sorted(package for package in having if 'tests' not in package.split('.') and package not in IN_CHECKOUTS)
    assert having >= IN_CHECKOUTS
    assert {f'owlgo.{place}': place for place in TOPS if place != 'owlgo'} == project['tool']['setuptools']['package-dir']
    assert any('tests' in package.split('.') for package in having), 'the check can fail'


def test_nothing_in_the_wheel_imports_training():
    outside = re.compile(rf'^\s*(from|import) ({"|".join(map(re.escape, IN_CHECKOUTS))})\b', re.M)
    importing = {'.'.join(('owlgo', *path.parent.relative_to(ROOT).parts)) for top in TOPS for path in (ROOT / top).rglob('*.py')
                 if 'tests' not in path.parts and outside.search(path.read_text('utf-8'))}
    assert importing == IN_CHECKOUTS, 'the check can fail'


def test_every_file_of_data_is_in_the_wheel(project):
    listed = project['tool']['setuptools']['package-data']
    places = project['tool']['setuptools']['package-dir']
    patterns = [f'{places.get(package, package.replace(".", "/"))}/{pattern}' for package in listed for pattern in listed[package]]
    files = [path.relative_to(ROOT) for top in TOPS for path in (ROOT / top).rglob('*') if path.is_file()]
    data = [path.as_posix() for path in files if path.suffix not in NO_DATA and not {'tests', '__pycache__'} & set(path.parts)]
    assert data and [name for name in data if not any(fnmatch(name, pattern) for pattern in patterns)] == []


def test_the_version_is_said_once(project):
    """In a module that imports nothing, so that GTP answers at once."""
    assert 'version' in project['project']['dynamic'] and 'version' not in project['project']
    assert project['tool']['setuptools']['dynamic']['version'] == {'attr': 'owlgo.gtp.about.VERSION'}
    assert 'import' not in re.sub(r'""".*?"""', '', (ROOT / 'gtp' / 'about.py').read_text('utf-8'), flags=re.S)
    elsewhere = [path for top in TOPS for path in (ROOT / top).rglob('*.py') if f"'{VERSION}'" in path.read_text('utf-8')]
    assert elsewhere == [ROOT / 'gtp' / 'about.py']


def test_settings_name_what_is_there(project):
    assert all((ROOT / folder).is_dir() for folder in project['tool']['pytest']['ini_options']['testpaths'])
    assert all((ROOT / name).is_file() for name in project['project']['license-files'])
    assert not any(name.startswith('License ::') for name in project['project']['classifiers']), 'the SPDX expression says it'


def test_a_first_verdict_is_compiled_where_only_numba_is_there(project):
    """While the rest is installed; make takes the requirement from pyproject.toml."""
    asked = re.search(r"sed -n '(.*?)' pyproject.toml", (ROOT / 'Makefile').read_text('utf-8'))
    assert asked
    command = ['sed', '-n', asked[1].replace('$$', '$'), 'pyproject.toml']
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.strip() in project['project']['dependencies']
    code = """
        import importlib, sys
        sys.modules.update(dict.fromkeys(('sgfmill', 'rich', 'setuptools')))
        from owlgo.engine import warm
        for name in (*warm.VERDICT, *warm.OPEN_SEARCH, warm.EYE_TABLE):
            importlib.import_module('owlgo.' + name.rpartition('.')[0])
        warm.verdict()
        """
    subprocess.run([sys.executable, '-c', textwrap.dedent(code)], cwd=ROOT, check=True)


def test_others_may_have_packages_of_our_folders_names(tmp_path):
    """Several distributions have one; ours is found below its own name alone."""
    for name in TOPS:
        if name != 'owlgo':
            (tmp_path / name).mkdir()
            (tmp_path / name / '__init__.py').write_text('raise ImportError("not ours")')
    code = """
        import sys
        from owlgo import Position
        import owlgo.patterns.library, owlgo.regress.suite, owlgo.cli.main
        position = Position(9).play('E5', 'C3')
        assert position.genmove(level=0) and position.dragon('E5')
        print(sorted({'engine', 'patterns', 'gtp', 'regress'} & set(sys.modules)))
        """
    environment = {**os.environ, 'PYTHONPATH': os.pathsep.join([str(tmp_path), str(ROOT)])}
    command = [sys.executable, '-c', textwrap.dedent(code)]
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
    assert told == '[]\n'


def test_no_warning_is_printed_where_a_library_is_compiled_to_bytecode(tmp_path):
    """sgfmill's sources have an invalid escape sequence."""
    command = [sys.executable, '-W', 'always::SyntaxWarning', '-W', 'always::DeprecationWarning']
    environment = {**os.environ, 'PYTHONPATH': str(ROOT)}
    told = [subprocess.run([*command, '-X', f'pycache_prefix={tmp_path / name}', '-c', f'import {name}'], env=environment,
                           capture_output=True, text=True, check=True).stderr
            for name in ('owlgo.engine.core.sgf_text', 'sgfmill.sgf_grammar')]
    assert 'escape' not in told[0] and 'escape' in told[1], 'the check can fail'
