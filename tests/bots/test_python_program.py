"""Bots in Python as programs: `python -m keltis.bots`, for all games."""

import base64
import json
import os
import pickle
import random
import runpy
import shlex
import sys
from pathlib import Path
from typing import Final, NoReturn

import pytest

import keltis
import noughts
from keltis import GameRandom, celtic
from keltis._lib.processes import call_within
from keltis.bots import ProgramBot, ProgramFailed, RandomBot
from keltis.bots.__main__ import main
from keltis.game import Bot, Game, M, R, S, V, answer_requests, move_request, parse_answer

games: Final = pytest.mark.parametrize(
    "game", [keltis.GAME, celtic.GAME, noughts.GAME], ids=["keltis", "celtic", "noughts"]
)
NEW: Final = b'{"type": "new"}'


def answers(game: Game[S, V, M, R], bot: Bot[V, M], *requests: bytes) -> list[object]:
    """What the program of a bot writes."""
    lines: list[str] = []
    answer_requests(game.bots.messages, lambda: bot, requests, lines.append)
    return [json.loads(line) for line in lines]


def request_in(game: Game[S, V, M, R], state: S, rng: random.Random) -> dict[str, object]:
    messages, moves = game.bots.messages, game.engine.legal_moves(state)
    view = game.engine.observe(state, state.to_move)
    assert messages.hello(view)["seat"] == state.to_move
    return move_request(messages.write_view(view), moves, rng, None)


@games
def test_the_program_of_a_bot_answers_as_the_bot_does(game: Game[S, V, M, R]) -> None:
    bot = game.bots.make_bot("random")
    state = game.record.new_record(2, seed=1).start
    moves = game.engine.legal_moves(state)
    for seed in range(5):
        (rng,) = GameRandom(seed).getstate()
        request = {**request_in(game, state, GameRandom(seed)), "rng": rng}
        (text,) = answers(game, bot, json.dumps(request).encode())
        move = parse_answer(game.bots.messages, json.dumps(text).encode())
        assert move == bot(game.engine.observe(state, state.to_move), moves, GameRandom(seed))


def test_a_seed_is_enough_for_a_bot() -> None:
    state = celtic.new_game()
    request = json.dumps(request_in(celtic.GAME, state, random.Random(1))).encode()
    bot = celtic.GAME.bots.make_bot("random")
    hello = b'{"type": "hello"}'
    first, second = (answers(celtic.GAME, bot, hello, request) for _ in range(2))
    assert first == second
    assert answers(celtic.GAME, bot, NEW, request) == ["ready", *first]


def failing(_view: object, _moves: object, _rng: object) -> NoReturn:
    raise RuntimeError("no ideas")


def leaving(_view: object, _moves: object, _rng: object) -> NoReturn:
    sys.exit()


def test_a_bot_that_raises_says_so() -> None:
    request = json.dumps(request_in(celtic.GAME, celtic.new_game(), random.Random(1))).encode()
    for bot, error in ((failing, "RuntimeError: no ideas"), (leaving, "SystemExit")):
        (answer,) = answers(celtic.GAME, bot, request)
        assert answer == {"error": error}
        with pytest.raises(ProgramFailed, match=f"^{error}$"):
            parse_answer(celtic.GAME.bots.messages, json.dumps(answer).encode())


def test_what_is_no_move_is_named_by_its_type() -> None:
    def wordy(state: celtic.GameState, _moves: object, _rng: object) -> celtic.Move:
        return state  # type: ignore[return-value]  # on purpose

    def texting(_state: object, moves: tuple[celtic.Move, ...], _rng: object) -> celtic.Move:
        return str(moves[0])  # type: ignore[return-value]  # on purpose

    request = json.dumps(request_in(celtic.GAME, celtic.new_game(), random.Random(1))).encode()
    assert answers(celtic.GAME, wordy, request) == ["GameState"]
    assert answers(celtic.GAME, texting, request) == ["str"]


def test_a_request_without_moves_is_an_error() -> None:
    bot = celtic.GAME.bots.make_bot("random")
    (answer,) = answers(celtic.GAME, bot, b'{"type": "move", "seed": 1, "moves": 7}')
    assert answer == {"error": "InvalidArgument: a request needs a seed and moves"}


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="these programs need POSIX")
def test_a_named_bot_is_a_program() -> None:
    python = shlex.quote(sys.executable)
    view = keltis.observe(keltis.new_game(2, seed=1), 0)
    bot = ProgramBot(f"{python} -m keltis.bots greedy")
    assert bot(view, keltis.legal_moves(view), random.Random(1)) in keltis.legal_moves(view)
    bot.close()
    state = celtic.new_game()
    tile_bot = celtic.bots.ProgramBot(f"{python} -m keltis.bots --game keltis.celtic random")
    move = tile_bot(state, celtic.legal_moves(state), random.Random(1))
    assert move in celtic.legal_moves(state)
    tile_bot.close()


def test_a_game_without_numbers_of_moves_reads_texts() -> None:
    assert noughts.GAME.bots.messages.read_move("b2") == "b2"
    assert str(noughts.GAME.bots.make_bot("program:sh")) == "Program('sh', seconds=60)"


@pytest.mark.parametrize("pickled", [False, True])
def test_the_program_answers_on_its_standard_output(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, pickled: bool
) -> None:
    request = json.dumps(request_in(celtic.GAME, celtic.new_game(), random.Random(1)))
    nothing: dict[str, object] = {}
    parts = nothing, pickle.dumps(celtic.GAME), pickle.dumps(RandomBot())
    first = base64.b64encode(pickle.dumps(parts)).decode() if pickled else '{"type": "hello"}'
    (tmp_path / "in").write_text(f"{first}\n{request}\n", encoding="utf-8")
    monkeypatch.setattr("multiprocessing.spawn.prepare", lambda _: None)
    words = ["--pickled"] if pickled else ["random", "--game", "keltis.celtic"]
    with (
        (tmp_path / "in").open(encoding="utf-8") as source,
        (tmp_path / "out").open("w", encoding="utf-8") as output,
        (tmp_path / "err").open("w", encoding="utf-8") as errors,
    ):
        for name, stream in (("stdin", source), ("stdout", output), ("stderr", errors)):
            monkeypatch.setattr(sys, name, stream)
        main(words)
        monkeypatch.undo()
    answer = (tmp_path / "out").read_bytes()
    assert parse_answer(celtic.GAME.bots.messages, answer) in celtic.legal_moves(celtic.new_game())


def test_the_module_is_a_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["keltis.bots"])
    monkeypatch.delitem(sys.modules, "keltis.bots.__main__")
    with pytest.raises(SystemExit):
        runpy.run_module("keltis.bots", run_name="__main__")
    assert "expected the name of a bot" in capsys.readouterr().err


def test_an_error_within_a_time_limit_is_raised() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        call_within(60, lambda: int("gone"))
