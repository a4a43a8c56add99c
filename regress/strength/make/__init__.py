"""Makes the positions of the strength bench and finds their answers."""
