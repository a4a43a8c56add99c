"""Small databases for tests of the selective search: what these expect must not change whenever a pattern of our own does."""
from pathlib import Path

import pytest

from owlgo.engine.owl import selective
from owlgo.patterns.library import Library

ATTACK = '''
goal_elements X
callback_data X

Pattern beside
# The point beside the dragon.

*X

:8,-,value(50)

Pattern cap
# A cap.

*.X

:8,-,value(40)

*.a

; lib(a) > 2
'''
DEFENCE = '''
goal_elements O
callback_data O

Pattern extend
# Solid extension.

*O

:8,-,value(50)

Pattern take
# Taking a stone in atari, even on condition of a ko threat.

OX
?*

:8,sb,value(80)

Oa
?*

; lib(a) == 1

Pattern jump
# One-point jump.

*.O

:8,b,value(60)

*.a

; lib(a) > 2

Pattern run
# Jump to where there is a way out.

*.O

:8,b,value(70)

*.a

; lib(a) > 2 && owl_escape_value(*) > 0
'''
VITAL = '''
goal_elements X
callback_data X

Pattern between
# The point between two stones on the edge.

X*X
---

:8,-,value(55)
'''
SMALL = dict(zip(selective.DATABASES, (ATTACK, DEFENCE, VITAL), strict=True))
NONE = {name: '\n'.join(text.split('Pattern')[0].splitlines()) + '\n' for name, text in SMALL.items()}
"""Databases without a pattern."""


def use(monkeypatch: pytest.MonkeyPatch, folder: Path, texts: dict[str, str] = SMALL) -> None:
    """Have the selective search take the three databases from these texts, which are written into a folder."""
    for name, text in texts.items():
        (folder / f'{name}.db').write_text(f'attribute_map value_only\n{text}', 'ascii')
    monkeypatch.setattr(selective, 'LIBRARY', Library(folder))
