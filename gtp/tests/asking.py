"""Ask a session in this process."""
from owlgo.gtp.server import handle
from owlgo.gtp.session import Session


def ask(session: Session, line: str) -> str:
    """The answer to a line as the controller sees it."""
    return handle(session, line).decode('utf-8', 'surrogateescape')


def answered(session: Session, *lines: str) -> str:
    """The text of the last answer to lines that all succeed."""
    for line in lines:
        answer = ask(session, line)
        assert answer.startswith('='), (line, answer)
    return answer[1:].strip()
