"""Numba's compiler passes for kernels, without the passes that kernels do not need.

Kernels have no closures, ``with`` blocks, ``literally``, object mode or parallel loops, raise nothing, and inline nothing as Python source.
Their indices are never negative: a negative index is an error, which kernels compiled with bounds checking report.
"""
from typing import Any

from numba.core import typed_passes, types, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager, register_pass


def _from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Return an index unchanged.  Numba's own function adds the size to a negative index."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Numba's translation to LLVM, without tests for negative indices."""
    _name = 'kernel_lowering'

    def run_pass(self, state: Any) -> bool:
        """Translate the function, and numba's own functions that it needs.  The compiler's lock keeps other threads out meanwhile."""
        from numba.np import arrayobj  # no process that only loads kernels needs it
        usual = arrayobj.fix_integer_index
        arrayobj.fix_integer_index = _from_the_front
        try:
            done: bool = super().run_pass(state)
        finally:
            arrayobj.fix_integer_index = usual
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
