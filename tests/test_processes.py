"""Processes started by tests end with them."""

import subprocess
import sys
from pathlib import Path

import psutil

from tests.processes import running

TWO_GENERATIONS = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
print(child.pid, flush=True)
if "stays" in sys.argv:
    time.sleep(3600)
"""


def test_child_processes_end_with_their_process() -> None:
    for how in ("stays", "leaves"):
        command = (sys.executable, "-c", TWO_GENERATIONS, how)
        with running(*command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            child = psutil.Process(int(process.stdout.readline()))
            if how == "leaves":
                process.wait()
            assert child.is_running()
        psutil.wait_procs([child])
        assert not child.is_running()


def test_ctrl_c_ends_processes_of_a_background_job() -> None:
    code = (
        "import signal, subprocess, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "import tests.conftest\n"
        "asked = 'import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)'\n"
        "subprocess.run([sys.executable, '-c', asked], check=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    assert (done.stdout, done.stderr) == ("False\n", "")
