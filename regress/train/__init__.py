"""Make the engine's data: learn weights and patterns, and count tables."""
