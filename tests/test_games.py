"""What both games promise: legality, immutable values and text that reads back."""

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Generic

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keltis
from celtic.games import SMALL, WIDE, positions
from counting import count_calls
from helpers import pickled
from keltis import KeltisError, NotationError, celtic
from keltis._lib.values import RefusedMove
from keltis.game import Game, M, R, S, V
from keltis.testing import custom_rules, states
from leaning import ALL_RULES
from profiles import by_profile

FIGURES = (None, *keltis.Figure)
CARDS = [keltis.Card(colour, value) for colour in keltis.Colour for value in range(21)]
NEAR = range(-6, 7)
LARGE = celtic.Rules(supplies=((81,) * 5,) * 3, start=14, width=9, height=9)


@attrs.frozen
class Case(Generic[S, V, M, R]):
    """A game, its positions, every move of the union that matters there, and bits of its texts."""

    game: Game[S, V, M, R]
    positions: st.SearchStrategy[S]
    moves: tuple[M, ...]
    rules: tuple[R, ...]
    words: tuple[str, ...]

    @property
    def parsers(self) -> Iterator[Callable[[str], object]]:
        notation = self.game.notation
        yield from (notation.parse_move, notation.parse_rules, notation.parse_state)


KELTIS: Case[keltis.GameState, keltis.PlayerView, keltis.Move, keltis.Rules] = Case(
    keltis.GAME,
    states() | states(rules=custom_rules()) | states(rules=st.sampled_from(ALL_RULES)),
    (
        *map(keltis.Discard, CARDS),
        *(keltis.Lay(card, figure) for card in CARDS for figure in FIGURES),
        *(keltis.Advance(colour, figure) for colour in keltis.Colour for figure in FIGURES),
        *(keltis.Decline(), keltis.Draw(None)),
        *map(keltis.Draw, keltis.Colour),
    ),
    ALL_RULES,
    ("R7", "9L", "KELTIS", "turn: 0 play", "hand 0:", "lay", "draw", "copies=999"),
)
CELTIC: Case[celtic.GameState, celtic.GameState, celtic.Move, celtic.Rules] = Case(
    celtic.GAME,
    positions,
    (celtic.Pass(), *(celtic.Lay(*_) for _ in product(NEAR, NEAR, range(1, 16), celtic.Owner))),
    (celtic.CELTIC, SMALL, WIDE, LARGE),
    ("1,-2", "NEW", "CELTIC", "turn: blue", "tile: 0,-1 S blue", "lay", "pass", "width=9"),
)
both = pytest.mark.parametrize("case", [KELTIS, CELTIC], ids=["keltis", "celtic"])


def derived(state: S) -> list[object]:
    """What a state computes from its parts, which its equality does not see."""
    fields: tuple[attrs.Attribute[object], ...] = attrs.fields(type(state))  # type: ignore[arg-type, unused-ignore] # all states are attrs classes
    return [getattr(state, field.name) for field in fields if not field.init]


# Legality


