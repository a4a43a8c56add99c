"""The strength bench: its data, its table, and that it sees a weaker engine."""
import pytest

from regress.strength import table
from regress.strength.ask import Asked, is_right
from regress.strength.entry import KINDS, Entry, Question, drawn, dumps, load, parse


@pytest.mark.parametrize('kind', KINDS)
def test_every_entry_can_be_set_up_and_has_answers(kind):
    """A position that the file holds is the one that the engine is asked about, and each question names what is right."""
    entries = load(kind)
    assert len({entry.id for entry in entries}) == len(entries) and all(entry.id.startswith(f'{kind}-') for entry in entries)
    for entry in entries:
        from engine.core.game import Game
        assert drawn(entry.put(Game(entry.size))) == entry.board
        assert entry.questions and all(question.right and question.source for question in entry.questions)
        for question in entry.questions:
            entry.put(Game(entry.size), question.moves)


def test_an_entry_survives_its_file():
    """What is written is read again, defaults included."""
    question = Question('owl_attack B2', ('1 A1', '1 B3'), 'proof', ('B C1',))
    entry = Entry('problems-1', '.X./OOX/...', (question, Question('owl_defend B2', ('0',), 'proof')), 'W', 0.5, 'by hand')
    import json
    assert parse(json.loads(dumps(entry))) == entry


def test_what_is_right():
    """A code alone leaves the move open; a named move does not."""
    code, move = Question('owl_attack B2', ('1',), ''), Question('owl_attack B2', ('1 A1', '1 C3'), '')
    assert is_right(code, '1 D4') and not is_right(code, '0') and not is_right(code, '2 D4')
    assert is_right(move, '1 C3') and not is_right(move, '1 D4') and not is_right(move, '1')
    assert is_right(Question('reg_genmove black', ('C3',), ''), 'c3')


def test_a_changed_answer_is_shown(tmp_path):
    """Answers, nodes and who settled a question are compared; seconds are not."""
    asked = Asked('dragons-1.0', 'owl_attack B2', '1 A1', True, 'read', True, 100, 0.5)
    other = Asked('dragons-1.0', 'owl_attack B2', '1 A1', True, 'read', True, 101, 0.5)
    table.write([asked], tmp_path / 'table.txt')
    slower = Asked('dragons-1.0', 'owl_attack B2', '1 A1', True, 'read', True, 100, 9.5)
    assert table.changed([slower], tmp_path / 'table.txt') == []
    changes = table.changed([other], tmp_path / 'table.txt')
    assert [line[0] for line in changes] == ['-', '+'] and changes[1].endswith(' 101')
    assert table.counts([asked])[:5] == ('1', '1', '0', '1', '0')
