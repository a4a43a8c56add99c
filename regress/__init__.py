"""Tests of the engine's strength and speed: suites, matches and benches."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the checkout."""
