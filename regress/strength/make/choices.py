"""Find positions of games in which the choice of a move matters.  The right moves are those that lose little by the referee's count.

    python -m owlgo.regress.strength.make.choices GAMES OUT.json --referee COMMAND [--peer COMMAND]

A position is kept if a pass loses much, few moves are good, and the referee expected these moves before its search.  The referee judges its
own five most visited moves and the peer's move.
"""
from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, other
from owlgo.regress.strength.entry import Question
from owlgo.regress.strength.make.engines import Peer, Referee, moved
from owlgo.regress.strength.make.written import Wanted, arguments, entry, position


def good_moves(game: Game, color: int, referee: Referee, peer: Peer) -> list[str]:
    """Return the moves that lose at most 1.5 points.  Return none if a pass loses less than 5 points, or if many moves may be good."""
    most_good, expected_share = 4, 0.5      # good moves, and their least probability together before the search
    sign = 1 if color == BLACK else -1
    lead, _, likely = referee.glance(game, color)
    if sum(likely[:most_good]) < expected_share or sign * (lead - referee.glance(game, other(color))[0]) < 5.0:
        return []
    root = referee.look(game, color, 16)
    moves = sorted(root.moves, key=lambda move: -root.moves[move][0])[:5]
    if sum(root.moves[move][2] for move in moves[:most_good]) < expected_share:
        return []
    moves.append(peer.ask(game, f'reg_genmove {COLOR_NAMES[color]}').upper())
    values = {move: sign * referee.look(moved(game, color, move), other(color), 6).lead for move in dict.fromkeys(moves)
              if move and move.upper() not in ('PASS', 'RESIGN')}
    good = [move for move, value in values.items() if max(values.values()) - value <= 1.5]
    expected = sum(root.moves[move][2] for move in good if move in root.moves)
    return good if len(good) <= most_good and expected >= expected_share else []


def main() -> None:
    """Look for positions in which the choice of a move matters, until each board size has enough of them."""
    args = arguments('choices', games=8)
    wanted = Wanted(args.out, {9: 30, 13: 15, 19: 15}, lambda one: one.size)
    for path in args.games:
        record = sgf.load(str(path))
        number = args.random.randrange(round(0.1 * record.size ** 2), round(0.55 * record.size ** 2))
        if record.size not in wanted or number >= len(record.events):
            continue
        game = position(path, number)
        good = good_moves(game, game.to_move, args.referee, args.peer)
        if good:
            question = Question(f'reg_genmove {COLOR_NAMES[game.to_move]}', tuple(good), 'referee')
            wanted.add(entry(f'choices-{path.stem}-{number - 1}', game, [question], f'{path.stem}, before move {number}'))


if __name__ == '__main__':
    main()
