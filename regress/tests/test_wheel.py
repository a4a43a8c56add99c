"""A wheel with kernels, built here and used far from the checkout: it answers at once and compiles nothing."""
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import llvmlite
import numba
import pytest

from owlgo.engine import warm
from owlgo.regress.tests import wheel

ROOT = Path(__file__).parents[2]
RECORD = ROOT / 'regress' / 'games' / 'alphago-lee-sedol-4.sgf'
BULKY = ROOT / 'regress' / 'games' / 'bulky-five.sgf'
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == 'win32', reason='scripts lie elsewhere there')]


@pytest.fixture(scope='module')
def built(tmp_path_factory):
    return wheel.build(tmp_path_factory.mktemp('dist'), [None])


@pytest.fixture(scope='module')
def bin_folder(built, tmp_path_factory):
    """An environment of its own that holds the wheel; numba and the like are those of this one."""
    place = tmp_path_factory.mktemp('fresh') / 'venv'
    venv.create(place, with_pip=False)
    packages, = place.glob('lib/python*/site-packages')
    # A path that is added this way brings no .pth files of its own: this checkout is not seen.
    (packages / 'others.pth').write_text(sysconfig.get_path('purelib'))
    command = [sys.executable, '-m', 'pip', '--python', str(place / 'bin' / 'python'), 'install', '--quiet', '--no-deps', '--no-index',
               '--disable-pip-version-check', '--force-reinstall', '--ignore-installed', str(built)]
    subprocess.run(command, check=True)
    return place / 'bin'


@pytest.fixture
def ask(bin_folder, tmp_path):
    """Runs a command there, with an empty cache; returns what it says, which is nothing on standard error, and the cache."""
    def run(*command, stdin='', status=0):
        environment = {name: value for name, value in os.environ.items() if name != 'PYTHONPATH'}
        environment['OWLGO_CACHE_DIR'] = str(tmp_path / 'cache')
        done = subprocess.run([str(bin_folder / command[0]), *command[1:]], cwd=tmp_path, env=environment, input=stdin, text=True,
                              capture_output=True, timeout=600)
        assert done.returncode == status, done.stderr
        return done
    return run


def test_it_is_of_this_platform_and_holds_kernels_but_no_tests_and_no_training(built):
    assert built.name.split('-')[2:4] == [sys.implementation.cache_tag.replace('cpython-', 'cp')] * 2 and 'none-any' not in built.name
    names = zipfile.ZipFile(built).namelist()
    assert sum(name.endswith('.run') for name in names) == len(warm.kernels()) > 300 and 'owlgo/__init__.py' in names
    assert not any(part in name for name in names for part in ('/tests/', '/train/', '/make/', '.link'))


def test_it_requires_the_numba_that_compiled_it(built):
    """Another one would not use its kernels."""
    with zipfile.ZipFile(built) as found:
        metadata, = (name for name in found.namelist() if name.endswith('.dist-info/METADATA'))
        required = re.findall(r'^Requires-Dist: (numba|llvmlite)(.*)$', found.read(metadata).decode(), re.M)
    assert required == [('numba', f'=={numba.__version__}'), ('llvmlite', f'=={llvmlite.__version__}')]
    with pytest.raises(ValueError, match='not required once'):
        wheel.pinned('dependencies = []')


def test_the_source_distribution_holds_the_repository_and_builds_the_pure_wheel(tmp_path):
    pytest.importorskip('build')
    listed = subprocess.run(['git', 'ls-files'], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip('no repository')
    for name in listed.stdout.splitlines():
        (tmp_path / 'clone' / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / 'clone' / name)
    command = [sys.executable, '-m', 'build', '--outdir', str(tmp_path / 'dist'), str(tmp_path / 'clone')]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (sources,), (made,) = ([*(tmp_path / 'dist').glob(kind)] for kind in ('*.tar.gz', '*.whl'))
    with tarfile.open(sources) as opened:
        held = {one.name.partition('/')[2] for one in opened.getmembers() if one.isfile()}
    made_up = {name for name in held if name.startswith('owlgo.egg-info/')} | {'PKG-INFO', 'setup.cfg'}
    assert held - made_up == set(listed.stdout.splitlines()) - {'.ci/run', '.gitignore'}
    pure = wheel.build(tmp_path / 'pure', [])
    assert set(zipfile.ZipFile(made).namelist()) == set(zipfile.ZipFile(pure).namelist()) and made.name == pure.name


def test_the_first_verdict_compiles_nothing(ask, tmp_path):
    done = ask('owlgo', '-l', str(RECORD), '-L', '170', '--decide-owl', 'T14', '--quiet')
    assert 'T14 can be attacked at S12' in done.stdout and done.stderr == ''
    assert not (tmp_path / 'cache').exists(), 'nothing had to be kept'


def test_gtp_patterns_and_solve_work_there_and_learn_says_where_it_does(ask, tmp_path):
    done = ask('owlgo', '--mode', 'gtp', '--level', '0', stdin='boardsize 9\nplay b e5\ngenmove w\nowl_attack e5\n')
    assert done.stdout.count('= ') == 4 and done.stderr == ''
    assert 'White kills with E5 (proved' in ask('owlgo', 'solve', str(BULKY)).stdout
    assert ask('owlgo', 'patterns', 'match', str(BULKY), '--dragon', 'C7').stderr == ''
    assert ask('owlgo', 'learn', 'games', status=1).stderr == 'owlgo: learn works in a checkout of OwlGo only\n'
    assert 'complete' in ask('owlgo', 'completion', 'bash').stdout and 'solve' in ask('owlgo', 'man').stdout
    assert not list(tmp_path.rglob('*.run'))


def test_one_name_is_enough_for_programs(ask):
    code = "import owlgo; from owlgo import Position; print(owlgo.__file__, Position.from_sgf(%r).dragon('C7').status)" % str(BULKY)
    where, status = ask('python', '-c', code).stdout.split()
    assert 'site-packages' in where and status == 'critical'


def test_a_damaged_kernel_is_compiled(ask, bin_folder, tmp_path):
    """Only that one, and the answer is as it was."""
    damaged, = (bin_folder.parent).glob('lib/python*/site-packages/owlgo/engine/compiled/*/engine.core.board-*/py_set_up.run')
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:-1] + b'!')
    try:
        done = ask('python', '-c', "from owlgo import Position; print(Position(9).play('E5', 'C3').genmove(level=0) is not None)")
    finally:
        damaged.write_bytes(whole)
    assert done.stdout == 'True\n'
