"""The documents of both games: what is written reads back, fits its schema, and must be exact."""

import json
from collections.abc import Callable
from typing import Literal, get_args

import attrs
import cattrs
import msgspec
import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import TypeForm

import keltis
from celtic import games as tile_games
from document_helpers import (
    Validator,
    changed_documents,
    check_schema,
    damaged_documents,
    is_refused_or_kept,
    refused_path,
    with_value,
)
from keltis import (
    GameRecord,
    GameState,
    IllegalMove,
    Move,
    PlayerView,
    Rules,
    celtic,
    documents,
    events,
)
from keltis.arena import TournamentResult, play_tournament
from keltis.documents import (
    DocumentError,
    Json,
    from_document,
    from_json,
    schema,
    to_document,
    to_json,
)
from keltis.testing import Seat, position, records, rules, states, views
from profiles import by_profile

R7 = keltis.Card.parse("R7")
OUTCOME = keltis.Outcome(
    keltis.EndReason.FIFTH_FIGURE, (keltis.Score(1, 2, -4), keltis.Score(0, 3, -4)), (0, 1)
)
EVENTS: tuple[events.Event, ...] = (
    events.CardDiscarded(0, R7),
    events.CardLaid(1, R7),
    events.FigureEntered(2, keltis.Colour.PINK, keltis.Figure.LARGE),
    events.FigureMoved(3, keltis.Colour.BLUE, keltis.Figure.SMALL, 9),
    events.PointsWon(0, keltis.Colour.GREEN, 4, 3),
    events.WishingStoneTaken(0, keltis.Colour.GREEN, 4, 2),
    events.CloverReached(0, keltis.Colour.YELLOW, 6, gives_step=False),
    events.FinishedPathExtended(0, keltis.Colour.YELLOW, gives_step=True),
    events.StepDeclined(1),
    events.StepWasted(1, keltis.Colour.PINK),
    events.CardDrawn(1, None, None),
    events.CardDrawn(1, keltis.Colour.RED, R7),
    events.GameOver(OUTCOME),
)
MOVES = tuple(map(keltis.move_of, range(keltis.ACTION_COUNT)))


def tile_events() -> list[celtic.events.Event]:
    """One event of each kind."""
    found: dict[type, celtic.events.Event] = {}
    state = celtic.new_game()
    for lay in tile_games.lays(tile_games.EXAMPLE):
        found |= {type(event): event for event in celtic.events.events(state, lay)}
        state = celtic.apply_move(state, lay)
    passes = (tile_games.states_by_picks(tile_games.SMALL, [pick] * 40) for pick in range(60))
    for before in (state for line in passes for state in line):
        if celtic.legal_moves(before) == (celtic.Pass(),):
            happened = celtic.events.events(before, celtic.Pass())
            found |= {type(event): event for event in happened}
    beyond = celtic.Lay(5, 0, 10, celtic.Owner.BLUE)
    return [*found.values(), celtic.events.TurnForfeited(celtic.Owner.BLUE, beyond)]


TILE_EVENTS = tile_events()
REFUSAL = IllegalMove(keltis.Illegality.PLAY_DUE, keltis.Decline(), keltis.new_game(2, seed=1))
TILE_REFUSAL = celtic.IllegalMove(celtic.Illegality.MUST_LAY, celtic.Pass(), celtic.new_game())


@attrs.frozen(eq=False)
class Values:
    """A type, and a strategy for its values."""

    name: str
    kind: TypeForm[object]
    strategy: st.SearchStrategy[object]
    incomplete: tuple[str, ...] | None = None
    """The path of an object in the documents that may lack keys."""

    def validator(self) -> Validator:
        return Validator(schema(self.kind))

    def read(self, text: str) -> object:
        return from_json(self.kind, text)


def tile_record(lays: int) -> celtic.GameRecord:
    moves = tuple(tile_games.lays(tile_games.EXAMPLE)[:lays])
    return celtic.GameRecord(celtic.new_game(), moves, ("Ann", "Bob"))


