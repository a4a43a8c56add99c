"""Turn compiled functions into bytes and back, in two forms: to run them, and to inline them into others.

The form to run holds machine code, the symbol to call and numba's environments.  A process that compiles nothing reads this form without
setting numba up.  The form to inline holds LLVM's bitcode and numba's types.  A kernel that Python does not call has only this form
(``inlinable``).
"""
import pickle
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import llvmlite.binding
import numba._dynfunc as _dynfunc
from numba.core import compiler, serialize
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from owlgo.engine.core.pipeline import Pipeline


class _Runnable(NamedTuple):
    """The pickled form of a function to run."""
    code: bytes
    """An object file."""
    entry: str
    """The symbol to call: a unit's C function, or a kernel's wrapper for Python."""
    environment: Any
    """The kernel's environment, which its wrapper needs."""
    referenced: tuple[Any, ...]
    """Environments of inlined kernels."""


class _Linkable(NamedTuple):
    """The pickled form of a kernel to inline."""
    name: str
    bitcode: bytes
    description: Any
    environment: Any
    signature: Any


def dumped(result: Any, is_unit: bool) -> tuple[bytes, bytes]:
    """Return a compiled function as bytes in two forms: to run it in another process, and to inline it there (empty for a unit)."""
    name, _, (code, bitcode) = result.library.serialize_using_object_code()
    description = result.fndesc
    entry = description.llvm_cfunc_wrapper_name if is_unit else description.llvm_cpython_wrapper_name
    run = serialize.dumps(tuple(_Runnable(code, entry, result.environment, tuple(result._find_referenced_environments()))))
    return run, b'' if is_unit else _linkable(result, name, bitcode)


def _linkable(result: Any, name: str, bitcode: bytes) -> bytes:
    # These are large, and needed only to compile.
    result.fndesc.typemap = result.fndesc.calltypes = None
    found: bytes = serialize.dumps(tuple(_Linkable(name, bitcode, result.fndesc, result.environment, result.signature)))
    return found


class _BitcodeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A code library that stays bitcode, for inlining.  Numba's own class would turn it into machine code with the next module."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


def inlinable(function: Callable[..., Any], arguments: tuple[Any, ...], result: Any, options: dict[str, Any]) -> bytes:
    """Compile a kernel only as far as inlining needs it, and return its form to inline."""
    with global_compiler_lock:
        flags = compiler.Flags()
        cpu_target.options.parse_as_flags(flags, {**options, 'nopython': True, 'no_cpython_wrapper': True})
        flags.no_compile = True
        library = _BitcodeLibrary(cpu_target.target_context.codegen(), function.__qualname__)
        compiled = compiler.compile_extra(cpu_target.typing_context, cpu_target.target_context, function, arguments, result, flags, {},
                                          library, Pipeline)
        return _linkable(compiled, library.name, library._get_module_for_linking().as_bitcode())


def _add(data: bytes) -> tuple[_Runnable, Any, int]:
    """Load machine code into memory.  Return the loaded code, numba's code generator, and the address of the entry."""
    loaded = _Runnable(*pickle.loads(data))
    generator = cpu_target.target_context.codegen()
    generator._engine._ee.add_object_file(llvmlite.binding.ObjectFileRef.from_data(loaded.code))
    address = generator._engine.get_function_address(loaded.entry)
    if not address:
        raise RuntimeError(f'{loaded.entry} is not in its object file')
    for environment in loaded.referenced:
        generator.set_env(environment.env_name, environment)
    return loaded, generator, address


def load_unit(data: bytes) -> tuple[int, Any]:
    """Return the address of a unit, and the objects that must stay alive with it."""
    with global_compiler_lock:
        loaded, _, address = _add(data)
    return address, loaded.referenced


def load_kernel(data: bytes, function: Any, signature: Any) -> Any:
    """Return a kernel's callable code, in the form that numba's dispatchers store."""
    with global_compiler_lock:
        loaded, generator, address = _add(data)
        module = sys.modules[function.__module__]
        entry_point = _dynfunc.make_function(module, function.__name__, function.__doc__ or '', address, loaded.environment,
                                             (loaded.referenced,))
        generator.set_env(loaded.environment.env_name, loaded.environment)
    return _compiled(entry_point, None, None, loaded.environment, signature, loaded.referenced)


def link_kernel(data: bytes, entry_point: Any) -> Any:
    """Return a kernel in the form that numba needs to inline it.  ``entry_point`` only identifies the kernel and is never called."""
    linked = _Linkable(*pickle.loads(data))
    with global_compiler_lock:
        context = cpu_target.target_context
        library = context.codegen().create_library(linked.name)
        library._shared_module = llvmlite.binding.parse_bitcode(linked.bitcode)
        library._finalized = True
        context.insert_user_function(entry_point, linked.description, [library])
    return _compiled(entry_point, linked.description, library, linked.environment, linked.signature, ())


def _compiled(entry_point: Any, description: Any, library: Any, environment: Any, signature: Any, referenced: tuple[Any, ...]) -> Any:
    empty = compiler.CompileResult(*(None for _ in compiler.CompileResult._fields))
    return empty._replace(typing_context=cpu_target.typing_context, target_context=cpu_target.target_context, entry_point=entry_point,
                          fndesc=description, library=library, environment=environment, signature=signature, objectmode=False,
                          referenced_envs=referenced)
