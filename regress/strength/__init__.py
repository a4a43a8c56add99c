"""The strength bench asks this engine, at fixed levels, questions with known answers."""
