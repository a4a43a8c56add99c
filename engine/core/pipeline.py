"""Numba's compiler passes for kernels, without those that do nothing for them.

Kernels have no closures, ``with`` blocks, ``literally``, object mode or parallel loops, raise nothing, and inline nothing as Python.
"""
from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The passes for a kernel."""

    def define_pipelines(self) -> list[PassManager]:
        steps = PassManager('kernels')
        for step in (
                untyped_passes.TranslateByteCode, untyped_passes.FixupArgs, untyped_passes.IRProcessing,
                untyped_passes.RewriteSemanticConstants, untyped_passes.DeadBranchPrune, untyped_passes.GenericRewrites,
                untyped_passes.ReconstructSSA, typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis,
                typed_passes.NopythonRewrites, typed_passes.NoPythonSupportedFeatureValidation, typed_passes.IRLegalization,
                typed_passes.NativeLowering, typed_passes.NoPythonBackend):
            steps.add_pass(step, step.__doc__ or step.__name__)
        steps.finalize()
        return [steps]
