"""Events are the whole difference of two states, and hide what a viewer may not know."""

from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from helpers import play, table
from keltis import Colour, EndReason, Figure, GameState, InvalidArgument, Outcome, Score, new_game
from keltis.events import (
    EVERYTHING,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CloverReached,
    Event,
    FigureEntered,
    FigureMoved,
    FinishedPathExtended,
    GameOver,
    PointsWon,
    StepDeclined,
    StepWasted,
    WishingStoneTaken,
    describe,
    events,
    narrate,
    summarise,
)
from leaning import games


class Board:
    """The part of a state that events describe, as values that they can change."""

    def __init__(self, state: GameState) -> None:
        self.hands = [Counter(player.hand) for player in state.players]
        self.columns = [[list(column) for column in player.columns] for player in state.players]
        self.rows = [list(player.rows) for player in state.players]
        self.large = [player.large for player in state.players]
        self.points = [player.tile_points for player in state.players]
        self.stones = [player.wishing_stones for player in state.players]
        self.tiles = [list(path) for path in state.tiles]
        self.pile = list(state.draw_pile)
        self.discards = [list(pile) for pile in state.discards]
        self.outcome = keltis.outcome(state)
        self.step_due = state.phase is keltis.Phase.ADVANCE

    def apply(self, event: Event) -> None:  # noqa: C901 - a case for each kind of event
        """Change what the event says has changed."""
        match event:
            case CardDiscarded(seat, card):
                self.hands[seat] -= Counter([card])
                self.discards[card.colour].append(card)
            case CardLaid(seat, card):
                self.hands[seat] -= Counter([card])
                self.columns[seat][card.colour].append(card)
            case FigureEntered(seat, colour, figure):
                self.step_due = False
                self.rows[seat][colour] = 1
                if figure is Figure.LARGE:
                    self.large[seat] = colour
            case FigureMoved(seat, colour, figure, row):
                self.step_due = False
                assert (self.large[seat] is colour) == (figure is Figure.LARGE)
                self.rows[seat][colour] = row
            case PointsWon(seat, colour, row, points):
                self.points[seat] += points
            case WishingStoneTaken(seat, colour, row, held):
                assert self.tiles[colour][row] is keltis.Tile.WISHING_STONE
                self.tiles[colour][row] = None
                self.stones[seat] = held
            case CloverReached(_, colour, row, gives_step):
                assert self.tiles[colour][row] is keltis.Tile.CLOVER
                self.step_due = gives_step
            case FinishedPathExtended(_, _, gives_step):
                self.step_due = gives_step
            case StepDeclined() | StepWasted():
                self.step_due = False
            case CardDrawn(seat, source, card):
                assert (self.pile if source is None else self.discards[source]).pop() is card
                self.hands[seat] += Counter([card])
            case GameOver(end):
                self.outcome = end


@given(games())
def test_the_events_of_a_game_lead_from_its_start_to_its_end(
    game: list[tuple[GameState, keltis.Move]],
) -> None:
    board = Board(game[0][0])
    for state, move in game:
        for event in events(state, move):
            board.apply(event)
        assert vars(board) == vars(Board(keltis.apply_move(state, move)))


@given(games(most=40), st.data())
def test_a_viewer_sees_all_but_the_cards_that_others_draw_from_the_pile(
    game: list[tuple[GameState, keltis.Move]], data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from([None, *range(len(game[0][0].players))]))
    for state, move in game:
        everything, visible = events(state, move), events(state, move, viewer)
        if move == keltis.Draw(None) and viewer != state.to_move:
            hidden, *rest = everything
            assert type(hidden) is CardDrawn
            everything = (attrs.evolve(hidden, card=None), *rest)
        assert visible == everything


@pytest.mark.parametrize("viewer", [2, -1])
def test_a_viewer_must_be_a_seat_or_none_or_everything(viewer: int) -> None:
    state = new_game(2, seed=1)
    message = r"viewer must be a seat from 0 to 1, or None \(a spectator\), or EVERYTHING, not"
    with pytest.raises(InvalidArgument, match=message):
        events(state, keltis.legal_moves(state)[0], viewer)


