"""Parse, check and compile constraints and actions: C-like expressions over helpers and labels.

    ; lib(a) > 1 && !oplay_attack(*, ?, b)

Arguments are labels of the constraint diagram, ``*`` (the move) and, between moves of a ``play_`` helper, ``?`` (tenuki).  Operators
and their precedence are C's: ``? :``, ``||``, ``&&``, ``== !=``, ``< <= > >=``, ``+ -``, ``* / %``, and ``! -`` before a value.
"""
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from owlgo.patterns.source import Problem, Text, near
from owlgo.patterns.vocabulary import CONSTANTS, HELPERS, MOST_ARGUMENTS, Helper

MOVE, TENUKI = -1, -2
"""Arguments that are no labels; labels are numbers from 0 on."""

(END, PUSH, CALL, NOT, NEGATE, TRUTH, AND, OR, ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST,
 BRANCH, JUMP) = range(21)
"""Opcodes.  After PUSH comes a value; after CALL helper, count and arguments; after AND, OR, BRANCH and JUMP a number of words to skip.
AND and OR skip if the top of the stack decides, else drop it.  TRUTH makes the top 0 or 1.  BRANCH drops it and skips if it was 0."""

_BINARY = (
    {'==': EQUAL, '!=': UNEQUAL},
    {'<': LESS, '<=': AT_MOST, '>': MORE, '>=': AT_LEAST},
    {'+': ADD, '-': SUBTRACT},
    {'*': MULTIPLY, '/': DIVIDE, '%': REMAINDER},
)
"""Opcodes of binary operators, a row for each level of precedence."""
_TOKEN = re.compile(r'\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<mark>\|\||&&|[=!<>]=|[-+*/%!<>(),?:;])|(?P<bad>\S))')
"""A token of an expression."""
LABELS = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ') - frozenset('oOxXQY')
"""Letters that may be labels."""
MOST_NESTED = 40
"""Deepest nesting of parentheses."""


@dataclass(frozen=True)
class Number:
    """A number."""
    value: int


@dataclass(frozen=True)
class Call:
    """A helper and its arguments."""
    helper: Helper
    arguments: tuple[int, ...]


@dataclass(frozen=True)
class Operation:
    """An opcode of an operator, and operands: one for NOT and NEGATE, two or more for AND and OR, three for BRANCH (``? :``), else two."""
    op: int
    parts: tuple['Node', ...]


Node = Number | Call | Operation


@dataclass
class _Token:
    kind: str
    text: str
    start: int


class _Stop(Exception):
    """Raised for a syntax error, to end parsing."""


