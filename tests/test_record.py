"""Records: every move is checked, both formats read back, and what is shown to a player has no hidden card in it."""

import json
import pickle
import random
import re
import sys
from functools import partial

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import (
    KELTIS_LITERAL,
    PRESETS,
    Card,
    Colour,
    Discard,
    Draw,
    GameState,
    IllegalMove,
    InvalidArgument,
    KeltisError,
    Lay,
    Move,
    NotationError,
    apply_move,
    legal_moves,
    new_game,
    outcome,
)
from keltis.events import events
from keltis.notation import format_state, parse_move
from keltis.record import (
    MAX_MOVES,
    GameRecord,
    RecordError,
    RecordsExtraMissing,
    documents,
    format_record,
    format_record_view,
    parse_record,
    record_from_json,
    record_to_json,
    record_view_to_json,
)
from keltis.record.records import replayed
from leaning import BARE, KELTIS_GAME, SHORT, games


def record_of(game: list[tuple[GameState, Move]]) -> GameRecord:
    return GameRecord(game[0][0], tuple(move for _, move in game))


GAME = record_of(KELTIS_GAME)
assert GAME.outcome is not None
GAME_END = GAME.outcome
SEEDED = attrs.evolve(GAME, seed=3, names=("Ann", "Bob Ó Briain: x"))
TEXT = """\
keltis record 1
result: unfinished
players: 2
seed: 7
first: 0
rules: KELTIS

0: lay R1 large, draw pile   # a comment
1: discard Y4, draw Y
end
"""


def refused(place: str, reason: str) -> "pytest.RaisesExc[RecordError]":
    """Expect a `RecordError` with exactly this message."""
    return pytest.raises(RecordError, match=f"^{re.escape(f'{place}: {reason}')}$")


# The record itself


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
        (("Ann",), "names must be a tuple with a name for each of 2 players, or none"),
        (["Ann", "Bob"], "names must be a tuple with a name for each of 2 players, or none"),
        (
            ("Ann", ""),
            "the name of seat 1 must be 1 to 100 printable characters, no space around them",
        ),
        (
            ("x" * 101, "Bob"),
            "the name of seat 0 must be 1 to 100 printable characters, no space around them",
        ),
        (
            ("Ann", "B\nob"),
            "the name of seat 1 must be 1 to 100 printable characters, no space around them",
        ),
        (
            ("Ann", " Bob"),
            "the name of seat 1 must be 1 to 100 printable characters, no space around them",
        ),
        (
            ("Ann", 7),
            "the name of seat 1 must be 1 to 100 printable characters, no space around them",
        ),
        (("Ann", "#1"), "the name of seat 1 must not have a # in it, which begins a comment"),
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
        with pytest.raises(InvalidArgument, match=r"^expected a number from 0 to"):
            ask(place)
    with pytest.raises(
        InvalidArgument,
        match=f"^expected a number from 0 to {len(GAME) - 1}, as the record has {len(GAME)} moves",
    ):
        GAME[len(GAME)]


def test_the_parts_of_a_record_must_be_of_their_types() -> None:
    with pytest.raises(InvalidArgument, match="moves must be a tuple, not list"):
        GameRecord(GAME.start, list(GAME.moves))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(InvalidArgument, match="expected a GameState, not str"):
        GameRecord("start")  # type: ignore[arg-type]  # on purpose
    for write in (format_record, format_record_view, record_to_json, record_view_to_json):
        with pytest.raises(InvalidArgument, match=r"expected a .*, not str"):
            write("record")  # type: ignore[arg-type]  # on purpose


