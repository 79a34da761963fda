"""Records of both games: every move is checked, and a view has no hidden card."""

import pickle
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Generic

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from celtic.games import EXAMPLE, lays
from helpers import pickled
from keltis import GameRecord, GameState, InvalidArgument, Move, Phase, RecordError, celtic
from keltis.documents import from_json, to_json
from keltis.errors import PlacedError
from keltis.events import events
from keltis.game import Game, M, R, Record, RefusedMove, S, V
from keltis.record import format_record_view, resample_record
from keltis.testing import records
from leaning import games
from record_helpers import GAME, SEEDED, record_of, refused


@attrs.frozen
class Case(Generic[S, V, M, R]):
    """A whole game with names, and a move that is illegal at its start."""

    game: Game[S, V, M, R]
    record: Record[S, M]
    illegal: str
    reason: str

    @property
    def illegal_move(self) -> M:
        return self.game.notation.parse_move(self.illegal)

    def build(self, *fields: object) -> Record[S, M]:
        """The record with these fields, of whichever type."""
        build: Callable[..., Record[S, M]] = self.game.record.GameRecord
        return build(*fields)


EXAMPLE_GAME = celtic.GameRecord(celtic.new_game(), tuple(lays(EXAMPLE)), ("Ann", "Bob"))
both = pytest.mark.parametrize(
    "case",
    [
        Case(keltis.GAME, SEEDED, "draw pile", "a card must be played first: Discard or Lay"),
        Case(celtic.GAME, EXAMPLE_GAME, "pass", "a player who can lay a tile may not pass (K8)"),
    ],
    ids=["keltis", "celtic"],
)


@both
def test_a_record_has_every_state_of_its_game(case: Case[S, V, M, R]) -> None:
    record, engine = case.record, case.game.engine
    states = [record.start]
    for move in record.moves:
        states.append(engine.apply_move(states[-1], move))
    assert [record.state_at(n) for n in range(len(record) + 1)] == states == list(record.states)
    assert list(record) == list(zip(states, record.moves, strict=False))
    assert [record[n] for n in range(len(record))] == list(record)
    assert record.outcome == engine.outcome(record.final) is not None


@both
def test_a_record_can_be_built_move_by_move_and_cut(case: Case[S, V, M, R]) -> None:
    whole = case.record
    record = whole.until(0)
    assert (len(record), record.turns, record.final) == (0, (), whole.start)
    for move in whole.moves:
        record = record.append(move)
    assert record == whole
    assert record.states == whole.states
    beginning = case.build(whole.start, whole.moves[:10], whole.names)
    assert whole.until(10).states == beginning.states == whole.states[:11]
    assert whole.rename(("X", "Y")).names == ("X", "Y")


@both
def test_a_branch_shares_the_moves_before_it(case: Case[S, V, M, R]) -> None:
    record, engine = case.record, case.game.engine
    state, move = record[4]
    other = next(each for each in engine.legal_moves(state) if each != move)
    branch = record.branch(4, other)
    assert (branch.moves, branch.names) == ((*record.moves[:4], other), record.names)
    assert branch.final == engine.apply_move(state, other)


@both
def test_undo_removes_the_last_move(case: Case[S, V, M, R]) -> None:
    record = case.record
    assert record.undo() == record.until(len(record) - 1)
    assert record.until(1).undo() == record.until(0)
    with pytest.raises(InvalidArgument, match=r"^the record has no move to undo$"):
        record.until(0).undo()


@both
def test_play_adds_the_moves_that_a_function_chooses(case: Case[S, V, M, R]) -> None:
    moves = iter(case.record.moves[10:])
    states: list[S] = []

    def choose(state: S) -> M | None:
        states.append(state)
        return next(moves, None)

    assert case.record.until(10).play(choose) == case.record
    assert tuple(states) == case.record.states[10:]


@both
def test_an_illegal_move_is_refused(case: Case[S, V, M, R]) -> None:
    start, move = case.record.until(0), case.illegal_move
    message = f"^{re.escape(f'{case.illegal}: {case.reason}')}$"
    for add in (start.append, partial(start.branch, 0), lambda move: start.play(lambda _: move)):
        with pytest.raises(RefusedMove, match=message):
            add(move)
    with refused("move 1", f"{case.illegal}: {case.reason}") as caught:
        case.build(case.record.start, (move,))
    assert isinstance(caught.value.__cause__, RefusedMove)
    with pytest.raises(RecordError, match=r"^move 1: x: this is not a move: use "):
        case.build(case.record.start, ("x",))
    with refused(f"move {len(case.record) + 1}", f"{case.illegal}: the game is over"):
        case.build(case.record.start, (*case.record.moves, move))


PRINTABLE = "must be 1 to 100 printable characters, without spaces at its ends"


