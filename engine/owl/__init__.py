"""Reads dragons in the open and races, where nothing is proved."""
