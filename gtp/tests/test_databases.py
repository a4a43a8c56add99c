"""Databases that somebody is editing in a checkout."""
from owlgo.gtp.session import Session
from owlgo.gtp.tests.asking import ask
from owlgo.patterns import library


def test_a_mistake_in_our_own_databases_is_one_error_with_its_place(monkeypatch, tmp_path):
    session = Session()
    for path in library.DATABASE_FOLDER.glob('*.db'):
        (tmp_path / path.name).write_text(path.read_text())
    broken = tmp_path / 'owl_attackpats.db'
    broken.write_text('Pattern one\n\nX*\n\n:8,-,value(x)\n\n' + broken.read_text())
    monkeypatch.setattr(library, 'DATABASE_FOLDER', tmp_path)
    monkeypatch.setattr(library.LIBRARY, 'loaded', {})
    for command in ('boardsize 9', 'play b E5', 'play w E4', 'play w D5'):
        ask(session, command)
    before = ask(session, 'showboard')
    answer = ask(session, 'owl_attack E5')
    assert answer.startswith(f'? {broken}:') and '\n' not in answer.strip()
    assert ask(session, 'showboard') == before
