"""Bit operations for kernels: find the lowest set bit of a word, and count the set bits."""
from llvmlite import ir
from numba import int64, types, uint64
from numba.extending import intrinsic

from owlgo.engine.core.jit import kernel


@intrinsic
def _cttz(typing_context, word):
    """Call LLVM's instruction that counts the zeros below the lowest set bit.  The result for 0 is 64."""
    def generate(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
    return int64(types.uint64), generate


@intrinsic
def _ctpop(typing_context, word):
    """Call LLVM's instruction that counts the set bits."""
    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])
    return int64(types.uint64), generate


@kernel(int64(uint64))
def trailing_zeros(word):
    """Return the position of the lowest set bit, counted from 0, or 64 if no bit is set."""
    return _cttz(word)      # type: ignore[call-arg]


@kernel(int64(uint64))
def count_ones(word):
    """Return the number of bits set."""
    return _ctpop(word)     # type: ignore[call-arg]
