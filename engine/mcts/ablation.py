"""Parts of move choice that ``--without`` switches off, for ablation tests."""
PARTS = (
    PATTERNS := 'patterns',             # fighting moves, vital points and learned weights in playouts
    REPLIES := 'replies',               # replies that won before, in playouts
    PRIORS := 'priors',                 # learned move probabilities
    RAVE := 'rave',                     # results of moves that were played later (RAVE)
    ROOT_VERDICTS := 'root-verdicts',   # settled regions and dead stones at the root
    TREE_VERDICTS := 'tree-verdicts',   # tactical reading in the tree
    REASONS := 'reasons',               # reasons for moves
    COMBINATIONS := 'combinations',     # of these, combinations
    TERRITORY := 'territory',           # territory before and after moves
    LARGEST := 'largest',               # the largest endgame move, by temperature
    BLUNDERS := 'blunders',             # the check of the best moves for stones that they lose
    LEAF_EVALUATION := 'leaf-evaluation',       # who will own the board by the network, as a part of a playout's score
    SEARCH := 'search',                 # the search itself
)
"""The names of these parts, as the option takes them."""
