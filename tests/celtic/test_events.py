"""The events of a move of CELTIC!, and their sentences."""

from collections import Counter

import pytest

from celtic.games import state_after
from keltis import celtic
from keltis.celtic import Lay, Move, Outcome, Owner, Pass, Path, knots, outcome, parse_move
from keltis.celtic._engine.play import apply_recorded_move
from keltis.celtic.bots import RandomBot, play_match
from keltis.celtic.events import Event, GameOver, KnotClosed, TileLaid, TurnPassed, describe, events

GAMES = [play_match([RandomBot(), RandomBot()], seed=seed) for seed in range(40)]
MOVES = [step for game in GAMES for step in game]
CORNER = Lay(0, -1, 6, Owner.ORANGE)
KNOT = Path((), is_knot=True, tiles=(CORNER, CORNER, CORNER, Lay(0, 0, 6, Owner.BLUE)))
WON = Outcome(((5, 3), (4,)), Owner.ORANGE)
LOST = Outcome(((), (2,)), Owner.BLUE)
DRAWN = Outcome(((), ()), None)


def test_the_first_event_is_the_move() -> None:
    for state, move in MOVES:
        first = events(state, move)[0]
        if isinstance(move, Lay):
            assert first == TileLaid(state.to_move, move)
        else:
            assert first == TurnPassed(state.to_move)
    assert any(move == Pass() for _, move in MOVES)


def closed_by(state: celtic.GameState, move: Move) -> list[KnotClosed]:
    return [event for event in events(state, move) if isinstance(event, KnotClosed)]


def test_the_knots_of_a_game_are_closed_one_after_the_other() -> None:
    for game in GAMES:
        closed = [event.knot for step in game for event in closed_by(*step)]
        assert Counter(closed) == Counter(knots(game.final))
    assert any(len(closed_by(*step)) > 1 for step in MOVES)


def test_the_last_event_of_a_game_is_its_end() -> None:
    for state, move in MOVES:
        *_, last = events(state, move)
        end = outcome(apply_recorded_move(state, move))
        assert (last == GameOver(end)) if end is not None else type(last) is not GameOver


END = Lay(1, 0, 8, Owner.BLUE)
NEUTRAL_END = Lay(1, 0, 8, Owner.NEUTRAL)


@pytest.mark.parametrize(
    ("event", "sentence", "to_bob"),
    [
        (
            TileLaid(Owner.ORANGE, CORNER),
            "Orange lays a corner ES on 0,-1.",
            "Ann lays a corner ES on 0,-1.",
        ),
        (TileLaid(Owner.BLUE, END), "Blue lays an end W on 1,0.", "You lay an end W on 1,0."),
        (
            TileLaid(Owner.BLUE, NEUTRAL_END),
            "Blue lays the neutral end W on 1,0.",
            "You lay the neutral end W on 1,0.",
        ),
        (TurnPassed(Owner.BLUE), "Blue must pass: no tile fits.", "You must pass: no tile fits."),
        (
            KnotClosed(KNOT),
            "That closes a knot: 3 for orange, 1 for blue.",
            "3 for Ann, 1 for you.",
        ),
        (GameOver(WON), "The game is over: orange wins, 5 3 to 4.", ": Ann wins, 5 3 to 4."),
        (GameOver(LOST), "The game is over: blue wins, 2 to no knot.", ": you win, 2 to no knot."),
        (GameOver(DRAWN), "The game is over: a draw, no knot each.", ": a draw, no knot each."),
    ],
)
def test_every_event_has_a_sentence(event: Event, sentence: str, to_bob: str) -> None:
    assert describe(event) == sentence
    assert describe(event, names=("Ann", "Bob"), you=1).endswith(to_bob)


def test_a_forfeited_turn_is_one_event() -> None:
    state = state_after("lay 1,0 EW orange", "lay 2,0 EW blue")
    forfeit = parse_move("forfeit 3,0 EW orange")
    (event,) = events(state, forfeit)
    assert event == celtic.events.TurnForfeited(Owner.ORANGE, Lay(3, 0, 10, Owner.ORANGE))
    tile = "the turn: a straight EW on 3,0 would open onto a cell outside the window."
    assert describe(event) == f"Orange loses {tile}"
    assert describe(event, names=("Ann", "Bob")) == f"Ann loses {tile}"
    assert describe(event, you=0) == f"You lose {tile}"
