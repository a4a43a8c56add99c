"""What users build on is as the list says: no change of the public interface goes unseen."""
import ast

import pytest

import owlgo
from owlgo.tests import public


def test_the_public_interface_is_as_written():
    """If this fails: docs/python.md says which changes a release may make; then write the list anew."""
    assert public.LIST.read_text('utf-8').splitlines() == public.listing().splitlines(), 'python -m owlgo.tests.public'


@pytest.mark.parametrize('before, after', [('def f(a: int) -> str: ...', 'def f(a: int, b: int) -> str: ...'),
                                           ('def f(a: int) -> str: ...', 'def f(b: int) -> str: ...'),
                                           ('def f(a=1): ...', 'def f(a=2): ...')])
def test_a_changed_signature_is_another_line(before, after):
    one, other = (public.signature('f', ast.parse(text).body[0]) for text in (before, after))
    assert one != other and one.startswith('f(a')


def test_a_missing_key_is_another_line():
    assert [*public.keys('solve', {'file': '', 'attack': {'move': 'C3'}, 'walls': [{'stones': []}]})] == \
        ['solve: file', 'solve: attack', 'solve: attack.move', 'solve: walls', 'solve: walls.stones']


def test_every_public_name_is_there():
    assert all(getattr(owlgo, name) is not None for name in owlgo.__all__)
    assert {'Position', 'Verdict', 'Client'} <= set(dir(owlgo))
    with pytest.raises(AttributeError, match='no attribute'):
        _ = owlgo.Nothing