KINDS = [
    Values("moves", Move, st.sampled_from(MOVES)),
    Values("events", events.Event, st.sampled_from(EVENTS)),
    Values(
        "scores",
        keltis.Score,
        st.builds(keltis.Score, st.integers(-99, 99), st.integers(0, 9), st.just(2)),
    ),
    Values("outcomes", keltis.Outcome, st.just(OUTCOME)),
    Values("rules", Rules, rules()),
    Values("states", GameState, states(rules=rules()), ("rules",)),
    Values("views", PlayerView, views(rules=rules()), ("rules",)),
    Values("CELTIC! moves", celtic.Move, tile_games.candidates),
    Values("CELTIC! events", celtic.events.Event, st.sampled_from(TILE_EVENTS)),
    Values(
        "CELTIC! outcomes",
        celtic.Outcome,
        st.just(celtic.Outcome(((2,), (1,)), celtic.Owner.ORANGE)),
    ),
    Values("CELTIC! rules", celtic.Rules, st.sampled_from([celtic.CELTIC, tile_games.WIDE])),
    Values("CELTIC! states", celtic.GameState, tile_games.positions),
    Values("CELTIC! records", celtic.GameRecord, st.integers(0, 20).map(tile_record)),
]
FILES = [
    Values("records", GameRecord, records(), ("start", "position", "rules")),
    Values(
        "tournaments",
        TournamentResult,
        st.integers(0, 9).map(
            lambda seed: play_tournament(["random", "random"], deals=1, seed=seed, max_turns=2)
        ),
        ("plan", "rules"),
    ),
]
of_every_kind = pytest.mark.parametrize("values", [*KINDS, *FILES], ids=lambda values: values.name)


def loaded(text: str) -> Json:
    document: Json = json.loads(text)
    return document


def as_written_in(document: Json) -> Callable[[object], str]:
    """A writer with the version of a document, and only those fields of rules that it has."""

    def write(value: object) -> str:
        whole = json.loads(to_json(value))
        assert isinstance(document, dict)
        if "version" in whole:
            whole["version"] = document["version"]
        if isinstance(value, Rules):
            whole = {name: whole[name] for name in document}
        elif isinstance(value, GameState | PlayerView):
            assert isinstance(document["rules"], dict)
            whole["rules"] = {name: whole["rules"][name] for name in document["rules"]}
        return json.dumps(whole)

    return write


@of_every_kind
@settings(max_examples=by_profile(6, 40))
@given(st.data())
def test_a_value_comes_back_from_its_document_and_fits_the_schema(
    values: Values, data: st.DataObject
) -> None:
    value = data.draw(values.strategy)
    document = loaded(to_json(value))
    assert values.read(to_json(value, indent=1)) == value
    assert from_document(values.kind, document) == value
    assert document == to_document(value)
    assert values.validator().accepts(document)


@pytest.mark.parametrize("values", KINDS, ids=lambda values: values.name)
@settings(max_examples=by_profile(20, 100))
@given(st.data())
def test_a_changed_document_is_refused_or_written_like_this(
    values: Values, data: st.DataObject
) -> None:
    document = data.draw(changed_documents(loaded(to_json(data.draw(values.strategy)))))
    assert is_refused_or_kept(values.read, as_written_in(document), document)


@pytest.mark.parametrize(
    "values",
    [values for values in (*KINDS, *FILES) if values.kind is not Rules],  # all keys are optional
    ids=lambda values: values.name,
)
@settings(max_examples=by_profile(10, 60))
@given(st.data())
def test_the_schema_and_the_reader_reject_a_damaged_document(
    values: Values, data: st.DataObject
) -> None:
    document = loaded(to_json(data.draw(values.strategy)))
    damaged = data.draw(damaged_documents(document, values.incomplete))
    assert not values.validator().accepts(damaged)
    with pytest.raises(keltis.KeltisError):
        values.read(json.dumps(damaged))


CONVERTER = cattrs.Converter()
CONVERTER.register_structure_hook(
    Literal["CELTIC"] | celtic.documents.RulesDocument, lambda data, _: data
)
READERS: tuple[Callable[[type[object], str], object], ...] = (
    lambda kind, text: pydantic.TypeAdapter(kind).validate_json(text, strict=True),
    lambda kind, text: msgspec.json.decode(text, type=kind),
    lambda kind, text: CONVERTER.structure(json.loads(text), kind),
)


