"""Whether kernels and tables are known to be compiled."""
import ast
import re
from pathlib import Path

from owlgo.engine import warm
from owlgo.engine.core import cache, jit
from owlgo.engine.core.keys import IMPORTS, PACKAGE
from owlgo.engine.core.target import TAG
from owlgo.engine.mcts import move_features
from owlgo.engine.solver import move_order, record


def test_a_stamp_says_that_everything_is_compiled(tmp_path, monkeypatch):
    """No stamp in a new cache; one of other sources says nothing."""
    monkeypatch.setattr(cache, 'cache_root', lambda: tmp_path)
    assert not warm.is_warm()
    cache.keep(f'{TAG}/complete-0123456789abcdef', b'complete\n')
    assert not warm.is_warm()
    cache.keep(warm.stamp(), b'complete\n')
    assert warm.is_warm()
    (tmp_path / warm.stamp()).chmod(0o666)
    assert not warm.is_warm(), 'anybody could have written it'


def test_a_rehearsal_reads_what_a_fight_needs(monkeypatch):
    """What was learned about moves is there again after it."""
    for read in (move_order.weights, move_features.learned, warm.rehearse):
        read.cache_clear()
    monkeypatch.setattr(record, '_spare', [])
    warm.rehearse()
    assert move_order.weights.cache_info().currsize == move_features.learned.cache_info().currsize == 1


def test_what_is_compiled_ahead_is_all_there_is():
    """Each kernel of a file is registered once the modules of the list are imported."""
    root = Path(warm.__file__).parents[1]
    registering = re.compile(r'^(?:@(?:kernel|unit)\(.*?\)\n(?:@.*\n)*def (?=\w+\()|(?=py_\w+ = for_python))(\w+)', re.M)
    there = {f'{".".join(path.relative_to(root).with_suffix("").parts)}.{name}' for package in warm.PACKAGES
             for path in root.joinpath(package).rglob('*.py') if 'tests' not in path.parts
             for name in registering.findall(path.read_text('utf-8'))}
    callable_ones = {entry.name for entry in warm.kernels()}
    assert len(there) > 400 and there - {entry.name for entry in jit.entries()} == set()
    called = {name for name in there if name.rpartition('.')[2].startswith('py_') and '.tests.' not in name}
    assert called <= callable_ones


def called_from_python(source, kernels):
    """The kernels of these modules and names that a source uses outside of kernels; what it defines itself belongs to no module."""
    tree = ast.parse(source)
    taken = {alias.asname or alias.name: f'{str(node.module).removeprefix(PACKAGE)}.{alias.name}' for node in ast.walk(tree)
             if isinstance(node, ast.ImportFrom) for alias in node.names}
    found, queue = set(), [tree]
    for node in queue:
        if isinstance(node, ast.FunctionDef):
            if any(getattr(getattr(one, 'func', None), 'id', '') in ('kernel', 'unit') for one in node.decorator_list):
                continue
            taken.setdefault(node.name, node.name)
        if isinstance(node, ast.Call) and getattr(node.func, 'id', '') == 'for_python':
            continue
        if isinstance(node, ast.Name):
            found.add(taken.get(node.id, node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.add(f'{taken.get(node.value.id)}.{node.attr}')
        queue += ast.iter_child_nodes(node)
    return found & kernels


def test_python_calls_no_kernel_that_is_only_made_to_be_inlined():
    """It would be compiled once more when somebody waits; the names of others begin with ``py_``."""
    warm.kernels()
    root = Path(warm.__file__).parents[1]
    inlined = [entry for entry in jit.entries() if entry.only_inlined and entry.module.partition('.')[0] in warm.PACKAGES]
    modules = {entry.module for entry in inlined}
    names = {entry.function.__name__ for entry in inlined} | {module.rpartition('.')[2] for module in modules}
    wrong = {}
    for path in [path for package in (*warm.PACKAGES, 'gtp', 'regress') for path in root.joinpath(package).rglob('*.py')]:
        source, name = path.read_text('utf-8'), '.'.join(path.relative_to(root).with_suffix('').parts)
        taken = {word for _, words, _ in IMPORTS.findall(source) for word in re.findall(r'\w+', words)}
        if 'tests' not in path.parts and (name in modules or taken & names):
            kernels = {entry.name for entry in inlined} | {entry.function.__name__ for entry in inlined if entry.module == name}
            if found := called_from_python(source, kernels):
                wrong[name] = found
    assert len(inlined) > 200 and wrong == {}
    use = 'from owlgo.engine.core import bits\nfrom owlgo.engine.core.bits import ones as o\ndef f():\n    return o(1) + bits.last(2)\n'
    assert called_from_python(use, {'engine.core.bits.ones', 'engine.core.bits.last'}) == {'engine.core.bits.ones', 'engine.core.bits.last'}
    inside = 'def own():\n    pass\n@kernel(int64())\ndef g():\n    return own()\n'
    assert called_from_python(inside, {'own'}) == set() and called_from_python(inside + 'own()\n', {'own'}) == {'own'}
