"""Typed code of a user of CELTIC!, checked like `test_outside_rules`."""

import random
from collections.abc import Iterator
from typing import assert_never, assert_type

import pytest

import keltis
from keltis import celtic
from keltis.celtic.bots import Bot, RandomBot, SearchBot, play_match
from keltis.celtic.record import format_record, parse_record
from keltis.celtic.render import board_svg, board_text
from keltis.documents import from_json, to_json


def in_words(move: celtic.Move) -> str:
    """All kinds of move, and no more: otherwise `assert_never` is an error."""
    match move:
        case celtic.Lay():
            assert_type(move.cell, tuple[int, int])
            assert_type(move.supply, celtic.Owner)
            return f"a {move.shape}"
        case celtic.Pass():
            return "nothing"
        case celtic.Forfeit():
            return "a lost turn"
        case _:
            assert_never(move)


def middle(_: celtic.GameState, moves: tuple[celtic.Move, ...], __: random.Random) -> celtic.Move:
    """A function is a bot."""
    return moves[len(moves) // 2]


def test_a_game() -> None:
    state = celtic.new_game()
    assert_type(state, celtic.GameState)
    while (end := celtic.outcome(state)) is None:
        assert_type(state.to_move, celtic.Player)
        moves = celtic.legal_moves(state)
        assert_type(moves, tuple[celtic.Move, ...])
        assert in_words(moves[0])
        state = celtic.apply_move(state, middle(state, moves, random.Random(7)))
    assert_type(end, celtic.Outcome)
    assert_type(end.winner, celtic.Player | None)
    assert_type(end.scores, tuple[celtic.Score, celtic.Score])
    assert_type(celtic.score(state, celtic.Owner.BLUE), tuple[int, ...])
    assert_type(celtic.opponent(state.to_move), celtic.Player)
    assert_type(celtic.knots(state), tuple[celtic.Path, ...])
    assert_type(state.lays[0].shape, celtic.Shape)
    assert_type(celtic.illegality(state, celtic.parse_move("pass")), celtic.Illegality | None)


def test_puzzles() -> None:
    rules = celtic.Rules(width=3, height=3)
    assert_type(celtic.solve(seed=1), celtic.Filling | None)
    assert_type(celtic.fillings(rules=rules), Iterator[celtic.Filling])
    assert_type(celtic.count_fillings(rules=rules), int)


def test_bots_records_and_pictures() -> None:
    bots: list[Bot] = [middle, RandomBot(), SearchBot()]
    record = play_match(bots[:2], seed=7, names=("Ann", "Bob"))
    assert_type(record, celtic.GameRecord)
    assert_type(record.final, celtic.GameState)
    assert_type(record.states, tuple[celtic.GameState, ...])
    assert_type(record.turns, tuple[tuple[tuple[celtic.GameState, celtic.Move], ...], ...])
    assert_type(record.outcome, celtic.Outcome | None)
    assert_type(record.undo(), celtic.GameRecord)
    assert (
        from_json(celtic.GameRecord, to_json(record))
        == parse_record(format_record(record))
        == record
    )
    assert_type(board_svg(record.final, names=record.names), str)
    assert_type(board_text(record.final, colour=True), str)


def test_mistakes_are_found_by_type_checkers_and_refused_at_run_time() -> None:
    state = celtic.new_game()
    with pytest.raises(AttributeError):
        celtic.legal_moves(keltis.new_game(2, seed=7))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(celtic.IllegalMove):
        celtic.apply_move(state, keltis.Decline())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        celtic.score(state, celtic.Owner.NEUTRAL)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        celtic.Lay(0, 1, 12, "blue")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(AttributeError):
        state.to_move = celtic.Owner.BLUE  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        celtic.Shape.TEE.masks = (1,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