def endless(moves: int) -> list[Move]:
    """Moves that could go on for ever (E3): both players take up again what they have just discarded."""
    state = new_game(2, seed=7)
    cards = [Discard(player.hand[0]) for player in state.players]
    turns = [(card, Draw(card.card.colour)) for card in cards]
    return [turns[n // 2 % 2][n % 2] for n in range(moves)]


def test_a_record_has_a_largest_number_of_moves() -> None:  # E3
    record = GameRecord(new_game(2, seed=7), tuple(endless(MAX_MOVES)))
    assert parse_record(format_record(record)) == record_from_json(record_to_json(record)) == record
    with refused("moves", "a record has at most 10000 moves"):
        record.append(endless(1)[0])
    with refused("move 10001", "a record has at most 10000 moves"):
        GameRecord(record.start, tuple(endless(MAX_MOVES + 1)))
    document = json.loads(record_to_json(record))
    document["moves"].append("decline")
    with refused("$.moves", "a record has at most 10000 moves"):
        record_from_json(json.dumps(document))
    with refused("line 5022, move 10001", "a record has at most 10000 moves"):
        parse_record(format_record(record).replace("end\n", "0: decline\nend\n"))


def test_a_record_survives_pickling_and_its_errors_do() -> None:
    again = pickle.loads(pickle.dumps(SEEDED))  # noqa: S301 - our own
    assert again == SEEDED
    assert again.states == SEEDED.states
    error = pickle.loads(pickle.dumps(RecordError("move 1", "no")))  # noqa: S301 - our own
    assert (error.place, error.reason, str(error)) == ("move 1", "no", "move 1: no")


def test_replaying_stops_at_the_first_illegal_move() -> None:
    with refused("here 1", "draw pile: a card must be played first: Discard or Lay"):
        replayed(GAME.start, [Draw(None)] * 3, lambda n: f"here {n + 1}")


# Both formats


@given(games(), st.booleans(), st.booleans())
def test_both_formats_read_back(game: list[tuple[GameState, Move]], cut: bool, named: bool) -> None:
    skipped = len(game) // 2 if cut else 0
    record = record_of(game[skipped : skipped + 1 if named else None])
    if named:
        record = attrs.evolve(
            record, names=tuple(f"Player {seat}" for seat in range(len(record.start.players)))
        )
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert record_from_json(record_to_json(record)) == record


@pytest.mark.parametrize(
    "record",
    [SEEDED, SEEDED.until(5), GameRecord.seeded(3, 5, rules=KELTIS_LITERAL, first_player=2)],
)
def test_a_seeded_record_is_kept_by_its_seed(record: GameRecord) -> None:
    assert "pile:" not in format_record(record)
    for again in (
        parse_record(format_record(record)),
        record_from_json(record_to_json(record, indent=2)),
    ):
        assert again == record
        assert again.states == record.states


def test_a_game_for_one_has_a_line_for_each_turn() -> None:
    record = GameRecord.seeded(1, 1, rules=BARE)
    for text in (
        f"discard {record.start.players[0].hand[0]}",
        "draw pile",
        f"discard {record.start.players[0].hand[1]}",
    ):
        record = record.append(parse_move(text))
    assert format_record(record).split("\n")[-5:-2] == [
        "",
        f"0: {record.moves[0]}, draw pile",
        f"0: {record.moves[2]}",
    ]
    assert parse_record(format_record(record)) == record


# Text


def test_a_text_written_by_hand_is_read() -> None:
    record = parse_record(TEXT)
    assert record.seed == 7
    assert [str(move) for move in record.moves] == [
        "lay R1 large",
        "draw pile",
        "discard Y4",
        "draw Y",
    ]
    without_result = TEXT.replace("result: unfinished\n", "").replace(", ", "   ,  ")
    assert parse_record(without_result) == record
    a_move_a_line = TEXT.replace(", draw pile", "\n0: draw pile").replace(", draw Y", "\n1: draw Y")
    assert parse_record(a_move_a_line) == record


def test_a_text_begins_with_a_small_header() -> None:
    assert format_record(SEEDED).split("\n")[:9] == [
        "keltis record 1",
        f"result: draw pile empty, {' to '.join(str(score.total) for score in GAME_END.scores)}, won by {GAME_END.winners[0]}",
        "name 0: Ann",
        "name 1: Bob Ó Briain: x",
        "players: 2",
        "seed: 3",
        "first: 0",
        "rules: KELTIS",
        "",
    ]


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        (
            "record 1",
            "record 2",
            RecordError,
            "line 1: version 2 is newer than 1, the newest that is known here",
        ),
        (
            "record 1",
            "record 01",
            NotationError,
            "line 1: expected 'keltis record 1', not 'keltis record 01'",
        ),
        (
            "keltis",
            "chess",
            NotationError,
            "line 1: expected 'keltis record 1', not 'chess record 1'",
        ),
        (
            "record 1",
            "record 1 seen by seat 0",
            RecordError,
            "line 1: this is what one viewer may know of a game, which cannot be replayed",
        ),
        (
            "unfinished",
            "won",
            RecordError,
            "line 2: the result is given as 'won', but the moves give 'unfinished'",
        ),
        (
            "seed: 7",
            "seed: 8",
            RecordError,
            "line 8, move 1: lay R1 large: the card is not in the hand of the player to move",
        ),
        (
            "seed: 7",
            "seed: x",
            NotationError,
            "line 4, word 1: expected a seed, a whole number from 0 of at most 78 digits, not 'x'",
        ),
        (
            "seed: 7",
            f"seed: {'9' * 78}",
            RecordError,
            "line 3: the game cannot start like this: a record's seed must be below 2**256",
        ),
        (
            "players: 2",
            "players: 5",
            RecordError,
            "line 3: the game cannot start like this: players must be 2 or 3 or 4 under these rules, not 5",
        ),
        (
            "first: 0",
            "first: 2",
            RecordError,
            "line 3: the game cannot start like this: first_player must be a seat from 0 to 1, not 2",
        ),
        (
            "KELTIS",
            "KELTIS copies=0",
            RecordError,
            "line 3: the game cannot start like this: impossible rules: copies must be a whole number from 1 to 9, not 0",
        ),
        ("players: 2\n", "", NotationError, "line 3: expected 'rules: ...', not 'seed: 7'"),
        (
            "players: 2\n",
            "name 0: Ann\nplayers: 2\n",
            RecordError,
            "line 4: the game cannot start like this: names must be a tuple with a name for each of 2 players, or none",
        ),
        (
            "lay R1",
            "lie R1",
            NotationError,
            "line 8, move 1, word 1: expected discard, lay, advance, decline or draw, not 'lie'",
        ),
        (
            "draw pile",
            "draw R",
            RecordError,
            "line 8, move 2: draw R: this discard pile is empty (T7)",
        ),
        (
            "draw Y",
            "draw P",
            RecordError,
            "line 9, move 4: draw P: this discard pile is empty (T7)",
        ),
        (
            "1: disc",
            "0: disc",
            NotationError,
            "line 9: expected '1: ...', as seat 1 is to move, or 'end', not '0: discard Y4, draw Y'",
        ),
        (
            "draw Y\n",
            "draw Y, discard R5\n",
            NotationError,
            "line 9: expected '0: ...', as seat 0 is to move, or 'end', not '1: discard Y4, draw Y, discard R5'",
        ),
        (
            "end\n",
            "",
            NotationError,
            "line 11: expected a turn, as in '0: discard R7, draw pile', or 'end', but the text ends here",
        ),
        (
            "end\n",
            "en",
            NotationError,
            "line 10: expected '0: ...', as seat 0 is to move, or 'end', not 'en'",
        ),
        (
            "end\n",
            "end\n0: draw pile\n",
            NotationError,
            "line 11: expected the end of the text, not '0: draw pile'",
        ),
    ],
)
def test_a_text_that_is_cut_forged_or_newer_is_refused(
    old: str, new: str, error: type[KeltisError], message: str
) -> None:
    assert old in TEXT
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        parse_record(TEXT.replace(old, new))


