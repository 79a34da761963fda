"""Programs as bots: the protocol, the time limit, and programs that fail."""

import copy
import errno
import json
import os
import pickle
import random
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final, NoReturn

import pytest

import keltis
from helpers import TIMEOUT, is_running, wait_until
from keltis import InvalidArgument, Move
from keltis._lib import guard as guard_module
from keltis.arena import Entrant, Failure, Forfeit, GameResult, Plan, play_game
from keltis.bots import (
    ProgramBot,
    ProgramEnded,
    ProgramError,
    ProgramNotStarted,
    ProgramTimeout,
    bot_names,
    make_bot,
)
from keltis.cli import main
from keltis.documents import to_document
from keltis.game import _bots
from leaning import SHORT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="these programs need POSIX"),
]
START: Final = keltis.new_game(2, seed=1)
VIEW: Final = keltis.observe(START, 0)
MOVES: Final = keltis.legal_moves(START)
EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "first_move.sh"


def command(code: str) -> str:
    """The command that runs this code in Python, where `ask()` is the next line of the input."""
    head = "import json, os, sys, time\nask = lambda: json.loads(sys.stdin.readline())\n"
    return shlex.join([sys.executable, "-u", "-c", head + code])


def answer_of(code: str, seconds: float = TIMEOUT) -> Move:
    bot = ProgramBot(command(code), seconds)
    try:
        return bot(VIEW, MOVES, random.Random(1))
    finally:
        bot.close()


def test_the_program_is_sent_the_rules_then_the_view(tmp_path: Path) -> None:
    with pytest.raises(ProgramEnded):
        answer_of(f"open({str(tmp_path / 'sent')!r}, 'w').write(json.dumps([ask(), ask()]))")
    hello, request = json.loads((tmp_path / "sent").read_text(encoding="utf-8"))
    game = {"game": "keltis", "rules": to_document(START.rules), "players": 2, "seat": 0}
    assert hello == {"type": "hello", "protocol": 1, **game}
    assert request == {
        "type": "move",
        "moves": [str(move) for move in MOVES],
        "seconds": TIMEOUT,
        "seed": random.Random(1).getrandbits(53),
        "view": to_document(VIEW),
    }


@pytest.mark.parametrize("answer", ["discard R6", '"discard R6"', "  discard R6 ", "{action}"])
def test_an_answer_is_the_text_or_the_number_of_a_move(answer: str) -> None:
    number = keltis.action_id(keltis.Discard(keltis.Card.parse("R6")))
    text = answer.format(action=number)
    assert str(answer_of(f"print({text!r})")) == "discard R6"


@pytest.mark.parametrize("answer", ["sing", "-1", "99999999", "true", "[]", "7.5", "", "[" * 5000])
def test_an_answer_that_is_no_move_is_an_error(answer: str) -> None:
    with pytest.raises(ProgramError, match="the answer is not a move: "):
        answer_of(f"print({answer!r})")


def test_an_answer_that_does_not_end_is_an_error() -> None:
    with pytest.raises(ProgramError, match="the answer has more than 10000 characters"):
        answer_of("while True: sys.stdout.write('x' * 1000)")


