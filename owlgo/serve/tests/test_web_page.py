"""The web page in a real browser: by mouse, by keyboard alone, on a phone's width, and in the dark."""
import json

import pytest

pytest.importorskip('starlette')
pytest.importorskip('uvicorn')

from owlgo.cli.drawing import WALL_COLOR, ZONE_COLOR
from owlgo.gtp.tests.strict import ROOT
from owlgo.serve.tests.browser import CHROMIUM, Browser
from owlgo.serve.tests.serving import CORNER, serving
from owlgo.serve.web_records import Given

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason='no Chromium')
RABBITY_SIX = ROOT / 'regress' / 'games' / 'rabbity-six.sgf'
GAME = b'(;SZ[9]KM[7]PB[One]PW[Two];B[ee];W[cc];B[gc];W[aa])'
FINISHED = b'(;SZ[5]KM[1.5]RE[W+7.5]AB[ba][bb][bc][bd][be][ea]AW[ca][cb][cc][cd][ce];B[];W[])'
"""Black's are A1 to A5, White's D1 to E5 with the dead stone at E5."""


@pytest.fixture(scope='module')
def served():
    with serving() as one:
        yield one


@pytest.fixture
def browse(tmp_path, served):
    """Opens the page in a browser; at the end no error may have been said."""
    browsers: list[Browser] = []

    def begin(**options):
        browser = Browser(tmp_path / f'{len(browsers)}', **options)
        browsers.append(browser)
        browser.go(served.url)
        browser.wait('document.querySelectorAll("#examples button").length > 3')
        return browser
    yield begin
    for browser in browsers:
        with browser:
            errors = browser.errors
        assert errors == []


def at(name):
    """Where a point of the board is in the window."""
    return f'''(() => {{ const svg = by("board").firstChild; svg.scrollIntoView({{block: "center"}});
        const [r, c] = point("{name}"), at = new DOMPoint(c, r).matrixTransform(svg.getScreenCTM()); return [at.x, at.y]; }})()'''


def offer(text):
    """The button of this text among those that the page offers."""
    return f'[...document.querySelectorAll("#offers button")].find((one) => one.textContent === "{text}")'


def paste(browser, record):
    browser.run(f'by("text").value = {json.dumps(record.decode())}; by("paste").click()')
    browser.wait('state.record')


def css(color):
    """A colour as a browser names it."""
    return f'rgb({", ".join(str(int(color[k:k + 2], 16)) for k in (1, 3, 5))})'


def words(browser, place):
    return browser.run(f'by("{place}").innerText')


def test_from_the_first_page_to_a_proof_with_its_zone_in_two_clicks(browse):
    browser = browse()
    browser.click('document.querySelector("#examples button")')
    browser.wait('state.record')
    browser.click(at('A8'))
    browser.wait('state.told')
    assert words(browser, 'answer').startswith('Black A8: critical') and 'proved' in words(browser, 'answer')
    zone, wall = browser.run('[state.told.zone.length, state.told.wall.length]')
    assert zone >= 3 and wall >= 1 and browser.run('!by("legend").hidden')
    assert browser.run(f'document.querySelectorAll(`#board rect[fill="{ZONE_COLOR}"]`).length') == zone
    assert browser.run(f'document.querySelectorAll(`#board circle[stroke="{WALL_COLOR}"]`).length') == wall
    assert browser.run('getComputedStyle(document.querySelector(".zone"), "::before").backgroundColor') == css(ZONE_COLOR)
    assert browser.run('getComputedStyle(document.querySelector(".wall"), "::before").borderColor') == css(WALL_COLOR)


def test_a_refuted_move_is_shown_step_by_step_and_taken_back(browse):
    browser = browse()
    paste(browser, CORNER)
    browser.click(at('A8'))
    browser.wait('state.told')
    browser.click(at('C9'))
    browser.wait('state.line')
    assert 'does not kill: Black answers B9' in words(browser, 'answer')
    assert browser.run('[...document.querySelectorAll("#board text")].pop().textContent') == '2', 'the first is captured'
    browser.click('by("line-back")')
    assert browser.run('shown().slice(0, 5)') == '..OXO' and browser.run('by("line-back").disabled')
    browser.click('by("undo")')
    assert browser.run('shown().slice(0, 5)') == '...XO'
    browser.click(at('A8'))
    browser.wait('state.told')
    assert 'the move that decides' in words(browser, 'legend')
    browser.click(offer('Show White B9'))
    browser.wait('state.line')
    assert browser.run('document.querySelectorAll(`#board rect[fill="${MARK}"]`).length') == 5, 'the whole dragon'
    browser.click(offer('Back to A8'))
    assert browser.wait('state.told && shown().slice(0, 5)') == '...XO'


