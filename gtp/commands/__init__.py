"""The GTP commands by theme; importing this package registers them all."""
from gtp.commands import board, handicap, life, play, reading, records, session

__all__ = ['board', 'handicap', 'life', 'play', 'reading', 'records', 'session']