def test_the_repr_of_everything_is_its_name() -> None:
    assert repr(EVERYTHING) == "EVERYTHING"


R7 = keltis.Card.parse("R7")
RED, PINK, GREEN, BLUE = Colour.RED, Colour.PINK, Colour.GREEN, Colour.BLUE
SMALL, LARGE = Figure
WON = Outcome(EndReason.FIFTH_FIGURE, (Score(-1, 2, 0), Score(-4, 0, -4)), (0,))
SHARED = Outcome(
    EndReason.DRAW_PILE_EMPTY, (Score(1, 2, 3), Score(0, 0, 6), Score(0, 0, -4)), (0, 1)
)
OTHERS = {"I": "Seat 0", "my": "Seat 0's", "s": "s", "has": "has"}
YOU = {"I": "You", "my": "Your", "s": "", "has": "have"}
"""What the words in braces are for others and for the player."""


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardDiscarded(0, R7), "{I} discard{s} R7."),
        (CardLaid(0, R7), "{I} lay{s} R7."),
        (CardLaid(1, R7), "Seat 1 lays R7."),
        (FigureEntered(0, RED, LARGE), "{my} large figure enters the red path."),
        (FigureMoved(0, BLUE, SMALL, 4), "{my} small figure moves to row 4 of the blue path."),
        (PointsWon(0, PINK, 4, 1), "{I} get{s} 1 point on row 4 of the pink path."),
        (PointsWon(0, PINK, 4, 3), "{I} get{s} 3 points on row 4 of the pink path."),
        (
            WishingStoneTaken(0, GREEN, 2, 3),
            "{I} take{s} the wishing stone from row 2 of the green path and now {has} 3.",
        ),
        (CloverReached(0, RED, 2, True), "{my} clover on row 2 of the red path gives a step."),
        (
            CloverReached(0, RED, 9, False),
            "{my} clover on row 9 of the red path lapses, as no figure can move.",
        ),
        (FinishedPathExtended(0, RED, True), "{my} card on the finished red path gives a step."),
        (
            FinishedPathExtended(0, RED, False),
            "{my} card on the finished red path gives no step, as no figure can move.",
        ),
        (StepDeclined(0), "{I} decline{s} the step."),
        (
            StepWasted(0, RED),
            "{I} spend{s} the step on the figure on the end stone of the red path: nothing moves.",
        ),
        (CardDrawn(0, None, None), "{I} draw{s} a card from the pile."),
        (CardDrawn(0, None, R7), "{I} draw{s} R7 from the pile."),
        (CardDrawn(0, RED, R7), "{I} draw{s} R7 from the red discard pile."),
    ],
)
def test_every_event_has_a_sentence(event: Event, sentence: str) -> None:
    assert describe(event) == describe(event, you=2) == sentence.format(**OTHERS)
    assert describe(event, you=0) == sentence.format(**YOU)


@pytest.mark.parametrize(
    ("end", "names", "you", "sentence"),
    [
        (WON, (), None, "The game is over (fifth figure): seat 0 wins with 1 point."),
        (WON, (), 0, "The game is over (fifth figure): you win with 1 point."),
        (WON, ("Ann", "Bob"), 1, "The game is over (fifth figure): Ann wins with 1 point."),
        (SHARED, (), 2, "(draw pile empty): seats 0 and 1 win together with 6 points."),
        (SHARED, (), 0, "(draw pile empty): you and seat 1 win together with 6 points."),
        (SHARED, ("Ann", "Bob"), None, ": Ann and Bob win together with 6 points."),
    ],
)
def test_the_end_has_a_sentence(
    end: Outcome, names: tuple[str, ...], you: int | None, sentence: str
) -> None:
    assert describe(GameOver(end), names=names, you=you).endswith(sentence)


@pytest.mark.parametrize(
    ("event", "you", "sentence"),
    [
        (CardLaid(1, R7), None, "Bob lays R7."),
        (CardLaid(1, R7), 1, "You lay R7."),
        (CardLaid(0, R7), 1, "ann lays R7."),
        (FigureEntered(0, RED, LARGE), None, "ann's large figure enters the red path."),
    ],
)
def test_players_can_be_called_by_their_names(event: Event, you: int | None, sentence: str) -> None:
    assert describe(event, names=["ann", "Bob"], you=you) == sentence


