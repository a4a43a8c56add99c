"""Workspaces: one record of a kind each, made when it is first asked for; and nothing else keeps records."""
import ast
import re
from pathlib import Path

from owlgo.engine.core.workspace import Workspace

ROOT = Path(__file__).parents[3]


def test_each_workspace_has_records_of_its_own():
    one, two = Workspace(), Workspace()
    assert one.get(list) is one.get(list) and one.get(list) is not two.get(list) and one.get(dict) == {}


def test_records_are_told_to_forget_if_they_can():
    class Forgetful:
        full = True

        def forget(self):
            self.full = False
    workspace = Workspace()
    workspace.get(list)
    one = workspace.get(Forgetful)
    workspace.halt()
    assert one.full
    workspace.forget()
    assert not one.full and workspace.get(Forgetful) is one


MAKERS = re.compile(r'np\.(zeros|empty)\(1, \w*DTYPE\)|\bnew_\w+\(|\bWorkspace\(|\bMemory\(|\b(main|side)_tree\(')


def module_records(source: str) -> list[str]:
    """What a module binds to a record when it is imported, or keeps in a cached function without arguments."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value and MAKERS.search(ast.unparse(node.value)):
            found.append(ast.unparse(node))
    return found


def test_no_record_is_a_modules_global():
    """Two threads would write to it at once."""
    modules = [path for folder in ('engine', 'patterns', 'gtp', 'owlgo', 'regress') for path in (ROOT / folder).rglob('*.py')
               if 'tests' not in path.parts]
    assert {str(path.relative_to(ROOT)): names for path in modules if (names := module_records(path.read_text('utf-8')))} == {}
    assert module_records('_inner, _facts = new_inner_record(), new_facts()'), 'the check can fail'