def test_what_a_program_says_on_standard_error_is_passed_on(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(ProgramEnded, match=r"^exit code 1$"):
        answer_of("raise RuntimeError('no ideas')")
    assert "RuntimeError: no ideas" in capfd.readouterr().err


def test_a_program_is_stopped_with_all_that_it_started(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = (
        "import subprocess\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}\\n')\n"
        "time.sleep(600)"
    )
    bot = ProgramBot(command(code), TIMEOUT)
    errors: list[ProgramError] = []

    def choose() -> None:
        try:
            bot(VIEW, MOVES, random.Random(1))
        except ProgramError as error:
            errors.append(error)

    thread = threading.Thread(target=choose)
    thread.start()
    wait_until(lambda: pids.exists() and pids.read_text(encoding="utf-8").endswith("\n"))
    bot.close()
    thread.join()
    assert [type(error) for error in errors] == [ProgramEnded]
    for pid in map(int, pids.read_text(encoding="utf-8").split()):
        wait_until(lambda pid=pid: not is_running(pid))  # type: ignore[misc]  # bound at once


def test_a_program_that_never_answers_is_stopped() -> None:
    bot = ProgramBot("sleep 600", TIMEOUT)
    with pytest.raises(ProgramTimeout, match=r"^no answer within 0\.01 seconds$"):
        bot.choose(VIEW, MOVES, random.Random(1), 0.01)
    assert bot._process is not None
    assert bot._process.is_stopped


def test_a_program_that_reads_nothing_and_talks_on_is_stopped() -> None:
    bot = ProgramBot(command("while True: print('discard R6')"), TIMEOUT)
    rng = random.Random(1)

    def ask_until_the_pipe_is_full() -> None:
        while True:
            bot.choose(VIEW, MOVES, rng, 0.5)

    with pytest.raises(ProgramTimeout):
        ask_until_the_pipe_is_full()


def test_a_program_plays_on_until_it_is_closed_or_ends() -> None:
    bot = ProgramBot(command("ask()\nfor _ in range(2): print(ask()['moves'][0])"))
    assert bot(VIEW, MOVES, random.Random(1)) == MOVES[0]
    first = bot._process
    assert bot(VIEW, MOVES, random.Random(1)) == MOVES[0]
    assert bot._process is first
    with pytest.raises(ProgramEnded):
        bot(VIEW, MOVES, random.Random(1))
    assert bot(VIEW, MOVES, random.Random(1)) == MOVES[0]  # it was started again
    second = bot._process
    other = keltis.observe(keltis.new_game(3, seed=1), 0)
    assert bot(other, keltis.legal_moves(other), random.Random(1)) == keltis.legal_moves(other)[0]
    assert bot._process is not second  # other players, so another game
    bot.close()
    bot.close()


def test_a_bot_that_nobody_has_any_more_ends_its_program() -> None:
    bot = ProgramBot(command("ask(); print(ask()['moves'][0]); time.sleep(600)"))
    bot(VIEW, MOVES, random.Random(1))
    process = bot._process
    assert process is not None
    del bot
    wait_until(lambda: process.is_stopped)


def test_a_bot_can_be_copied_and_pickled_without_its_program() -> None:
    bot = ProgramBot("sleep 600", 5)
    for other in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):  # noqa: S301 - ours
        assert repr(other) == "ProgramBot('sleep 600', seconds=5)"


def test_without_process_groups_the_program_alone_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bots, "_HAS_GROUPS", False)
    assert str(answer_of("print('discard R6'); time.sleep(600)")) == "discard R6"


def test_a_program_that_closes_its_output_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bots, "_HAS_GROUPS", False)  # the guard would have the output, too
    monkeypatch.setattr(_bots, "_END_SECONDS", 0.01)
    with pytest.raises(ProgramEnded, match="exit code"):
        answer_of("os.close(1); time.sleep(600)")


def test_a_program_that_cannot_start_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bot"
    path.touch(0o755)
    bot = ProgramBot(str(path))
    path.unlink()
    monkeypatch.setattr(_bots, "_HAS_GROUPS", False)
    with pytest.raises(ProgramError, match=r"cannot start .*: No such file or directory"):
        bot(VIEW, MOVES, random.Random(1))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("program:", "there is no program ''"),
        ("program:./no-such-bot --fast", "there is no program './no-such-bot'"),
        ("program:sh 'oops", "cannot read the command"),
        ("program:" + "x" * 10_001, "a command has at most 10000 characters"),
        ("program:seconds=soon:sh", "seconds must be a number, not 'seconds=soon'"),
        ("program:seconds=0:sh", "seconds must be a number above 0, up to 86400, not 0.0"),
    ],
)
def test_a_name_without_a_program_is_refused(name: str, reason: str) -> None:
    with pytest.raises(InvalidArgument, match=reason):
        make_bot(name)


def test_a_name_has_a_time_limit_and_a_command() -> None:
    assert repr(make_bot("program:sh -c 'echo a:b'")) == (
        "ProgramBot(\"sh -c 'echo a:b'\", seconds=60)"
    )
    assert repr(make_bot("program:seconds=2.5:sh")) == "ProgramBot('sh', seconds=2.5)"


