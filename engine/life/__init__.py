"""The life of dragons: proofs and readings in order, arenas, races, threats, grades."""
