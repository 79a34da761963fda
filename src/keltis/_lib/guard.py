"""The process between a program that plays and the process that asks it; run as a file.

It passes on what both write, so nothing that the program starts holds a pipe of the process that
asks. When the program ends, or when the process that asks ends or closes the pipe `life`, it kills
all that the program has started: on Linux also what has left the process group.
"""

import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

CANNOT_START: Final = signal.SIGUSR1 if hasattr(signal, "SIGUSR1") else 0
"""The signal that ends the guard if the system lacks what the program needs; see `SCARCE`."""
SCARCE: Final = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""The errors of a system that has no processes, files or memory left."""
_PR_SET_CHILD_SUBREAPER: Final = 36
_SECONDS_TO_PASS_ON: Final = 1.0
_SIZE: Final = 65_536


def main(life: int, command: list[str]) -> None:
    """Run the command, and end with its exit code."""
    if sys.platform == "linux":  # orphans become children of this process
        import ctypes  # noqa: PLC0415 - who imports this module for its constants needs none

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        program = subprocess.Popen(  # noqa: S603 - the command is the user's own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
    except OSError as error:
        if error.errno in SCARCE:
            os.kill(os.getpid(), CANNOT_START)
        sys.exit(f"cannot start {command[0]}: {error.strerror}")
    to_program, from_program = filter(None, (program.stdin, program.stdout))
    output = _start(_pass_on, from_program.fileno(), 1)
    _start(_pass_on, 0, to_program.fileno())
    _start(_end_with, life)
    code = program.wait()
    _kill_children()
    output.join(_SECONDS_TO_PASS_ON)
    os._exit(code % 256)


def _start(function: Callable[..., None], *numbers: int) -> threading.Thread:
    thread = threading.Thread(target=function, args=numbers, daemon=True)
    thread.start()
    return thread


def _pass_on(source: int, target: int) -> None:
    """Copy until the source ends, then close the target; one that is closed ends it, too."""
    with suppress(OSError):
        while data := os.read(source, _SIZE):
            while data:
                data = data[os.write(target, data) :]
    os.close(target)


def _end_with(life: int) -> None:
    os.read(life, 1)
    _kill_children()
    os.killpg(0, signal.SIGKILL)


def _kill_children() -> None:
    """Kill the children until there are none: on Linux those of a child become ours."""
    while pids := _children():
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in pids:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _children() -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat") if sys.platform == "linux" else ():
        with suppress(OSError):
            parent = path.read_bytes().rpartition(b")")[2].split()[1]
            if int(parent) == os.getpid():
                found.append(int(path.parent.name))
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