def test_a_problem_against_the_prover(browse):
    browser = browse(width=360, height=740, phone=True)
    paste(browser, CORNER)
    browser.click(at('A8'))
    browser.wait('state.told')
    browser.click(offer('Kill it: play White'))
    browser.click(at('C9'))
    browser.wait('state.solving.over')
    assert 'Not solved: it lives.' in words(browser, 'answer')
    browser.click(offer('Start again'))
    browser.click(at('B9'))
    reply = browser.wait('state.tried.length === 2 && state.tried[1].vertex')
    browser.click(at({'A9': 'C9', 'C9': 'A9'}[reply]))
    browser.wait('state.solving.over')
    assert 'Solved: it is dead.' in words(browser, 'answer') and browser.run('document.documentElement.scrollWidth') == 360


TWO = b'(;SZ[6]PL[W]AB[ba][da][ab][bb][cb][db][ae]AW[ea][eb][ac][bc][cc][dc][ec][be][af])'
"""Two black strings: one with two eyes, one in atari at A2."""


def test_a_goal_of_several_strings(browse):
    browser = browse(width=360, height=740, phone=True)
    paste(browser, TWO)
    browser.click(at('A2'))
    browser.wait('state.told')
    browser.click(offer('Several strings'))
    browser.click(at('B6'))
    assert browser.run('state.strings') == ['A2', 'B6'] and 'Black A2, B6.' in words(browser, 'answer')
    browser.click(at('D6'))
    assert browser.run('state.strings') == ['A2'], 'another stone of the same string'
    browser.click(at('B6'))
    browser.click(offer('Do all live?'))
    browser.wait('state.told')
    assert 'White first: one of A2 and B6 is taken' in words(browser, 'answer')
    assert browser.run('document.querySelectorAll(`#board rect[fill="${MARK}"]`).length') == 2
    assert browser.run('state.told.moves.includes("A3") && !by("legend").hidden')
    browser.click(at('A3'))
    browser.wait('state.tried.length')
    assert browser.run('state.strings') == ['B6'], 'the other is taken'
    browser.click(offer('Does one live?'))
    browser.wait('state.told')
    assert 'Black first: B6 lives' in words(browser, 'answer') and browser.run('document.documentElement.scrollWidth') == 360
    browser.click(offer('Back to B6'))
    browser.wait('state.told && state.told.status')
    assert browser.run('state.strings') is None


NOTED = b'(;SZ[9]C[Look:\n<b>who</b> wins?]LB[aa:A][bb:<b>]SQ[ee];B[cc]TR[cc]MA[dd]CR[ee];W[gg]C[Here.])'
"""Every mark, and what must not become HTML."""


def test_comments_labels_and_marks_stand_at_their_move(browse):
    browser = browse()
    paste(browser, NOTED)
    assert words(browser, 'comment') == 'Look:\n<b>who</b> wins?'
    assert browser.run('[...document.querySelectorAll("#board text")].slice(-2).map((one) => one.textContent)') == ['A', '<b>']
    assert browser.run('document.querySelectorAll("#board rect[fill=none]").length') == 2, 'the square, and the cursor'
    browser.click('by("next")')
    marks = 'document.querySelectorAll("#board path[stroke-width=\\".08\\"]").length'
    assert browser.run(marks) == 2 and browser.run('by("comment").hidden'), 'triangle and cross'
    browser.click(at('F5'))
    browser.wait('state.tried.length')
    assert browser.run(marks) == 0, 'nothing is noted after a move that is tried'
    browser.click('by("last")')
    assert words(browser, 'comment') == 'Here.' and browser.run(marks) == 0


def test_by_keyboard_alone(browse):
    browser = browse()
    browser.press('Tab')
    assert browser.run('document.activeElement.textContent').endswith('Three in a row')
    browser.press('Enter')
    browser.wait('state.record')
    assert browser.run('document.activeElement.id') == 'board'
    browser.press('n', 'ArrowDown')
    assert browser.wait('getComputedStyle(document.querySelector("#board .cursor")).visibility') == 'visible'
    browser.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    assert words(browser, 'cursor-words') == 'A8, Black'
    browser.press('Enter')
    browser.wait('state.told')
    browser.press('ArrowUp', 'c', 'Enter')
    browser.wait('state.line')
    assert 'White A9 does not kill' in words(browser, 'answer')
    browser.press('[')
    assert browser.run('state.line.step') == 1
    browser.press('u')
    assert browser.run('shown().slice(0, 5)') == '...XO'
    # Everything else is reached by the tabulator.
    reached = set()
    for _ in range(30):
        browser.press('Tab')
        reached.add(browser.run('document.activeElement.id || document.activeElement.textContent'))
    assert {'turn', 'pass', 'level', 'other', 'board', 'Keys'} <= reached


def test_a_game_is_walked_through_and_reviewed(browse):
    browser = browse(width=360, height=740, phone=True, dark=True)
    assert browser.run('document.documentElement.scrollWidth') == 360
    paste(browser, GAME)
    assert words(browser, 'name') == 'One \N{EN DASH} Two' and browser.run('state.at') == 0
    browser.run('document.activeElement.blur()')
    browser.press('ArrowRight', 'ArrowRight')
    assert words(browser, 'where') == 'Move 2 of 4: White C7. Black to move.'
    browser.press('End', 'ArrowLeft')
    assert browser.run('state.at') == 3
    browser.click('by("last")')
    browser.click('by("begin-review")')
    browser.wait('!by("found").hidden')
    assert 'Black wins' in words(browser, 'where') and browser.run('by("curve").querySelectorAll("path").length') > 4
    browser.click('document.querySelector("#sections button")')
    assert browser.run('document.querySelector("#sections button[aria-current]")') is not None
    assert browser.run('document.documentElement.scrollWidth') == 360
    light = browser.run('getComputedStyle(document.body).backgroundColor')
    assert sum(map(int, light[4:-1].split(','))) < 200, 'it is dark'


