"""Programs of others, which tests start: python programs.py KIND."""

import os
import subprocess
import sys
import time

BEHAVIOURS = {
    "nonsense": "best fold",
    "refusing": "error what?",
    "chatting": "hello?",
}


def greet() -> None:
    """Answer ``hello``."""
    print("id protocol schwimmen-engine/1\noption seed 0\nready", flush=True)


def main(kind: str) -> None:
    """Behave in the way that is asked for."""
    if kind == "old":
        print("id protocol schwimmen-engine/0\nready", flush=True)
    if kind == "mute":
        time.sleep(600)
    asked = 0
    for line in sys.stdin:
        command, *words = line.split()
        if command == "hello":
            greet() if kind != "dutch" else print(
                "id protocol schwimmen-engine/1\nrules dutch\nready", flush=True
            )
        elif command == "actions":
            actions = words
        elif command == "go":
            asked += 1
            if kind == "fickle" and asked == 2:
                kind = "nonsense"
            if kind == "crashing":
                raise ZeroDivisionError("in its move")
            if kind == "hanging":
                subprocess.Popen(["sleep", "600"])
                print("info time 0", flush=True)
                time.sleep(600)
            if kind == "environment":
                names = ",".join(sorted(os.environ))
                print(f"error {names}", flush=True)
            print(BEHAVIOURS.get(kind, f"best {actions[-1]}"), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
