"""The GTP commands by theme; importing this package registers them all."""
from gtp.commands import board, handicap, life, play, records, session

__all__ = ['board', 'handicap', 'life', 'play', 'records', 'session']
