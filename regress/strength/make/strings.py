"""Find captures and connections in games on which another engine and a long reading of this one agree.

    python -m owlgo.regress.strength.make.strings GAMES OUT.json [--peer COMMAND]

By the peer, a string must be both capturable and savable, and a pair of strings must allow connection and cut.  Both engines must agree
before the key move and after it, unless the move makes the pair one string.
"""
import argparse
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from owlgo.engine.core import sgf
from owlgo.engine.core.game import Game
from owlgo.engine.core.points import BLACK, COLOR_NAMES, WHITE, other, parse_vertex
from owlgo.engine.core.workspace import Workspace
from owlgo.engine.read import connect, tactics
from owlgo.engine.read.depths import of_level
from owlgo.engine.read.reader import Reader
from owlgo.regress.strength.entry import Entry, Question, read
from owlgo.regress.strength.make.peer import Peer
from owlgo.regress.strength.make.referee import moved
from owlgo.regress.strength.make.written import append, drawn

RIVALS = {'attack': 'defend', 'defend': 'attack', 'connect': 'disconnect', 'disconnect': 'connect'}
"""The opponent's command."""


def code(game: Game, question: str) -> str:
    """Return the code of a long reading, eight moves deeper than level 12."""
    readers = {'attack': tactics.attack, 'defend': tactics.find_defense, 'connect': connect.connect, 'disconnect': connect.disconnect}
    command, *words = question.split()
    reader = Reader(of_level(12).changed(8), Workspace()).closely()
    found = readers[command](game.board, *(parse_vertex(word, game.size) for word in words), reader)        # type: ignore[operator]
    return str(found.code) if found.certain else ''


def pair(game: Game, command: str, target: str, color: int, peer: Peer) -> list[Question]:
    """Return a side's question before its key move and the opponent's after it, if both engines agree on both."""
    source = 'long reading+gnugo'
    said = peer.ask(game, f'{command} {target}').split()
    if not said or said[0] != '1' or len(said) < 2 or said[1].upper() == 'PASS' or code(game, f'{command} {target}') != '1':
        return []
    after = moved(game, color, said[1])
    rest = f'{RIVALS[command]} {target}'
    if any(after.color_at(parse_vertex(word, game.size)) != game.color_at(parse_vertex(word, game.size)) for word in target.split()):
        return []
    move = f'{COLOR_NAMES[color][0].upper()} {said[1]}'
    first = Question(f'{command} {target}', ('1',), source)
    places = [parse_vertex(word, game.size) for word in target.split()]
    if len(places) > 1 and places[1] in after.string(places[0]):
        # They are one string now: no question is left.
        return [first]
    answer = peer.ask(after, rest)
    if answer[:1] != '0' or code(after, rest) != '0':
        return []
    return [first, Question(rest, ('0',), source, (move,))]


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
    """Search random positions of games until there are 20 entries of each kind, earlier runs included."""
    p = argparse.ArgumentParser(prog='python -m owlgo.regress.strength.make.strings', description='Find captures and connections in games.')
    p.add_argument('games', type=Path)
    p.add_argument('out', type=Path)
    p.add_argument('--peer', default='gnugo --quiet --mode gtp --level 10')
    p.add_argument('--seed', type=int, default=59)
    args = p.parse_args()
    peer, rng = Peer(args.peer), random.Random(args.seed)
    paths = sorted(args.games.glob('*.sgf')) * 4
    rng.shuffle(paths)
    known = read(args.out) if args.out.exists() else []
    subjects = {entry.subject for entry in known}
    count = Counter(entry.questions[0].ask.split()[0] for entry in known)
    for path in paths:
        kind = min(('attack', 'connect'), key=lambda kind: count[kind])
        if count[kind] >= 20:
            break
        record = sgf.load(str(path))
        number = rng.randrange(10, max(11, len(record.events)))
        game = Game(record.size)
        game.load(sgf.load(str(path), str(number)))
        for target, color in targets(game, kind, rng):
            questions = pair(game, kind, target, color if kind == 'connect' else other(color), peer)
            questions += pair(game, RIVALS[kind], target, other(color) if kind == 'connect' else color, peer) if questions else []
            name = f'strings-{path.stem}-{number - 1}-{target.replace(" ", "-")}'
            if len(questions) > 2 and (drawn(game), target) not in subjects:
                append(args.out, Entry(name, drawn(game), tuple(questions), origin=f'{path.stem}, before move {number}'))
                subjects.add((drawn(game), target))
                count[kind] += 1
                break


if __name__ == '__main__':
    main()
