"""Typed code of a user of the rules; mypy and pyright check it against the built wheel.

Both are strict. `assert_type` names the type that a checker must infer. A line with two comments to
ignore it is a mistake that both must find: if one does not, its comment is unused, which is an
error as well.
"""

import random
from collections.abc import Mapping
from typing import assert_never, assert_type

import pytest

import keltis
from keltis import Card, Colour, Decline, Discard, GameState, Illegality, Move, Outcome, Rules, Tile
from keltis.events import Event, describe, events


def in_words(move: Move) -> str:
    """All kinds of move, and no more: otherwise `assert_never` is an error."""
    match move:
        case Discard(card):
            assert_type(card, Card)
            return f"away with {card}"
        case keltis.Lay(card, figure):
            assert_type(figure, keltis.Figure | None)
            return f"{card} brings {figure}"
        case keltis.Advance(colour):
            assert_type(colour, Colour)
            return f"on along {colour}"
        case keltis.Draw(source):
            assert_type(source, Colour | None)
            return f"take from {source}"
        case Decline():
            return "stay"
        case _:
            assert_never(move)


def test_a_game() -> None:
    state = keltis.new_game(players=2, seed=7)
    assert_type(state, GameState)
    while (end := keltis.outcome(state)) is None:
        assert_type(state.phase, keltis.Phase)
        moves = keltis.legal_moves(state)
        assert_type(moves, tuple[Move, ...])
        assert in_words(moves[0])
        state = keltis.apply_move(state, moves[0])
    assert_type(end, Outcome)
    assert_type(end.reason, keltis.EndReason)
    assert_type(end.winners, tuple[int, ...])
    assert_type(end.scores, tuple[keltis.Score, ...])
    assert_type(keltis.scores(state)[0].total, int)
    assert_type(keltis.track_space(12), int | None)
    assert keltis.score(state, 0) == end.scores[0]


def test_the_parts_of_a_state() -> None:
    state = keltis.new_game(2, rng=random.Random(1), rules=keltis.KELTIS_LITERAL)
    player = state.players[state.to_move]
    assert_type(player, keltis.PlayerState)
    assert_type(player.hand, tuple[Card, ...])
    assert_type(player.columns[Colour.RED], tuple[Card, ...])
    assert_type(player.rows[Colour.RED], int)
    assert_type(player.large, Colour | None)
    assert_type(state.tiles[Colour.RED][1], Tile | None)
    assert_type(state.discards[0], tuple[Card, ...])
    assert_type(state.barred, Colour | None)
    assert_type(state.rules, Rules)
    assert_type(state.rules.row_points, tuple[int, ...])
    assert_type(keltis.direction(state.rules, player.columns[0]), keltis.Direction)
    assert_type(keltis.PRESETS, Mapping[str, Rules])
    assert_type(Card.parse("R7").colour.letter, str)
    assert_type(Tile.ONE.points, int)
    assert_type(Tile("clover").value, str)
    assert_type(keltis.Direction.UP.next_values, tuple[tuple[int, int], ...])


def test_a_refused_move() -> None:
    state = keltis.new_game(2, seed=7)
    assert_type(keltis.illegality(state, Decline()), Illegality | None)
    with pytest.raises(keltis.IllegalMove) as caught:
        keltis.apply_move(state, Decline())
    assert_type(caught.value.reason, Illegality)
    assert_type(caught.value.move, Move)
    assert_type(caught.value.state, GameState)
    with pytest.raises(keltis.InvalidState) as impossible:
        keltis.setup_game(hands=[[], []], tiles={})
    assert_type(impossible.value.faults, tuple[str, ...])


def test_views() -> None:
    state = keltis.new_game(3, seed=7)
    view = keltis.observe(state, None)
    assert_type(view, keltis.PlayerView)
    assert_type(view.viewer, int | None)
    assert_type(view.hand, tuple[Card, ...] | None)
    assert_type(view.players, tuple[keltis.PublicPlayer, ...])
    assert_type(keltis.legal_moves(view), tuple[Move, ...])
    assert_type(keltis.outcome(view), Outcome | None)
    assert_type(keltis.determinize(view, random.Random(7)), GameState)
    assert_type(keltis.legal_action_ids(view), tuple[int, ...])
    assert_type(keltis.legal_action_mask(state), bytes)
    assert_type(keltis.move_of(keltis.ACTION_COUNT - 1), Move)
    assert keltis.action_id(Decline()) < keltis.STANDARD_ACTION_COUNT


def test_events() -> None:
    state = keltis.new_game(2, seed=7)
    happened = events(state, keltis.legal_moves(state)[0], None)
    assert_type(happened, tuple[Event, ...])
    assert_type([describe(event) for event in happened], list[str])


def test_mistakes_are_found_by_type_checkers_and_refused_at_run_time() -> None:
    state = keltis.new_game(2, seed=7)
    card = Card(Colour.RED, 7)
    with pytest.raises(keltis.InvalidArgument):
        Card("R", 7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        Card(0, 7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        Discard(7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        keltis.Lay(card, 1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.IllegalMove):
        keltis.apply_move(state, "decline")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(AttributeError):
        keltis.apply_move(keltis.observe(state, 0), Discard(card))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(AttributeError):
        keltis.determinize(state, random.Random(1))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        keltis.new_game(2, seeds=7)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(TypeError):
        Rules(hand_sise=6)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    with pytest.raises(AttributeError):
        state.to_move = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        card.value = 8  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        del keltis.observe(state, 0).draw_pile  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(TypeError):
        state.players[0].hand[0] = card  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    with pytest.raises(TypeError):
        keltis.PRESETS["HOUSE"] = keltis.KELTIS  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    with pytest.raises(AttributeError):
        len(keltis.outcome(state).winners)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]


def test_assignments_to_what_all_games_share_are_found_and_rejected() -> None:
    with pytest.raises(AttributeError):
        Tile.ONE.points = 50  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        keltis.Direction.UP.next_values = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        Colour.RED.letter = "B"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        keltis.Figure.LARGE.factor = 3  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(AttributeError):
        keltis.KELTIS.hand_size = 9  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