@pytest.mark.parametrize(
    ("kind", "strategy"),
    [
        (documents.MoveDocument, st.sampled_from(MOVES)),
        (documents.EventDocument, st.sampled_from(EVENTS)),
        (documents.RulesDocument, rules()),
        (documents.RefusalDocument, st.just(REFUSAL)),
        (documents.StateDocument, states(rules=rules())),
        (documents.ViewDocument, views(rules=rules())),
        (celtic.documents.MoveDocument, tile_games.candidates),
        (celtic.documents.EventDocument, st.sampled_from(TILE_EVENTS)),
        (celtic.documents.RulesDocument, st.just(tile_games.WIDE)),
        (celtic.documents.RefusalDocument, st.just(TILE_REFUSAL)),
        (celtic.documents.StateDocument, tile_games.positions),
    ],
)
@settings(max_examples=by_profile(6, 40))
@given(st.data())
def test_libraries_read_all_of_a_document_by_its_type(
    kind: type[object], strategy: st.SearchStrategy[object], data: st.DataObject
) -> None:
    text = to_json(data.draw(strategy))
    for read in READERS:
        assert read(kind, text) == json.loads(text)  # without keys that the type lacks


def keys_of(node: Json, root: dict[str, Json], place: str = "$") -> dict[str, set[str]]:
    """By path, the types of the values that a schema allows; those of a union are joined."""
    assert isinstance(node, dict)
    if "$ref" in node:
        return keys_of(within(root, str(node["$ref"]).removeprefix("#/")), root, place)
    found: dict[str, set[str]] = {}
    parts = [(place, each) for key in ("anyOf", "oneOf") for each in as_list(node.get(key))]
    properties = node.get("properties", {})
    assert isinstance(properties, dict)
    parts += [(f"{place}.{key}", each) for key, each in properties.items()]
    items = [*as_list(node.get("prefixItems")), *as_list(node.get("items"))]
    parts += [(f"{place}[]", each) for each in items if isinstance(each, dict)]
    for inner, each in parts:
        for path, types in keys_of(each, root, inner).items():
            found.setdefault(path, set()).update(types)
    values = [*as_list(node.get("enum")), *([node["const"]] if "const" in node else [])]
    names = {type(None): "null", str: "string", int: "integer"}
    types = {names[type(value)] for value in values} or {
        str(each) for each in as_list(node.get("type"))
    }
    found.setdefault(place, set()).update(types)
    return found


def as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [] if value is None else [value]


def within(root: dict[str, Json], path: str) -> Json:
    node: Json = root
    for key in path.split("/"):
        assert isinstance(node, dict)
        node = node[key]
    return node


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        (documents.MoveDocument, Move),
        (documents.EventDocument, events.Event),
        (documents.RulesDocument, Rules),
        (documents.StateDocument, GameState),
        (documents.ViewDocument, PlayerView),
        (celtic.documents.MoveDocument, celtic.Move),
        (celtic.documents.EventDocument, celtic.events.Event),
        (celtic.documents.RulesDocument, celtic.Rules),
        (celtic.documents.StateDocument, celtic.GameState),
    ],
)
def test_the_type_of_a_document_has_the_keys_of_its_schema(
    typed: type[object], kind: type[object]
) -> None:
    described, ours = pydantic.TypeAdapter(typed).json_schema(), schema(kind)
    written, read = keys_of(described, described), keys_of(ours, ours)
    assert written.keys() == read.keys()
    assert [path for path, types in written.items() if not types <= read[path]] == []


@of_every_kind
def test_every_schema_is_well_formed_and_stands_alone(values: Values) -> None:
    found = schema(values.kind)
    check_schema(found)
    definitions = found["$defs"]
    assert isinstance(definitions, dict)
    for part in json.dumps(found).split('"$ref": "')[1:]:
        assert part.partition('"')[0].removeprefix("#/$defs/") in definitions
    assert all(
        isinstance(part, dict) and part["title"] == name for name, part in definitions.items()
    )


@pytest.mark.parametrize(
    ("kind", "title", "name"),
    [
        (PlayerView, "PlayerView", "urn:keltis:keltis-view:3"),
        (GameRecord, "GameRecord", "urn:keltis:keltis-record:3"),
        (celtic.GameState, "GameState", "urn:keltis:celtic-state:1"),
        (Move, "Move", None),
        (events.Event, "Event", None),
    ],
)
def test_a_schema_has_a_title_and_names_its_format_and_version(
    kind: type[object], title: str, name: str | None
) -> None:
    found = schema(kind)
    assert (found["title"], found.get("$id")) == (title, name)


