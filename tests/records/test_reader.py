"""Record files: a single record or one on each line, and invalid files."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schwimmen.records import RecordError, load, replay_files
from schwimmen.records.reader import parse_json

RECORD = (
    '{"format": "schwimmen-match/1", "rules": {"preset": "pagat"},'
    ' "players": ["a", "b"], "dealer": 0, "rounds": []}'
)
RESULT = '{"format": "schwimmen-result/1", "complete": false, "rounds": [], "winners": []}'
PRETTY = json.dumps(json.loads(RECORD), indent=2)


def replayed(*paths: str | Path, stdin: bytes = b"") -> tuple[int, list[str], list[str]]:
    out, err = io.BytesIO(), io.BytesIO()
    status = replay_files([str(path) for path in paths], io.BytesIO(stdin), out, err)
    assert out.getvalue().endswith(b"\n")
    return status, out.getvalue().decode().splitlines(), err.getvalue().decode().splitlines()


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "x.json"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content", [RECORD, f"{RECORD}\n", f"\n\n{RECORD}\r\n \t\n", PRETTY, f"\n{PRETTY}\n\n"]
)
def test_a_file_is_one_record(tmp_path: Path, content: str) -> None:
    assert replayed(write(tmp_path, content)) == (0, [RESULT], [])


@pytest.mark.parametrize(
    "content",
    [
        f"{RECORD}\n{RECORD}",
        f"{RECORD}\r\n{RECORD}\r\n",
        f"\n{RECORD}\n\n  \n{RECORD}\n",
        f" {RECORD} \n\t{RECORD}",
    ],
)
def test_a_file_is_lines_of_records(tmp_path: Path, content: str) -> None:
    assert replayed(write(tmp_path, content)) == (0, [RESULT, RESULT], [])


@pytest.mark.parametrize("first", ["null", "3", '"x"', "[1, 2]", "{}"])
def test_any_json_text_in_the_first_line_makes_lines(tmp_path: Path, first: str) -> None:
    path = write(tmp_path, f"\n{first}\n{RECORD}\n\n{{\n")
    status, results, errors = replayed(path)
    assert (status, results) == (2, ["null", RESULT, "null"])
    assert [error.split(": ")[0] for error in errors] == [f"{path}:2", f"{path}:5"]


@pytest.mark.parametrize(
    "first", ["{", "{'a': 1}", '{"a": 1, "a": 2}', "NaN", "\ufeffnull", "\udcff", "[" * 9000]
)
def test_otherwise_the_file_is_one_record(tmp_path: Path, first: str) -> None:
    path = write(tmp_path, f"{first}\n{RECORD}\n".encode(errors="surrogateescape"))
    status, results, errors = replayed(path)
    assert (status, results, len(errors)) == (2, ["null"], 1)
    assert errors[0].startswith(f"{path}: not JSON: ")


def test_a_line_that_is_not_utf_8_affects_no_other(tmp_path: Path) -> None:
    path = write(tmp_path, f"{RECORD}\n".encode() + b'{"\xff": 1}\n' + RECORD.encode())
    status, results, errors = replayed(path)
    assert (status, results) == (2, [RESULT, "null", RESULT])
    assert errors == [f"{path}:2: not JSON: not UTF-8 (byte 3)"]


@pytest.mark.parametrize("content", ["", "\n", " \r\n\t"])
def test_an_empty_file_is_a_record_that_is_not_json(tmp_path: Path, content: str) -> None:
    path = write(tmp_path, content)
    assert replayed(path) == (2, ["null"], [f"{path}: not JSON: it is empty"])


def test_standard_input_is_a_dash() -> None:
    assert replayed("-", stdin=RECORD.encode()) == (0, [RESULT], [])
    status, results, errors = replayed("-", stdin=f"{RECORD}\n[]\n".encode())
    assert (status, results) == (2, [RESULT, "null"])
    assert errors == ["-:2: a record is an object, not a list"]


def test_an_unreadable_file_affects_no_other(tmp_path: Path) -> None:
    good = write(tmp_path, RECORD)
    missing = tmp_path / "missing\n.json"
    status, results, errors = replayed(tmp_path, good, missing, "a\0b")
    assert (status, results) == (2, ["null", RESULT, "null", "null"])
    assert errors[0].startswith(f"{tmp_path}: cannot be read: ")
    assert errors[1].startswith(f"{tmp_path}/missing\\n.json: cannot be read: ")
    assert errors[2].startswith("a\\x00b: cannot be read: ")


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": {"preset": "x\ny"}},
        {"rules": {"preset": "pagat", "options": {"a\u2028b": 1}}},
        {"format": "\x85\ud800"},
        {"rounds": [{"pack": "AC\nKC", "actions": []}]},
    ],
)
def test_an_error_is_one_line_whatever_it_quotes(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = write(tmp_path, json.dumps(json.loads(RECORD) | changes))
    status, results, errors = replayed(path)
    assert (status, results, len(errors)) == (2, ["null"], 1)


def process(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    code = "import sys; from schwimmen.records import replay_files; "
    code += "sys.exit(replay_files(sys.argv[1:]))"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], **options)


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    path = write(tmp_path, f"{RECORD}\n" * 5000)
    with process(str(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as replaying:
        assert replaying.stdout is not None
        assert replaying.stderr is not None
        assert replaying.stdout.readline().decode() == f"{RESULT}\n"
        replaying.stdout.close()
        assert replaying.stderr.read() == b""
    assert replaying.returncode == 0


class FullDisk(io.FileIO):
    def write(self, content: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_an_error_of_one_line(tmp_path: Path) -> None:
    errors = io.BytesIO()
    with FullDisk(tmp_path / "full", "w") as full:
        status = replay_files([str(write(tmp_path, RECORD))], None, full, errors)
    assert status == 2
    assert errors.getvalue().startswith(b"standard output: cannot be written: ")
    assert errors.getvalue().count(b"\n") == 1


def test_wrong_keys_are_refused_without_loading_the_compiled_rules() -> None:
    code = (
        "import io, sys; from schwimmen.records import replay_files; "
        "replay_files(['-'], io.BytesIO(b'{}'), io.BytesIO(), io.BytesIO()); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)
DEEP = 20_000


@given(JSON_VALUES, st.sampled_from([None, 1]))
def test_reads_the_output_of_json(value: object, indent: int | None) -> None:
    # allow_nan lets 1e400 through as a number too; Python writes it as Infinity.
    text = json.dumps(value, indent=indent)
    if "Infinity" not in text:
        assert parse_json(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("\ufeff{}", "byte order mark"),
        ('{"a": 1, "b": 2, "a": 1}', '"a" is repeated'),
        ('{"x": [{"k": 1, "k": null}]}', '"k" is repeated'),
        ('{"a": 1, "\\u0061": 2}', '"a" is repeated'),
        ("[NaN]", "NaN"),
        ("-Infinity", "Infinity"),
        ("{'a': 1}", "column 2"),
        ("[1,]", "column 4"),
        ("[1,\n 2 3]", "line 2, column 4"),
        ("{} {}", "column 4"),
        ('"\t"', "column 2"),
        ("[01]", "column 3"),
        ("[1.]", "column 3"),
        ("nul", "column 1"),
    ],
)
def test_errors_say_why_a_text_is_not_json(text: str, words: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON: ") as error:
        parse_json(text)
    assert words in str(error.value)
    assert str(error.value).isprintable()


def _nested(opening: str, inside: str, closing: str) -> str:
    return opening * DEEP + inside + closing * DEEP


@pytest.mark.parametrize(
    "text",
    [
        _nested("[", "1", "]"),
        _nested('{"a":', "null", "}"),
        _nested("[", "", ""),
        _nested("[", "", "}"),
    ],
    ids=lambda text: f"{text[DEEP - 2 : DEEP + 16]}",
)
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON: it is nested too deeply$"):
        parse_json(text)


def test_a_further_key_may_hold_huge_numbers() -> None:
    record = load(
        '{"format": "schwimmen-match/1", "rules": {"preset": "pagat"}, "players": ["a", "b"],'
        f' "dealer": 1, "rounds": [], "event": [{"7" * 10_000}, 1e999]}}'
    )
    assert record.dealer == 1
