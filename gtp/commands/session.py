"""Commands about the connection: identity, known commands, settings.  None needs kernels."""
import re
import sys
import time

from owlgo.engine.core.level import MAX_LEVEL, parse_rank
from owlgo.engine.core.printable import say
from owlgo.gtp.about import NAME, VERSION
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import COMMANDS, MAX_SEED, command, integer, number, seed
from owlgo.gtp.session import Session


@command('protocol_version', cheap=True)
def protocol_version(session: Session, args: list[str]) -> str:
    """Answer: 2."""
    return '2'


@command('name', cheap=True)
def name(session: Session, args: list[str]) -> str:
    """Answer: the engine's name."""
    return NAME


@command('version', cheap=True)
def version(session: Session, args: list[str]) -> str:
    """Answer: the engine's version."""
    return VERSION


@command('known_command', cheap=True)
def known_command(session: Session, args: list[str]) -> str:
    """Arguments: name.  Answer: true or false."""
    return 'true' if args and args[0] in COMMANDS else 'false'


@command('list_commands', cheap=True)
def list_commands(session: Session, args: list[str]) -> str:
    """Answer: the commands, one a line."""
    return '\n'.join(sorted(COMMANDS))


@command('help', cheap=True)
def help_command(session: Session, args: list[str]) -> str:
    """Arguments: optional name.  Answer: the commands, or what this one does.  Fails: unknown command."""
    if not args:
        return list_commands(session, args)
    if args[0] not in COMMANDS:
        raise GtpError('unknown command')
    return ' '.join((COMMANDS[args[0]].handler.__doc__ or '').split())


@command('quit', cheap=True)
def quit_command(session: Session, args: list[str]) -> None:
    """End the process after the answer."""
    session.quitting = True


@command('echo', cheap=True)
def echo(session: Session, args: list[str]) -> str:
    """Answer: the arguments."""
    return ' '.join(args)


@command('echo_err', cheap=True)
def echo_err(session: Session, args: list[str]) -> str:
    """Answer: the arguments, which go to standard error too."""
    text = ' '.join(args)
    say(text, sys.stderr)
    return text


@command('komi', cheap=True)
def komi(session: Session, args: list[str]) -> None:
    """Arguments: a number from -1000000 to 1000000.  Fails: komi not a float, unacceptable komi."""
    wanted = number(args, 'komi not a float')
    if abs(wanted) > 1e6:
        raise GtpError('unacceptable komi')
    session.set_komi(wanted)


@command('get_komi', cheap=True)
def get_komi(session: Session, args: list[str]) -> str:
    """Answer: the komi."""
    return f'{session.get_komi():g}'


@command('query_boardsize', cheap=True)
def query_boardsize(session: Session, args: list[str]) -> str:
    """Answer: the board's size."""
    return str(session.size)


@command('level', cheap=True)
def level(session: Session, args: list[str]) -> None:
    """Arguments: 0 to 12.  Fails: level not an integer, unacceptable level."""
    whole = args and re.fullmatch('[-+]?[0-9]+', args[0])
    session.level = integer(args, 'unacceptable level' if whole else 'level not an integer', least=0, most=MAX_LEVEL)


@command('owlgo-rank', cheap=True)
def rank(session: Session, args: list[str]) -> None:
    """Arguments: 20k to 1k, or off.  Makes genmove play at this step of a scale that was not measured against people, whatever the
    level; off: as strongly as the level says.  Answers to questions stay as good.  Fails: invalid rank.
    """
    try:
        wanted, = args
        session.rank = None if wanted == 'off' else parse_rank(wanted)
    except ValueError:
        raise GtpError('invalid rank') from None


@command('cputime', cheap=True)
def cputime(session: Session, args: list[str]) -> str:
    """Answer: processor seconds used so far."""
    return f'{time.process_time():.3f}'


@command('get_random_seed', cheap=True)
def get_random_seed(session: Session, args: list[str]) -> str:
    """Answer: the seed."""
    return str(session.seed)


@command('set_random_seed', cheap=True)
def set_random_seed(session: Session, args: list[str]) -> None:
    """Arguments: a whole number from 0 to 2^62.  Fails: invalid random seed."""
    session.seed = seed(args)


@command('advance_random_seed', cheap=True)
def advance_random_seed(session: Session, args: list[str]) -> str:
    """Arguments: number of games.  Moves the random seed on by so many games; none is played.  Answer: the new seed.  Fails: invalid number
    of games.
    """
    games = integer(args, 'invalid number of games', least=0)
    session.seed = (session.seed + games * 0x9E3779B97F4A7C15) % MAX_SEED      # The step is odd, so all seeds come in turn.
    return str(session.seed)


@command('report_uncertainty', cheap=True)
def report_uncertainty(session: Session, args: list[str]) -> None:
    """Arguments: on or off: whether OWL answers say that they are guesses.  Fails: invalid argument."""
    if args[:1] not in (['on'], ['off']):
        raise GtpError('invalid argument')
    session.report_uncertainty = args[0] == 'on'
