"""Expressions: what they mean, their bytecode against plain evaluation, their errors."""
import random

import pytest

from owlgo.patterns import expr
from owlgo.patterns.expr import Call, Node, Number, Operation
from owlgo.patterns.source import Place, Text
from owlgo.patterns.vocabulary import HELPERS, Helper

LABELS = {'a': 0, 'b': 1, 'c': 2}


def text(*lines: str) -> Text:
    result = Text()
    for number, line in enumerate(lines, 1):
        result.add(Place('x.db', number, 1, line))
    return result


def parsed(source: str) -> Node:
    node, problems = expr.parse(text(source), LABELS)
    assert node is not None and not problems, list(map(str, problems))
    return node


def answer(helper: Helper, arguments: tuple[int, ...]) -> int:
    """Some number that depends on everything a helper is asked."""
    return (helper.opcode * 7 + sum((k + 3) * a for k, a in enumerate(arguments, 1))) % 11 - 4


def run(program: list[int]) -> int:
    """The bytecode, word by word."""
    names = {helper.opcode: helper for helper in HELPERS.values()}
    stack: list[int] = []
    at = 0
    while True:
        op = program[at]
        at += 1
        if op == expr.END:
            assert len(stack) == 1
            return stack[0]
        if op == expr.PUSH:
            stack.append(program[at])
            at += 1
        elif op == expr.CALL:
            count = program[at + 1]
            stack.append(answer(names[program[at]], tuple(program[at + 2:at + 2 + count])))
            at += 2 + count
        elif op == expr.NOT:
            stack.append(int(not stack.pop()))
        elif op == expr.NEGATE:
            stack.append(-stack.pop())
        elif op == expr.TRUTH:
            stack.append(int(stack.pop() != 0))
        elif op == expr.BRANCH:
            at += 1 if stack.pop() else program[at] + 1
        elif op == expr.JUMP:
            at += program[at] + 1
        elif op in (expr.AND, expr.OR):
            if (stack[-1] != 0) == (op == expr.OR):
                at += program[at] + 1
            else:
                stack.pop()
                at += 1
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(expr.operate(op, left, right))


