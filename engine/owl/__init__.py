"""OWL's search: reads selectively whether a dragon lives, and proves nothing; patterns propose moves, eyes decide."""
