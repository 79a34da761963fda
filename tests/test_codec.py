"""The codec itself, with classes that know nothing of it, and the names of 0.2.0."""

import enum
import json
import types
from typing import Generic, Literal, TypeVar

import attrs
import pytest
from typing_extensions import TypeAliasType, TypeForm

import keltis
from document_helpers import Validator, check_schema
from helpers import pickled
from keltis import celtic, documents
from keltis.documents import DocumentError, from_document, from_json, schema, to_document, to_json

T = TypeVar("T")


class Mark(enum.Enum):
    NOUGHT = "O"
    CROSS = "X"


class Level(enum.IntEnum):
    EASY = 1
    HARD = 2


@attrs.frozen
class Put:
    """Put a mark on a cell."""

    cell: tuple[int, int]
    mark: Mark


@attrs.frozen
class Resign:
    reason: str | None = None


Decision = TypeAliasType("Decision", Put | Resign)


@attrs.frozen
class Board:
    cells: tuple[tuple[Mark | None, ...], ...]
    last: Put | Resign | None = None
    names: dict[str, str] = attrs.field(factory=dict)
    weights: list[float] = attrs.field(factory=list)
    level: Level = Level.EASY
    style: Literal["plain", "fancy"] = "plain"
    moves: int = attrs.field(init=False, default=0)


@attrs.frozen
class Tree:
    value: int
    children: tuple["Tree", ...] = ()


@attrs.frozen
class Pair(Generic[T]):
    first: T
    others: tuple[T, ...]


BOARD = Board(
    cells=((Mark.CROSS, None), (None, Mark.NOUGHT)),
    last=Put((0, 1), Mark.CROSS),
    names={"X": "Ann"},
    weights=[0.5],
    level=Level.HARD,
    style="fancy",
)
DOCUMENT: dict[str, documents.Json] = {
    "cells": [["X", None], [None, "O"]],
    "last": {"type": "put", "cell": [0, 1], "mark": "X"},
    "names": {"X": "Ann"},
    "weights": [0.5],
    "level": "2",
    "style": "fancy",
}


def test_a_plain_class_needs_nothing() -> None:
    assert to_document(BOARD) == DOCUMENT
    assert from_json(Board, to_json(BOARD)) == BOARD
    check_schema(schema(Board))
    assert Validator(schema(Board)).accepts(DOCUMENT)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("cells", [["Z"]], r"\$\.cells\[0\]\[0\]: expected one of 'O', 'X', not 'Z'"),
        ("cells", [[7]], r"\$\.cells\[0\]\[0\]: expected a string, not an integer"),
        ("last", {"type": "put", "cell": [0], "mark": "X"}, r"\$\.last\.cell: expected 2 items"),
        ("last", {"type": "fly"}, r"\$\.last\.type: expected one of 'put', 'resign', not 'fly'"),
        ("last", {}, r"\$\.last\.type: this key is missing"),
        ("names", {"X": 7}, r"\$\.names\.X: expected a string, not an integer"),
        ("names", [], r"\$\.names: expected an object, not an array"),
        ("weights", [1], r"\$\.weights\[0\]: expected a float, not an integer"),
        ("style", "odd", r"\$\.style: expected one of 'plain', 'fancy', not 'odd'"),
        ("odd", 1, r"\$: unexpected key 'odd'"),
    ],
)
def test_a_fault_is_named_by_its_path(key: str, value: documents.Json, message: str) -> None:
    with pytest.raises(DocumentError, match=f"^{message}"):
        from_document(Board, DOCUMENT | {key: value})
    if key != "weights":
        assert not Validator(schema(Board)).accepts(DOCUMENT | {key: value})


def test_plain_data_has_the_types_of_json() -> None:
    with pytest.raises(DocumentError, match=r"^\$\.cells: expected an array, not a tuple"):
        from_document(Board, DOCUMENT | {"cells": ()})
    with pytest.raises(DocumentError, match=r"^\$: unexpected key '7'"):
        from_document(Board, dict[object, object]({**DOCUMENT}) | {7: None})
    with pytest.raises(DocumentError, match=r"^\$\.values: expected an array, not a set"):
        from_document(keltis.Rules, {"values": {1, 2}})
    with pytest.raises(DocumentError, match=r"^\$\.copies: expected an integer, not a object"):
        from_document(keltis.Rules, {"copies": object()})


