"""Commands about time."""
from owlgo.engine.play.clock import UNLIMITED, Clock, kgs
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import color, command, integer
from owlgo.gtp.session import Session


def _start(session: Session, clock: Clock | None) -> None:
    """Set the clock, and load kernels before it runs."""
    if clock and clock.main >= UNLIMITED:
        clock = None
    if clock:
        from owlgo.engine.warm import warm
        warm()
    session.clock = clock


@command('time_settings')
def time_settings(session: Session, args: list[str]) -> None:
    """Arguments: seconds of main time, seconds of a byo-yomi period, stones to be played in each.  A period without stones, or no time at
    all, means no limit.  A negative main time has run out.  Fails: invalid time settings.
    """
    error = 'invalid time settings'
    main, period, stones = (integer(args, error, index) for index in range(3))
    if min(period, stones) < 0:
        raise GtpError(error)
    unlimited = max(main, 0) == period == 0 or period > 0 and stones == 0
    _start(session, None if unlimited else Clock(main, period if stones else 0, max(stones, 1)))


@command('time_left', cheap=True)
def time_left(session: Session, args: list[str]) -> None:
    """Arguments: colour, seconds left (negative: none), stones left (0 in the main time); after kgs-time_settings byoyomi, periods left
    instead of stones.  Fails: invalid color, invalid time.
    """
    who = color(args)
    seconds, stones = integer(args, 'invalid time', 1), integer(args, 'invalid time', 2)
    if session.clock is None and (seconds <= 0 or seconds >= UNLIMITED):
        return                      # no clock, or one that had run out before the first move
    try:
        clock = session.clock or Clock(float(seconds))
        clock.set(who, seconds, stones)
    except ValueError as error:
        raise GtpError(str(error)) from None
    session.clock = clock


@command('kgs-time_settings')
def kgs_time_settings(session: Session, args: list[str]) -> None:
    """Arguments: none; or absolute and seconds; or byoyomi, seconds, seconds of a period, periods; or canadian, seconds, seconds of a
    period, stones.  Fails: invalid time settings.
    """
    try:
        _start(session, kgs(args))
    except ValueError:
        raise GtpError('invalid time settings') from None
