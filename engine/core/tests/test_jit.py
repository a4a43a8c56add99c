"""Compiling and caching, each in processes of their own, since what is tested shows only there."""
import os
import pickle
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from owlgo.engine.core.board import BOARD, clear, py_trymove
from owlgo.engine.core.keys import PLUMBING
from owlgo.engine.core.layout import address_of, dtype_of, new_record, record_type
from owlgo.engine.core.points import BLACK, point
from owlgo.engine.core.target import levels

ROOT = Path(__file__).parents[3]


def run(code: str, cache: Path, cwd: Path = ROOT, **env: str) -> subprocess.CompletedProcess:
    """Run Python code in a fresh process with a cache of its own."""
    environment = {**os.environ, 'OWLGO_CACHE_DIR': str(cache), 'PYTHONPATH': str(cwd), **env}
    return subprocess.run([sys.executable, '-c', textwrap.dedent(code)], cwd=cwd, env=environment, capture_output=True, text=True,
                          timeout=600)


@pytest.fixture
def toy(tmp_path):
    """A package with a callee and a caller, and the real modules for compiling and caching."""
    package = tmp_path / 'src' / 'owlgo' / 'engine'
    (package / 'core').mkdir(parents=True)
    for init in (package.parent, package, package / 'core'):
        (init / '__init__.py').touch()
    for name in (*(f'{module.rpartition(".")[2]}.py' for module in PLUMBING),):
        (package / 'core' / name).write_text((ROOT / 'engine' / 'core' / name).read_text())
    (package / 'callee.py').write_text(textwrap.dedent('''
        import numba
        import numpy as np
        from numba import int64
        from owlgo.engine.core.jit import kernel, unit
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
        from owlgo.engine.callee import DTYPE, RECORD, leaf, read
        from owlgo.engine.core.jit import kernel
        @kernel(int64(RECORD, int64))
        def py_entry(r, index):
            return read(r, index) + leaf(1)
        '''))
    return tmp_path / 'src'


CALL = '''
import numpy as np
from owlgo.engine import caller
from owlgo.engine.core import jit
print(caller.py_entry(np.zeros(1, caller.DTYPE)[0], 0), sum(e.compiled_here for e in jit.entries()))
'''


@pytest.mark.slow
def test_the_second_process_compiles_nothing(toy, tmp_path):
    cache = tmp_path / 'cache'
    assert run(CALL, cache, toy).stdout.split() == ['41', '3'], 'the leaf is compiled for those that inline it'
    assert run(CALL, cache, toy).stdout.split() == ['41', '0']


def test_a_call_goes_on_while_another_thread_loads_its_kernel(toy, tmp_path):
    """Failed: numba had read that it may compile, and then, when it knew the arguments' types, that it may not."""
    code = '''
import numpy as np
from owlgo.engine import caller
from owlgo.engine.core import jit, registry
kernel = caller.py_entry
find, asked = kernel.typeof_pyval, []
def typeof_pyval(value):
    asked.append(value)
    jit.load(registry.registered(kernel))
    return find(value)
kernel.typeof_pyval = typeof_pyval
print(kernel(np.zeros(1, caller.DTYPE)[0], np.int8(0)), len(asked) > 0)
'''
    run(CALL, tmp_path / 'cache', toy)
    found = run(code, tmp_path / 'cache', toy)
    assert found.stdout.split() == ['41', 'True'], found.stderr


@pytest.mark.slow
@pytest.mark.skipif(not levels(), reason='levels are those of x86-64')
def test_each_level_of_processors_gets_code_of_its_own(toy, tmp_path):
    """The highest first, as for a wheel: what was compiled for it does not run on the processors of the next."""
    cache = tmp_path / 'cache'
    for level in levels():
        assert run(CALL, cache, toy, NUMBA_CPU_NAME=level, NUMBA_CPU_FEATURES='').stdout.split() == ['41', '3'], level
    assert run(CALL, cache, toy).stdout.split() == ['41', '0'], 'it runs what was compiled for a level that it has'


