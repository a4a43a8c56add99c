"""Tactical reading: captures, connections and combinations."""
