"""Tries the engine: suites, matches, benches and wheels."""
