"""Learns weights and patterns, and counts tables."""
