"""Find captures and connections in games.  The peer engine and a long reading of this engine must agree on the result.

    python -m owlgo.regress.strength.make.strings GAMES OUT.json [--peer COMMAND]

By the peer, a string must be both capturable and savable, and a pair of strings must allow connection and cut.  Both engines must agree
before the key move and, unless the move makes the pair one string, after it.
"""
import random
from collections.abc import Iterator

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.read import connect, tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.regress.strength.entry import Question
from owlgo.regress.strength.make.engines import Peer, moved
from owlgo.regress.strength.make.written import Wanted, arguments, entry, position

RIVALS = {'attack': 'defend', 'defend': 'attack', 'connect': 'disconnect', 'disconnect': 'connect'}
"""The opponent's command."""


def code(game: Game, question: str) -> str:
    """Return the result code of a long reading, eight moves deeper than level 12."""
    readers = {'attack': tactics.attack, 'defend': tactics.find_defense, 'connect': connect.connect, 'disconnect': connect.disconnect}
    command, *words = question.split()
    reader = Reader(of_level(12).changed(8), Workspace()).closely()
    found = readers[command](game.board, *(parse_vertex(word, game.size) for word in words), reader)        # type: ignore[operator]
    return str(found.code) if found.certain else ''


def pair(game: Game, command: str, target: str, color: int, peer: Peer) -> list[Question]:
    """Return a side's question before its key move and the opponent's question after it, if the engines agree on both."""
    source = 'long reading+gnugo'
    answer, _, move = peer.ask(game, f'{command} {target}').partition(' ')
    if answer != '1' or move.upper() in ('', 'PASS') or code(game, f'{command} {target}') != '1':
        return []
    after, rest = moved(game, color, move), f'{RIVALS[command]} {target}'
    places = [parse_vertex(word, game.size) for word in target.split()]
    if any(after.color_at(pos) != game.color_at(pos) for pos in places):
        return []
    first = Question(f'{command} {target}', ('1',), source)
    if len(places) > 1 and places[1] in after.string(places[0]):
        # They are one string now: no question is left.
        return [first]
    if peer.ask(after, rest)[:1] != '0' or code(after, rest) != '0':
        return []
    return [first, Question(rest, ('0',), source, (f'{COLOR_NAMES[color][0].upper()} {move}',))]


def targets(game: Game, kind: str, rng: random.Random) -> Iterator[tuple[str, int]]:
    """Yield strings of two stones or more and two to four liberties, or pairs of strings with one common liberty, with their colour."""
    strings = [(color, pos) for color in (BLACK, WHITE) for pos in game.strings(color)]
    rng.shuffle(strings)
    for color, pos in strings:
        if kind == 'attack' and len(game.string(pos)) >= 2 and 2 <= len(game.liberties(pos)) <= 4:
            yield game.vertex(pos), color
        if kind == 'connect':
            near = [one for _, one in strings if one != pos and game.color_at(one) == color
                    and len(set(game.liberties(one)) & set(game.liberties(pos))) == 1]
            if near:
                yield f'{game.vertex(pos)} {game.vertex(rng.choice(near))}', color


def main() -> None:
    """Search random positions of games until there are 20 entries of each kind."""
    args = arguments('strings', games=4, referee=False)
    wanted = Wanted(args.out, {'attack': 20, 'connect': 20}, lambda one: one.questions[0].ask.split()[0])
    for path in args.games:
        kind = min(wanted.most, key=lambda kind: wanted.counts[kind])
        if kind not in wanted:
            break
        number = args.random.randrange(10, max(11, len(sgf.load(str(path)).events)))
        game = position(path, number)
        for target, color in targets(game, kind, args.random):
            mover = color if kind == 'connect' else other(color)
            questions = pair(game, kind, target, mover, args.peer)
            questions += pair(game, RIVALS[kind], target, other(mover), args.peer) if questions else []
            name = f'strings-{path.stem}-{number - 1}-{target.replace(" ", "-")}'
            if len(questions) > 2 and wanted.add(entry(name, game, questions, f'{path.stem}, before move {number}')):
                break


if __name__ == '__main__':
    main()
