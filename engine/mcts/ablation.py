"""The parts of the choice of moves: each can be left out, to see what it brings (``--without``, ``owlgo match``)."""
PATTERNS, REPLIES, PRIORS, RAVE, ROOT_VERDICTS, TREE_VERDICTS, REASONS, COMBINATIONS, TERRITORY, LARGEST, OUTLOOK, SEARCH = PARTS = (
    'patterns', 'replies', 'priors', 'rave', 'root-verdicts', 'tree-verdicts', 'reasons', 'combinations', 'territory', 'largest',
    'outlook', 'search')
"""Fighting moves in playouts; replies that won before; visits that a move begins with for its looks; results of moves made later; what is
settled at the root; readings in the tree; reasons to move; of these, combinations; territory before and after moves; the
largest point of an endgame, by lines close by; what a playout begins from, as a part of its score; the search itself.
"""
