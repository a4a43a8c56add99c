"""The interpreter of constraints: runs the bytecode of ``patterns.expr`` for a pattern that lies on the board.

A stack machine; AND and OR jump as soon as the outcome is known, and the compiler puts cheap parts first.  Programs are data: an edited
pattern compiles no kernel.
"""
from numba import int64

from owlgo.engine.constraints.helpers import RUN, ask_helper
from owlgo.engine.core.board import BOARD
from owlgo.engine.core.facts import FACTS
from owlgo.engine.core.jit import for_python, kernel, unit
from owlgo.engine.core.points import PASS
from owlgo.engine.read.record import READ
from owlgo.patterns import expr
from owlgo.patterns.compile import PATTERNS


@kernel(int64(int64, int64, int64))
def _operate(op, left, right):
    """Return the result of a binary operator as in C; division by zero gives 0."""
    if op == expr.EQUAL:
        return left == right
    if op == expr.UNEQUAL:
        return left != right
    if op == expr.LESS:
        return left < right
    if op == expr.AT_MOST:
        return left <= right
    if op == expr.MORE:
        return left > right
    if op == expr.AT_LEAST:
        return left >= right
    if op == expr.ADD:
        return left + right
    if op == expr.SUBTRACT:
        return left - right
    if op == expr.MULTIPLY:
        return left * right
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        quotient = -quotient
    return quotient if op == expr.DIVIDE else left - quotient * right


@unit(int64(BOARD, READ, FACTS, PATTERNS, RUN, int64, int64, int64))
def evaluate(b, r, f, p, w, start, instance, anchor):
    """Run the program at ``p.code[start]`` for a pattern at its anchor, and return its value; the board is restored."""
    top = -1
    at = start
    labels = p.label[instance]
    while True:
        op = p.code[at]
        if op == expr.CALL:
            helper, n = p.code[at + 1], p.code[at + 2]
            for k in range(n):
                argument = p.code[at + 3 + k]
                if argument >= 0:
                    w.arg[k] = anchor + p.label_offset[labels + argument]
                else:
                    w.arg[k] = PASS if argument == expr.TENUKI else anchor + p.move[instance]
            w.n = n
            top += 1
            w.stack[top] = ask_helper(b, r, f, w, helper)
            at += 3 + n
        elif op == expr.PUSH:
            top += 1
            w.stack[top] = p.code[at + 1]
            at += 2
        elif op == expr.AND or op == expr.OR:
            if (w.stack[top] != 0) == (op == expr.OR):
                at += 2 + p.code[at + 1]
            else:
                top -= 1
                at += 2
        elif op == expr.BRANCH:
            at += 2 if w.stack[top] != 0 else 2 + p.code[at + 1]
            top -= 1
        elif op == expr.JUMP:
            at += 2 + p.code[at + 1]
        elif op == expr.TRUTH:
            w.stack[top] = w.stack[top] != 0
            at += 1
        elif op == expr.NOT:
            w.stack[top] = w.stack[top] == 0
            at += 1
        elif op == expr.NEGATE:
            w.stack[top] = -w.stack[top]
            at += 1
        elif op == expr.END:
            return w.stack[top] if top >= 0 else 0
        else:
            top -= 1
            w.stack[top] = _operate(op, w.stack[top], w.stack[top + 1])
            at += 1


@unit(int64(BOARD, READ, FACTS, PATTERNS, RUN, int64, int64, int64))
def holds(b, r, f, p, w, instance, anchor, color):
    """Return the value of a match's constraint: 1 if it has none, 0 if the constraint asks for unknown facts."""
    w.color = color
    pattern = p.pattern[instance]
    if p.needs[pattern] & ~f.known:
        return 0
    start = p.constraint[pattern]
    return 1 if start < 0 else evaluate(b, r, f, p, w, start, instance, anchor)


# --- what Python calls


py_holds = for_python(holds)