def test_generators_find_one_definition_for_each_class_and_enum() -> None:
    found = schema(PlayerView)["$defs"]
    assert isinstance(found, dict)
    assert " ".join(found) == (
        "Rules Tile Card Phase Colour PublicPlayer Score Outcome EndReason "
        "Move Discard Lay Figure Advance Decline Draw"
    )


@of_every_kind
@pytest.mark.parametrize(
    "text",
    [
        *("", "7", "null", "[]", '"x"', '{"a": 1, "a": 2}', "[" * 100_000, '{"format": 1}', "NaN"),
        *('{"a":' * 100_000, '{"type": ' + "9" * 5_000 + "}"),
    ],
)
def test_other_json_is_rejected(values: Values, text: str) -> None:
    with pytest.raises(keltis.KeltisError, match=r"^\$"):
        values.read(text)


@pytest.mark.parametrize(
    ("value", "kind", "path", "given", "place"),
    [
        *(
            (EVENTS[0], events.Event, path, given, place)
            for path, given, place in [
                ("type", "card_eaten", "$.type"),
                ("seat", 6, "$.seat"),
                ("seat", 1.0, "$.seat"),
            ]
        ),
        (EVENTS[3], events.Event, "row", 0, "$.row"),
        (EVENTS[3], events.Event, "figure", "tiny", "$.figure"),
        (EVENTS[6], events.Event, "gives_step", 1, "$.gives_step"),
        (EVENTS[-1], events.Event, "outcome", {}, "$.outcome.reason"),
        (EVENTS[-1], events.Event, "outcome.winners", [0], "$.outcome.winners"),
        (EVENTS[-1], events.Event, "outcome.scores", [], "$.outcome.scores"),
        (keltis.Decline(), Move, "text", "draw pile", "$.text"),
        (keltis.Decline(), Move, "action", 21.0, "$.action"),
        (keltis.Decline(), keltis.Decline, "type", "draw", "$.type"),
        *(
            (keltis.new_game(2, seed=1), GameState, path, given, place)
            for path, given, place in [
                ("format", "keltis-view", "$.format"),
                ("version", 4, "$.version"),
                ("phase", "pause", "$.phase"),
                ("phase", "draw", "$"),
                ("to_move", 2, "$"),
                ("to_move", 9, "$.to_move"),
                ("barred", "X", "$.barred"),
                ("rules", "CHESS", "$.rules"),
                ("rules.copies", 0, "$.rules.copies"),
                ("rules.goal_row", 50, "$.rules"),
                ("rules.tiles", ["4"], "$.rules.tiles[0]"),
                ("players", [], "$"),
                ("removed", ["R11x"], "$.removed[0]"),
                ("tiles", {}, "$.tiles.R"),
                ("legal_moves", [], "$.legal_moves"),
                ("players.1.score.total", 5, "$.players[1].score.total"),
                ("players.1.seen", ["B10"], "$"),
                ("players.1.seen", ["B10", "R1"], "$.players[1].seen"),
                ("players.1.hand", ["Y1", "R1"], "$.players[1]"),
                ("players.1.tile_points", -1, "$.players[1].tile_points"),
                ("players.1.columns.G", ["R1", 7], "$.players[1].columns.G[1]"),
            ]
        ),
        (keltis.observe(keltis.new_game(2, seed=1), 0), PlayerView, "players.1.hand_size", 0, "$"),
        (keltis.observe(keltis.new_game(2, seed=1), 0), PlayerView, "draw_pile_size", 9, "$"),
        *(
            (celtic.new_game(), celtic.GameState, path, given, place)
            for path, given, place in [
                ("format", "keltis-state", "$.format"),
                ("version", 2, "$.version"),
                ("rules", "KELTIS", "$.rules"),
                ("to_move", "neutral", "$.to_move"),
                ("tiles", [], "$"),
                ("tiles.0.sides", "WE", "$.tiles[0].sides"),
                ("tiles.0.shape", "end", "$.tiles[0].shape"),
                ("legal_moves", [], "$.legal_moves"),
            ]
        ),
        (
            celtic.new_game(rules=tile_games.WIDE),
            celtic.GameState,
            "rules.width",
            2,
            "$.rules.width",
        ),
        (
            celtic.new_game(rules=tile_games.WIDE),
            celtic.GameState,
            "rules.supplies.neutral.tee",
            0,
            "$.rules",
        ),
    ],
)
def test_a_wrong_value_is_rejected_by_its_path(
    value: object, kind: TypeForm[object], path: str, given: Json, place: str
) -> None:
    keys = tuple(int(key) if key.isdigit() else key for key in path.split("."))
    text = json.dumps(with_value(loaded(to_json(value)), keys, given))
    assert refused_path(lambda text: from_json(kind, text), text, DocumentError) == place


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(events.Event))
    assert {type(event) for event in TILE_EVENTS} == set(get_args(celtic.events.Event))


