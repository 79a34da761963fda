"""Records: every move is checked, and a view of a record has no hidden card."""

import json
import pickle
import random
from functools import partial

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import (
    Card,
    Colour,
    Discard,
    Draw,
    GameState,
    IllegalMove,
    InvalidArgument,
    Lay,
    Move,
    Phase,
    apply_move,
    legal_moves,
    new_game,
    outcome,
)
from keltis.documents import from_json, to_document, to_json
from keltis.events import events
from keltis.notation import parse_move
from keltis.record import (
    MAX_MOVES,
    GameRecord,
    RecordError,
    format_record,
    format_record_view,
    parse_record,
)
from leaning import KELTIS_GAME, games
from record_helpers import GAME, SEEDED, record_of, refused


@given(games())
def test_a_record_has_every_state_of_its_game(game: list[tuple[GameState, Move]]) -> None:
    record = record_of(game)
    assert list(record) == game
    assert [record[n] for n in range(len(record))] == game
    assert [record.state_at(n) for n in range(len(record))] == [state for state, _ in game]
    assert record.state_at(len(record)) == record.final == apply_move(*game[-1])
    assert record.outcome == outcome(record.final)


def test_a_record_can_be_built_move_by_move() -> None:
    record = GameRecord.seeded(2, seed=3)
    for _, move in KELTIS_GAME:
        record = record.append(move)
    assert record == GameRecord(GAME.start, GAME.moves, seed=3)
    assert record.states == GAME.states
    assert record.until(10) == GameRecord(GAME.start, GAME.moves[:10], seed=3)
    assert record.until(10).states == GAME.states[:11]
    assert record.state_at(10) == record.until(10).final == GAME.states[10]


def test_a_branch_shares_the_moves_before_it() -> None:
    state, move = GAME[4]
    other = next(each for each in legal_moves(state) if each != move)
    branch = GAME.branch(4, other)
    assert branch.moves == (*GAME.moves[:4], other)
    assert branch.final == apply_move(state, other)
    with pytest.raises(IllegalMove):
        GAME.branch(4, Discard(Card(Colour.RED, 20)))


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


def test_a_record_without_moves_has_no_turns() -> None:
    assert GAME.until(0).turns == ()


def test_undo_removes_the_last_move() -> None:
    assert SEEDED.undo() == SEEDED.until(len(SEEDED) - 1)
    assert SEEDED.until(1).undo() == SEEDED.until(0)


def test_a_record_without_moves_has_nothing_to_undo() -> None:
    with pytest.raises(InvalidArgument, match=r"^the record has no move to undo$"):
        GAME.until(0).undo()


def test_play_adds_the_moves_that_a_function_chooses() -> None:
    moves = iter(GAME.moves[10:])
    states: list[GameState] = []

    def choose(state: GameState) -> Move | None:
        states.append(state)
        return next(moves, None)

    assert SEEDED.until(10).play(choose) == SEEDED
    assert tuple(states) == GAME.states[10:]


def test_play_refuses_an_illegal_move() -> None:
    with pytest.raises(IllegalMove, match="a card must be played first"):
        GAME.until(0).play(lambda _: Draw(None))


def test_a_record_with_an_illegal_move_is_refused_with_its_number() -> None:
    moves = (*GAME.moves[:4], Draw(None), Draw(None), *GAME.moves[6:])
    with pytest.raises(
        RecordError, match=r"^move 5: draw pile: a card must be played first"
    ) as caught:
        GameRecord(GAME.start, moves)
    assert type(caught.value.__cause__) is IllegalMove
    with refused("move 1", "x: this is not a move: use Discard, Lay, Advance, Decline or Draw"):
        GameRecord(GAME.start, ("x",))  # type: ignore[arg-type]  # on purpose


def test_a_record_of_a_finished_game_takes_no_more_moves() -> None:
    with refused(f"move {len(GAME) + 1}", "draw pile: the game is over"):
        GameRecord(GAME.start, (*GAME.moves, Draw(None)))


