"""The strength bench: its data, its table, and that it sees a weaker engine."""
from collections import Counter
from dataclasses import replace

import pytest

from owlgo.engine.core.game import Game
from owlgo.engine.core.points import all_points
from owlgo.engine.play import final
from owlgo.regress.strength import growth, runner, table
from owlgo.regress.strength.ask import Asked, ask, is_right
from owlgo.regress.strength.entry import LEVELS, Entry, Question, load, read
from owlgo.regress.strength.make.written import Wanted, drawn

EVERY = {'dragons': 30, 'problems': 15, 'races': 15, 'strings': 10, 'choices': 30, 'finished': 20}
"""One entry in so many of each kind is asked by a test."""


@pytest.mark.parametrize('kind', LEVELS)
def test_every_entry_can_be_set_up_and_has_answers(kind):
    """A position that the file holds is the one that the engine is asked about, and each question names what is right."""
    entries = load(kind)
    assert len({entry.id for entry in entries}) == len(entries) and all(entry.id.startswith(f'{kind}-') for entry in entries)
    for entry in entries:
        assert drawn(entry.put(Game(entry.size))) == entry.board
        assert entry.questions and all(question.right and question.source for question in entry.questions)
        for question in entry.questions:
            entry.put(Game(entry.size), question.moves)


def test_an_entry_survives_its_file(tmp_path):
    """What is written is read again, defaults included; what is added comes after what was there, once, and no more than wanted."""
    path, question = tmp_path / 'problems.json', Question('owl_attack B2', ('1 A1', '1 B3'), 'proof', ('B C1',))
    entry = Entry('problems-1', '.X./OOX/...', (question, Question('owl_defend B2', ('0',), 'proof')), 'W', 0.5, 'by hand')
    second, third = (replace(entry, id=f'problems-{board}', board=board, to_move='B') for board in ('X../.X./...', 'O../.O./...'))
    assert Wanted(path, {3: 2}, lambda one: one.size).add(entry)
    wanted = Wanted(path, {3: 2}, lambda one: one.size)
    assert wanted and not wanted.add(replace(entry, id='problems-2')) and wanted.add(second) and not wanted.add(third) and not wanted
    assert read(path) == [entry, second]


def test_what_is_right():
    """A code alone leaves the move open; a named move does not."""
    code, move = Question('owl_attack B2', ('1',), ''), Question('owl_attack B2', ('1 A1', '1 C3'), '')
    assert is_right(code, '1 D4') and not is_right(code, '0') and not is_right(code, '2 D4')
    assert is_right(move, '1 C3') and not is_right(move, '1 D4') and not is_right(move, '1')
    assert is_right(Question('reg_genmove black', ('C3',), ''), 'c3')


@pytest.mark.parametrize('change', [
    {'answer': '1 C3'}, {'is_right': False}, {'how': 'playouts'}, {'certain': False}, {'nodes': 101}], ids=str)
def test_a_changed_answer_is_shown(tmp_path, change):
    """Answers, certainty, nodes and who settled a question are compared; seconds are not."""
    asked = Asked('dragons-1.0', 'owl_attack B2', '1 A1', True, 'read', True, 100, 0.5)
    table.write([asked], tmp_path / 'table.txt')
    assert table.changed([replace(asked, seconds=9.5)], tmp_path / 'table.txt') == []
    changes = table.changed([replace(asked, **change)], tmp_path / 'table.txt')
    assert [line[0] for line in changes] == ['-', '+'] and changes[1] == f'+ {table.line(replace(asked, **change))}'
    assert table.counts([asked])[:5] == ('1', '1', '0', '1', '0')


@pytest.mark.parametrize('kind', LEVELS)
def test_the_engine_answers_as_the_table_says(kind):
    """A part of the bench: a change of answers or nodes comes with a new table, which shows what it did to the engine's strength."""
    found = runner.run([(kind, entry) for entry in load(kind)[::EVERY[kind]]])
    assert found and {table.kind_of(one) for one in found} == {kind}
    changes = table.changed(found)
    assert not changes, 'the table is not what the engine answers now; run `make strength UPDATE=1` and say why:\n' + '\n'.join(changes)


def test_the_table_has_every_question():
    """Neither more nor fewer, in the order in which they are asked."""
    names = [line.split()[0] for line in table.PATH.read_text('utf-8').splitlines()]
    assert names == [f'{entry.id}.{number}' for kind in LEVELS for entry in load(kind) for number in range(len(entry.questions))]
    assert min(Counter(name.partition('-')[0] for name in names).values()) >= 30


def test_a_weaker_engine_is_seen():
    """At the lowest level the engine loses answers about dragons that the table has as right."""
    found = [one for entry in load('dragons')[20::60] for one in ask('dragons', 0, entry)]
    known = {line.split()[0]: line for line in table.PATH.read_text('utf-8').splitlines()}
    lost = [one for one in found if ' right ' in known[one.id] and ' WRONG ' in table.line(one)]
    assert lost and {f'+ {table.line(one)}' for one in lost} <= set(table.changed(found))


def test_a_final_answer_that_hangs_on_a_guess_is_not_certain(monkeypatch):
    """Certain means that the engine says so, not that it counted the board as it stands."""
    entry = load('finished')[0]
    assert all(one.certain for one in ask('finished', None, entry))
    monkeypatch.setattr(final, 'uncertain_stones', lambda known: frozenset(all_points(known.board['size'])))
    assert not any(one.certain for one in ask('finished', None, entry))


def test_growth_is_shown_by_board_and_by_dragon(capsys):
    """Two dragons, of three stones and of nine, on boards of two sizes: a line for each, with means and bars."""
    question = Question('owl_attack B2', ('1',), 'proof')
    small = Entry('dragons-a', '...../...../...../.XXX./.....', (question,))
    large = Entry('dragons-b', '/'.join(['.........'] * 6 + ['.XXX.....'] * 3), (question,))
    asked = [Asked(f'{entry.id}.0', question.ask, '0', True, 'read', True, 1000, seconds)
             for entry, seconds in ((small, 0.002), (large, 0.008))]
    growth.report(asked, [small, large])
    shown = [[word.strip() for word in line.split('│')[1:-1]] for line in capsys.readouterr().out.splitlines() if 'owl_attack' in line]
    assert [line[1:6] for line in shown] == [['5x5', '1', '1,000', '2.0', '2.0'], ['9x9', '1', '1,000', '8.0', '8.0'],
                                             ['1-3 stones', '1', '1,000', '2.0', '2.0'], ['8-15 stones', '1', '1,000', '8.0', '8.0']]
    assert len(shown[1][6]) == growth.LONGEST_BAR > len(shown[0][6]) > 0
    growth.report([Asked('dragons-a.0', 'owl_attack A1', '0', True, 'read', True, 0, 0.0)], [small])
    assert '0 stones' in capsys.readouterr().out
