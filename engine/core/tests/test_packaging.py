"""What a wheel holds, by the configuration: every module but the tests, every file of data, and one version."""
import re
import subprocess
import sys
import textwrap
from fnmatch import fnmatch
from pathlib import Path

import pytest

from gtp.about import VERSION

ROOT = Path(__file__).parents[3]
TOPS = ('engine', 'patterns', 'gtp', 'regress')
NO_DATA = {'.py', '.pyc', '.md'}


@pytest.fixture
def project():
    tomllib = pytest.importorskip('tomllib', reason='Python 3.10 has no reader of TOML')
    return tomllib.loads((ROOT / 'pyproject.toml').read_text('utf-8'))


def test_every_package_but_the_tests_is_in_the_wheel(project):
    find_packages = pytest.importorskip('setuptools').find_packages
    find = project['tool']['setuptools']['packages']['find']
    found = set(find_packages(str(ROOT), exclude=find['exclude'], include=find['include']))
    having = {'.'.join(path.parent.relative_to(ROOT).parts) for top in TOPS for path in (ROOT / top).rglob('*.py')}
    assert found == {package for package in having if 'tests' not in package.split('.')}
    assert any('tests' in package.split('.') for package in having), 'the check can fail'


def test_every_file_of_data_is_in_the_wheel(project):
    patterns = [f'{top}/{pattern}' for top, listed in project['tool']['setuptools']['package-data'].items() for pattern in listed]
    files = [path.relative_to(ROOT) for top in TOPS for path in (ROOT / top).rglob('*') if path.is_file()]
    data = [path.as_posix() for path in files if path.suffix not in NO_DATA and not {'tests', '__pycache__'} & set(path.parts)]
    assert data and [name for name in data if not any(fnmatch(name, pattern) for pattern in patterns)] == []


def test_the_version_is_said_once(project):
    """In a module that imports nothing, so that GTP answers at once."""
    assert 'version' in project['project']['dynamic'] and 'version' not in project['project']
    assert project['tool']['setuptools']['dynamic']['version'] == {'attr': 'gtp.about.VERSION'}
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
        from engine import warm
        for name in (*warm.VERDICT, *warm.HARDER, warm.EYE_TABLE):
            importlib.import_module(name.rpartition('.')[0])
        warm.verdict()
        """
    subprocess.run([sys.executable, '-c', textwrap.dedent(code)], cwd=ROOT, check=True)