@pytest.mark.parametrize("names", [("Ann",), "Ann"])
@pytest.mark.parametrize("event", [CardLaid(1, R7), CardLaid(-1, R7), GameOver(SHARED)])
def test_there_must_be_a_name_for_each_seat(event: Event, names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidArgument, match=r"^names must have a name for seat -?[01], not "):
        describe(event, names=names)


def test_you_must_be_a_seat_or_none() -> None:
    with pytest.raises(InvalidArgument, match=r"^you must be a whole number from 0, not "):
        describe(CardLaid(0, R7), you=-1)


CLOVER = table("R8", "R3 R4", tiles="R3:C")
LAST_CARD = table("R8", pile_size=1)
WASTEFUL = table(
    "",
    "R3 R4 R5",
    at="P9",
    tiles="R3:C P9:1",
    phase=keltis.Phase.ADVANCE,
    rules=keltis.REFERENCE_MANUAL,
)


@pytest.mark.parametrize(
    ("state", "moves", "sentence"),
    [
        (CLOVER, "lay R8, advance R", "Ann lays R8, red to row 3, clover, red to row 4."),
        (CLOVER, "lay R8, decline", "Ann lays R8, red to row 3, clover, declines the step."),
        (table("R8", at="R4", tiles="R5:2"), "lay R8", "Ann lays R8, red to row 5, +2."),
        (table("R8", at="R5", tiles="R6:W"), "lay R8", "lays R8, red to row 6, wishing stone 1."),
        (table("R8", at="R8", tiles="R9:C"), "lay R8", ", clover, but no figure can move."),
        (table("B8", discards="R5"), "lay B8 large, draw R", "enters blue (large), takes R5."),
        (table("Y10", at="Y9"), "lay Y10", "Ann lays Y10, yellow is finished, no step."),
        (table("Y10", at="Y9 R1"), "lay Y10", "Ann lays Y10, yellow is finished, a step."),
        (WASTEFUL, "advance P", "Ann nothing moves."),
    ],
)
def test_a_turn_has_one_short_sentence(state: GameState, moves: str, sentence: str) -> None:
    assert summary(state, moves).endswith(sentence)


def summary(state: GameState, moves: str, seat: int | None = None) -> str:
    """The turn of these moves in a sentence, for the player on a seat or a spectator."""
    record = keltis.GameRecord(state)
    for move in moves.split(", "):
        record = record.append(keltis.parse_move(move))
    return summarise(record, seat, names=("Ann", "Bob"), you=seat)


def test_the_reader_of_a_summary_is_addressed_and_sees_the_card() -> None:
    state = table("R8", at="R4", tiles="R5:2", pile="B7")
    assert summary(state, "lay R8, draw pile", 0) == "You lay R8, red to row 5, +2, draw B7."


def test_the_end_of_the_game_has_a_sentence_of_its_own() -> None:
    text = summary(LAST_CARD, "discard R8, draw pile")
    assert text.startswith("Ann discards R8. The game is over (draw pile empty): ")


def test_the_end_has_the_number_of_figures_that_the_rules_ask_for() -> None:  # E1
    rules = attrs.evolve(keltis.KELTIS, goal_figures=1)
    state = table("R8", at="R6", rules=rules)
    ends = "The game is over (1 figure in the goal): Ann wins with "
    assert ends in summary(state, "lay R8")
    move = keltis.parse_move("lay R8")
    assert narrate(state, move, names=("Ann", "Bob"))[-1].startswith(ends)


def test_a_step_that_is_declined_or_wasted_is_one_event() -> None:
    rules = attrs.evolve(keltis.REFERENCE_MANUAL, clover_may_be_declined=True)
    state = play(table("R5", "R3 R4", at="P9", tiles="R3:C P9:C", rules=rules), "lay R5")
    assert events(state, keltis.Decline()) == (StepDeclined(0),)
    assert events(state, keltis.Advance(PINK)) == (StepWasted(0, PINK),)
