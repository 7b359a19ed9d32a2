"""Rows of numbers at once: what a machine's wide registers do, and no loop can say.

The compiler must add numbers up in the order in which they are written, because every sum is
rounded, so it takes a loop over a sum one by one. Here the order is by halves: it fits registers of
any width, and the result is the same on every machine. Numbers are float32.

It also takes a loop over so few words as there are directions one by one: `find_ways` is the one
function here over whole numbers.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from taupes.kernel.arrays import Singles, WordArray, array_of
from taupes.kernel.way import WAY, Way

ROW: Final = 64
"""How many numbers a row has."""
LANES: Final = 16
"""How many numbers are compared at once."""

add_row: Callable[[Any, int, Any, int, float], None]
"""Add a row of `rows`, from a place on and times a factor, to `sums` from a place on."""
copy_numbers: Callable[[Any, int, Any, int], None]
"""Copy a row of numbers, each from a place on."""
add_products: Callable[[Any, int, Any, int], float]
"""The sum of the products of two rows, each from a place on; negatives of the first count as 0."""
differing: Callable[[Any, int], int]
"""Of the numbers from a place on, those that are not equal to the first, as bits."""

Ways = tuple[int, int, int, int, int, int]
"""A set of cells for each direction."""

find_ways: Callable[[WordArray, int, int, int, int], Ways]
"""By direction, the movers before a line of free cells, on boards of one word.