def test_a_union_has_types_and_an_alias_is_what_it_stands_for() -> None:
    assert from_document(Decision, {"type": "resign", "reason": None}) == Resign()
    assert to_document(Resign()) == {"reason": None}
    with pytest.raises(DocumentError, match=r"^here\.type: this key is missing$"):
        from_json(Decision, "{}", place="here")


def test_a_class_can_refer_to_itself_and_be_generic() -> None:
    tree = Tree(1, (Tree(2), Tree(3, (Tree(4),))))
    assert from_json(Tree, to_json(tree)) == tree
    assert Validator(schema(Tree)).accepts(to_document(tree))
    pair = Pair(Tree(1), (Tree(2),))
    assert from_document(Pair[Tree], to_document(pair)) == pair
    assert Validator(schema(Pair[Tree])).accepts(to_document(pair))
    with pytest.raises(TypeError, match="name the type arguments"):
        from_document(Pair, to_document(pair))
    with pytest.raises(TypeError, match="name the type arguments"):
        schema(Pair)


def test_a_document_that_is_nested_too_deeply_is_rejected() -> None:
    text = '{"value": 1, "children": [' * 900 + "]}" * 900
    with pytest.raises(DocumentError, match=r"^\$: nested too deeply$"):
        from_json(Tree, text)
    document: documents.Json = {"value": 1, "children": []}
    for _ in range(2_000):
        document = {"value": 1, "children": [document]}
    with pytest.raises(DocumentError, match=r"^\$: nested too deeply$"):
        from_document(Tree, document)


def test_tuples_and_texts_are_parts_of_documents() -> None:
    assert to_json((Resign(), None)) == '[{"reason":null},null]'
    assert from_json(tuple[Resign, ...], '[{"reason":null}]') == (Resign(),)
    assert from_json(int | None, "null") is None
    assert from_json(keltis.Card, '"R7"') is keltis.Card.parse("R7")
    with pytest.raises(TypeError, match="a Card is a part of documents, and none by itself"):
        to_document(keltis.Card.parse("R7"))


@pytest.mark.parametrize(
    "kind",
    [object, set[int], dict[int, str], int | str, Resign | Literal["x"], types.ModuleType],
)
def test_other_types_have_no_documents(kind: TypeForm[object]) -> None:
    with pytest.raises(TypeError, match="no document"):
        schema(kind)


@attrs.frozen
class Ends:
    first: keltis.Outcome
    second: celtic.Outcome


def test_classes_of_the_same_name_have_schemas_of_their_own() -> None:
    definitions = schema(Ends)["$defs"]
    assert isinstance(definitions, dict)
    assert {"Outcome", "EndReason", "Score", "Outcome2"} == definitions.keys()


@attrs.frozen
class Circle:
    radius: int


def test_a_form_says_what_is_special() -> None:
    documents.register(
        documents.Form(
            Circle,
            format="circle",
            version=2,
            fields={"r": documents.Part(documents.Range(1), "radius")},
            derived={"wide": documents.Part(bool, lambda circle: circle.radius > 5)},
            order=("r", "wide"),
        )
    )
    document: dict[str, documents.Json] = {"format": "circle", "version": 2, "r": 7, "wide": True}
    assert to_document(Circle(7)) == document
    assert from_document(Circle, document) == from_document(Circle, document | {"version": 1})
    changes: list[tuple[dict[str, documents.Json], str]] = [
        ({"r": 0}, r"\$\.r: expected a whole number from 1 on, not 0"),
        ({"wide": False}, r"\$\.wide: expected true, which follows from the rest, not false"),
        ({"version": 3}, r"\$\.version: unsupported version 3"),
        ({"version": "1"}, r"\$\.version: expected an integer, not a string"),
        ({"format": "square"}, r"\$\.format: expected 'circle'"),
    ]
    for changed, message in changes:
        with pytest.raises(DocumentError, match=f"^{message}"):
            from_document(Circle, document | changed)
    with pytest.raises(DocumentError, match=r"^\$\.version: this key is missing"):
        from_document(Circle, {"format": "circle"})


