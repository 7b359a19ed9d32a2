"""From Numba to LLVM: the functions of the engine as one module that belongs to no machine yet.

This stands on private parts of Numba, those of the versions that `requirements/engine.txt` pins.
Should they have changed, `NumbaHasChanged` says which.
"""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from taupes.kernel import nesting
from taupes.kernel.arrays import Kind
from taupes.kernel.signature import Fields, Form, Signature

numba: Any = import_module("numba")
llvm: Any = import_module("llvmlite.binding")
ir: Any = import_module("llvmlite.ir")
codegen: Any = import_module("numba.core.codegen")
arrayobj: Any = import_module("numba.np.arrayobj")
slicing: Any = import_module("numba.cpython.slicing")

TYPES: Final[dict[Any, Any]] = {
    int: numba.types.int64,
    bool: numba.types.boolean,
    float: numba.types.float64,
    type(None): numba.types.none,
    "b": numba.types.int8,
    "B": numba.types.uint8,
    "H": numba.types.uint16,
    "i": numba.types.int32,
    "q": numba.types.int64,
    "f": numba.types.float32,
    "d": numba.types.float64,
}
_BYTE, _WORD, _DOUBLE = ir.IntType(8), ir.IntType(64), ir.DoubleType()

STEPS: Final = ("_optimize_functions", "_optimize_final_module")
"""What Numba does to its code for the machine that it runs on."""


INDEXING: Final = re.compile(r"getelementptr (?=\w+, ptr [^,]+, i64 %)")
"""Where a number of an array is."""


class NumbaHasChanged(RuntimeError):
    """Numba is not built as this step expects it to be."""


def leave_unoptimised() -> None:
    """Keep Numba from fitting its code to this machine: to be called before anything compiles."""
    library = getattr(codegen, "CPUCodeLibrary", None)
    for step in STEPS:
        if not callable(getattr(library, step, None)):
            raise NumbaHasChanged(f"numba.core.codegen.CPUCodeLibrary has no {step} any more")
        setattr(library, step, lambda *_: None)
    if not nesting.IS_KNOWN:
        raise NumbaHasChanged(f"one of {nesting.PARTS} is not there any more")


def leave_indices() -> None:
    """Keep Numba from counting an index below zero from an array's end: there is none.

    Finding that out again and again costs a browser more than a processor with wide registers.
    """
    if not callable(getattr(slicing, "fix_index", None)):
        raise NumbaHasChanged("numba.cpython.slicing has no fix_index any more")
    slicing.fix_index = lambda _builder, index, _size: index


def type_of(form: Form) -> Any:
    """Numba's type for what a function takes."""
    match form:
        case Kind():
            return numba.types.Array(TYPES[form.code], form.dimensions, "C")
        case Fields():
            return numba.types.NamedTuple(tuple(map(type_of, form.parts)), form.maker)
        case _:
            return TYPES[form]


def module_of(functions: Iterable[tuple[Signature, Any]]) -> Any:
    """All functions in one module of LLVM, each behind a symbol of its name that takes a block.

    Each is taken as it ends up in others: machine code for this machine, which nobody would run, is
    half of the work of making it ready.
    """
    whole = llvm.parse_assembly("")
    for signature, function in functions:
        kinds = tuple(map(type_of, signature.takes))
        function.nested.compile(kinds)
        made = function.nested.overloads[kinds]
        text = getattr(made.library, "get_llvm_str", str)()
        if made.fndesc.llvm_func_name not in text:
            raise NumbaHasChanged(f"the code of {signature.name} is not in its library")
        within = INDEXING.sub("getelementptr inbounds nuw ", _neutral(text))
        whole.link_in(llvm.parse_assembly(within))
        whole.link_in(llvm.parse_assembly(_neutral(str(_door(signature, made)))))
    return whole


def _neutral(text: str) -> str:
    """Code without what it says of a machine, and with symbols that may be met twice."""
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    text = text.replace("= common global", "= weak global")
    return re.sub(r"@sqrt\(", "@llvm.sqrt.f64(", text)


def _door(signature: Signature, made: Any) -> Any:
    """A module with the function that takes the arguments out of a block and calls another."""
    context, kinds = made.target_context, made.signature.args
    module = ir.Module(signature.name)
    door = ir.Function(module, ir.FunctionType(ir.VoidType(), [_BYTE.as_pointer()]), signature.name)
    builder = ir.IRBuilder(door.append_basic_block())
    block = door.args[0]
    words = iter(range(len(signature.codes)))

    def load(kind: Any = _WORD) -> Any:
        place = builder.gep(block, [_WORD(8 * next(words))])
        return builder.load(builder.bitcast(place, kind.as_pointer()), align=8)

    def argument(form: Form, kind: Any) -> Any:
        match form:
            case Kind():
                data = builder.gep(block, [load()])
                return _array(context, builder, kind, data, [load() for _ in range(kind.ndim)])
            case Fields():
                parts = [argument(*each) for each in zip(form.parts, kind, strict=True)]
                return context.make_tuple(builder, kind, parts)
        if form is bool:
            return builder.icmp_signed("!=", load(), _WORD(0))
        return load(_DOUBLE) if form is float else load()

    next(words)
    arguments = [argument(*each) for each in zip(signature.takes, kinds, strict=True)]
    result_kind = made.signature.return_type
    shape = context.call_conv.get_function_type(result_kind, kinds)
    callee = ir.Function(module, shape, made.fndesc.llvm_func_name)
    _, result = context.call_conv.call_function(builder, callee, result_kind, kinds, arguments)
    if signature.gives is not type(None):
        result = context.cast(builder, result, result_kind, TYPES[signature.gives])
        if signature.gives is bool:
            result = builder.zext(result, _WORD)
        place = builder.bitcast(block, result.type.as_pointer())
        builder.store(result, place, align=8)
    builder.ret_void()
    return module


def _array(context: Any, builder: Any, kind: Any, data: Any, lengths: list[Any]) -> Any:
    """An array as Numba's code takes it."""
    array = context.make_array(kind)(context, builder)
    size = kind.dtype.bitwidth // 8
    strides, stride = [], _WORD(size)
    for length in reversed(lengths):
        strides.insert(0, stride)
        stride = builder.mul(stride, length)
    data = builder.bitcast(data, context.get_value_type(kind.dtype).as_pointer())
    arrayobj.populate_array(array, data, lengths, strides, _WORD(size), None)
    return array._getvalue()