def test_a_caller_cannot_change_the_documents_of_others() -> None:
    to_document(keltis.Decline())["text"] = "sneeze"
    assert to_document(keltis.Decline())["text"] == "decline"
    schema(Move).clear()
    assert schema(Move)


def test_keys_can_have_any_order() -> None:
    state = keltis.new_game(2, seed=1)
    document = loaded(to_json(state))
    assert isinstance(document, dict)
    assert from_document(GameState, dict(reversed(document.items()))) == state
    legal = document["legal_moves"]
    assert isinstance(legal, list)
    document["legal_moves"] = [
        dict(reversed(move.items())) for move in legal if isinstance(move, dict)
    ]
    assert from_document(GameState, document) == state


# Events and refusals


@pytest.mark.parametrize(
    ("error", "codes"),
    [
        (
            REFUSAL,
            (
                "NOT_A_MOVE GAME_OVER PLAY_DUE ADVANCE_DUE DRAW_DUE NOT_IN_HAND OUT_OF_ORDER "
                "FIGURE_MISSING FIGURE_UNASKED NO_FIGURE_WAITING NO_FIGURE_ON_PATH ON_END_STONE "
                "MUST_ADVANCE PILE_EMPTY JUST_DISCARDED"
            ),
        ),
        (
            TILE_REFUSAL,
            (
                "NOT_A_MOVE GAME_OVER NOT_YOURS NONE_LEFT OCCUPIED NOT_JOINED CUT_OFF "
                "OUT_OF_WINDOW WITHIN_WINDOW MUST_LAY"
            ),
        ),
    ],
    ids=["Keltis", "CELTIC!"],
)
def test_a_refusal_has_a_code_that_never_changes(
    error: IllegalMove | celtic.IllegalMove, codes: str
) -> None:
    """Programs rely on the codes: add new ones, but change none."""
    assert [reason.name for reason in type(error.reason)] == codes.split()
    document = to_document(error)
    assert document == {
        "code": error.reason.name,
        "message": str(error.reason),
        "move": to_document(error.move),
    }
    validator = Validator(schema(type(error)))
    assert all(validator.accepts(document | {"code": code}) for code in codes.split())
    assert not validator.accepts(document | {"code": "BORED"})
    with pytest.raises(TypeError, match="can be written as a document, but not read"):
        from_document(type(error), document)


def test_the_refusal_of_something_else_has_no_move() -> None:
    with pytest.raises(IllegalMove) as caught:
        keltis.apply_move(keltis.new_game(2, seed=1), "lay R7")  # type: ignore[arg-type]  # what is tested
    document = to_document(caught.value)
    assert (document["code"], document["move"]) == ("NOT_A_MOVE", None)
    error = celtic.IllegalMove(celtic.Illegality.NOT_A_MOVE, "pass", celtic.new_game())  # type: ignore[arg-type]  # what is tested
    assert to_document(error)["move"] is None


@given(tile_games.candidates)
def test_a_lay_has_its_action_number_if_any_rules_allow_it(move: celtic.Move) -> None:
    for each in (move, celtic.Lay(9, 0, 5, celtic.Owner.BLUE)):
        action = to_document(each)["action"]
        assert action is None or (isinstance(action, int) and celtic.move_of(action) == each)
        distance = max(abs(each.x), abs(each.y)) if isinstance(each, celtic.Lay) else 1
        assert (action is None) == (distance not in range(1, 9))