@attrs.frozen
class Note:
    data: object


def test_a_part_can_be_any_json() -> None:
    documents.register(documents.Form(Note, fields={"data": documents.Codec()}))
    note = Note([1, {"a": None}])
    assert from_json(Note, to_json(note)) == note
    assert Validator(schema(Note)).accepts(to_document(note))


def test_the_documents_that_are_kept_are_bounded() -> None:
    texts = {to_json(keltis.Discard(keltis.Card.parse("R7"))) for _ in range(3_000)}
    assert len(texts) == 1


def test_no_more_rules_are_shared_than_a_program_needs() -> None:
    for points in range(70):
        own = keltis.Rules(row_points=(points, 1, 1, 1, 1, 1, 1, 1, 1))
        assert from_json(keltis.Rules, to_json(own)) == own
        assert pickled(own) == own


@pytest.mark.parametrize("rules", [keltis.KELTIS, celtic.CELTIC])
def test_equal_rules_are_unpickled_as_one_object(rules: object) -> None:
    first, second = (pickled(rules) for _ in range(2))
    assert first == rules
    assert first is second


# The names of 0.2.0

STATE = keltis.new_game(2, seed=1)
OLD_VALUES = {
    "state": STATE,
    "view": keltis.observe(STATE, 0),
    "move": keltis.Draw(),
    "event": keltis.events.StepDeclined(0),
    "refusal": keltis.IllegalMove(keltis.Illegality.PLAY_DUE, keltis.Draw(), STATE),
    "rules": keltis.KELTIS,
    "record": keltis.GameRecord(STATE),
    "record_view": keltis.GameRecord(STATE).observe(0),
}
TILE_STATE = celtic.new_game()
OLD_TILE_VALUES = {
    "state": TILE_STATE,
    "move": celtic.Pass(),
    "event": celtic.events.TurnPassed(celtic.Owner.BLUE),
    "refusal": celtic.IllegalMove(celtic.Illegality.MUST_LAY, celtic.Pass(), TILE_STATE),
    "rules": celtic.CELTIC,
    "record": celtic.GameRecord(TILE_STATE),
}
OLD_MODULES = [
    (keltis.documents, OLD_VALUES),
    (keltis.record, OLD_VALUES),
    (celtic.documents, OLD_TILE_VALUES),
    (celtic.record, OLD_TILE_VALUES),
]
OLD_FUNCTIONS = [
    (module, name, values[name.removesuffix(suffix)])
    for module, values in OLD_MODULES
    for name in vars(module)
    for suffix in ("_document", "_to_json", "_from_json")
    if name.endswith(suffix) and not name.startswith(("to_", "from_", "_", "old_"))
]


@pytest.mark.parametrize(("module", "name", "value"), OLD_FUNCTIONS)
def test_the_functions_of_0_2_0_work_and_warn(
    module: types.ModuleType, name: str, value: object
) -> None:
    function = vars(module)[name]
    text = to_json(value)
    with pytest.warns(DeprecationWarning, match=f"^{name} is deprecated: use keltis.documents"):
        result = function(text) if name.endswith("_from_json") else function(value)
    if name.endswith("_document"):
        assert result == json.loads(text)
    else:
        assert result == (value if name.endswith("_from_json") else text)


def test_all_functions_of_0_2_0_are_there() -> None:
    assert len(OLD_FUNCTIONS) == 15 + 3 + 12 + 2


@pytest.mark.parametrize("module", [keltis.documents, celtic.documents])
def test_the_names_of_schemas_work_and_warn(module: types.ModuleType) -> None:
    for name in module.SCHEMAS:
        with pytest.warns(DeprecationWarning, match=f"^schema\\('{name}'\\) is deprecated"):
            check_schema(module.schema(name))
    with pytest.raises(keltis.InvalidArgument, match=r"name must be one of state, .* not 'card'"):
        module.schema("card")