def test_an_empty_text_is_refused() -> None:
    with pytest.raises(
        NotationError, match=r"^line 2: expected 'keltis record 1', but the text ends here$"
    ):
        parse_record("")


def test_an_impossible_start_is_refused_with_its_line() -> None:
    text = format_record(GAME).replace("points 0: 0", "points 0: 3")
    with pytest.raises(
        RecordError,
        match=r"^line 3: the game cannot start like this: impossible position: seat 0 has 3 points",
    ):
        parse_record(text)


# JSON


def changed(**parts: object) -> str:
    """The JSON of a game with some parts changed."""
    return json.dumps(json.loads(record_to_json(SEEDED)) | parts)


def test_the_json_has_these_parts() -> None:
    assert json.loads(record_to_json(GameRecord.seeded(2, 7).append(parse_move("discard R1")))) == {
        "format": "keltis-record",
        "version": 1,
        "result": None,
        "names": [],
        "start": {"rules": "KELTIS", "players": 2, "seed": 7, "first_player": 0},
        "moves": ["discard R1"],
    }
    document = json.loads(record_to_json(GAME))
    assert document["start"] == {"position": format_state(GAME.start).split("\n")}
    assert document["result"] == {
        "reason": "draw pile empty",
        "scores": [score.total for score in GAME_END.scores],
        "winners": list(GAME_END.winners),
    }


