"""The parts of the choice of moves: each can be left out, to see what it brings (``--without``, ``owlgo match``)."""
PATTERNS, REPLIES, PRIORS, RAVE, ROOT_VERDICTS, TREE_VERDICTS, REASONS, SEARCH = PARTS = (
    'patterns', 'replies', 'priors', 'rave', 'root-verdicts', 'tree-verdicts', 'reasons', 'search')
"""Fighting moves in playouts; replies that won before; visits that a move begins with for its looks; results of moves made later; what is
settled at the root; readings in the tree; reasons to move; the search itself.
"""
