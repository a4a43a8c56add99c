"""The strength bench: questions with known answers for this engine at fixed levels."""
