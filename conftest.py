"""Tests run with whatever cache the environment names; a kernel that raises inside a unit fails the test that called it."""
import sys

import pytest


@pytest.fixture(autouse=True)
def no_error_inside_a_unit(monkeypatch):
    """Errors inside units are only printed, so a failed bounds check would pass unseen."""
    seen: list = []
    monkeypatch.setattr(sys, 'unraisablehook', seen.append)
    yield
    assert not seen, f'an error inside a unit: {[str(error.exc_value) for error in seen]}'