@pytest.mark.parametrize("name", ["Morna (program:touch trap)", "program:touch trap"])
def test_a_file_cannot_name_a_program(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "program" not in bot_names()
    path = tmp_path / "game.txt"
    assert main(["watch", "random", "--seed", "1", "--no-board", "--save", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    start = [line for line in lines if not line[:2].strip(":").isdigit()]
    text = "\n".join(start).replace("name 1: Morna (random)", f"name 1: {name}")
    assert name in text
    path.write_text(
        text.replace("Fionn (random)", "you").replace(start[1], "result: unfinished"),
        encoding="utf-8",
    )
    assert main(["play", "--load", str(path)]) == 1
    assert "no installed bot is called so" in capsys.readouterr().err
    assert not Path("trap").exists()


# In games


def played(bot: str | ProgramBot, seconds_per_move: float | None = None) -> GameResult:
    plan = Plan(names=("a", "b"), seed=3, rules=SHORT)
    entrants = {"a": Entrant("a", bot), "b": Entrant("b", "random")}
    return play_game(plan, entrants, 0, seconds_per_move=seconds_per_move)


@pytest.mark.parametrize(
    ("code", "failure", "detail"),
    [
        ("print('sing')", Failure.NOT_A_MOVE, "the answer is not a move: 'sing'"),
        ("print('draw pile')", Failure.ILLEGAL_MOVE, "draw pile: a card must be played first"),
        ("sys.exit(7)", Failure.PROCESS_ENDED, "exit code 7"),
    ],
)
def test_a_program_that_fails_loses_with_the_reason(
    code: str, failure: Failure, detail: str
) -> None:
    forfeit = played(ProgramBot(command(code))).forfeit
    assert forfeit is not None
    assert (forfeit.seat, forfeit.failure) == (0, failure)
    assert forfeit.detail.startswith(detail)


def test_a_program_that_never_answers_loses() -> None:
    silent = "program:seconds=0.5:sleep 600"
    assert played(silent).forfeit == Forfeit(0, Failure.OUT_OF_TIME, "no answer within 0.5 seconds")
    assert played("program:sleep 600", seconds_per_move=0.25).forfeit == Forfeit(
        0, Failure.OUT_OF_TIME, "no answer within 0.25 seconds"
    )


def test_the_example_plays_a_whole_game() -> None:
    game = played(f"program:sh {shlex.quote(str(EXAMPLE))}")
    assert game.forfeit is None
    assert game == played(f"program:sh {shlex.quote(str(EXAMPLE))}")


def test_a_program_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.sh").symlink_to(EXAMPLE)
    monkeypatch.chdir(tmp_path)
    assert main(["watch", "program:sh bot.sh", "random", "--seed", "1", "--no-board"]) == 0
    assert "hand of Fionn (program:~" in capsys.readouterr().out
    assert main(["watch", "program:false", "--seed", "1", "--no-board"]) == 1
    assert "the bot program:false failed: ProgramEnded: exit code 1" in capsys.readouterr().err


KILLED: Final = """
import random, sys
import keltis
from keltis.bots import ProgramBot
state = keltis.new_game(2, seed=1)
view = keltis.observe(state, 0)
ProgramBot(sys.argv[1])(view, keltis.legal_moves(view), random.Random(1))
"""


def test_a_program_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    code = f"open({str(pid_file)!r}, 'w').write(f'{{os.getpid()}}\\n'); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", KILLED, command(code)]) as process:  # noqa: S603 - ours
        wait_until(lambda: pid_file.exists() and pid_file.read_text(encoding="utf-8") != "")
        process.kill()
    pid = int(pid_file.read_text(encoding="utf-8"))
    wait_until(lambda: not is_running(pid))


LEAVING_CHILDREN: Final = """
import subprocess
child = subprocess.Popen(['sleep', '600'], start_new_session=True)
open({pids!r}, 'a').write(f'{{child.pid}}\\n')
"""
FEW_FILES: Final = """
import resource, sys
from keltis.arena import Entrant, play_tournament
from keltis.bots import ProgramBot
resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))
hostile = Entrant("hostile", ProgramBot(sys.argv[1], 0.5))
honest = Entrant("honest", ProgramBot(sys.argv[2]))
result = play_tournament([hostile, honest], deals=6, seed=1, max_turns=2)
print(*[game.seating[game.forfeit.seat] for game in result.games])
"""
NO_FILES: Final = """
import os, resource, sys
from keltis.arena import BrokenTournament, Entrant, play_tournament
from keltis.bots import ProgramBot
honest = Entrant("honest", ProgramBot(sys.argv[1]))
others = play_tournament(["random", "random"], deals=1, seed=1, max_turns=2)  # all is imported
resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8))
taken = [os.dup(2) for _ in range(8 - len(os.listdir("/dev/fd")))]
try:
    play_tournament([honest, "random"], deals=1, seed=1, max_turns=2)
except BrokenTournament as stopped:
    print(f"{len(stopped.result.games)} games: {str(stopped.__cause__).rpartition(': ')[2]}")
"""


@pytest.mark.parametrize("end", ["time.sleep(600)", "sys.exit(3)"], ids=["silent", "ended"])
def test_children_in_their_own_sessions_take_no_files_and_no_games(
    tmp_path: Path, end: str
) -> None:
    pids = tmp_path / "pids"
    pids.touch()
    hostile = command(LEAVING_CHILDREN.format(pids=str(pids)) + end)
    honest = command("ask()\nwhile True: print(ask()['moves'][0])")
    with (tmp_path / "printed").open("wb") as printed:  # no pipe: the children would have it, too
        subprocess.run(  # noqa: S603 - ours
            [sys.executable, "-c", FEW_FILES, hostile, honest],
            stdout=printed,
            stderr=printed,
            timeout=TIMEOUT,
            check=False,
        )
    assert (tmp_path / "printed").read_text(encoding="utf-8").split() == ["hostile"] * 12
    if sys.platform == "linux":  # elsewhere nobody inherits the orphans
        for pid in map(int, pids.read_text(encoding="utf-8").split()):
            wait_until(lambda pid=pid: not is_running(pid))  # type: ignore[misc]  # bound at once


class Scarce:
    """Fails as a system does that has run out of something."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise self.error


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM])
@pytest.mark.parametrize("function", ["os.pipe", "subprocess.Popen"])
def test_nobody_loses_because_the_system_has_run_out_of_something(
    monkeypatch: pytest.MonkeyPatch, function: str, number: int
) -> None:
    files = set(Path("/dev/fd").iterdir())
    monkeypatch.setattr(function, Scarce(OSError(number, "nothing left")))
    with pytest.raises(ProgramNotStarted, match=r"^cannot start sleep: nothing left$"):
        played("program:sleep 600")
    monkeypatch.undo()
    assert set(Path("/dev/fd").iterdir()) == files


def test_nobody_loses_because_there_is_no_thread_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading.Thread, "start", Scarce(RuntimeError("can't start new thread")))
    with pytest.raises(ProgramNotStarted, match="can't start new thread"):
        played("program:sleep 600")


def test_nobody_loses_because_the_guard_cannot_start_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = tmp_path / "guard.py"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5))\n"
    guard.write_text(
        limit + Path(guard_module.__file__).read_text(encoding="utf-8"), encoding="utf-8"
    )
    monkeypatch.setattr(_bots, "GUARD", str(guard))
    with pytest.raises(ProgramNotStarted, match="no files, processes or memory left"):
        played("program:sleep 600")


def test_a_tournament_stops_if_a_program_cannot_be_started(tmp_path: Path) -> None:
    honest = command("ask()\nwhile True: print(ask()['moves'][0])")
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-c", NO_FILES, honest],
        capture_output=True,
        cwd=tmp_path,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.stdout == "0 games: Too many open files\n", done.stderr


@pytest.mark.parametrize("options", ["--jobs 1", "--jobs 2", "--isolate"])
def test_what_a_bot_writes_to_descriptor_1_is_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str
) -> None:
    (tmp_path / "loud.py").write_text(
        "import os\n"
        "def choose(view, moves, rng):\n    os.write(1, b'JUNK')\n    return moves[0]\n"
        "def make():\n    return choose\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    words = ["tournament", "loud:make", "random", "--deals", "1", "--seed", "1", *options.split()]
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-m", "keltis", *words, "--max-turns", "2"],
        capture_output=True,
        cwd=tmp_path,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0
    assert b"loud" in done.stdout
    assert b"JUNK" not in done.stdout
    assert b"JUNK" in done.stderr
