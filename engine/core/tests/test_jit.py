"""Compiling and caching, each in processes of their own, since what is tested shows only there."""
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def run(code: str, cache: Path, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess:
    """Run Python code in a fresh process with a cache of its own."""
    environment = {**os.environ, 'OWLGO_CACHE_DIR': str(cache), 'PYTHONPATH': str(cwd), **env}
    return subprocess.run([sys.executable, '-c', textwrap.dedent(code)], cwd=cwd, env=environment, capture_output=True, text=True,
                          timeout=280)


@pytest.fixture
def toy(tmp_path):
    """A package with a callee and a caller, and the real modules for compiling and caching."""
    package = tmp_path / 'src' / 'engine'
    (package / 'core').mkdir(parents=True)
    for init in (package, package / 'core'):
        (init / '__init__.py').touch()
    for name in ('jit.py', 'cache.py', 'compile_ahead.py'):
        (package / 'core' / name).write_text((ROOT / 'engine' / 'core' / name).read_text())
    (package / 'callee.py').write_text(textwrap.dedent('''
        import numba
        import numpy as np
        from numba import int64
        from engine.core.jit import kernel, unit
        DTYPE = np.dtype([('values', 'i4', (4,)), ('secret', 'i4')], align=True)
        RECORD = numba.from_dtype(DTYPE)
        @kernel(int64(int64))
        def leaf(x):
            return x + 20
        @unit(int64(RECORD, int64))
        def read(r, index):
            return r.values[index] + leaf(0)
        '''))
    (package / 'caller.py').write_text(textwrap.dedent('''
        from numba import int64
        from engine.callee import DTYPE, RECORD, leaf, read
        from engine.core.jit import kernel
        @kernel(int64(RECORD, int64))
        def entry(r, index):
            return read(r, index) + leaf(1)
        '''))
    return tmp_path / 'src'


CALL = '''
import numpy as np
from engine import caller
from engine.core import jit
print(caller.entry(np.zeros(1, caller.DTYPE)[0], 0), sum(e.compiled_here for e in jit.entries()))
'''


@pytest.mark.slow
def test_the_second_process_compiles_nothing(toy, tmp_path):
    cache = tmp_path / 'cache'
    assert run(CALL, cache, toy).stdout.split() == ['41', '3']
    assert run(CALL, cache, toy).stdout.split() == ['41', '0']


@pytest.mark.slow
def test_an_edit_in_a_callee_is_seen(toy, tmp_path):
    cache = tmp_path / 'cache'
    run(CALL, cache, toy)
    callee = toy / 'engine' / 'callee.py'
    callee.write_text(callee.read_text().replace('x + 20', 'x + 30'))
    assert run(CALL, cache, toy).stdout.split()[0] == '61'
    callee.write_text(callee.read_text().replace('x + 30', 'x + 20'))
    assert run(CALL, cache, toy).stdout.split() == ['41', '0'], 'the first version is still kept'


@pytest.mark.slow
def test_old_versions_are_removed(toy, tmp_path):
    cache = tmp_path / 'cache'
    callee = toy / 'engine' / 'callee.py'
    source = callee.read_text()
    for number in range(6):
        callee.write_text(source.replace('x + 20', f'x + {number}'))
        run(CALL, cache, toy)
    folders = [p.name for p in cache.glob('*/engine.callee-*')]
    assert len(folders) == 4


@pytest.mark.slow
def test_damaged_and_unwritable_caches_do_no_harm(toy, tmp_path):
    cache = tmp_path / 'cache'
    run(CALL, cache, toy)
    for path in cache.rglob('*.bin'):
        path.write_bytes(path.read_bytes()[:-7] + b'garbage')
    assert run(CALL, cache, toy).stdout.split()[0] == '41'
    file = tmp_path / 'file'
    file.write_text('no folder can be made here')
    result = run(CALL, file / 'cache', toy)
    assert result.stdout.split()[0] == '41'
    assert 'nothing can be kept' in result.stderr and 'OWLGO_CACHE_DIR' in result.stderr


@pytest.mark.slow
def test_forged_kernels_do_not_run(toy, tmp_path):
    """Somebody who can write in the folder puts his own pickle there, with the right digest."""
    import hashlib
    import pickle
    cache, sign = tmp_path / 'cache', tmp_path / 'forged'

    class Forged:
        def __reduce__(self):
            return open, (str(sign), 'w')
    run(CALL, cache, toy)
    body = pickle.dumps(Forged())
    for path in cache.rglob('*.bin'):
        path.write_bytes(hashlib.sha256(body).digest() + body)
    cache.chmod(0o777)
    result = run(CALL, cache, toy)
    assert result.stdout.split() == ['41', '3'] and not sign.exists()
    assert result.stderr == f'owlgo: the cache is not used: {cache}: others can write there (remove it, or if nobody has: chmod -R go-w)\n'
    cache.chmod(0o700)
    run(CALL, cache, toy)
    assert sign.exists(), 'the forgery would have run'


@pytest.mark.slow
def test_the_bounds_check_catches_a_planted_read(toy, tmp_path):
    """Without the check the next field is read silently; with it the unit complains, and the run must notice."""
    code = CALL.replace('print(', 'r = np.zeros(1, caller.DTYPE)[0]; r["secret"] = 5\nprint(caller.entry(r, 4), ')
    silent = run(code, tmp_path / 'cache', toy, NUMBA_BOUNDSCHECK='0')
    assert silent.stdout.split()[0] == '46' and silent.stderr == ''
    caught = run(code, tmp_path / 'cache', toy, NUMBA_BOUNDSCHECK='1')
    assert 'out of bounds' in caught.stderr
    assert len(list((tmp_path / 'cache').iterdir())) == 2, 'the checked kernels have a cache of their own'


@pytest.mark.slow
def test_every_kernel_runs_from_the_cache_in_a_second_process():
    """Compiled in this process or an earlier one; the second process loads all and uses board, reading, OWL and move choice."""
    code = '''
    from engine.warm import warm
    warm()
    from engine.core import jit
    from engine.core.game import Game
    from engine.core.points import parse_vertex
    from engine.owl import answers
    from engine.play.genmove import Manner, genmove
    from engine.read import tactics
    game = Game(5)
    for color, name in ((1, 'C3'), (2, 'C4'), (1, 'B4'), (2, 'D3')):
        game.play(color, parse_vertex(name, 5))
    pos = parse_vertex('C3', 5)
    print(tactics.attack(game.board, pos).code, answers.owl_attack(game.board, pos).code, genmove(game, 1, Manner(1)) >= 0,
          sum(e.compiled_here for e in jit.entries()), all(e.loaded for e in jit.entries()))
    '''
    from engine.core.cache import cache_root
    words = run(code, cache_root()).stdout.split()
    if words[3] != '0':
        words = run(code, cache_root()).stdout.split()
    assert words[2:] == ['True', '0', 'True']


def test_units_have_one_name_each():
    from numba import int64

    from engine.core import jit

    def once(x):
        return x

    before = len(list(jit.entries()))
    jit.unit(int64(int64))(once)
    with pytest.raises(ValueError, match='two units'):
        jit.unit(int64(int64))(once)
    del jit._registry[before:]


@pytest.mark.slow
def test_scripts_do_not_share_a_cache(toy, tmp_path):
    """Run as modules, both are __main__; each must get its own function of the common name."""
    for name, number in (('one', 1), ('two', 2)):
        (toy / 'engine' / f'{name}.py').write_text(textwrap.dedent(f'''
            from numba import int64
            from engine.core.jit import kernel
            @kernel(int64(int64))
            def answer(x):
                return x + {number}
            print(answer(0))
            '''))
    environment = {**os.environ, 'OWLGO_CACHE_DIR': str(tmp_path / 'cache'), 'PYTHONPATH': str(toy)}
    for name in ('one', 'two', 'one'):
        result = subprocess.run([sys.executable, '-m', f'engine.{name}'], cwd=toy, env=environment, capture_output=True, text=True,
                                timeout=280)
        assert result.stdout == ('1\n' if name == 'one' else '2\n'), result.stderr


AHEAD = '''
import numpy as np
from engine.core import compile_ahead, jit
{before}
told = []
compile_ahead.run(['engine.caller'], 2, lambda name, done, total: told.append((name, done, total)))
from engine import caller
print(told, caller.entry(np.zeros(1, caller.DTYPE)[0], 0), sum(e.compiled_here for e in jit.entries()), sep='|')
'''


@pytest.mark.slow
def test_processes_compile_what_is_loaded_then(toy, tmp_path):
    told, answer, compiled = run(AHEAD.format(before=''), tmp_path / 'cache', toy).stdout.split('|')
    assert eval(told) == [('engine.callee.leaf', 1, 3), ('engine.callee.read', 2, 3), ('engine.caller.entry', 3, 3)]
    assert (int(answer), int(compiled)) == (41, 0)


@pytest.mark.slow
@pytest.mark.parametrize('start', ['pass', 'import sys; sys.stdin.readline()', 'import os; print("half"); os.kill(os.getpid(), 9)'])
def test_processes_that_die_lose_nothing(toy, tmp_path, start):
    found = run(AHEAD.format(before=f'compile_ahead.START = {start!r}'), tmp_path / 'cache', toy)
    _, answer, compiled = found.stdout.split('|')
    assert (int(answer), int(compiled), found.returncode) == (41, 3, 0)


def test_nothing_is_compiled_ahead_where_nothing_is_kept(toy, tmp_path):
    (tmp_path / 'file').touch()
    found = run("""
        import subprocess
        from engine.core import compile_ahead
        subprocess.Popen = None
        compile_ahead.run(['engine.caller'], 2)
        print('done')
        """, tmp_path / 'file' / 'cache', toy)
    assert found.stdout == 'done\n', found.stderr
