"""Overloads of ``bitmask_simd.py`` in compiled code: vector instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from .bitmask_simd import bits_to_bytes, bytes_to_bits


def _writer(width: int) -> Any:
    """Return a compiled function that writes ``width`` bits as bytes into an array."""

    @intrinsic
    def write(typingctx: Any, mask: Any, out: Any, start: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[1])(context, builder, args[1])
            bits = builder.trunc(args[0], ir.IntType(width))
            lanes = builder.bitcast(bits, ir.VectorType(ir.IntType(1), width))
            byte_vector = ir.VectorType(ir.IntType(8), width)
            place = builder.gep(array.data, [args[2]])
            store = builder.store(
                builder.zext(lanes, byte_vector),
                builder.bitcast(place, byte_vector.as_pointer()),
            )
            store.align = 1
            return context.get_dummy_value()

        return types.void(types.int64, out, types.int64), codegen

    return write


def _reader(width: int) -> Any:
    """Return a compiled function that reads ``width`` bytes of an array as bits."""

    @intrinsic
    def read(typingctx: Any, array: Any, start: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            byte_vector = ir.VectorType(ir.IntType(8), width)
            place = builder.bitcast(builder.gep(data, [args[1]]), byte_vector.as_pointer())
            lanes = builder.load(place)
            lanes.align = 1
            bits = builder.icmp_unsigned("!=", lanes, ir.Constant(byte_vector, None))
            return builder.zext(builder.bitcast(bits, ir.IntType(width)), ir.IntType(64))

        return types.int64(array, types.int64), codegen

    return read


_write_8: Any = _writer(8)
_write_16: Any = _writer(16)
_read_8: Any = _reader(8)


@overload(bits_to_bytes, inline="always")
def _overload_bits_to_bytes(mask: Any, out: Any, start: Any, count: Any) -> Any:
    def compiled_bits_to_bytes(mask: Any, out: Any, start: Any, count: Any) -> None:
        """Write bits as bytes, one vector at a time; the last may overlap the one before."""
        if count < 16:
            _write_8(mask, out, start)
            _write_8(mask >> (count - 8), out, start + count - 8)
        else:
            for place in range(0, count - 16, 16):
                _write_16(mask >> place, out, start + place)
            _write_16(mask >> (count - 16), out, start + count - 16)

    return compiled_bits_to_bytes


@overload(bytes_to_bits, inline="always")
def _overload_bytes_to_bits(row: Any) -> Any:
    def compiled_bytes_to_bits(row: Any) -> Any:
        mask = 0
        for place in range(0, len(row) - 8, 8):
            mask |= _read_8(row, place) << place
        return mask | _read_8(row, len(row) - 8) << (len(row) - 8)

    return compiled_bytes_to_bits