@pytest.mark.slow
@pytest.mark.parametrize('before', ['pass', 'callee.leaf(1)', 'caller.py_entry(np.zeros(1, caller.DTYPE)[0], 0)'])
def test_a_kernel_that_is_only_inlined_can_be_called_and_inlined_all_the_same(toy, tmp_path, before):
    """In any order: it is compiled to run when Python calls it, and is not when others need it."""
    code = f'''
import numpy as np
from owlgo.engine import callee, caller
from owlgo.engine.core import jit
{before}
print(caller.py_entry(np.zeros(1, caller.DTYPE)[0], 0), callee.leaf(1), sum(e.compiled_here for e in jit.entries()))
'''
    cache = tmp_path / 'cache'
    run(CALL, cache, toy)
    assert not list(cache.rglob('leaf.run'))
    assert run(code, cache, toy).stdout.split() == ['41', '21', '1'] and list(cache.rglob('leaf.run'))
    assert run(code, cache, toy).stdout.split() == ['41', '21', '0']
    for name, compiled in (('py_entry', '1'), ('*', '3')):
        for path in cache.rglob(f'{name}.run'):
            path.unlink()
        assert run(code, cache, toy).stdout.split() == ['41', '21', compiled], name


@pytest.mark.slow
def test_a_kernel_in_use_survives_when_others_remove_what_is_kept_of_it(toy, tmp_path):
    """Newer versions of a checkout remove older ones from the cache: what runs is then made anew to be inlined, and still runs."""
    (toy / 'owlgo' / 'engine' / 'outer.py').write_text(textwrap.dedent('''
        from numba import int64
        from owlgo.engine.caller import py_entry
        from owlgo.engine.callee import RECORD
        from owlgo.engine.core.jit import kernel
        @kernel(int64(RECORD, int64))
        def py_outer(r, index):
            return py_entry(r, index) + 1
        '''))
    run(CALL, tmp_path / 'cache', toy)
    done = run('''
        import shutil
        import numpy as np
        from owlgo.engine import caller, outer
        from owlgo.engine.core import cache
        record = np.zeros(1, caller.DTYPE)[0]
        before = caller.py_entry(record, 0)
        shutil.rmtree(cache.cache_root())
        print(before, outer.py_outer(record, 0), caller.py_entry(record, 0))
        ''', tmp_path / 'cache', toy)
    assert done.stdout.split() == ['41', '42', '41'], done.stderr


@pytest.mark.slow
def test_an_edit_in_a_callee_is_seen(toy, tmp_path):
    cache = tmp_path / 'cache'
    run(CALL, cache, toy)
    callee = toy / 'owlgo' / 'engine' / 'callee.py'
    callee.write_text(callee.read_text().replace('x + 20', 'x + 30'))
    assert run(CALL, cache, toy).stdout.split()[0] == '61'
    callee.write_text(callee.read_text().replace('x + 30', 'x + 20'))
    assert run(CALL, cache, toy).stdout.split() == ['41', '0'], 'the first version is still kept'


@pytest.mark.slow
def test_old_versions_are_removed(toy, tmp_path):
    cache = tmp_path / 'cache'
    callee = toy / 'owlgo' / 'engine' / 'callee.py'
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
    for path in [*cache.rglob('*.run'), *cache.rglob('*.link')]:
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
    for path in [*cache.rglob('*.run'), *cache.rglob('*.link')]:
        path.write_bytes(hashlib.sha256(body).digest() + body)
    cache.chmod(0o777)
    result = run(CALL, cache, toy)
    assert result.stdout.split() == ['41', '3'] and not sign.exists()
    assert result.stderr.partition('#')[0] == (
        f'owlgo: the cache is not used: {cache}: others can write there (remove it, or if nobody has: chmod -R go-w)\n')
    cache.chmod(0o700)
    run(CALL, cache, toy)
    assert sign.exists(), 'the forgery would have run'


@pytest.mark.slow
def test_the_bounds_check_catches_a_planted_read(toy, tmp_path):
    """Without the check the next field is read silently; with it the unit complains, and the run must notice."""
    code = CALL.replace('print(', 'r = np.zeros(1, caller.DTYPE)[0]; r["secret"] = 5\nprint(caller.py_entry(r, 4), ')
    silent = run(code, tmp_path / 'cache', toy, NUMBA_BOUNDSCHECK='0')
    assert silent.stdout.split()[0] == '46' and 'bounds' not in silent.stderr
    # Indices count from the front alone.
    negative = code.replace('py_entry(r, 4)', 'py_entry(r, -1)')
    for source, _ in ((code, 'compiled'), (code, 'from the cache'), (negative, 'from the cache')):
        caught = run(source, tmp_path / 'cache', toy, NUMBA_BOUNDSCHECK='1')
        assert 'out of bounds' in caught.stderr
    assert len(list((tmp_path / 'cache').iterdir())) == 2, 'the checked kernels have a cache of their own'


