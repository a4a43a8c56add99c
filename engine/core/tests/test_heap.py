"""Large pieces of memory are the system's again when nobody uses them, and of a table only what is touched is taken."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from owlgo.engine.core.tests.resident import KNOWN

TABLES = '''
import sys
import numpy as np
from owlgo.engine.core import heap
from owlgo.engine.core.tests.resident import resident
if sys.argv[1:]:
    print(heap.give_back())
np.ones(1 << 20)                        # from now on the C library keeps pieces of 8 MB
before, kept = resident(), []
for _ in range(8):
    table = np.ones(1 << 20)
    kept.append(np.ones(1 << 10))       # lies behind it
    del table
    kept.append(np.ones(5 << 17))       # and this in its place, in part
print(resident() - before - 8 * 5 * 1024)
'''

TOUCHED = '''
from owlgo.engine.core import heap
heap.small_pages()
import numpy as np
from owlgo.engine.core.tests.resident import resident
table, before = np.zeros(1 << 26, np.uint8), resident()
table[::1 << 21] = 1
print(resident() - before)
'''
"""A table of 64 MB, of which a byte in 2 MB is touched."""
PAGES = Path('/sys/kernel/mm/transparent_hugepage/enabled')


def told(*arguments: str, program: str = TABLES, **environment: str) -> list[str]:
    """What a process says: the answer, if it asked, and the KB that it holds beyond what it uses."""
    here = {name: value for name, value in os.environ.items()
            if not name.startswith('MALLOC_') and name != 'NUMPY_MADVISE_HUGEPAGE'} | environment
    return subprocess.run([sys.executable, '-c', program, *arguments], capture_output=True, text=True, check=True, env=here).stdout.split()


@pytest.mark.skipif(not KNOWN, reason='nothing tells what a process holds')
def test_what_is_let_go_is_given_back():
    asked, grown = told('give')
    if asked == 'False':
        pytest.skip('this C library knows nothing of the kind')
    assert int(grown) < 1024 < int(told()[0])


@pytest.mark.skipif(not KNOWN, reason='nothing tells what a process holds')
@pytest.mark.parametrize('setting', ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX'])
def test_what_the_user_has_set_stays(setting):
    assert told('give', **{setting: '65536'})[0] == 'False'


@pytest.mark.skipif(not KNOWN or not PAGES.exists() or '[madvise]' not in PAGES.read_text(), reason='no program has a say in pages')
def test_of_a_table_only_what_is_touched_is_taken():
    """Unless the user has set that pages shall be large."""
    asked, = told(program=TOUCHED, NUMPY_MADVISE_HUGEPAGE='1')
    if int(asked) < 1024:
        pytest.skip('large pages cannot be had')
    grown, = told(program=TOUCHED)
    assert int(grown) < 1024
