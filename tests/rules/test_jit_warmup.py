from __future__ import annotations

import os
import subprocess
import sys

CHECK = """
from schwimmen.rules import warm
from schwimmen.rules.core import kernel
warm()
functions = [value for value in vars(kernel).values() if hasattr(value, "signatures")]
entries = [function for function in functions if function.__module__ == kernel.__name__]
print(len(entries) > 10, [entry.__name__ for entry in entries if not entry.signatures])
"""


def test_warm_up_compiles_all_that_a_match_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
    )
    not_for_python = ["complete_rules", "rule_uses"]
    assert done.stdout.strip() == f"True {not_for_python}", done.stderr
