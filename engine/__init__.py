"""The engine, from the board up to reviews of games."""
