"""Error messages quote any argument: they are short, and making one never fails."""

import random
from collections.abc import Callable
from functools import partial

import attrs
import pytest

import keltis
from keltis import celtic
from keltis._shared.text import short_repr
from keltis.arena import Entrant, Plan, play_tournament
from keltis.celtic import render as celtic_render
from keltis.celtic.bots import SearchBot
from keltis.events import describe, events
from keltis.record import GameRecord
from keltis.render import animated_svg, board_svg, film_svg
from keltis.testing import perft, play_out, position

STATE = keltis.new_game(2, seed=1)
VIEW = keltis.observe(STATE, 0)
OVER = play_out(STATE, random.Random(1))
RECORD = GameRecord.seeded(2, seed=1)
TILES = {
    colour: {row: tile for row, tile in enumerate(STATE.tiles[colour]) if tile is not None}
    for colour in keltis.Colour
}
CARD = keltis.Card.parse("R7")
RESULT = play_tournament(["random", "random"], deals=1, seed=0, max_turns=1)
FILLING = celtic.Filling.parse("6C/39")
CELTIC_STATE = celtic.new_game()


class Unshowable:
    """What has no text."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


HUGE = 10**5000
LONG = "x" * 100_000
BAD: list[object] = [
    HUGE,
    -HUGE,
    (HUGE, HUGE),
    [HUGE, HUGE],
    (HUGE,) * 5,
    {keltis.Colour.RED: HUGE},
    ({keltis.Colour.RED: HUGE},) * 2,
    ((2, HUGE),),
    ((HUGE,),) * 5,
    Unshowable(),
    LONG,
    (LONG, LONG),
]


def given(value: attrs.AttrsInstance) -> dict[str, object]:
    """The arguments that a value can be made of again."""
    return {
        field.name: getattr(value, field.name) for field in attrs.fields(type(value)) if field.init
    }


def state_with(**fields: object) -> keltis.GameState:
    """A state in which seat 0 has these fields."""
    player = attrs.evolve(STATE.players[0], **fields)  # type: ignore[arg-type] # wrong types are the point
    return attrs.evolve(STATE, players=(player, STATE.players[1]))


def view_with(**fields: object) -> keltis.PlayerView:
    """A view in which seat 0 has these fields."""
    player = attrs.evolve(VIEW.players[0], **fields)  # type: ignore[arg-type] # wrong types are the point
    return attrs.evolve(VIEW, players=(player, VIEW.players[1]))


def filmed(frames: int) -> str:
    """A game as so many pictures."""
    return film_svg(RECORD, frames=frames)


def animated(pace: float) -> str:
    """A game as a picture that moves."""
    return animated_svg(RECORD, pace=pace)


CALLS: list[tuple[Callable[..., object], dict[str, object]]] = [
    (keltis.Colour.parse, {"text": "R"}),
    (keltis.Card, {"colour": keltis.Colour.RED, "value": 7}),
    (keltis.Card.parse, {"text": "R7"}),
    (keltis.Discard, {"card": CARD}),
    (keltis.Lay, {"card": CARD, "figure": None}),
    (keltis.Advance, {"colour": keltis.Colour.RED, "figure": None}),
    (keltis.Draw, {"source": None}),
    (keltis.Rules, given(keltis.KELTIS)),
    (keltis.KELTIS.removed_with, {"players": 2}),
    (state_with, given(STATE.players[0])),
    (keltis.GameState, given(STATE)),
    (view_with, given(VIEW.players[0])),
    (keltis.PlayerView, given(VIEW)),
    (keltis.new_game, {"players": 2, "seed": 1, "rules": keltis.KELTIS, "first_player": 0}),
    (keltis.new_game, {"players": 2, "rng": None}),
    (
        keltis.setup_game,
        {
            "hands": [player.hand for player in STATE.players],
            "tiles": TILES,
            **dict.fromkeys(
                ("draw_pile", "removed", "discards", "columns", "rows", "large", "tile_points")
            ),
            **dict.fromkeys(("wishing_stones", "seen", "phase", "barred")),
            "to_move": 0,
            "may_decline": False,
            "rules": keltis.KELTIS,
        },
    ),
    (keltis.illegality, {"state": STATE, "move": keltis.Decline()}),
    (keltis.apply_move, {"state": STATE, "move": keltis.legal_moves(STATE)[0]}),
    (keltis.resolve_tile, {"state": STATE, "colour": keltis.Colour.RED}),
    (keltis.score, {"position": STATE, "player": 0}),
    (keltis.track_space, {"points": 7}),
    (keltis.observe, {"state": STATE, "player": 0}),
    (keltis.determinize, {"view": VIEW, "rng": None}),
    (keltis.action_id, {"move": keltis.Decline()}),
    (keltis.move_of, {"action": 7}),
    (events, {"state": STATE, "move": keltis.legal_moves(STATE)[0], "viewer": None}),
    (describe, {"event": events(STATE, keltis.legal_moves(STATE)[0])[0]}),
    (GameRecord, {"start": STATE, "moves": (), "names": (), "seed": 1}),
    (GameRecord.seeded, {"players": 2, "seed": 1, "first_player": 0}),
    (RECORD.state_at, {"moves": 0}),
    (RECORD.append, {"move": keltis.legal_moves(STATE)[0]}),
    (board_svg, {"position": STATE, "seat": 0, "theme": "light"}),
    (filmed, {"frames": 6}),
    (animated, {"pace": 0.5}),
    (Plan, given(RESULT.plan)),
    (RESULT.plan.fixture, {"number": 0}),
    (RESULT.seats_of, {"name": "random"}),
    (Entrant, {"name": "ann", "bot": "random"}),
    (perft, {"state": OVER, "depth": 1}),
    (position, {"to_move": 0, "phase": None, "barred": None}),
    (celtic.Rules, given(celtic.CELTIC)),
    (celtic.Lay, given(celtic.Lay(1, -2, 11, celtic.Owner.BLUE))),
    (celtic.GameState, given(CELTIC_STATE)),
    (celtic.setup_game, {"lays": (), "to_move": celtic.Owner.BLUE}),
    (celtic.opponent, {"player": celtic.Owner.BLUE}),
    (celtic.apply_move, {"state": CELTIC_STATE, "move": celtic.legal_moves(CELTIC_STATE)[0]}),
    (celtic.score, {"state": CELTIC_STATE, "player": celtic.Owner.BLUE}),
    (celtic.Shape.of, {"mask": 11}),
    (celtic.Filling, {"rows": FILLING.rows}),
    (celtic.is_easy, {"filling": FILLING}),
    (celtic.solve, {"hard": False}),
    (celtic.GameRecord(CELTIC_STATE).state_at, {"moves": 0}),
    (celtic_render.board_svg, {"position": CELTIC_STATE, "theme": "light"}),
    (SearchBot, {"games": 400}),
]


@pytest.mark.parametrize(
    ("call", "good", "name"),
    [
        pytest.param(call, good, name, id=f"{call.__qualname__}-{name}")
        for call, good in CALLS
        for name in good
    ],
)
def test_whatever_is_passed_the_error_is_ours_and_short(
    call: Callable[..., object], good: dict[str, object], name: str
) -> None:
    for bad in BAD:
        assert len(message(partial(call, **{**good, name: bad}))) < 2000


def message(call: Callable[[], object]) -> str:
    """What is said against the call, if anything is."""
    try:
        call()
    except keltis.KeltisError as error:
        return str(error)
    return ""


def test_what_is_short_is_shown_whole() -> None:
    assert short_repr("x" * 198) == repr("x" * 198)
    assert short_repr("x" * 200) == "'" + "x" * 199 + "..."


def test_an_object_without_text_is_shown_by_its_type() -> None:
    assert short_repr((HUGE,)) == "<tuple without a repr>"
    assert message(lambda: keltis.move_of(HUGE)).endswith("not <int without a repr>")


def test_a_refused_move_is_shown_in_its_notation_or_by_its_type() -> None:
    with pytest.raises(keltis.IllegalMove, match=r"^decline: a card must be played first"):
        keltis.apply_move(STATE, keltis.Decline())
    with pytest.raises(
        keltis.IllegalMove, match=r"^<Unshowable without a repr>: this is not a move"
    ):
        keltis.apply_move(STATE, Unshowable())  # type: ignore[arg-type] # the wrong type is the point


def hostile(error: type[BaseException]) -> object:
    """An object whose repr raises this exception, of a class whose name ends the program."""

    class Nameless(type):
        def __getattribute__(cls, name: str) -> object:
            if name == "__name__":
                raise SystemExit
            return super().__getattribute__(name)

    class Hostile(metaclass=Nameless):
        def __repr__(self) -> str:
            raise error

    return Hostile()


def test_a_repr_that_ends_the_program_does_not() -> None:
    assert short_repr(hostile(SystemExit)) == "<Hostile without a repr>"


def test_ctrl_c_stops_a_repr() -> None:
    with pytest.raises(KeyboardInterrupt):
        short_repr(hostile(KeyboardInterrupt))
