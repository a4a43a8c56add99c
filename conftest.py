"""Tests run with whatever cache the environment names; a kernel that raises inside a unit fails the test that called it."""
import signal
import sys

import pytest


def pytest_configure():
    """A shell lets its background jobs ignore interrupts, and what they start too; tests send them."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_error_inside_a_unit(monkeypatch):
    """Errors inside units are only printed, so a failed bounds check would pass unseen."""
    seen: list = []
    monkeypatch.setattr(sys, 'unraisablehook', seen.append)
    yield
    assert not seen, f'an error inside a unit: {[str(error.exc_value) for error in seen]}'
