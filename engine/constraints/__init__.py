"""Evaluates the constraints of patterns, and says why one holds or fails."""