def random_source(rng: random.Random, depth: int = 0) -> str:
    kind = rng.random()
    if depth > 4 or kind < 0.2:
        return rng.choice(['3', '0', 'WIN', 'lib(a)', 'lib(*)', 'oplay_attack(*,?,b,c)', 'o_somewhere(a,b,c)', 'xplay_connect(a,b,c)'])
    if kind < 0.3:
        return f'({random_source(rng, depth + 1)})'
    if kind < 0.4:
        return rng.choice('!-') + random_source(rng, 5)
    if kind < 0.5:
        return ' '.join([random_source(rng, depth + 1), '?', random_source(rng, depth + 1), ':', random_source(rng, depth + 1)])
    op = rng.choice(['&&', '||', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&&', '||'])
    return f'{random_source(rng, depth + 1)} {op} {random_source(rng, depth + 1)}'


def test_bytecode_and_plain_evaluation_agree_in_any_order():
    rng = random.Random(1)
    values = set()
    for _ in range(1500):
        source = random_source(rng)
        node = parsed(source)
        value = expr.evaluate(node, answer)
        assert run(expr.bytecode(node)) == value, source
        cheap = expr.cheapest_first(node)
        assert expr.evaluate(cheap, answer) == value
        assert run(expr.bytecode(cheap)) == value
        values.add(value)
    assert len(values) > 8


@pytest.mark.parametrize(('source', 'value'), [
    ('1 + 2 * 3', 7), ('(1 + 2) * 3', 9), ('1 < 2 == 1', 1), ('0 || 3', 1), ('5 && 0', 0), ('1 || 1 && 0', 1), ('-7 / 2', -3),
    ('-7 % 2', -1), ('7 / 0', 0), ('!0 + 1', 2), ('--3', 3), ('!!5', 1), ('3 > 2 && 2 >= 2', 1), ('WIN - KO_A', 1), ('2 != 2', 0),
    ('2147483647 + 1', -2147483648), ('1 ? 5 : 6', 5), ('0 ? 5 : 6', 6),
    ('0 || 0 ? 5 : 1 ? 7 : 8', 7), ('1 ? 0 ? 2 : 3 : 4', 3), ('(0 ? 1 : 2) + 3', 5), ('0 ? 1 : 2 + 3', 5), ('!(1 ? 0 : 1)', 1),
    ('10 - 3 - 2', 5), ('2 <= 1', 0)])
def test_operators_are_those_of_c(source, value):
    assert expr.evaluate(parsed(source), answer) == value
    assert run(expr.bytecode(parsed(source))) == value


def test_cheap_parts_come_first():
    node = expr.cheapest_first(parsed('oplay_connect(*,a,b) && attack(c) && lib(a) > 1 && (oplay_attack(*,b) || owl_lunch(a))'))
    assert isinstance(node, Operation)
    first = [next(iter(expr.calls(part))).helper.name for part in node.parts]
    assert first == ['lib', 'owl_lunch', 'attack', 'oplay_connect']
    assert expr.cost(parsed('attack(a)')) == 1.0 and expr.cost(parsed('attack(a) && attack(b)')) == 1.6


def test_the_tree_of_an_expression():
    assert parsed('!lib(*) > 2') == Operation(expr.MORE, (Operation(expr.NOT, (Call(HELPERS['lib'], (expr.MOVE,)),)), Number(2)))
    assert parsed('oplay_attack(*,?,a)') == Call(HELPERS['oplay_attack'], (expr.MOVE, expr.TENUKI, 0))


@pytest.mark.parametrize(('source', 'column', 'message'), [
    ('libb(a)', 1, 'unknown helper libb: did you mean lib'),
    ('lib(z) > 1', 5, 'label z is not in the constraint diagram'),
    ('lib(a, b)', 1, 'lib takes 1 argument, not 2'),
    ('same_string(a)', 1, 'same_string takes 2 arguments, not 1'),
    ('oplay_break_through(a,b)', 1, 'oplay_break_through takes at least 3 arguments, not 2'),
    ('lib(a) >', 9, 'a value expected, not the end'),
    ('lib(a) lib(b)', 8, "an operator expected, not 'lib'"),
    ('(lib(a)', 8, "')' expected, not the end"),
    ('lib', 4, "'(' expected after lib"),
    ('1 ? 2', 6, "':' expected, not the end"),
    ('1 ? : 2', 5, "a value expected, not ':'"),
    ('1 : 2', 3, "an operator expected, not ':'"),
    ('a > 1', 1, 'a label is no value'),
    ('won > 1', 1, 'unknown name won'),
    ('oplay_attack(?,a)', 14, "'?' stands only between"),
    ('oplay_attack(*,?)', 16, "'?' stands only between"),
    ('lib(?)', 5, "'?' stands only between"),
    ('lib(ab)', 5, 'a label expected, not ab'),
    ('lib($)', 5, "a label, '*' or '?' expected, not '$'"),
    ('antisuji(a)', 1, 'antisuji is an action: it stands after >'),
    ('99999999999', 1, '99999999999 is too large'),
    ('9' * 5000, 1, '9' * 20 + '... is too large'),
    ('1' + '+1' * 1000, 402, 'more than 200 operators'),
    ('(' * 60 + '1' + ')' * 60, 41, 'too many parentheses'),
    ('!' * 300 + '1', 201, 'more than 200 operators'),
    (('-' * 40 + '(') * 39 + '1' + ')' * 39, 206, 'more than 200 operators'),
    ('', 1, 'a value expected, not the end'),
])
def test_mistakes_are_named_where_they_are(source, column, message):
    node, problems = expr.parse(text(source), LABELS)
    assert node is None and problems
    assert problems[0].place.column == column and message in problems[0].message, str(problems[0])


def test_leading_zeros_make_no_number_too_large():
    assert expr.parse(text('0' * 5000 + '7'), LABELS)[0] == expr.Number(7)


def test_a_constraint_over_two_lines():
    node, problems = expr.parse(text('lib(a) > 1', '&& lib(y) < 2 && lub(b)'), LABELS)
    assert node is None and [(p.place.line, p.place.column) for p in problems] == [(2, 8), (2, 18)]
    assert str(problems[0]).splitlines()[1:] == ['    && lib(y) < 2 && lub(b)', '           ^']
    without, problems = expr.parse(text('lib(*)'), LABELS, has_move=False)
    assert without is None and "'*' in a pattern without a move" in problems[0].message


def test_actions():
    found, problems = expr.parse_actions(text('antisuji(a); replace(b,*);'), LABELS)
    assert not problems and [call.helper.name for call in found] == ['antisuji', 'replace']
    for source, message in (('lib(a)', 'lib is no action'), ('antisuji(a) replace(a,b)', "';' expected"), ('3;', 'an action expected')):
        assert message in expr.parse_actions(text(source), LABELS)[1][0].message
