"""From LLVM to a machine: the module optimised for a target, as object code."""

from typing import Any, Final

from intermediate import NumbaHasChanged, llvm
from targets import Target

OUTSIDE: Final = frozenset({"exp", "memcpy", "memset", "memmove"})
"""What of C the engine may need: every system and Emscripten have it."""


def compile_for(target: Target, code: str, symbols: list[str]) -> bytes:
    """The object code of a module for a target."""
    module = llvm.parse_assembly(code)
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        target.cpu, target.features, 3, "pic", "default"
    )
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    for each in (*module.functions, *module.global_variables):
        if not each.is_declaration and each.name not in symbols:
            each.linkage = "internal"
    if target.triple.startswith("wasm"):
        _keep_counting_apart(module)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    missing = [each.name for each in module.functions if each.is_declaration]
    if strange := {name for name in missing if not name.startswith("llvm.")} - OUTSIDE:
        raise NumbaHasChanged(f"the code for {target.file} wants {', '.join(sorted(strange))}")
    return bytes(machine.emit_object(module))


def _keep_counting_apart(module: Any) -> None:
    """Keep LLVM from counting the bits of several words at once where functions count bits.

    WebAssembly has an instruction for one word and none for the words of a vector; what LLVM does
    instead is slower. A function into which a counting one is inlined takes this over.
    """
    for each in module.functions:
        if "@llvm.ctpop." in str(each) and not each.is_declaration:
            each.add_function_attribute("noimplicitfloat")
