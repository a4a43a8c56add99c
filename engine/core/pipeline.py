"""Numba's compiler passes for kernels, without the passes that kernels do not need.

Kernels have no closures, ``with`` blocks, ``literally``, object mode or parallel loops, raise nothing, and inline nothing as Python source.
Their indices are never negative: a negative index is an error, which kernels compiled with bounds checking report.
A record is passed on by its address, which is read from numpy's scalar.  Numba asks the scalar for a buffer instead, and numpy then writes
down the format of all fields: 17 microseconds a call for a record of readings.
"""
from typing import Any

from llvmlite import ir
from numba.core import pythonapi, typed_passes, types, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass

from owlgo.engine.core.target import ADDRESS_AT


def _from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index unchanged.  Numba's own function adds the size to a negative index."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _address(kind: Any, scalar: Any, compiling: Any) -> Any:
    """Return a record as kernels have it: its address, which numpy's scalar holds."""
    builder = compiling.builder
    bytes_of = builder.bitcast(scalar, ir.IntType(8).as_pointer())
    place = builder.gep(bytes_of, [ir.Constant(ir.IntType(64), ADDRESS_AT)])
    kept = compiling.context.get_value_type(kind)
    return pythonapi.NativeValue(builder.load(builder.bitcast(place, kept.as_pointer())))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Numba's translation to LLVM, without tests for negative indices and with records passed by address."""
    _name = 'kernel_lowering'

    def run_pass(self, state: Any) -> bool:
        """Translate the function, and numba's own functions that it needs.  The compiler's lock keeps other threads out meanwhile."""
        from numba.core import boxing  # noqa: F401  it registers how records come from Python
        from numba.np import arrayobj  # no process that only loads kernels needs these two
        from_python = pythonapi._unboxers.functions
        usual = arrayobj.fix_integer_index, from_python[types.Record]
        arrayobj.fix_integer_index, from_python[types.Record] = _from_the_front, _address
        try:
            done: bool = super().run_pass(state)
        finally:
            arrayobj.fix_integer_index, from_python[types.Record] = usual
        return done


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The passes for a kernel."""

    def define_pipelines(self) -> list[PassManager]:
        steps = PassManager('kernels')
        for step in (
                untyped_passes.TranslateByteCode, untyped_passes.FixupArgs, untyped_passes.IRProcessing,
                untyped_passes.RewriteSemanticConstants, untyped_passes.DeadBranchPrune, untyped_passes.GenericRewrites,
                untyped_passes.ReconstructSSA, typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
                typed_passes.NopythonRewrites, typed_passes.NoPythonSupportedFeatureValidation, typed_passes.IRLegalization,
                _Lowering, typed_passes.NoPythonBackend):
            steps.add_pass(step, step.__doc__ or step.__name__)
        steps.finalize()
        return [steps]
