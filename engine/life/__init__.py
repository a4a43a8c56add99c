"""What is said of a dragon's life: who is asked in which order, arenas, races, threats, grades."""
