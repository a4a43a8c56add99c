"""Checks certificates, in plain Python that shares nothing with the solver."""
