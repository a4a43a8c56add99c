"""The GTP commands by theme; importing this package registers them all."""
from gtp.commands import (
    analyze,
    board,
    clock,
    dragons,
    eyes,
    final,
    gogui,
    handicap,
    life,
    moyo,
    patterns,
    play,
    reading,
    records,
    score,
    semeai,
    session,
    worms,
)

__all__ = ['analyze', 'board', 'clock', 'dragons', 'eyes', 'final', 'gogui', 'handicap',
           'life', 'moyo', 'patterns', 'play', 'reading', 'records', 'score', 'semeai', 'session', 'worms']
