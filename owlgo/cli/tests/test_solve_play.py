"""``owlgo solve --play``: moves, answers, and the end of a problem; what is typed wrong changes nothing."""
import io

import pytest

from owlgo.cli.solve import main
from owlgo.cli.tests.test_answers import GAMES

BENT_THREE = str(GAMES / 'bent-three.sgf')
"""Whoever plays A9 first decides the corner: Black lives, or White kills."""


def played(monkeypatch, capsys, typed, *options):
    """Return the exit status and what is printed for typed lines."""
    monkeypatch.setattr('sys.stdin', io.StringIO(''.join(f'{line}\n' for line in typed)))
    status = main([BENT_THREE, '--play', *options])
    return status, capsys.readouterr().out


@pytest.mark.parametrize('typed, options, aim, solved', [
    (['A9'], (), 'Black to play: save the dragon at C9', 'Solved: the dragon lives.'),
    (['A9', 'pass', 'pass'], ('--first', 'white'), 'White to play: kill the dragon at C9', 'Solved: the dragon is dead.')])
def test_the_vital_point_solves_the_problem_for_either_side(monkeypatch, capsys, typed, options, aim, solved):
    status, text = played(monkeypatch, capsys, typed, *options)
    lines = text.splitlines()
    assert status == 0 and any(line.startswith(aim) for line in lines) and lines[-1] == solved
    assert '(proved' in text and ('Black answers B9.' in text) == (len(typed) > 1)


def test_a_wrong_move_is_refuted_and_can_be_taken_back(monkeypatch, capsys):
    status, text = played(monkeypatch, capsys, ['B9', 'help', 'undo', 'A9'])
    assert status == 0
    assert 'Black B9 does not save the dragon: White answers' in text and 'Not solved: the dragon is dead.' in text
    assert text.splitlines()[-1] == 'Solved: the dragon lives.'


@pytest.mark.parametrize('typed', [['quit'], [], ['B9', 'quit'], ['B9']])
def test_leaving_is_no_solution(monkeypatch, capsys, typed):
    assert played(monkeypatch, capsys, typed)[0] == 3


def test_what_is_typed_wrong_changes_nothing(monkeypatch, capsys):
    status, text = played(monkeypatch, capsys, ['Z9', 'C9', 'undo', 'board', '', 'A9'])
    assert status == 0 and text.count('Type a vertex') == 4
    assert 'Black cannot play C9' in text and 'There is nothing to take back.' in text


@pytest.mark.parametrize('option, named', [
    (['--json'], '--json'), (['--goal', 'any'], '--goal'), (['-o', 'x.sgf'], '-o'), (['C9', 'B8'], 'several')])
def test_options_that_ask_for_an_answer_do_not_go_with_it(capsys, option, named):
    with pytest.raises(SystemExit) as left:
        main([BENT_THREE, '--play', *option] if option[0][0] == '-' else [BENT_THREE, *option, '--play'])
    assert left.value.code == 2 and named in capsys.readouterr().err