DEAL = {"rules": "KELTIS", "players": 2, "seed": 3, "first_player": 0}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("", "$", "this is not JSON: Expecting value, line 1, column 1"),
        ('{"format"', "$", "this is not JSON: Expecting ':' delimiter, line 1, column 10"),
        ("[]", "$", "expected an object, not a list"),
        ("null", "$", "expected an object, not null"),
        ("[" * 100_000, "$", "this is nested too deeply"),
        ('{"a": 1, "a": 2}', "$", "the key 'a' comes twice in an object"),
        ("9" * 81, "$", "there is a number of 81 digits"),
        ("1.5", "$", "expected an object, not a number"),
        ("NaN", "$", "expected an object, not a number"),
        ("{}", "$.format", "expected 'keltis-record', as in the record of a game"),
        (
            changed(format="keltis-record-view"),
            "$.format",
            "expected 'keltis-record', as in the record of a game",
        ),
        (
            changed(version=2),
            "$.version",
            "version 2 is newer than 1, the newest that is known here",
        ),
        (changed(version=True), "$.version", "expected 1"),
        (changed(version=0), "$.version", "expected 1"),
        (changed(names={"Ann": 1, "Bob": 2}), "$.names", "expected a list, not an object"),
        (changed(names="ab"), "$.names", "expected a list, not a text"),
        (changed(names=["Ann", 7]), "$.names", "expected a text, not a whole number"),
        (
            changed(names=["Ann"]),
            "$.start",
            "the game cannot start like this: names must be a tuple with a name for each of 2 players, or none",
        ),
        (changed(moves=None), "$.moves", "expected a list, not null"),
        (changed(moves=[["decline"]]), "$.moves", "expected a text, not a list"),
        (
            changed(moves=["fly"]),
            "$.moves[0]",
            "word 1: expected discard, lay, advance, decline or draw, not 'fly'",
        ),
        (
            changed(moves=["draw pile"]),
            "$.moves[0]",
            "draw pile: a card must be played first: Discard or Lay",
        ),
        (changed(start=7), "$.start", "expected an object, not a whole number"),
        (
            changed(start={**DEAL, "seed": "3"}),
            "$.start.seed",
            "expected a whole number, not a text",
        ),
        (
            changed(start={**DEAL, "seed": True}),
            "$.start.seed",
            "expected a whole number, not true or false",
        ),
        (
            changed(start={**DEAL, "rules": 3}),
            "$.start.rules",
            "expected a text, not a whole number",
        ),
        (
            changed(start={**DEAL, "rules": "CHESS"}),
            "$.start.rules",
            "word 1: expected a rule set (KELTIS, KELTIS_LITERAL, REFERENCE_MANUAL), not 'CHESS'",
        ),
        (
            changed(start={**DEAL, "rules": "KELTIS copies=0"}),
            "$.start",
            "the game cannot start like this: impossible rules: copies must be a whole number from 1 to 9, not 0",
        ),
        (
            changed(start={**DEAL, "players": 9}),
            "$.start",
            "the game cannot start like this: players must be 2 or 3 or 4 under these rules, not 9",
        ),
        (
            changed(start={"rules": "KELTIS", "players": 2, "seed": 3}),
            "$.start.first_player",
            "this is missing",
        ),
        (
            changed(start={**DEAL, "position": []}),
            "$.start",
            "expected no part 'first_player'",
        ),
        (
            changed(start={"position": ["rules: x"]}),
            "$.start.position",
            f"line 1, word 1: expected a rule set ({', '.join(PRESETS)}), not 'x'",
        ),
        (
            changed(result=None),
            "$.result",
            f"the moves do not give this result, but {json.dumps(json.loads(record_to_json(GAME))['result'])}",
        ),
        (changed(result=[]), "$.result", "expected an object, not a list"),
        (changed(result={"reason": "x", "scores": []}), "$.result.winners", "this is missing"),
        (
            changed(result={"reason": "x", "scores": [True], "winners": []}),
            "$.result.scores",
            "expected a whole number, not true or false",
        ),
        (changed(comment="hello"), "$", "expected no part 'comment'"),
        (changed(moves=[]), "$.result", "the moves do not give this result, but null"),
    ],
)
def test_json_that_is_cut_forged_or_newer_is_refused(text: str, place: str, reason: str) -> None:
    with refused(place, reason):
        record_from_json(text)