@dataclass
class _Parser:
    text: Text
    labels: Mapping[str, int]
    has_move: bool
    problems: list[Problem] = field(default_factory=list)
    at: int = 0
    depth: int = 0
    links: int = 0

    def __post_init__(self) -> None:
        self.tokens: list[_Token] = []
        for match in _TOKEN.finditer(self.text.text):
            kind = str(match.lastgroup)
            self.tokens.append(_Token(kind, match[kind], match.start(kind)))
        self.tokens.append(_Token('end', '', len(self.text.text)))

    def problem(self, token: _Token, message: str) -> None:
        self.problems.append(Problem(self.text.place(token.start), message))

    def stop(self, token: _Token, message: str) -> _Stop:
        self.problem(token, message)
        return _Stop()

    def peek(self) -> _Token:
        return self.tokens[self.at]

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at += token.kind != 'end'
        return token

    def expect(self, mark: str) -> None:
        token = self.take()
        if token.text != mark:
            raise self.stop(token, f"'{mark}' expected, not {_quoted(token)}")

    def link(self) -> None:
        """Count an operator, since expressions with many operators nest deeply."""
        if self.links == 200:
            raise self.stop(self.peek(), f'more than {self.links} operators in an expression')
        self.links += 1

    def whole(self) -> Node:
        node = self.conditional()
        token = self.peek()
        if token.kind != 'end':
            raise self.stop(token, f'an operator expected, not {_quoted(token)}')
        return node

    def conditional(self) -> Node:
        """Parse ``test ? yes : no``, or a plain OR expression."""
        node = self.junction()
        if self.peek().text != '?':
            return node
        self.take()
        self.link()
        yes = self.conditional()
        self.expect(':')
        return Operation(BRANCH, (node, yes, self.conditional()))

    def junction(self) -> Node:
        """Parse an OR of ANDs of comparisons."""
        return self._joined('||', OR, lambda: self._joined('&&', AND, lambda: self.binary(0)))

    def _joined(self, mark: str, op: int, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self.peek().text == mark:
            self.take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else Operation(op, tuple(parts))

    def binary(self, level: int) -> Node:
        if level == len(_BINARY):
            return self.unary()
        node = self.binary(level + 1)
        while self.peek().kind == 'mark' and self.peek().text in _BINARY[level]:
            self.link()
            node = Operation(_BINARY[level][self.take().text], (node, self.binary(level + 1)))
        return node

    def unary(self) -> Node:
        signs = []
        while self.peek().text in ('!', '-'):
            self.link()
            signs.append(NOT if self.take().text == '!' else NEGATE)
        node = self.value()
        for op in reversed(signs):
            node = Operation(op, (node,))
        return node

    def value(self) -> Node:
        token = self.take()
        if token.kind == 'number':
            digits = token.text.lstrip('0') or '0'
            if len(digits) > 10 or int(digits) >= 1 << 31:
                self.problem(token, f'{token.text[:20]}{"..." * (len(token.text) > 20)} is too large')
                return Number(0)
            return Number(int(digits))
        if token.text == '(':
            self.depth += 1
            if self.depth > MOST_NESTED:
                raise self.stop(token, 'too many parentheses inside each other')
            node = self.conditional()
            self.expect(')')
            self.depth -= 1
            return node
        if token.kind == 'name':
            if self.peek().text == '(':
                return self.call(token)
            if token.text in CONSTANTS:
                return Number(CONSTANTS[token.text])
            if token.text in HELPERS:
                raise self.stop(self.peek(), f"'(' expected after {token.text}")
            what = 'a label is no value' if len(token.text) == 1 else f'unknown name {token.text}{near(token.text, CONSTANTS)}'
            self.problem(token, what)
            return Number(0)
        raise self.stop(token, f'a value expected, not {_quoted(token)}')

    def call(self, name: _Token) -> Node:
        self.take()
        arguments: list[int] = []
        tokens: list[_Token] = []
        while self.peek().text != ')' or arguments:
            tokens.append(self.peek())
            arguments.append(self.argument())
            if self.peek().text != ',':
                break
            self.take()
        self.expect(')')
        helper = HELPERS.get(name.text)
        if helper is None:
            self.problem(name, f'unknown helper {name.text}{near(name.text, HELPERS)}')
            return Number(0)
        if not helper.least <= len(arguments) <= helper.most:
            wanted = helper.least if helper.least == helper.most else f'at least {helper.least}' if helper.most == MOST_ARGUMENTS else \
                f'{helper.least} to {helper.most}'
            self.problem(name, f'{name.text} takes {wanted} argument{"" if wanted == 1 else "s"}, not {len(arguments)}')
        for number, (argument, token) in enumerate(zip(arguments, tokens, strict=True)):
            if argument == TENUKI and not (helper.targets and 0 < number < len(arguments) - helper.targets):
                self.problem(token, "'?' stands only between the moves of a play_ helper, not first and not last")
        return Call(helper, tuple(arguments))

    def argument(self) -> int:
        token = self.take()
        if token.text == '*':
            if not self.has_move:
                self.problem(token, "'*' in a pattern without a move")
            return MOVE
        if token.text == '?':
            return TENUKI
        if token.kind != 'name':
            raise self.stop(token, f"a label, '*' or '?' expected, not {_quoted(token)}")
        if token.text not in self.labels:
            if len(token.text) > 1:
                raise self.stop(token, f'a label expected, not {token.text}')
            self.problem(token, f'label {token.text} is not in the constraint diagram')
            return MOVE
        return self.labels[token.text]


def _quoted(token: _Token) -> str:
    return 'the end' if token.kind == 'end' else f"'{token.text}'"


def parse(text: Text, labels: Mapping[str, int], has_move: bool = True) -> tuple[Node | None, list[Problem]]:
    """Parse a constraint; return its expression, or None if there are mistakes, and the mistakes."""
    parser = _Parser(text, labels, has_move)
    try:
        node: Node | None = parser.whole()
    except _Stop:
        node = None
    for call in calls(node) if node else ():
        if call.helper.action:
            parser.problem(parser.tokens[0], f'{call.helper.name} is an action: it stands after >')
    return (None if parser.problems else node), parser.problems


def parse_actions(text: Text, labels: Mapping[str, int], has_move: bool = True) -> tuple[tuple[Call, ...], list[Problem]]:
    """Parse actions separated by ``;``; return their calls, and the mistakes."""
    parser = _Parser(text, labels, has_move)
    found: list[Call] = []
    try:
        while parser.peek().kind != 'end':
            first = parser.peek()
            node = parser.value()
            if isinstance(node, Call):
                if not node.helper.action:
                    parser.problem(first, f'{node.helper.name} is no action: it stands after ;')
                found.append(node)
            elif not parser.problems:
                parser.problem(first, 'an action expected')
            if parser.peek().kind != 'end':
                parser.expect(';')
    except _Stop:
        pass
    return tuple(found), parser.problems


def calls(node: Node) -> Iterable[Call]:
    """Yield every call of an expression in order of appearance."""
    if isinstance(node, Call):
        yield node
    elif isinstance(node, Operation):
        for part in node.parts:
            yield from calls(part)


def write(node: Node, labels: Mapping[int, str]) -> str:
    """Write an expression as text, with parentheses around compound parts; ``labels`` are names by number."""
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Call):
        return f'{node.helper.name}({",".join({MOVE: "*", TENUKI: "?"}.get(a) or labels[a] for a in node.arguments)})'
    texts = [f'({write(part, labels)})' if isinstance(part, Operation) and part.op not in (NOT, NEGATE) else write(part, labels)
             for part in node.parts]
    if node.op == BRANCH:
        return f'{texts[0]} ? {texts[1]} : {texts[2]}'
    if node.op in (NOT, NEGATE):
        return ('!' if node.op == NOT else '-') + texts[0]
    marks = {AND: '&&', OR: '||'} | {op: mark for level in _BINARY for mark, op in level.items()}
    return f' {marks[node.op]} '.join(texts)