@both
@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("Ann",), "names must have a name for each of 2 players, or none, not 1"),
        ("AB", "names must be a list or tuple of texts, not 'AB'"),
        (("Ann", ""), f"the name of seat 1 {PRINTABLE}"),
        (("x" * 101, "Bob"), f"the name of seat 0 {PRINTABLE}"),
        (("Ann", "B\nob"), f"the name of seat 1 {PRINTABLE}"),
        (("Ann", " Bob"), f"the name of seat 1 {PRINTABLE}"),
        (("Ann", 7), f"the name of seat 1 {PRINTABLE}"),
        (("Ann", "#1"), "the name of seat 1 must not contain a #, which begins a comment"),
    ],
)
def test_names_must_fit_in_a_line(case: Case[S, V, M, R], names: object, reason: str) -> None:
    new_record: Callable[..., object] = case.game.record.new_record
    with pytest.raises(InvalidArgument, match=f"^{reason}$"):
        case.build(case.record.start, (), names)
    with pytest.raises(InvalidArgument, match=f"^{reason}$"):
        new_record(2, seed=3, names=names)


@both
@pytest.mark.parametrize("place", [-1, 500, True, None, "1"])
def test_a_place_must_be_within_the_record(case: Case[S, V, M, R], place: int) -> None:
    record = case.record
    for ask in (record.state_at, record.until, lambda place: record.branch(place, record.moves[0])):
        with pytest.raises(InvalidArgument, match=r"^moves must be a whole number from 0 to"):
            ask(place)
    for wrong in (place, len(record)):
        message = f"^the number of a move must be a whole number from 0 to {len(record) - 1}, not"
        with pytest.raises(InvalidArgument, match=message):
            record[wrong]


@both
def test_the_parts_of_a_record_must_be_of_their_types(case: Case[S, V, M, R]) -> None:
    with pytest.raises(InvalidArgument, match="moves must be a tuple, not list"):
        case.build(case.record.start, list(case.record.moves))
    with pytest.raises(InvalidArgument, match=r"start must be a GameState.*, not 'start'"):
        case.build("start")


@both
def test_e3_a_record_has_a_largest_number_of_moves(
    case: Case[S, V, M, R], monkeypatch: pytest.MonkeyPatch
) -> None:
    most, record = len(case.record), case.record
    text, document = case.game.record.format_record(record), to_json(record)
    longer = case.record.moves + case.record.moves[:1]
    monkeypatch.setattr("keltis.game._record.MAX_MOVES", most - 1)
    limit = f"a record has at most {most - 1} moves"
    with refused(f"move {most}", limit):
        record.until(most - 1).append(record.moves[-1])
    with refused(f"move {most}", limit):
        case.build(record.start, longer)
    with refused(f"$.moves[{most - 1}]", limit):
        from_json(case.game.record.GameRecord, document)
    with pytest.raises(RecordError, match=rf"^line \d+, move {most}: {limit}$"):
        case.game.record.parse_record(text)


@both
def test_a_record_survives_pickling(case: Case[S, V, M, R]) -> None:
    assert pickled(case.record) == case.record
    assert pickled(case.record).states == case.record.states


@pytest.mark.parametrize("kind", [RecordError, keltis.arena.ArenaError])
def test_an_error_with_a_place_survives_pickling(kind: type[PlacedError]) -> None:
    error = pickled(kind("move 1", "no"))
    assert (error.place, error.reason, str(error)) == ("move 1", "no", "move 1: no")


# Records of Keltis


def test_a_seed_must_give_the_start() -> None:
    assert (SEEDED.seed, EXAMPLE_GAME.seed) == (3, None)
    with refused("seed", "a new game from seed 4 does not start like this"):
        attrs.evolve(GAME, seed=4)
    with pytest.raises(InvalidArgument, match="seed must be a whole number from 0"):
        attrs.evolve(GAME, seed=-1)
    with pytest.raises(InvalidArgument, match=r"a record's seed must be below 2\*\*256"):
        GameRecord.seeded(2, seed=2**256)
    assert GameRecord.seeded(2, seed=2**256 - 1).seed == 2**256 - 1


@given(games(), st.data())
def test_each_turn_goes_from_a_play_to_a_draw(
    game: list[tuple[GameState, Move]], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(game) - 1))
    record = record_of(game[first:])
    assert [pair for turn in record.turns for pair in turn] == game[first:]
    for turn in record.turns[1:]:
        assert turn[0][0].phase is Phase.PLAY
    for turn in record.turns:
        assert len({state.to_move for state, _ in turn}) == 1
        assert not any(state.phase is Phase.PLAY for state, _ in turn[1:])


@given(records(), st.none() | st.integers(0, 1), st.integers(0, 2**32))
def test_a_view_does_not_depend_on_cards_that_the_viewer_never_knows(
    record: GameRecord, viewer: int | None, seed: int
) -> None:
    view = record.observe(viewer)
    again = resample_record(view, random.Random(seed)).observe(viewer)
    for write in (hash, repr, pickle.dumps, format_record_view, to_json):
        assert (again, write(again)) == (view, write(view))


def test_a_view_has_the_view_of_the_start_and_the_events() -> None:
    observed = SEEDED.observe(1)
    assert observed.viewer == 1
    assert observed.start.hand == GAME.start.players[1].hand
    assert observed.names == SEEDED.names
    assert observed.outcome == GAME.outcome
    assert [(move.seat, move.move, move.events) for move in observed.moves] == [
        (state.to_move, move, events(state, move, 1)) for state, move in GAME
    ]


def test_a_view_has_no_seed() -> None:
    record = GameRecord.seeded(2, 987654321)
    for viewer in (0, 1, None):
        observed = record.observe(viewer)
        for text in (repr(observed), format_record_view(observed), to_json(observed)):
            assert "987654321" not in text
            assert "seed" not in text
