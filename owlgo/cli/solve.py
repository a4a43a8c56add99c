"""``owlgo solve``: prove and explain a life-and-death problem of a game record."""
import argparse

from owlgo.cli import values
from owlgo.cli.options import add_pictures, reporting_errors
from owlgo.engine.core.goal_names import GOALS
from owlgo.engine.core.threads import MOST_THREADS

NODES = 10_000_000
"""Default positions for each verdict."""
LEAST_MEMORY, MOST_MEMORY = 0.001, 65536
"""Memory for the table and the proofs, in MB."""
LEAST_SECONDS, MOST_SECONDS = 0.001, 1_000_000
"""Time of a search, in seconds."""


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog='owlgo solve', allow_abbrev=False,
                                description='Prove whether a dragon in a closed region lives, whoever moves first.')
    p.add_argument('file', type=values.file_name, metavar='FILE.sgf')
    p.add_argument('vertex', metavar='VERTEX', nargs='*', default=[],
                   help='a stone of the dragon; else the marked one, or the only one it can be.  With --goal, a stone of each string')
    p.add_argument('--goal', choices=GOALS, help='one question: any of these strings lives, all do, one is taken (capture), they connect; '
                                                 'for the side to move')
    p.add_argument('--no-ko', metavar='SIDE', type=values.color,
                   help='the side that may not rely on ko: it has to succeed though the other side has nine more ko threats')
    p.add_argument('--first', metavar='SIDE', type=values.color, help='the side that moves first in --goal; else the one to move')
    p.add_argument('--region', metavar='POINTS', action='append', default=[],
                   help='the side that succeeds in --goal plays only here: points and rectangles, as A1-H8,J9')
    p.add_argument('--seconds', type=values.number(LEAST_SECONDS, MOST_SECONDS), metavar='S', help='stop after so many seconds')
    p.add_argument('-L', '--until', metavar='MOVE', help='stop before this move number or the first move at this vertex (0: read all)')
    p.add_argument('--try', dest='tried', action='append', default=[], metavar='[COLOR:]V',
                   help='does this first move of a side work (of the one to move, unless it is named: white:C9)? with its refutation')
    p.add_argument('--string', action='store_true', help='only the string at VERTEX is in question, not the whole dragon')
    p.add_argument('--safe', action='append', default=[], metavar='V', help='take the string there as safe, a part of the wall')
    p.add_argument('-n', '--nodes', type=values.nodes, default=NODES, metavar='N',
                   help='positions for each of the two verdicts (10000000: some ten seconds each); what is asked after them, such as all '
                        'first moves and the stones that matter, may take several times as long')
    p.add_argument('-M', '--memory', type=values.number(LEAST_MEMORY, MOST_MEMORY), default=64.0, metavar='MB',
                   help='for the table and the proofs (64)')
    p.add_argument('--threads', type=values.whole(1, MOST_THREADS), default=1, metavar='N',
                   help=f'threads that search (1, at most {MOST_THREADS}; with more, the positions counted differ from run to run)')
    p.add_argument('-o', metavar='FILE', help='write the proof as commented SGF')
    p.add_argument('--html', metavar='FILE', help='write a page with boards to step through')
    p.add_argument('--certificate', metavar='FILE', help='write what owlgo verify checks')
    p.add_argument('--json', action='store_true', help='print the answer as JSON, and nothing else')
    p.add_argument('--play', action='store_true', help='play the problem out: you move, the prover answers and says when it is over')
    add_pictures(p, 'the position with zone and wall')
    p.add_argument('--quiet', action='store_true', help='no board')
    return p


def _play(p: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """Play a problem out, if no option asks for an answer instead."""
    asked = vars(args)
    for action in p._actions:
        name = action.dest
        if name not in ('file', 'vertex', 'until', 'first', 'play', 'help') and asked[name] != action.default:
            p.error(f'{action.option_strings[-1]}: not with --play')
    if args.vertex[1:]:
        p.error('several stones: only with a goal, as in --goal any')
    from owlgo.cli.solve_play import play
    return reporting_errors('owlgo solve', lambda: play(args))


def _solve(args: argparse.Namespace) -> int:
    """Answer, and write the files that were asked for; return the exit status.  Raises ValueError, OSError."""
    from owlgo.cli import outputs
    outputs.check(args, [args.file])
    if args.goal:
        from owlgo.cli.solve_goal import solve_goal
        return solve_goal(args)
    from owlgo.cli.solve_answer import solve
    args.vertex = args.vertex[0] if args.vertex else None
    return solve(args)


def main(argv: list[str] | None = None) -> int:
    """``owlgo solve``: return 0 if all is proved, on condition of a wall if need be, else 3."""
    p = parser()
    args = p.parse_intermixed_args(argv)
    if args.play:
        return _play(p, args)
    if args.goal:
        for name in ('tried', 'string', 'html'):
            if getattr(args, name):
                p.error(f'{"--try" if name == "tried" else f"--{name}"}: not with --goal')
    else:
        for name, given in (('--no-ko', args.no_ko), ('--first', args.first), ('--region', args.region),
                            ('several stones', args.vertex[1:])):
            if given:
                p.error(f'{name}: only with a goal, as in --goal any')
    return reporting_errors('owlgo solve', lambda: _solve(args))
