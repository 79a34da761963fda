"""Typed code of a user of the packages around the rules, checked like `test_outside_rules`."""

import enum
import random
from pathlib import Path
from typing import TypeAlias, assert_type

import pytest
from hypothesis import strategies as st

import keltis
from keltis import Card, GameState, Move, PlayerView, arena, celtic, documents, notation, testing
from keltis.arena.plots import plot_scores, save_plots
from keltis.bots import Bot, Candidate, GreedyBot, LearntBot, RandomBot, bot_names, make_bot
from keltis.events import Event, events
from keltis.record import GameRecord, RecordError, RecordView, format_record, parse_record
from keltis.render import animated_svg, board_svg, board_text, film_svg
from keltis.testing import cards, moves, rules

Moves: TypeAlias = tuple[Move, ...]


def last(_: PlayerView, moves: Moves, __: random.Random) -> Move:
    """A function is a bot."""
    return moves[-1]


class Wavering:
    """An object that can be called is one, too."""

    def __call__(self, view: PlayerView, moves: Moves, rng: random.Random) -> Move:
        return rng.choice(moves) if view.draw_pile_size else moves[0]


def sees_all(state: GameState, moves: Moves, rng: random.Random) -> Move:
    """No bot: it asks for the whole state."""
    raise NotImplementedError


def says(view: PlayerView, moves: Moves, rng: random.Random) -> str:
    """No bot: it answers with a text."""
    raise NotImplementedError


def test_bots() -> None:
    bots: list[Bot] = [
        last,
        Wavering(),
        RandomBot(),
        GreedyBot(),
        LearntBot(),
        make_bot("random"),
    ]
    view = keltis.observe(keltis.new_game(2, seed=7), 0)
    assert all(
        bot(view, keltis.legal_moves(view), random.Random(7)) in keltis.legal_moves(view)
        for bot in bots
    )
    assert_type(
        LearntBot().analyse(view, keltis.legal_moves(view), random.Random(7)),
        tuple[Candidate, ...],
    )
    assert_type(bot_names(), tuple[str, ...])


def test_what_is_no_bot_is_found_by_type_checkers() -> None:
    bot: Bot = sees_all  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    bot = says  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    assert callable(bot)


def test_a_tournament(tmp_path: Path) -> None:
    from matplotlib.figure import Figure as Plot  # noqa: PLC0415 - it takes long

    result = arena.play_tournament([arena.Entrant("mine", last), "random"], deals=1, seed=7)
    assert_type(result, arena.TournamentResult)
    assert_type(result.games, tuple[arena.GameResult, ...])
    assert_type(result.games[0].end, enum.Enum)
    assert_type(result.games[0].scores[0].total, int)
    assert_type(
        [game.forfeit.failure for game in result.games if game.forfeit is not None],
        list[arena.Failure],
    )
    assert_type(arena.standings(result), tuple[arena.Standing, ...])
    assert_type(arena.standings(result)[0].win_share, arena.Estimate | None)
    assert_type(arena.end_counts(result), dict[enum.Enum, int])
    assert_type(arena.lengths(result), arena.Lengths | None)
    assert_type(plot_scores(result), Plot)
    assert_type(save_plots(result, tmp_path, suffix="svg"), tuple[Path, ...])
    assert arena.summary(result) and arena.games_to_csv(result)  # noqa: PT018 - only that they are there
    assert documents.from_json(arena.TournamentResult, documents.to_json(result)) == result


def test_bots_enter_tournaments_and_mistakes_are_seen() -> None:
    entered = arena.play_tournament([GreedyBot(), "random"], deals=1, seed=7)
    assert entered.plan.names == ("GreedyBot", "random")
    with pytest.raises(TypeError):
        arena.play_tournament(["random", "random"], rounds=1, seed=7)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]


def test_a_tournament_of_another_game() -> None:
    bots: list[arena.Entrant[celtic.GameState, celtic.Move] | str] = ["random", "search:games=2"]
    rules = celtic.Rules(width=4, height=4)
    result = arena.play_tournament(
        bots, game=celtic.GAME, rules=rules, deals=1, seed=7, keep_records=True
    )
    assert_type(result.plan.game.rules, celtic.Rules)
    assert [record.outcome is not None for record in arena.game_records(result)] == [True, True]
    with pytest.raises(keltis.InvalidArgument):
        arena.play_tournament(bots, game=celtic.GAME, rules=keltis.KELTIS)  # type: ignore[misc]  # pyright: ignore[reportArgumentType]
    with pytest.raises(keltis.InvalidArgument):
        arena.play_tournament(["random", "random"], rules=rules)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]


