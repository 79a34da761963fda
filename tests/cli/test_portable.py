"""What Windows lacks is taken away, in a process of its own: everything else still works."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import pytest

from helpers import TIMEOUT

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("in_tmp_path")]
TAKE_AWAY: Final = """
import builtins, enum, os, signal, sys
kept = {"SIGABRT", "SIGINT", "SIGTERM"} | {"SIGKILL"}  # which subprocess needs here
for number in list(signal.Signals):
    if number.name not in kept:
        delattr(signal, number.name)
left = {n.name: n.value for n in signal.Signals if n.name in kept}
signal.Signals = enum.IntEnum("Signals", left)
for module, names in (
    (signal, ("pthread_sigmask", "pthread_kill", "sigwait", "setitimer")),
    (os, ("killpg", "setsid", "getpgid", "fchown", "fchmod", "getuid", "geteuid", "mkfifo")),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
import_module = builtins.__import__
def import_as_on_windows(name, globals=None, *rest):
    if name in {"fcntl", "grp", "pwd", "resource", "termios", "tty"} and (
        (globals or {}).get("__name__", "").partition(".")[0] == "keltis"
    ):
        raise ImportError(name)
    return import_module(name, globals, *rest)
builtins.__import__ = import_as_on_windows
"""
BOT: Final = "program:seconds=60:" + f"{sys.executable} -m keltis.bots greedy".replace("\\", "/")
SHORT: Final = ("--deals", "1", "--seed", "1")


def run(code: str, *arguments: str) -> str:
    """What Python prints after `TAKE_AWAY` and this code."""
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", TAKE_AWAY + code, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (("watch", "greedy", "--plain", "--seed", "1", "--save", "game.txt"), "--seed 1"),
        (("tournament", "random", "random", *SHORT, "--jobs", "2", "--out", "r.json"), "random"),
        (("tournament", "random", "greedy", *SHORT, "--isolate"), "greedy"),
        (("tournament", "random", BOT, *SHORT), "greedy"),
    ],
    ids=["watch", "jobs", "isolate", "program"],
)
def test_a_command_runs(arguments: Sequence[str], printed: str) -> None:
    assert printed in run("from keltis.cli import main; sys.exit(main())", *arguments)


def test_a_server_keeps_its_tables() -> None:
    code = """
from pathlib import Path
from starlette.testclient import TestClient
from keltis.server import create_app
with TestClient(create_app(Path("tables"))) as client:
    made = client.post("/tables", json={"name": "Ann", "players": 2, "rules": "KELTIS"})
    assert made.status_code == 201
    link = made.json()["link"]
with TestClient(create_app(Path("tables"))) as client:
    print(client.get(link).status_code)
"""
    assert run(code) == "200\n"
