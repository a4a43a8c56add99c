"""Decides whether dragons live or die, by exact proof where possible, else by reading; also semeais, threats and grades of answers."""