def test_records_and_notation() -> None:
    record = GameRecord.seeded(2, seed=7, names=("Ann", "Bob")).append(
        notation.parse_move("discard R1")
    )
    assert_type(record, GameRecord)
    assert_type(record[0], tuple[GameState, Move])
    assert_type([move for _, move in record], list[Move])
    assert_type(record.final, GameState)
    assert_type(record.start, GameState)
    assert_type(record.states, tuple[GameState, ...])
    assert_type(record.moves, tuple[Move, ...])
    assert_type(record.turns, tuple[tuple[tuple[GameState, Move], ...], ...])
    assert_type(record.outcome, keltis.Outcome | None)
    assert_type(record.undo(), GameRecord)
    assert_type(record.branch(0, notation.parse_move("discard R1")), GameRecord)
    assert_type(record.play(lambda _: None), GameRecord)
    assert_type(keltis.GameRecord(record.start), GameRecord)
    assert_type(record.observe(None), RecordView)
    assert (
        documents.from_json(GameRecord, documents.to_json(record))
        == parse_record(format_record(record))
        == record
    )
    assert_type(notation.parse_cards("R7 B10"), tuple[Card, ...])
    assert notation.parse_rules(notation.format_rules(keltis.KELTIS)) == keltis.KELTIS
    assert_type(notation.parse_state(notation.format_state(record.start)), GameState)
    with pytest.raises(RecordError) as caught:
        GameRecord(record.start, (notation.parse_move("decline"),))
    assert_type(caught.value.place, str)
    with pytest.raises(keltis.IllegalMove):
        record.append("draw pile")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError):
        documents.from_json(GameRecord, b"{}")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_documents() -> None:
    state = keltis.new_game(2, seed=7)
    assert_type(documents.from_json(GameState, documents.to_json(state)), GameState)
    assert_type(
        documents.from_document(PlayerView, documents.to_document(keltis.observe(state, 0))),
        PlayerView,
    )
    assert_type(documents.from_json(Move, documents.to_json(keltis.Draw())), Move)
    event = documents.from_document(
        Event, documents.to_document(events(state, keltis.legal_moves(state)[0])[0])
    )
    assert_type(event, Event)
    assert_type(
        documents.from_json(tuple[Move, ...], documents.to_json(keltis.legal_moves(state))),
        tuple[Move, ...],
    )
    assert_type(documents.from_json(Card | None, "null"), Card | None)
    assert_type(documents.to_document(state), dict[str, documents.Json])
    assert_type(documents.schema(Move), dict[str, documents.Json])
    with pytest.raises(documents.DocumentError) as caught:
        documents.from_json(keltis.Rules, '{"copies": 0}')
    assert_type(caught.value.place, str)
    with pytest.warns(DeprecationWarning, match="state_(to|from)_json is deprecated"):
        assert_type(documents.state_from_json(documents.state_to_json(state)), GameState)


def test_pictures() -> None:
    record = GameRecord.seeded(2, seed=7)
    assert_type(board_svg(record.final, seat=0, names=["Ann", "Bob"], theme="dark"), str)
    assert_type(board_text(keltis.observe(record.final, None), colour=True), str)
    assert_type(film_svg(record, frames=2), str)
    assert_type(animated_svg([record.start, record.final]), str)
    with pytest.raises(AttributeError):
        board_svg("R7")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_help_for_tests() -> None:
    assert_type(cards(), st.SearchStrategy[Card])
    assert_type(moves(), st.SearchStrategy[Move])
    assert_type(rules(), st.SearchStrategy[keltis.Rules])
    assert_type(testing.states(over=False), st.SearchStrategy[GameState])
    assert_type(testing.views(rules=rules()), st.SearchStrategy[PlayerView])
    assert_type(testing.records(), st.SearchStrategy[GameRecord])
    state = testing.position(testing.Seat(hand="R7"), testing.Seat())
    assert_type(state, GameState)
    assert_type(testing.perft(state, 1), int)
    assert_type(testing.later_state(state, random.Random(7)), GameState)
    with pytest.raises(TypeError):
        testing.Seat(cards="R7")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
