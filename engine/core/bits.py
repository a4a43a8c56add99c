"""Bits of machine words for kernels: the lowest one, and their number."""
from llvmlite import ir
from numba import int64, types, uint64
from numba.extending import intrinsic

from owlgo.engine.core.jit import kernel


@intrinsic
def _cttz(typing_context, word):
    """LLVM's instruction; 64 for 0."""
    def generate(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
    return int64(types.uint64), generate


@intrinsic
def _ctpop(typing_context, word):
    """LLVM's instruction."""
    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])
    return int64(types.uint64), generate


@kernel(int64(uint64))
def trailing_zeros(word):
    """Return the number of the lowest bit; 64 for 0."""
    return _cttz(word)      # type: ignore[call-arg]


@kernel(int64(uint64))
def count_ones(word):
    """Return the number of bits set."""
    return _ctpop(word)     # type: ignore[call-arg]
