"""Weights and thresholds of move choice, with their units; ``docs/experiments.md`` says how they were found."""
from dataclasses import dataclass


@dataclass(frozen=True)
class ReasonPoints:
    """Points of reasons for moves (``engine.play.reasons``)."""
    stone: float = 2.0              # for each stone captured or saved
    uncertain: float = 0.5          # part of them if the dragon's status is uncertain
    combination: float = 8.0        # of a combination besides its stones: what falls are cutting stones
    cut: float = 0.3                # of a cut or connection, for each stone of the smaller dragon times its weakness
    shape: float = 0.02             # for each point of a shape pattern's value
    empty_corner: float = 6.0       # of a move in an empty corner
    corner_move: float = 4.0        # of the next move of a corner opening
    open_side: float = 2.0          # of a move on the third or fourth line of an open side
    centre: float = -2.0            # of a move in the open centre while any of the other opening moves is left


@dataclass(frozen=True)
class ValueWeights:
    """Weights that add the parts of a move's value up to points (``engine.play.value``)."""
    territory: float = 0.3          # points for a point of territory, without playouts
    moyo: float = 0.3               # part of that for a point of moyo
    win: float = 40.0               # points for winning all playouts instead of none
    score_even: float = 0.25        # points for a point of the playouts' score, in an even game
    score_decided: float = 0.75     # and in a decided one
    share_even: float = 0.06        # the score's part of a playout's result while winning is open,
    share_settled: float = 0.1      # in a nearly settled game,
    share_decided: float = 0.4      # and once the game is decided
    exact: float = 0.5              # points for a point that hangs on the first move in a region read to its end
    probability: float = 2.5        # points of a move that is e times as probable as another by the network's search
    least_probability: float = 1e-5     # the floor of probabilities
    blunder: float = 2.0            # points off for each stone that a move loses
    even_reasons: float = 1         # playouts for each board point at which they weigh as much as all other reasons,
    even_read: float = 60           # as much as reading,
    even_probability: float = 30    # and as much as the move's probability


@dataclass(frozen=True)
class PriorVisits:
    """Won visits that a move at the root of the search begins with (``value.prior``)."""
    point: float = 1.0              # for each point of territory and of reasons
    most: float = 20.0              # the most of these
    read: float = 1.5               # for each point of reasons that rest on reading
    most_read: float = 60.0         # the most of these
    exact: float = 5.0              # for each point that hangs on the first move in a region read to its end
    opening: float = 15.0           # for each point of opening moves


@dataclass(frozen=True)
class MinimumGain:
    """Points below which a move is not worth playing."""
    anywhere: float = 0.4
    at_home: float = 2.5            # in a small closed region, and where playouts agree on the owner
    home_points: int = 12           # points, at most, of such a region
    on_ground: float = 10.0         # by territory scoring, on settled ground, where a wasted move costs a point
    at_end: float = 2.0             # when both sides play a game to its end for the count
    read: float = 2.0               # with as much at stake by exact reading, a move needs ``anywhere`` only
    pass_check: float = 3.0         # if no move gains more, a pass is searched as long as the moves
    worst: float = -3.0             # a move this bad is not played in a nearly settled game, however much is open


@dataclass(frozen=True)
class Phases:
    """Where the phases of a game begin and end."""
    settled: float = 0.93           # agreement of playouts on a point's owner, of 1, above which it is settled
    nearly_settled: float = 0.3     # part of the board in doubt, at most, once playouts rely on what was read
    endgame: float = 0.2            # part of the board in doubt, at most, in the endgame
    many_open: int = 10             # empty points in doubt above which a pass must be the search's choice
    wide_open: float = 0.4          # part of the board in open regions above which the position counts as it stands
    opening: float = 0.3            # part of the board taken, at most, while the network's score has its full share
    middle_game: float = 0.55       # part of the board taken from which on it has none
    leaf_share: float = 0.6         # that share: the network's part of a playout's score on a large board


