"""Commands about time."""
from engine.play.clock import Clock, kgs
from gtp.protocol import GtpError
from gtp.registry import color, command, integer
from gtp.session import Session


def _start(session: Session, clock: Clock | None) -> None:
    """Set the clock; what its moves will need is loaded before it runs."""
    session.clock = clock
    if clock:
        from engine.warm import warm
        warm()


@command('time_settings')
def time_settings(session: Session, args: list[str]) -> str:
    """Arguments: seconds of main time, seconds of a byo-yomi period, stones to be played in each.  A period without stones is no limit, and
    neither are three times nothing, in which nobody could play.

    Fails: invalid time settings.
    """
    error = 'invalid time settings'
    main, period, stones = (integer(args, error, index) for index in range(3))
    if min(main, period, stones) < 0:
        raise GtpError(error)
    _start(session, None if stones == 0 and (period > 0 or main == 0) else Clock(main, period if stones else 0, max(stones, 1)))
    return ''


@command('time_left', cheap=True)
def time_left(session: Session, args: list[str]) -> str:
    """Arguments: colour, seconds, stones (0 in the main time); after kgs-time_settings byoyomi, periods that are left instead of stones.

    Fails: invalid color, invalid time.
    """
    who = color(args)
    seconds, stones = integer(args, 'invalid time', 1), integer(args, 'invalid time', 2)
    try:
        clock = session.clock or Clock(float(max(seconds, 0)))
        clock.set(who, seconds, stones)
    except ValueError as error:
        raise GtpError(str(error)) from None
    session.clock = clock
    return ''


@command('kgs-time_settings')
def kgs_time_settings(session: Session, args: list[str]) -> str:
    """Arguments: none; or absolute and seconds; or byoyomi, seconds, seconds of a period, periods; or canadian, seconds, seconds of a
    period, stones.  Fails: invalid time settings.
    """
    try:
        _start(session, kgs(args))
    except ValueError:
        raise GtpError('invalid time settings') from None
    return ''