def test_a_hint_is_drawn_explained_and_played(browse):
    browser = browse(width=360, height=740, phone=True)
    paste(browser, RABBITY_SIX.read_bytes())
    browser.run('by("level").value = 4')
    assert words(browser, 'count') == 'No komi. Captured by Black 0, White 0.'
    browser.click('by("hint")')
    browser.wait('state.hint')
    assert words(browser, 'answer').startswith('Black E5') and 'a region read to its end' in words(browser, 'answer')
    assert browser.run('document.querySelectorAll("#board circle[stroke-dasharray]").length') == 1
    browser.click(offer('Play Black E5'))
    browser.wait('state.tried.length === 1')
    assert browser.run('shown().slice(36, 45)') == '.OX.X.XO.' and browser.run('state.hint') is None
    browser.click('by("undo")')
    assert browser.run('state.tried.length === 0 && by("undo").disabled')
    browser.press('u')
    assert browser.run('state.at') == 0
    assert browser.run('document.documentElement.scrollWidth') == 360


def test_a_score_is_told_and_drawn(browse):
    browser = browse()
    paste(browser, FINISHED)
    browser.press('End', 's')
    browser.wait('state.score')
    assert words(browser, 'answer').startswith('W+7.5') and 'White wins by 7.5 points' in words(browser, 'answer')
    assert browser.run('document.querySelectorAll("#board .owned").length') == 15 and browser.run('!by("score-legend").hidden')
    browser.press('[')
    assert browser.run('state.score') is None and browser.run('by("score-legend").hidden')


def test_a_reload_keeps_the_record_and_the_move(browse):
    browser = browse()
    paste(browser, GAME)
    browser.press(']', ']')
    browser.call('Page.reload')
    browser.wait('typeof state !== "undefined" && state.record')
    assert browser.run('state.at') == 2 and browser.run('state.record.moves.length') == 4
    browser.run('by("other").click()')
    browser.call('Page.reload')
    browser.wait('typeof state !== "undefined" && by("examples").children.length')
    assert browser.run('state.record') is None


def test_a_reload_after_a_restart_opens_the_record_that_is_given_now(browse, served, monkeypatch):
    """Failed: the page asked for the one before, and showed another under its title."""
    browser = browse()
    for given in (Given('a.sgf', GAME), Given('b.sgf', FINISHED), Given('b.sgf', CORNER)):
        monkeypatch.setattr(served.web, 'given', given)
        browser.call('Page.reload')
        size, title = (9, 'One \u2013 Two') if given.data == GAME else (5, 'b.sgf, W+7.5') if given.data == FINISHED else (9, 'b.sgf')
        browser.wait(f'typeof state !== "undefined" && state.record && by("name").textContent === {json.dumps(title)}')
        assert browser.run('size()') == size and browser.run('by("more").hidden')


def test_walking_back_takes_back_tried_moves_first_and_leaves_no_problem(browse):
    browser = browse()
    paste(browser, GAME)
    browser.press(']')
    browser.run('play("A1")')
    browser.wait('state.tried.length === 1')
    browser.press('[')
    assert browser.run('[state.tried.length, state.at]') == [0, 1]
    browser.press('[')
    assert browser.run('state.at') == 0
    browser = browse()
    paste(browser, CORNER)
    browser.click(at('A8'))
    browser.wait('state.told')
    browser.run('beginSolving("white")')
    browser.press('[', ']', 'Home', 'End')
    assert browser.run('state.solving.color') == 'white' and browser.run('by("move").disabled')


def test_two_tabs_a_forgotten_one_and_a_bad_record(browse, served):
    one, two = browse(), browse()
    paste(one, CORNER)
    paste(two, GAME)
    one.click(at('A8'))
    one.wait('state.told')
    two.click('by("last")')
    two.click(at('E5'))
    two.wait('state.told && state.told.vertex === "E5"')
    served.web.tabs.close(two.run('state.tab'))
    # A forgotten tab opens its record again without a word; Chromium's console names the answers 409 and 410.
    two.click(at('C7'))
    two.wait('state.told && state.told.vertex === "C7"')
    assert one.run('state.told.vertex') == 'A8'
    assert [error for error in two.errors if '409' not in error and '410' not in error] == []
    two.errors.clear()
    two.run('by("text").value = "(;SZ[x])"; by("paste").click()')
    two.wait('!by("error").hidden')
    assert words(two, 'error').startswith('Pasted text: ') and two.run('state.record.moves.length') == 4
    two.errors.clear()