def cost(node: Node) -> float:
    """Estimate an expression's cost in tactical readings; each further helper is called less often and weighs 0.6 times the last."""
    return sum(call.helper.cost * 0.6 ** number for number, call in enumerate(calls(node)))


def cheapest_first(node: Node) -> Node:
    """Sort the parts of AND and OR by cost.  The value stays the same, since helpers have no effects."""
    if not isinstance(node, Operation):
        return node
    parts = map(cheapest_first, node.parts)
    return Operation(node.op, tuple(sorted(parts, key=cost) if node.op in (AND, OR) else parts))


def bytecode(node: Node) -> list[int]:
    """Compile an expression into a program that leaves its value on the stack and ends with END."""
    return [*_code(node), END]


def _code(node: Node) -> list[int]:
    if isinstance(node, Number):
        return [PUSH, node.value]
    if isinstance(node, Call):
        return [CALL, node.helper.opcode, len(node.arguments), *node.arguments]
    codes = list(map(_code, node.parts))
    if node.op == BRANCH:
        test, yes, no = codes
        return [*test, BRANCH, len(yes) + 2, *yes, JUMP, len(no), *no]
    if node.op not in (AND, OR):
        return [*chain(*codes), node.op]
    program = [*codes[-1], TRUTH]
    for code in reversed(codes[:-1]):
        program = [*code, TRUTH, node.op, len(program), *program]
    return program


def evaluate(node: Node, answer: Callable[[Helper, tuple[int, ...]], int]) -> int:
    """Evaluate an expression without compiling it; ``answer`` calls a helper.  Division by zero gives 0."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Call):
        return answer(node.helper, node.arguments)
    if node.op in (AND, OR):
        decides = node.op == OR
        return int(decides == any(bool(evaluate(part, answer)) == decides for part in node.parts))
    if node.op == BRANCH:
        test, yes, no = node.parts
        return evaluate(yes if evaluate(test, answer) else no, answer)
    values = [evaluate(part, answer) for part in node.parts]
    if node.op == NOT:
        return int(not values[0])
    return -values[0] if node.op == NEGATE else operate(node.op, *values)


def operate(op: int, left: int, right: int) -> int:
    """Apply a binary operator as C does, to 32-bit numbers; division by zero gives 0."""
    if op in (DIVIDE, REMAINDER):
        if right == 0:
            return 0
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return _wrapped(quotient if op == DIVIDE else left - quotient * right)
    values = {ADD: left + right, SUBTRACT: left - right, MULTIPLY: left * right, EQUAL: left == right, UNEQUAL: left != right,
              LESS: left < right, AT_MOST: left <= right, MORE: left > right, AT_LEAST: left >= right}
    return _wrapped(int(values[op]))


def _wrapped(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)
