"""Faults around programs that save: a full disk, closed pipes, signals, kill -9.

Signals come when the program runs: as long as Python imports it, Ctrl-C gives a traceback.
"""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from keltis.record import parse_record
from soak.attacks import Wrong

_SAVE: Final = """\
import sys
from pathlib import Path
from keltis._lib.files import write_file
path, old, new = Path(sys.argv[1]), "old" * 100_000, "new" * 100_000
write_file(path, old)
print("ready", flush=True)
while True:
    write_file(path, new)
    write_file(path, old)
"""
_PROGRAM: Final = """\
import sys
from keltis.cli import main
if __name__ == "__main__":
    print("ready", flush=True)
    sys.exit(main())
"""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


def _start(
    directory: str, code: str, *words: str, room: int | None = None
) -> "subprocess.Popen[str]":
    """Start a program in a directory where files can have some bytes, and wait until it runs.

    It and its workers are a process group.
    """

    def limit() -> None:
        if room is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    program = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=directory,
        start_new_session=True,
        preexec_fn=limit,  # noqa: PLW1509 - this process has no threads
    )
    assert program.stdout is not None
    program.stdout.readline()
    return program


def killed_while_saving(rng: random.Random) -> int:
    """Kill a program that saves all the time: the file is the old one or the new one, whole."""
    with tempfile.TemporaryDirectory() as directory:
        program = _start(directory, _SAVE, "file")
        time.sleep(rng.random() / 20)
        program.kill()
        program.communicate()
        if Path(directory, "file").read_text() not in ("old" * 100_000, "new" * 100_000):
            raise Wrong("kill -9 while saving leaves a part of a file")
    return 1


def signals_while_watching(rng: random.Random) -> int:
    """Stop `keltis watch --save` at a random moment."""
    chosen = rng.choice(_SIGNALS)
    with tempfile.TemporaryDirectory() as directory:
        program = _watch(rng, directory)
        time.sleep(rng.random() * 1.5)
        program.send_signal(chosen)
        _require_game(program, directory, f"after {chosen.name}")
    return 1


def signals_to_tournaments(rng: random.Random) -> int:
    """Stop `keltis tournament --jobs 2` by one to three signals, to it or to its workers too."""
    words = ["tournament", "random", "greedy", "--deals", "100", "--jobs", "2"]
    options = rng.choice(([], ["--isolate"]))
    chosen = rng.choices(_SIGNALS, k=rng.choice((1, 1, 2, 3)))
    with tempfile.TemporaryDirectory() as directory:
        program = _start(directory, _PROGRAM, *words, *options)
        time.sleep(rng.random() * 3)
        journal = Path(directory, "keltis-tournament-1.jsonl")
        games = _count_lines(journal)
        for number in chosen:
            with suppress(ProcessLookupError):  # it may have ended
                (os.killpg if rng.random() < 0.5 else os.kill)(program.pid, number)
            time.sleep(rng.choice((0, rng.random() / 10)))
        try:
            printed = "".join(program.communicate(timeout=300))  # all workers have closed the pipe
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            raise Wrong(f"a process is left after {chosen}") from None
        # A worker that has just been started finds nothing to read after kill -9, and says so.
        if "Traceback" in printed and signal.SIGKILL not in chosen:
            raise Wrong(f"a traceback after {chosen}: {printed}")
        if games > 1 and _count_lines(journal) < games:
            raise Wrong(f"games are lost after {chosen}: {printed}")
    return 1


def _count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def closed_pipes(rng: random.Random) -> int:
    """Close the output of `keltis watch --save` after some lines."""
    with tempfile.TemporaryDirectory() as directory:
        program = _watch(rng, directory)
        assert program.stdout is not None
        for _ in range(rng.randrange(4)):
            program.stdout.readline()
        program.stdout.close()
        program.stdout = None
        _require_game(program, directory, "with a closed pipe", must_exist=True)
    return 1


def full_disks(rng: random.Random) -> int:
    """Let every file end after some bytes while `keltis watch --save` runs."""
    room = rng.randrange(4_000)
    with tempfile.TemporaryDirectory() as directory:
        program = _watch(rng, directory, room)
        _require_game(program, directory, f"on a disk with room for {room} bytes")
    return 1


def _watch(rng: random.Random, directory: str, room: int | None = None) -> "subprocess.Popen[str]":
    words = ["watch", "random", "--seed", str(rng.getrandbits(32)), "--save", "game.txt"]
    return _start(directory, _PROGRAM, *words, "--no-board", room=room)


def _require_game(
    program: "subprocess.Popen[str]", directory: str, when: str, *, must_exist: bool = False
) -> None:
    """Require that a saved game can be read, and that nobody has seen a traceback."""
    _, errors = program.communicate(timeout=300)
    saved = Path(directory, "game.txt")
    if "Traceback" in errors:
        raise Wrong(f"a traceback {when}: {errors}")
    if saved.exists():
        parse_record(saved.read_text(encoding="utf-8"))
    elif must_exist or program.returncode == 0:
        raise Wrong(f"the game is lost {when}: {errors}")