@dataclass(frozen=True)
class EndgameThresholds:
    """When the largest endgame move replaces the best by value (``engine.play.late``)."""
    urgent: float = 9.0             # points of reasons by reading that keep a move first
    decisive: float = 0.1           # part of the playouts that a move wins beyond a pass, which keeps it first
    temperature: float = 0.25       # the lowest temperature considered, in points
    hotter: float = 0.3             # points of temperature by which another move must be larger
    short: int = 4                  # liberties, at most, of a string that may be short of them


@dataclass(frozen=True)
class WorkLimits:
    """Limits of search, checks and readings for a move."""
    first_share: float = 0.1        # playouts of the first look, and of a pass, as a part of the search's
    first_least: int = 50           # playouts
    first_most: int = 500           # playouts
    network_visit: int = 5000       # playouts, times the points of the board, for each visit of the network's search
    network_share: float = 0.4      # part of the time left that this search may take
    late_share: float = 0.17        # part of the time used that a pass and checks may take in addition
    reasons: float = 0.1            # weight of reasons below which territory is counted for the most visited moves only
    territory_moves: int = 8        # the number of these
    blunder_checks: int = 12        # moves, at most, checked for blunders
    owl_nodes: int = 150            # solver nodes for a question about a dragon, times the square of (level + 1)
    exact_nodes: int = 24_000       # nodes for the exact value of a closed region
    exact_empty: int = 10           # empty points, at most, of such a region
    exact_points: int = 40          # points, at most, of such a region
    ground_nodes: int = 20_000      # solver nodes to find out whether a string round a side's ground can be taken
    ending_moves: int = 6           # moves, at most, that decide critical dragons before the count
    ending_nodes: int = 180_000     # solver nodes for the positions after them together: half a second
    ending_level: int = 4           # level at which both sides capture dead stones


@dataclass(frozen=True)
class Timing:
    """How the time for a move is used (``genmove.choose_in``)."""
    examining: float = 0.2          # part of the time after which dragons are read no more, except in checks
    searching: float = 0.85         # part of the time after which the search ends
    playouts: int = 2_000_000       # playouts of a thread in a second, times the points of the board
    least_playouts: int = 100
    faster: int = 3                 # a machine may be this many times as fast
    levels: int = 10                # levels of examination for each second
    haste: float = 0.8              # seconds below which nothing is examined
    cleaning: float = 0.2           # seconds below which dead stones are left on the board


@dataclass(frozen=True)
class Resignation:
    """When a side resigns."""
    winning: float = 0.02           # part of the playouts won, at most
    behind: float = 0.15            # points behind by every estimate, for each point of the board
    level: int = 4                  # level of the examination that must agree


@dataclass(frozen=True)
class ClockShares:
    """How a clock's time is shared out among moves (``engine.play.clock``)."""
    lag: float = 0.08               # seconds lost between the controller's clock and ours
    least: float = 0.01             # seconds, at least, for a move
    moves: float = 0.35             # moves of a side in a game, for each point of the board
    moves_left: float = 0.08        # moves still to come, at least, for each point of the board,
    last_moves: float = 8.0         # and in all
    period: float = 0.93            # part of a byo-yomi period that its stones may use


(REASON, VALUE, PRIOR, GAIN, PHASE, ENDGAME, LIMIT, TIMING, RESIGN, CLOCK) = (
    ReasonPoints(), ValueWeights(), PriorVisits(), MinimumGain(), Phases(), EndgameThresholds(), WorkLimits(),
    Timing(), Resignation(), ClockShares())
"""The tables that the engine uses."""


@dataclass(frozen=True)
class Weights:
    """Weights of the parts of a move's value: the more playouts per point of the board, the less every part except playouts counts."""
    territory: float
    reasons: float
    playouts: float
    read: float
    """Of reasons that rest on reading."""
    probability: float
    """Of the move's probability (``engine.score.outlook``)."""

    @classmethod
    def of_playouts(cls, playouts: int, size: int) -> 'Weights':
        """Return the weights after a number of playouts on a board of this size."""
        share, read, probability = (1 / (1 + playouts / (even * size * size))
                                    for even in (VALUE.even_reasons, VALUE.even_read, VALUE.even_probability))
        return cls(VALUE.territory * share, share, 1.0 - 0.5 * share, read, probability)
