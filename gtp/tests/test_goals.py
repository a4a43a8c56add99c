"""Goals of ``owlgo-solve``."""
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask


def test_goals_over_gtp():
    session = Session()
    for line in ('boardsize 6', *(f'play b {vertex}' for vertex in ('C6', 'B5', 'C5', 'A4', 'B4')),
                 *(f'play w {vertex}' for vertex in ('D6', 'D5', 'C4', 'D4', 'A3', 'B3', 'C3'))):
        assert ask(session, line).startswith('=')
    assert ask(session, 'owlgo-solve any first white C5').split() == ['=', 'no', 'proved', 'A6']
    assert ask(session, 'owlgo-solve any no-ko black first black C5 100000').split() == ['=', 'yes', 'proved', 'A6']
    assert ask(session, 'owlgo-solve connect first black C5 A4').split()[:2] == ['=', 'yes']
    assert ask(session, 'owlgo-solve any first white C5 2').split() == ['=', 'unknown', 'uncertain']
    for words, error in (('', 'invalid coordinate'), ('first C5', 'invalid color'), ('A6', 'vertex must not be empty'),
                         ('C5 0', 'invalid node limit'),
                         ('C5 D5', 'the stones of a goal have one colour')):
        assert ask(session, f'owlgo-solve any {words}') == f'? {error}\n\n'
