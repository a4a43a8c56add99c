"""``owlgo learn``: let an engine play against itself, and learn the weights of shapes from its games."""
import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from rich.console import Console
from rich.progress import track

from owlgo.engine.core.printable import say
from owlgo.engine.core.sgf import SgfError

WRONG = 2


def parser() -> argparse.ArgumentParser:
    """Return the parser of ``owlgo learn``."""
    p = argparse.ArgumentParser(prog='owlgo learn', description='Learn the shapes of good moves from the game records in a folder, which '
                                'it can fill with games that an engine plays against itself.')
    p.add_argument('folder', type=Path, help='game records (*.sgf)')
    p.add_argument('-o', '--output', type=Path, default=Path('shapes.txt.gz'), help='where the shapes go (shapes.txt.gz)')
    p.add_argument('--least', type=int, default=4, help='times that a shape must have been played to be kept (4)')
    p.add_argument('--play', type=int, default=0, metavar='GAMES',
                   help='play so many games first; those that are there are not played again')
    p.add_argument('--engine', metavar='COMMAND', help='a GTP engine that plays them, in quotes, instead of this one by playouts alone; '
                                                       '{seed} becomes the number of the game')
    p.add_argument('--size', type=int, default=19)
    p.add_argument('--playouts', type=int, default=1500, help='of each move (1500)')
    p.add_argument('--jobs', type=int, default=os.cpu_count() or 1, help='games at once (all cores)')
    return p


def main(argv: list[str]) -> int:
    """Play games if asked to, learn from all games in the folder, and write the shapes."""
    p = parser()
    args = p.parse_args(argv)
    from owlgo.regress.train import listwise, shapes
    try:
        listwise.optimiser()
        if args.play:
            _play(args)
        paths = sorted(args.folder.glob('*.sgf'))
        if not paths:
            raise SgfError(str(args.folder), 'no game records')
        found = shapes.learn(paths, args.least)
        shapes.save(found, args.output)
    except (OSError, ValueError) as error:
        say(f'owlgo: {error}', sys.stderr)
        return WRONG
    print(f'{len(found.looks.shapes)} shapes from {found.moves} moves of {found.games} games; of the moves of the games held back '
          f'{found.prediction.right:.1%} are predicted, with {found.prediction.doubt:.2f} nats of doubt')
    return 0


def _play(args: argparse.Namespace) -> None:
    """Play the games in ``args.jobs`` processes."""
    from owlgo.regress.train.selfplay import write_game
    args.folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(args.jobs) as pool:
        games = [pool.submit(write_game, args.folder, number, args.size, args.playouts, args.engine) for number in range(1, args.play + 1)]
        for done in track(as_completed(games), 'games', args.play, console=Console(stderr=True), transient=True):
            done.result()