def test_a_seed_must_give_the_start() -> None:
    assert SEEDED.seed == 3
    with refused("seed", "a new game from seed 4 does not start like this"):
        attrs.evolve(GAME, seed=4)
    with pytest.raises(InvalidArgument, match="seed must be a whole number from 0"):
        attrs.evolve(GAME, seed=-1)
    with pytest.raises(InvalidArgument, match=r"a record's seed must be below 2\*\*256"):
        GameRecord.seeded(2, seed=2**256)
    assert GameRecord.seeded(2, seed=2**256 - 1).seed == 2**256 - 1


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("Ann",), "names must have a name for each of 2 players, or none, not 1"),
        (["Ann", "Bob"], "names must be a tuple of texts, not list"),
        (
            ("Ann", ""),
            "the name of seat 1 must be 1 to 100 printable characters, without spaces at its ends",
        ),
        (
            ("x" * 101, "Bob"),
            "the name of seat 0 must be 1 to 100 printable characters, without spaces at its ends",
        ),
        (
            ("Ann", "B\nob"),
            "the name of seat 1 must be 1 to 100 printable characters, without spaces at its ends",
        ),
        (
            ("Ann", " Bob"),
            "the name of seat 1 must be 1 to 100 printable characters, without spaces at its ends",
        ),
        (
            ("Ann", 7),
            "the name of seat 1 must be 1 to 100 printable characters, without spaces at its ends",
        ),
        (("Ann", "#1"), "the name of seat 1 must not contain a #, which begins a comment"),
    ],
)
def test_names_must_fit_in_a_line(names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{reason}$"):
        GameRecord(GAME.start, names=names)
    with pytest.raises(InvalidArgument, match=f"^{reason}$"):
        GameRecord.seeded(2, 3, names=names)


@pytest.mark.parametrize("place", [-1, len(GAME) + 1, True, None, "1"])
def test_a_place_must_be_within_the_record(place: int) -> None:
    for ask in (GAME.state_at, GAME.until, GAME.__getitem__, partial(GAME.branch, move=Draw(None))):
        with pytest.raises(
            InvalidArgument, match=r"^(moves|the number of a move) must be a whole number from 0 to"
        ):
            ask(place)
    with pytest.raises(
        InvalidArgument,
        match=f"^the number of a move must be a whole number from 0 to {len(GAME) - 1}, not",
    ):
        GAME[len(GAME)]


def test_the_parts_of_a_record_must_be_of_their_types() -> None:
    with pytest.raises(InvalidArgument, match="moves must be a tuple, not list"):
        GameRecord(GAME.start, list(GAME.moves))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidArgument, match="start must be a GameState, not 'start'"):
        GameRecord("start")  # type: ignore[arg-type]  # on purpose


