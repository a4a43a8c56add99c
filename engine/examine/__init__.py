"""Examines one position: strings, eyes, dragons, their status and the reasons for it."""
