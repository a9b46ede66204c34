"""The C shim: one function for each entry point, which checks the arguments and makes the call.

It is generated from the signatures. On x86-64 every entry point is there twice, for processors of
level 3 (with AVX2) and of level 2; the library chooses when it is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from schwimmen.engine import LengthOf

from .signatures import Group, Number, Parameter, Records, Signature

C_TYPES: Final = {"int64": "int64_t", "uint64": "uint64_t", "float64": "double", "bool": "int8_t"}
FOLDER: Final = Path(__file__).parent

CHOICE: Final = """
#include <cpuid.h>
#include <stdlib.h>
#include <string.h>
static int has_level_3(void) {
    const char *wanted = getenv("SCHWIMMEN_LEVEL"); /* "2" tries the other code */
    if (wanted && !strcmp(wanted, "2")) return 0;
    unsigned a, b, c, d, low, high;
    const unsigned leaf_1 = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
    /* FMA, MOVBE, OSXSAVE, AVX and F16C; then BMI1, AVX2 and BMI2; then LZCNT */
    const unsigned leaf_7 = 1u << 3 | 1u << 5 | 1u << 8;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & leaf_1) != leaf_1) return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 0; /* the system saves the registers */
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & leaf_7) != leaf_7) return 0;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & 1u << 5);
}
"""


def shim(signatures: Sequence[Signature], levels: Sequence[str], sources: str) -> str:
    """Return the C source of the shim for all levels, the best one first.

    ``sources`` is the key of the sources, which the library exports.
    """
    texts = [(FOLDER / "shim.h").read_text(), (FOLDER / "shim.c").read_text()]
    for level in levels:
        texts += [_prototype(one, level) + "\n" + _function(one, level) for one in signatures]
        texts.append(_methods(signatures, level))
    texts.append(_module(levels, sources))
    return "\n".join(texts)


def stub(signatures: Iterable[Signature]) -> str:
    """Return the type stub of the library."""
    lines = [
        '"""Native library of the entry points, generated from their declarations."""',
        "",
        "from typing import Any",
        "",
        "level: str",
        "sources: str",
        "",
    ]
    for one in signatures:
        types = {"int64": "int", "uint64": "int", "float64": "float", "bool": "bool"}
        parameters = ", ".join(
            f"{parameter.path}: {types[parameter.type] if isinstance(parameter, Number) else 'Any'}"
            for parameter in one.parameters
        )
        returned = [types[result] for result in one.results]
        answer = "None" if not returned else returned[0]
        if len(returned) > 1:
            answer = f"tuple[{', '.join(returned)}]"
        lines.append(f"def {one.name}({parameters}, /) -> {answer}: ...")
    return "\n".join(lines) + "\n"


def _symbol(path: str) -> str:
    return "p_" + path.replace(".", "_")


def _prototype(signature: Signature, level: str) -> str:
    types = [
        f"TYPES{len(leaf.least)}" if isinstance(leaf, Records) else C_TYPES[leaf.type]
        for leaf in signature.leaves()
    ]
    return f"extern int32_t {level}{signature.name}({', '.join(['void *', 'void **', *types])});"


def _function(signature: Signature, level: str) -> str:
    leaves = list(signature.leaves())
    arrays = [leaf for leaf in leaves if isinstance(leaf, Records)]
    places = {leaf.path: place for place, leaf in enumerate(arrays)}
    lines = [
        f"static PyObject *{level}call_{signature.name}"
        "(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {",
        f"    Py_buffer b[{max(1, len(arrays))}]; int taken = 0; PyObject *answer = NULL;",
        "    void *error; int32_t status; (void)module;",
    ]
    lines += [
        f"    {C_TYPES[leaf.type]} {_symbol(leaf.path)};"
        for leaf in leaves
        if isinstance(leaf, Number)
    ]
    number_of = len(signature.parameters)
    lines.append(f'    if (!check_count("{signature.name}", count, {number_of})) return NULL;')
    for number, parameter in enumerate(signature.parameters):
        lines += _take(parameter, f"arguments[{number}]", signature.name, places)
    for leaf in leaves:
        lines += _checks(leaf, signature.name, places)
    values = [
        f"ARRAY{len(leaf.least)}(b[{places[leaf.path]}])"
        if isinstance(leaf, Records)
        else _symbol(leaf.path)
        for leaf in leaves
    ]
    results = len(signature.results)
    real = "float64" in signature.results
    lines.append(f"    {'double' if real else 'int64_t'} r[{max(1, results)}] = {{0}};")
    if signature.entry.long:
        lines.append("    void *thread = PyEval_SaveThread();")
    lines.append(f"    status = {level}{signature.name}({', '.join(['r', '&error', *values])});")
    if signature.entry.long:
        lines.append("    PyEval_RestoreThread(thread);")
    lines += [
        f'    if (status != 0 && status != -2) {{ failed("{signature.name}"); goto done; }}',
        f"    answer = {_answer(results, real)};",
        "done:",
        "    while (taken) PyBuffer_Release(&b[--taken]);",
        "    return answer;",
        "}",
    ]
    return "\n".join(lines)


def _answer(results: int, real: bool) -> str:
    if results == 0:
        return "answer_none()"
    if results == 1:
        return "PyFloat_FromDouble(r[0])" if real else "PyLong_FromLongLong(r[0])"
    return f"{'real' if real else 'whole'}_numbers(r, {results})"


def _place(name: str, path: str) -> str:
    return f'(Place){{"{name}", "{path}"}}'


def _take(parameter: Parameter, value: str, name: str, places: dict[str, int]) -> Iterator[str]:
    """Yield the lines that take a parameter from the arguments."""
    at = _place(name, parameter.path)
    if isinstance(parameter, Records):
        place, item = places[parameter.path], parameter.item.itemsize
        writable = int(not parameter.read_only)
        dimensions = len(parameter.least)
        yield (
            f"    if (!take_array({at}, {value}, &b[{place}], {item}, {dimensions}, {writable})) "
            "goto done;"
        )
        yield "    taken++;"
    elif isinstance(parameter, Number):
        yield (
            f"    if (!take_{parameter.type}({at}, {value}, &{_symbol(parameter.path)})) goto done;"
        )
    elif isinstance(parameter, Group):
        items = f"t_{parameter.path.replace('.', '_')}"
        yield f"    PyObject *{items}[{len(parameter.parts)}];"
        yield f"    if (!take_tuple({at}, {value}, {items}, {len(parameter.parts)})) goto done;"
        for number, part in enumerate(parameter.parts):
            yield from _take(part, f"{items}[{number}]", name, places)


def _checks(leaf: Number | Records, name: str, places: dict[str, int]) -> Iterator[str]:
    """Yield the lines that check a number's limits, or an array's lengths."""

    def limit(one: int | LengthOf) -> str:
        if isinstance(one, LengthOf):
            return f"(int64_t)b[{places[one.array]}].shape[0] + {one.plus}"
        return f"INT64_C({one})" if one > -(2**63) else "INT64_MIN"

    at = _place(name, leaf.path)
    if isinstance(leaf, Records):
        for dimension, least in enumerate(leaf.least):
            if least != 0:
                passed = f"&b[{places[leaf.path]}], {dimension}, {limit(least)}"
                yield f"    if (!check_length({at}, {passed})) goto done;"
    else:
        for one in leaf.ranges:
            symbol = _symbol(leaf.path)
            yield (
                f"    if (!check_range({at}, {symbol}, {limit(one.low)}, {limit(one.high)})) "
                "goto done;"
            )


def _methods(signatures: Sequence[Signature], level: str) -> str:
    rows = [
        f'    {{"{one.name}", {level}call_{one.name}, METH_FASTCALL, NULL}},' for one in signatures
    ]
    return "\n".join(
        [f"static PyMethodDef {level}methods[] = {{", *rows, "    {NULL, NULL, 0, NULL}", "};"]
    )


def _module(levels: Sequence[str], sources: str) -> str:
    best, *others = levels
    choice = CHOICE if best.startswith("v3") else ""
    lines = [
        "static PyModuleDef definition = {",
        '    {1, NULL}, NULL, 0, NULL, "_engine", NULL, -1, NULL, NULL, NULL, NULL, NULL',
        "};",
        "PY_EXPORT PyObject *PyInit__engine(void) {",
        f'    const char *level = "{best.rstrip("_")}"; definition.methods = {best}methods;',
    ]
    if choice:
        other = (
            f'{{ level = "{others[0].rstrip("_")}"; definition.methods = {others[0]}methods; }}'
            if others
            else 'return PyErr_Format(PyExc_ImportError, "it needs a processor of x86-64-v3");'
        )
        lines.append(f"    if (!has_level_3()) {other}")
    lines += [
        '    none = Py_BuildValue("");',
        "    PyObject *module = PyModule_Create2(&definition, PYTHON_ABI_VERSION);",
        '    if (!module || PyModule_AddStringConstant(module, "level", level)',
        f'        || PyModule_AddStringConstant(module, "sources", "{sources}")) return NULL;',
        "    return module;",
        "}",
    ]
    return choice + "\n".join(lines) + "\n"
