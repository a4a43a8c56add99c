"""Estimates the score and the gain of endgame moves."""
