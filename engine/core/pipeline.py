"""Numba's compiler passes for kernels, without those that find nothing to do in ours.

Kernels have no closures, ``with`` blocks, ``literally``, object mode or parallel loops, and raise nothing; nor is anything of theirs
inlined as Python.  The machine code is the same without these steps.
"""
from numba.core import typed_passes, untyped_passes
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager

FRONT_PASSES = (
    untyped_passes.TranslateByteCode, untyped_passes.FixupArgs, untyped_passes.IRProcessing, untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune, untyped_passes.GenericRewrites, untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference, typed_passes.PreLowerStripPhis, typed_passes.NopythonRewrites,
    typed_passes.NoPythonSupportedFeatureValidation, typed_passes.IRLegalization, typed_passes.NativeLowering, typed_passes.NoPythonBackend)


class Pipeline(CompilerBase):  # type: ignore[misc]
    """The steps for a kernel."""

    def define_pipelines(self) -> list[PassManager]:
        steps = PassManager('kernels')
        for step in FRONT_PASSES:
            steps.add_pass(step, step.__doc__ or step.__name__)
        steps.finalize()
        return [steps]
