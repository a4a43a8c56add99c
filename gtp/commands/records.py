"""Game records: loadsgf and printsgf."""
from owlgo.engine.core.files import in_words, write_file
from owlgo.engine.core.points import COLOR_NAMES
from owlgo.gtp.protocol import GtpError
from owlgo.gtp.registry import command
from owlgo.gtp.session import Session


@command('loadsgf', literal=True)
def loadsgf(session: Session, args: list[str]) -> str:
    """Arguments: file, optional move number or vertex: the position before that move.  Answer: the colour to move.  Komi is the record's, 0
    without one; warnings about the record go to standard error.  Fails: missing filename, cannot load file; the game is as before then.
    """
    from owlgo.engine.core import sgf
    if not args:
        raise GtpError('missing filename')
    try:
        record = sgf.load(args[0], args[1] if len(args) > 1 else None)
        session.game.load(record)
    except ValueError as error:
        raise GtpError(f'cannot load file: {error}') from None
    record.tell()
    session.komi = session.game.komi
    session.begin_anew()
    return COLOR_NAMES[session.game.to_move]


@command('printsgf', literal=True)
def printsgf(session: Session, args: list[str]) -> str:
    """Arguments: optional file.  Writes the game there or answers with it.  Fails: cannot write file."""
    from owlgo.engine.core import sgf
    text = sgf.dumps(session.game.record())
    if not args or args[0] == '-':
        return text
    try:
        write_file(args[0], text)
    except OSError as error:
        raise GtpError(f'cannot write file: {in_words(error)}') from None
    return ''