def test_without_cattrs_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cattrs", None)
    documents._converter.cache_clear()
    with pytest.raises(
        RecordsExtraMissing, match=r'^records in JSON need cattrs: pip install "keltis\[records\]"$'
    ):
        record_to_json(GAME)
    with pytest.raises(RecordsExtraMissing):
        record_from_json('{"format": "keltis-record", "version": 1}')


# Shown to one player


class Slots:
    """Where each card of a new game is, so that those which a viewer never gets to know can be told from the others."""

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
def test_what_is_shown_does_not_depend_on_cards_that_the_viewer_never_knows(
    game: list[tuple[GameState, Move]], seed: int, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(game)))
    record = record_of(game).until(cut)
    viewer = data.draw(st.sampled_from([None, *range(len(record.start.players))]))
    shown = record.shown_to(viewer)
    other = twin(record, viewer, random.Random(seed)).shown_to(viewer)
    assert shown == other
    assert hash(shown) == hash(other)
    assert repr(shown) == repr(other)
    assert pickle.dumps(shown) == pickle.dumps(other)
    assert format_record_view(shown) == format_record_view(other)
    assert record_view_to_json(shown) == record_view_to_json(other)


def test_the_twin_of_a_record_is_another_one() -> None:
    assert twin(GAME, 0, random.Random(1)) != GAME


def test_what_is_shown_has_the_view_of_the_start_and_the_events() -> None:
    shown = SEEDED.shown_to(1)
    assert shown.viewer == 1
    assert shown.start.hand == GAME.start.players[1].hand
    assert shown.names == SEEDED.names
    assert shown.outcome == GAME.outcome
    assert [(move.seat, move.move, move.events) for move in shown.moves] == [
        (state.to_move, move, events(state, move, 1)) for state, move in GAME
    ]


def test_a_seed_is_never_shown() -> None:
    record = GameRecord.seeded(2, 987654321)
    for viewer in (0, 1, None):
        shown = record.shown_to(viewer)
        for text in (repr(shown), format_record_view(shown), record_view_to_json(shown)):
            assert "987654321" not in text
            assert "seed" not in text


def test_a_shown_record_is_written_like_this() -> None:
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
    own = format_record_view(record.shown_to(0)).split("\n")
    assert own[:4] == [
        "keltis record 1 seen by seat 0",
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
    spectator = format_record_view(record.shown_to(None)).split("\n")
    assert spectator[0] == "keltis record 1 seen by a spectator"
    assert "(" not in "".join(spectator)
    document = json.loads(record_view_to_json(record.shown_to(0)))
    assert document["start"]["position"] == own[4:-7]
    assert document["moves"][1] == {
        "seat": 0,
        "move": "draw pile",
        "drawn": "G5",
        "events": ["Seat 0 draws G5 from the pile."],
    }
    assert document["moves"][7]["drawn"] is None
    with refused("line 1", "this is what one viewer may know of a game, which cannot be replayed"):
        parse_record("\n".join(own))
    with refused("$.format", "expected 'keltis-record', as in the record of a game"):
        record_from_json(json.dumps(document))


def test_rules_of_ones_own_are_kept() -> None:
    record = GameRecord.seeded(2, 7, rules=SHORT)
    assert parse_record(format_record(record)).start.rules == SHORT
