"""The GTP commands by theme; importing this package registers them all."""
from owlgo.gtp.commands import (
    analyze,
    board,
    clock,
    dragons,
    eyes,
    final,
    gogui,
    handicap,
    images,
    life,
    moyo,
    patterns,
    play,
    reading,
    records,
    rules,
    score,
    search_area,
    semeai,
    session,
    trace,
    worms,
)

__all__ = ['analyze', 'board', 'clock', 'dragons', 'eyes', 'final', 'gogui', 'handicap', 'images',
           'life', 'moyo', 'patterns', 'play', 'reading', 'records', 'rules', 'score', 'search_area', 'semeai', 'session', 'trace', 'worms']
