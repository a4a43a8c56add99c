"""The base of every other room: compiling, points, the board, games, SGF and shared records."""