@both
@given(data=st.data())
@settings(max_examples=by_profile(15, 60))
def test_a_move_is_legal_exactly_if_it_is_listed_and_applied(
    case: Case[S, V, M, R], data: st.DataObject
) -> None:
    engine, state = case.game.engine, data.draw(case.positions)
    legal = engine.legal_moves(state)
    assert len(set(legal)) == len(legal)
    assert {move for move in case.moves if engine.illegality(state, move) is None} == set(legal)
    for move in legal:
        assert engine.apply_move(state, move) != state
    illegal = [move for move in case.moves if move not in legal]
    for move in illegal[:: len(illegal) // 500 + 1]:
        with pytest.raises(RefusedMove) as caught:
            engine.apply_move(state, move)
        assert (caught.value.reason, caught.value.move) == (engine.illegality(state, move), move)
        assert caught.value.state is state


@both
@given(data=st.data())
def test_there_are_legal_moves_exactly_before_the_end(
    case: Case[S, V, M, R], data: st.DataObject
) -> None:
    engine, state = case.game.engine, data.draw(case.positions)
    end = engine.outcome(state)
    assert (engine.legal_moves(state) == ()) == (end is not None)
    if end is not None:
        reasons = {str(engine.illegality(state, move)) for move in case.moves[::7]}
        assert reasons == {"the game is over"}


@both
@pytest.mark.parametrize("value", [None, 3, "pass", keltis.Discard, ()], ids=repr)
def test_what_is_not_a_move_is_refused(case: Case[S, V, M, R], value: M) -> None:
    engine = case.game.engine
    state = engine.new_game(2, seed=1)
    assert str(engine.illegality(state, value)).startswith("this is not a move: use ")
    with pytest.raises(RefusedMove, match="this is not a move: use "):
        engine.apply_move(state, value)


@both
def test_an_illegal_move_has_no_events_and_its_error_survives_pickling(
    case: Case[S, V, M, R],
) -> None:
    engine = case.game.engine
    state = engine.new_game(2, seed=1)
    move = next(move for move in case.moves if engine.illegality(state, move) is not None)
    for refuse in (engine.apply_move, case.game.events.events):
        with pytest.raises(RefusedMove) as caught:
            refuse(state, move)
        error = pickled(caught.value)
        assert (error.reason, error.move, error.state) == (
            engine.illegality(state, move),
            move,
            state,
        )
        assert str(error) == str(caught.value) == f"{move}: {error.reason}"
        assert repr(error) == f"IllegalMove({str(error)!r})"


# Values


@both
@given(data=st.data())
def test_a_move_leaves_the_old_state_untouched(case: Case[S, V, M, R], data: st.DataObject) -> None:
    engine, state = case.game.engine, data.draw(case.positions)
    before = pickled(state), hash(state), derived(state)
    for move in engine.legal_moves(state):
        engine.apply_move(state, move)
    assert (state, hash(state), derived(state)) == before


@both
@given(data=st.data())
def test_the_constructor_and_pickles_give_every_state_of_play_again(
    case: Case[S, V, M, R], data: st.DataObject
) -> None:
    """The engine makes states unchecked; the constructor, which checks, makes the same ones."""
    engine, state = case.game.engine, data.draw(case.positions)
    evolve: Callable[[S], S] = attrs.evolve
    for again in (evolve(state), pickled(state)):
        assert again == state
        assert hash(again) == hash(state)
        assert derived(again) == derived(state)
        assert engine.legal_moves(again) == engine.legal_moves(state)


@both
@given(data=st.data())
def test_copies_are_the_object_itself(case: Case[S, V, M, R], data: st.DataObject) -> None:
    state = data.draw(case.positions)
    view = case.game.engine.observe(state, None)
    values = [state, view, *case.rules, *case.moves[::50], *case.game.engine.legal_moves(state)]
    for value in values:
        assert copy.copy(value) is copy.deepcopy(value) is value
    for value in (*case.rules, *case.moves[::50]):
        assert pickled(value) == value
        assert hash(pickled(value)) == hash(value)


# Text


@both
@given(data=st.data())
def test_the_text_of_a_position_is_its_board_and_its_repr_is_short(
    case: Case[S, V, M, R], data: st.DataObject
) -> None:
    state = data.draw(case.positions)
    assert str(state) == case.game.render.board_text(state)
    assert re.fullmatch(r"<GameState [^<>\n]{10,50}>", repr(state))


@both
def test_a_function_that_is_looked_for_in_a_position_is_named(case: Case[S, V, M, R]) -> None:
    state = case.game.record.new_record(2, seed=1).start
    module = type(state).__module__.partition("._")[0]
    for name in ("legal_moves", "apply_move", "outcome", "scores", "is_over"):
        function = "outcome" if name == "is_over" else name
        with pytest.raises(AttributeError, match=rf"call {module}\.{function}\(…\) instead"):
            getattr(state, name)


@both
def test_a_record_takes_names_in_a_list_and_shows_them(case: Case[S, V, M, R]) -> None:
    record = case.game.record.new_record(2, seed=1)
    assert repr(record) == "<GameRecord 2 players: 0 moves, not over>"
    record = record.rename(["Ann", "Bob"])
    assert record.names == ("Ann", "Bob")
    assert repr(record) == "<GameRecord Ann, Bob: 0 moves, not over>"


@both
def test_moves_and_rules_read_back(case: Case[S, V, M, R]) -> None:
    notation = case.game.notation
    for move in case.moves:
        assert notation.parse_move(str(move)) == move
    for rules in case.rules:
        assert notation.parse_rules(notation.format_rules(rules)) == rules


@both
@given(data=st.data())
def test_positions_read_back(case: Case[S, V, M, R], data: st.DataObject) -> None:
    notation, state = case.game.notation, data.draw(case.positions)
    text = notation.format_state(state)
    assert notation.parse_state(text) == state
    assert notation.format_state(notation.parse_state(text)) == text


@both
@given(data=st.data())
def test_garbage_raises_only_our_errors(case: Case[S, V, M, R], data: st.DataObject) -> None:
    pieces = st.sampled_from([*case.words, *"-0=:# \n\x00", "rules:", "9" * 50])
    text = data.draw(st.lists(pieces | st.text(max_size=5), max_size=30).map("".join))
    for parse in case.parsers:
        with suppress(KeltisError):
            parse(text)


@both
@given(data=st.data())
def test_a_position_with_one_word_changed_is_refused_or_another_position(
    case: Case[S, V, M, R], data: st.DataObject
) -> None:
    notation = case.game.notation
    lines = notation.format_state(data.draw(case.positions)).split("\n")
    n = data.draw(st.integers(0, len(lines) - 1))
    words = lines[n].split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    words[place] = data.draw(st.sampled_from(case.words) | st.text(max_size=5))
    try:
        again = notation.parse_state("\n".join([*lines[:n], " ".join(words), *lines[n + 1 :]]))
    except KeltisError:
        return
    assert notation.parse_state(notation.format_state(again)) == again


GARBAGE_START = "rules: KELTIS\nturn: 0 play\ntiles: " + ".C.3.3.CC " * 5 + "\npile: "
parsers = pytest.mark.parametrize(
    "parse",
    [*KELTIS.parsers, *CELTIC.parsers, keltis.notation.parse_cards],
    ids=lambda parse: parse.__module__ + "." + parse.__name__,
)


@parsers
@pytest.mark.parametrize("piece", ["R7 ", "R" * 50, "\n", "hand 0: R7\n", ": ", "#", "1L "])
@pytest.mark.parametrize("start", ["", GARBAGE_START, "rules: CELTIC\nturn: blue\n"])
def test_the_work_for_garbage_grows_no_faster_than_its_length(
    parse: Callable[[str], object], piece: str, start: str
) -> None:
    def parse_garbage(length: int) -> None:
        with suppress(KeltisError):
            parse((start + piece * length)[:length])

    shorter, longer = (count_calls(partial(parse_garbage, n)) for n in (20_000, 40_000))
    assert longer <= 2.1 * shorter + 20  # some, as the garbage collector may call functions


@parsers
def test_the_message_about_a_long_text_is_short(parse: Callable[[str], object]) -> None:
    for text in ("x" * 90_000, f"lay 1,2 {'N' * 90_000} blue", "x" * 200_000):
        with pytest.raises(NotationError) as caught:
            parse(text)
        assert len(str(caught.value)) < 300