@pytest.mark.slow
def test_every_kernel_runs_from_the_cache_in_a_second_process():
    """Compiled in this process or an earlier one; the second process loads all and uses board, reading, OWL and move choice."""
    code = '''
    from owlgo.engine.warm import warm
    warm()
    from owlgo.engine.core import jit
    jit.load()
    from owlgo.engine.core.game import Game
    from owlgo.engine.core.points import parse_vertex
    from owlgo.engine.life import verdict
    from owlgo.engine.play.genmove import MoveSettings, genmove
    from owlgo.engine.read import tactics
    game = Game(5)
    for color, name in ((1, 'C3'), (2, 'C4'), (1, 'B4'), (2, 'D3')):
        game.play(color, parse_vertex(name, 5))
    pos = parse_vertex('C3', 5)
    print(tactics.attack(game.board, pos).code, verdict.owl_attack(game.board, pos).code, genmove(game, 1, MoveSettings(1)) >= 0,
          sum(e.compiled_here for e in jit.entries()), all(e.loaded for e in jit.entries() if not e.only_inlined))
    '''
    from owlgo.engine.core.cache import cache_root
    words = run(code, cache_root()).stdout.split()
    if words[3] != '0':
        words = run(code, cache_root()).stdout.split()
    assert words[2:] == ['True', '0', 'True']


def test_units_have_one_name_each():
    from numba import int64

    from owlgo.engine.core import jit, registry

    def once(x):
        return x

    before = len(list(jit.entries()))
    jit.unit(int64(int64))(once)
    with pytest.raises(ValueError, match='two units'):
        jit.unit(int64(int64))(once)
    del registry._registry[before:]


@pytest.mark.slow
def test_scripts_do_not_share_a_cache(toy, tmp_path):
    """Run as modules, both are __main__; each must get its own function of the common name."""
    for name, number in (('one', 1), ('two', 2)):
        (toy / 'owlgo' / 'engine' / f'{name}.py').write_text(textwrap.dedent(f'''
            from numba import int64
            from owlgo.engine.core.jit import kernel
            @kernel(int64(int64))
            def answer(x):
                return x + {number}
            print(answer(0))
            '''))
    environment = {**os.environ, 'OWLGO_CACHE_DIR': str(tmp_path / 'cache'), 'PYTHONPATH': str(toy)}
    for name in ('one', 'two', 'one'):
        result = subprocess.run([sys.executable, '-m', f'owlgo.engine.{name}'], cwd=toy, env=environment, capture_output=True, text=True,
                                timeout=600)
        assert result.stdout == ('1\n' if name == 'one' else '2\n'), result.stderr


AHEAD = '''
import numpy as np
from owlgo.engine import caller
from owlgo.engine.core import compile_ahead, jit, registry
compile_ahead.PARALLEL_FROM = 1
compile_ahead.cores = lambda: 2
{before}
told = []
jit.load([entry for entry in jit.entries() if entry.module == 'engine.caller'][0], lambda name, done, total: told.append((done, total)))
print(told, caller.py_entry(np.zeros(1, caller.DTYPE)[0], 0), sum(e.compiled_here for e in jit.entries()), sep='|')
'''


@pytest.mark.slow
def test_processes_compile_what_is_loaded_then(toy, tmp_path):
    found = run(AHEAD.format(before=''), tmp_path / 'cache', toy)
    told, answer, compiled = found.stdout.split('|')
    assert (int(answer), int(compiled)) == (41, 0), found.stderr
    assert eval(told)[0] == (0, 3) and eval(told)[-1] == (3, 3) and sorted(eval(told)) == eval(told)