def test_the_parts_of_a_knot_must_agree() -> None:
    (knot,) = (e for e in TILE_EVENTS if isinstance(e, celtic.events.KnotClosed))
    document = json.loads(to_json(knot))
    document["knot"]["tiles"].pop()
    with pytest.raises(DocumentError, match=r"^\$\.knot\.tiles: expected the tiles on the cells"):
        from_document(celtic.events.Event, document)
    document = json.loads(to_json(knot))
    document["knot"]["arcs"][0]["side"] = "NE"
    with pytest.raises(DocumentError, match=r"^\$\.knot\.arcs\[0\]\.side: expected one side"):
        from_document(celtic.events.Event, document)


@pytest.mark.parametrize(
    ("orange", "blue", "winner"), [([2], [2], None), ([3], [2, 2], "orange"), ([], [1], "blue")]
)
def test_the_winner_must_follow_from_the_scores(
    orange: list[Json], blue: list[Json], winner: str | None
) -> None:
    end: Json = {"scores": {"orange": orange, "blue": blue}, "winner": winner}
    assert to_document(from_document(celtic.Outcome, end)) == end
    end["winner"] = "orange" if winner is None else None
    with pytest.raises(DocumentError, match=r"^\$\.winner"):
        from_document(celtic.Outcome, end)


# Positions


def test_the_order_in_which_cards_were_seen_does_not_show() -> None:
    one, other = (position(Seat(seen=seen), Seat()) for seen in ("R1 B7", "B7 R1"))
    assert one == other
    assert to_json(one) == to_json(other)


# Rules


@pytest.mark.parametrize("short", ["KELTIS hand_size=6", {"hand_size": 6}])
def test_a_rule_that_a_document_does_not_name_has_its_default(short: Json) -> None:
    state = keltis.new_game(2, seed=1, rules=Rules(hand_size=6))
    document = to_document(state) | {"rules": short}
    assert Validator(schema(GameState)).accepts(document)
    assert from_document(GameState, document) == state


def test_equal_rules_are_read_as_one_object() -> None:
    first, second = (from_json(Rules, to_json(keltis.KELTIS)) for _ in range(2))
    assert first is second
    others = [from_document(Rules, {"hand_size": size}) for size in range(1, 9)]
    assert len(set(others)) == 8


@pytest.mark.parametrize("depth", [300, 600, 900, 2_000])
def test_rules_that_are_nested_deeply_are_rejected(depth: int) -> None:
    text = to_json(keltis.new_game(2, seed=1)).replace(
        '"copies":2', '"copies":' + "[" * depth + "]" * depth
    )
    with pytest.raises(DocumentError, match=r"nested too deeply|expected an integer"):
        from_json(GameState, text)


# Records and files


@pytest.mark.parametrize("seed", [0, 2**53 - 1, 2**53, 2**256 - 1])
def test_a_seed_survives_readers_whose_numbers_are_floats(seed: int) -> None:
    record = GameRecord.seeded(2, seed=seed)
    document = json.loads(to_json(record))
    assert int(json.loads(to_json(record), parse_int=float)["start"]["seed"]) == seed
    assert type(document["start"]["seed"]) is (int if seed < 2**53 else str)
    for each in (seed, str(seed)):
        document["start"]["seed"] = each
        assert Validator(schema(GameRecord)).accepts(document)
        assert from_document(GameRecord, document) == record


@pytest.mark.parametrize("seed", [-1, "-1", "07", "1e3", "", "9" * 81, "\u0667", 1.0])
def test_another_seed_is_rejected(seed: Json) -> None:
    document = json.loads(to_json(GameRecord.seeded(2, seed=7)))
    document["start"]["seed"] = seed
    assert type(seed) is float or not Validator(schema(GameRecord)).accepts(document)
    with pytest.raises(keltis.RecordError, match=r"^\$\.start\.seed: expected"):
        from_document(GameRecord, document)


@pytest.mark.parametrize("indent", [-1, 101, True])
def test_an_indentation_must_be_sensible(indent: int) -> None:
    with pytest.raises(keltis.InvalidArgument, match="indent must be"):
        to_json(keltis.KELTIS, indent=indent)