Takes the tables, the place in them of a disc's turns of the ring (`layout.STEPS`), the free cells,
the place of the cells from which a move may start, and the movers. A line is free where all its
cells are, so the free cells are met with themselves, turned by as many steps as the tables say: on
a disc that chance has just turned, the machine would guess a branch wrong most of the time.
"""

if WAY is Way.NUMBA:
    from taupes.kernel.native import intrinsic, numba

    ir: Any = import_module("llvmlite.ir")
    types, _INDEX, _WORD = numba.types, ir.IntType(32), ir.IntType(64)

    def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any, count: int) -> Any:
        """The address of so many numbers of an array."""
        data = context.make_array(kind)(context, builder, array).data
        vector = ir.VectorType(data.type.pointee, count)
        return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())

    def _all(builder: Any, number: Any, count: int) -> Any:
        """A vector of equal numbers."""
        empty = ir.Constant(ir.VectorType(number.type, count), ir.Undefined)
        one = builder.insert_element(empty, number, _INDEX(0))
        which = ir.Constant(ir.VectorType(_INDEX, count), [0] * count)
        return builder.shuffle_vector(one, empty, which)

    def _part(builder: Any, vector: Any, first: int, count: int) -> Any:
        """Some neighbours out of a vector."""
        which = ir.Constant(ir.VectorType(_INDEX, count), list(range(first, first + count)))
        return builder.shuffle_vector(vector, vector, which)

    def _row_adder(typing: Any, sums: Any, at: Any, rows: Any, row: Any, factor: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds, (sums, at, rows, row, factor) = signature.args, arguments
            goal = _place(context, builder, kinds[0], sums, at, ROW)
            source = builder.load(_place(context, builder, kinds[2], rows, row, ROW), align=4)
            product = builder.fmul(source, _all(builder, factor, ROW))
            builder.store(builder.fadd(builder.load(goal, align=4), product), goal, align=4)
            return context.get_dummy_value()

        return types.void(sums, types.int64, rows, types.int64, types.float32), build

    def _row_copier(typing: Any, to: Any, at: Any, rows: Any, row: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds, (to, at, rows, row) = signature.args, arguments
            goal = _place(context, builder, kinds[0], to, at, ROW)
            source = _place(context, builder, kinds[2], rows, row, ROW)
            builder.store(builder.load(source, align=4), goal, align=4)
            return context.get_dummy_value()

        return types.void(to, types.int64, rows, types.int64), build

    def _product_adder(typing: Any, numbers: Any, at: Any, rows: Any, row: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds, (numbers, at, rows, row) = signature.args, arguments
            left = builder.load(_place(context, builder, kinds[0], numbers, at, ROW), align=4)
            right = builder.load(_place(context, builder, kinds[2], rows, row, ROW), align=4)
            none = ir.Constant(left.type, [0.0] * ROW)
            left = builder.select(builder.fcmp_ordered(">", left, none), left, none)
            sums, half = builder.fmul(left, right), ROW // 2
            while half:
                low, high = _part(builder, sums, 0, half), _part(builder, sums, half, half)
                sums, half = builder.fadd(low, high), half // 2
            return builder.extract_element(sums, _INDEX(0))

        return types.float32(numbers, types.int64, rows, types.int64), build

    def _comparer(typing: Any, numbers: Any, at: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = _place(context, builder, signature.args[0], arguments[0], arguments[1], LANES)
            vector = builder.load(place, align=4)
            first = builder.extract_element(vector, _INDEX(0))
            bits = builder.fcmp_unordered("!=", vector, _all(builder, first, LANES))
            return builder.zext(builder.bitcast(bits, ir.IntType(LANES)), ir.IntType(64))

        return types.int64(numbers, types.int64), build

    def _ways_finder(typing: Any, t: Any, turns: Any, free: Any, starts: Any, movers: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            table, turns, free, starts, movers = arguments

            def load(at: Any, lane: int) -> Any:
                at = builder.add(at, _WORD(lane))
                place = _place(context, builder, signature.args[0], table, at, 8)
                return builder.load(place, align=8)

            def turn(cells: Any, lane: int) -> Any:
                down = builder.lshr(cells, load(turns, lane))
                return builder.or_(down, builder.shl(cells, load(turns, lane + 8)))

            cells = _all(builder, free, 8)
            cells = builder.and_(cells, turn(cells, 0))
            cells = turn(builder.and_(cells, turn(cells, 16)), 32)
            movers = builder.and_(_all(builder, movers, 8), load(starts, 0))
            cells = builder.and_(cells, movers)
            found = [builder.extract_element(cells, _INDEX(way)) for way in range(6)]
            return context.make_tuple(builder, signature.return_type, found)

        word = types.int64
        return types.UniTuple(word, 6)(t, word, word, word, word), build

    add_row, copy_numbers = intrinsic(_row_adder), intrinsic(_row_copier)
    add_products = intrinsic(_product_adder)
    differing, find_ways = intrinsic(_comparer), intrinsic(_ways_finder)

else:
    # Every product and every sum is rounded to 32 bits, as a machine does: `array_of("f", …)`.
    def _add_row(sums: Singles, at: int, rows: Singles, row: int, factor: float) -> None:
        (factor,) = array_of("f", (factor,))
        products = array_of("f", (number * factor for number in rows[row : row + ROW]))
        pairs = zip(sums[at : at + ROW], products, strict=True)
        sums[at : at + ROW] = [number + product for number, product in pairs]

    def _copy_numbers(to: Singles, at: int, rows: Singles, row: int) -> None:
        to[at : at + ROW] = rows[row : row + ROW]

    def _add_products(numbers: Singles, at: int, rows: Singles, row: int) -> float:
        pairs = zip(numbers[at : at + ROW], rows[row : row + ROW], strict=True)
        products = array_of("f", (max(number, 0.0) * other for number, other in pairs))
        half = ROW // 2
        while half:
            pairs = zip(products[:half], products[half : 2 * half], strict=True)
            products, half = array_of("f", (low + high for low, high in pairs)), half // 2
        return float(products[0])

    def _differing(numbers: Singles, at: int) -> int:
        return sum(int(numbers[at + i] != numbers[at]) << i for i in range(LANES))

    def _find_ways(t: WordArray, turns: int, free: int, starts: int, movers: int) -> Ways:
        found = []
        for way in range(turns, turns + 6):
            cells = free & (free >> t[way] | free << t[way + 8])
            cells &= cells >> t[way + 16] | cells << t[way + 24]
            cells = cells >> t[way + 32] | cells << t[way + 40]
            found.append(cells & movers & t[starts + way - turns])
        return tuple(found)  # type: ignore[return-value]

    add_row, add_products, differing = _add_row, _add_products, _differing
    copy_numbers, find_ways = _copy_numbers, _find_ways