def endless(moves: int) -> list[Move]:
    """Endless moves (E3): both players take up again what they have just discarded."""
    state = new_game(2, seed=7)
    cards = [Discard(player.hand[0]) for player in state.players]
    turns = [(card, Draw(card.card.colour)) for card in cards]
    return [turns[n // 2 % 2][n % 2] for n in range(moves)]


def test_numbers_of_other_types_become_plain_integers() -> None:
    record = GameRecord.seeded(2, Whole(7))
    assert type(record.seed) is int
    assert type(attrs.evolve(record, seed=Whole(7)).seed) is int
    assert GAME.until(Whole(4)) == GAME.until(4)
    assert GAME[Whole(4)] == GAME[4]


class Whole(int):
    """A whole number of another type, as those of NumPy are."""


@pytest.mark.slow
def test_a_record_has_a_largest_number_of_moves() -> None:  # E3
    record = GameRecord(new_game(2, seed=7), tuple(endless(MAX_MOVES)))
    assert parse_record(format_record(record)) == from_json(GameRecord, to_json(record)) == record
    with refused("move 10001", "a record has at most 10000 moves"):
        record.append(endless(1)[0])
    with refused("move 10001", "a record has at most 10000 moves"):
        GameRecord(record.start, tuple(endless(MAX_MOVES + 1)))
    document = json.loads(to_json(record))
    document["moves"].append("decline")
    with refused("$.moves[10000]", "a record has at most 10000 moves"):
        from_json(GameRecord, json.dumps(document))
    with refused("line 5022, move 10001", "a record has at most 10000 moves"):
        parse_record(format_record(record).replace("end\n", "0: decline\nend\n"))


def test_a_record_survives_pickling_and_its_errors_do() -> None:
    again = pickle.loads(pickle.dumps(SEEDED))  # noqa: S301 - our own
    assert again == SEEDED
    assert again.states == SEEDED.states
    error = pickle.loads(pickle.dumps(RecordError("move 1", "no")))  # noqa: S301 - our own
    assert (error.place, error.reason, str(error)) == ("move 1", "no", "move 1: no")


# Views


class Slots:
    """Where each card of a game is, to find those that a viewer never gets to know."""

    def __init__(self, state: GameState) -> None:
        self.cards: list[Card] = []
        self.hands = [self._new(player.hand) for player in state.players]
        self.pile = self._new(state.draw_pile)
        self.removed = self._new(state.removed)
        self.discards: dict[Colour, list[int]] = {colour: [] for colour in Colour}
        self.known: set[int] = set()

    def _new(self, cards: tuple[Card, ...]) -> list[int]:
        self.cards += cards
        return list(range(len(self.cards) - len(cards), len(self.cards)))

    def move(self, seat: int, move: Move, viewer: int | None) -> None:
        hand = self.hands[seat]
        if isinstance(move, Discard | Lay):
            slot = min(
                (s for s in hand if self.cards[s] is move.card), key=lambda s: s not in self.known
            )
            hand.remove(slot)
            self.known.add(slot)
            if isinstance(move, Discard):
                self.discards[move.card.colour].append(slot)
        elif isinstance(move, Draw):
            hand.append((self.pile if move.source is None else self.discards[move.source]).pop())
            if seat == viewer:
                self.known.add(hand[-1])


def twin(record: GameRecord, viewer: int | None, rng: random.Random) -> GameRecord:
    """Another record, in which the cards that the viewer never gets to know lie differently."""
    slots = Slots(record.start)
    pile, removed, hands = (
        list(slots.pile),
        list(slots.removed),
        [list(hand) for hand in slots.hands],
    )
    if viewer is not None:
        slots.known.update(hands[viewer])
    for state, move in record:
        slots.move(state.to_move, move, viewer)
    hidden = [slot for slot in range(len(slots.cards)) if slot not in slots.known]
    mixed = rng.sample(hidden, len(hidden))
    cards = list(slots.cards)
    for slot, other in zip(hidden, mixed, strict=True):
        cards[slot] = slots.cards[other]
    players = tuple(
        attrs.evolve(player, hand=tuple(sorted(cards[slot] for slot in hand)))
        for player, hand in zip(record.start.players, hands, strict=True)
    )
    start = attrs.evolve(
        record.start,
        players=players,
        draw_pile=tuple(cards[slot] for slot in pile),
        removed=tuple(sorted(cards[slot] for slot in removed)),
    )
    return GameRecord(start, record.moves, record.names)


@given(games(), st.integers(0, 2**32), st.data())
def test_a_view_does_not_depend_on_cards_that_the_viewer_never_knows(
    game: list[tuple[GameState, Move]], seed: int, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(game)))
    record = record_of(game).until(cut)
    viewer = data.draw(st.sampled_from([None, *range(len(record.start.players))]))
    observed = record.observe(viewer)
    other = twin(record, viewer, random.Random(seed)).observe(viewer)
    assert observed == other
    assert hash(observed) == hash(other)
    assert repr(observed) == repr(other)
    assert pickle.dumps(observed) == pickle.dumps(other)
    assert format_record_view(observed) == format_record_view(other)
    assert to_json(observed) == to_json(other)


def test_the_twin_of_a_record_is_another_one() -> None:
    assert twin(GAME, 0, random.Random(1)) != GAME


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


def test_the_text_and_the_json_of_a_view() -> None:
    record = GameRecord.seeded(2, 7, names=("Ann", "Bob"))
    for text in (
        "lay R1 large",
        "draw pile",
        "discard Y4",
        "draw Y",
        "discard Y0",
        "draw pile",
        "discard Y4",
        "draw pile",
    ):
        record = record.append(parse_move(text))
    own = format_record_view(record.observe(0)).split("\n")
    assert own[:4] == [
        "keltis record 3 seen by seat 0",
        "result: unfinished",
        "name 0: Ann",
        "name 1: Bob",
    ]
    assert own[-7:] == [
        "",
        "0: lay R1 large, draw pile (G5)",
        "1: discard Y4, draw Y",
        "0: discard Y0, draw pile (P0)",
        "1: discard Y4, draw pile",
        "end",
        "",
    ]
    spectator = format_record_view(record.observe(None)).split("\n")
    assert spectator[0] == "keltis record 3 seen by a spectator"
    assert "(" not in "".join(spectator)
    document = json.loads(to_json(record.observe(0)))
    assert document["start"]["position"] == to_document(record.observe(0).start)
    assert document["moves"][1] == {
        "seat": 0,
        "move": "draw pile",
        "drawn": "G5",
        "events": ["Seat 0 draws G5 from the pile."],
    }
    assert document["moves"][7]["drawn"] is None
    with refused("line 1", "the view of one player cannot be replayed"):
        parse_record("\n".join(own))
    with refused("$.format", "expected 'keltis-record'"):
        from_json(GameRecord, json.dumps(document))
