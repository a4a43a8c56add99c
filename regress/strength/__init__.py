"""A strength bench: positions with known answers, asked of this engine at a fixed level."""