@pytest.mark.slow
@pytest.mark.parametrize('start', ['pass', 'import sys; sys.stdin.readline()', 'import os; print("half"); os.kill(os.getpid(), 9)'])
def test_processes_that_die_lose_nothing(toy, tmp_path, start):
    found = run(AHEAD.format(before=f'compile_ahead.START_CODE = {start!r}'), tmp_path / 'cache', toy)
    _, answer, compiled = found.stdout.split('|')
    assert (int(answer), int(compiled), found.returncode) == (41, 3, 0)


def test_nothing_is_compiled_ahead_where_nothing_is_kept(toy, tmp_path):
    (tmp_path / 'file').touch()
    found = run('''
        import subprocess
        from owlgo.engine.core import compile_ahead
        subprocess.Popen = None
        print(compile_ahead.pool())
        ''', tmp_path / 'file' / 'cache', toy)
    assert found.stdout == 'None\n', found.stderr


def test_whoever_waits_for_kernels_can_be_interrupted(toy, tmp_path):
    '''A process that never answers; nothing of it is left behind.'''
    code = AHEAD.format(before='''
compile_ahead.START_CODE = 'import time; time.sleep(1000)'
from owlgo.engine.core.waiting import WAITING
def check():
    raise KeyboardInterrupt
WAITING.check = check
import atexit
atexit.register(lambda: print([p.poll() for p in processes]))
processes = compile_ahead.pool().processes
''')
    found = run(code, tmp_path / 'cache', toy)
    assert found.stdout == '[-9, -9]\n' and 'KeyboardInterrupt' in found.stderr, (found.stdout, found.stderr)


def test_what_a_kernel_needs(toy, tmp_path):
    '''Callees first; what is cached needs only its units, what is not the leaves that it inlines.'''
    code = '''
        from owlgo.engine import caller
        from owlgo.engine.core import registry
        entry = [entry for entry in registry.entries() if entry.module == 'engine.caller']
        def names(entries):
            return ' '.join(entry.function.__name__ for entry in entries)
        print(names(registry.below(entry)), names(registry.missing(entry)), sep='|')
        for each in list(registry.entries())[{done}:]:
            each._run = b''
        print(names(registry.missing(entry)))
        '''
    assert run(code.format(done=3), tmp_path / 'cache', toy).stdout == 'leaf read py_entry|leaf read py_entry\nleaf read py_entry\n'
    assert run(code.format(done=2), tmp_path / 'cache', toy).stdout == 'leaf read py_entry|leaf read py_entry\nleaf read\n'
    assert run(code.format(done=1), tmp_path / 'cache', toy).stdout == 'leaf read py_entry|leaf read py_entry\n\n'


def test_who_waits_is_told_now_and_then(capsys, monkeypatch):
    import time

    from owlgo.engine.core import waiting
    clock = iter([10.0, 10.5, 12.0, 13.0])
    monkeypatch.setattr(time, 'monotonic', lambda: next(clock))
    told = waiting.Waiting()
    for done in range(4):
        told.say('engine.x' if done < 3 else '', done, 3)
    assert capsys.readouterr().err == ('# owlgo: compiling kernels for the first time: 0/3 (engine.x)\n'
                                       '# owlgo: compiling kernels for the first time: 2/3 (engine.x)\n')


def test_kernels_find_records_that_are_parts_of_arrays_and_copies():
    """Each board is another piece of memory: an array's element, a copy, a pickled board."""
    whole = np.zeros(3, dtype_of(BOARD))
    boards = [whole[1], whole[2].copy(), pickle.loads(pickle.dumps(whole[0]))]
    for number, one in enumerate(boards):
        clear(one, 5 + number)
        assert py_trymove(one, point(2, 2), BLACK) and one['color'][point(2, 2)] == BLACK and one['stackp'] == 1
    assert whole['stackp'].tolist() == [0, 1, 0] and whole['size'].tolist() == [0, 5, 0]
    assert address_of(whole[1]) == whole.ctypes.data + whole.itemsize


def test_what_is_no_record_of_the_kernels_type_is_an_error():
    for wrong in (None, 3, new_record(record_type([('color', 'i4')])), np.zeros(1, dtype_of(BOARD))):
        with pytest.raises(TypeError):
            py_trymove(wrong, point(2, 2), BLACK)
