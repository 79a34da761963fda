"""Events are the whole difference of two states, and hide what a viewer may not know."""

from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis import (
    REFERENCE_MANUAL,
    Advance,
    Card,
    Colour,
    Decline,
    Draw,
    EndReason,
    Figure,
    GameState,
    IllegalMove,
    InvalidArgument,
    Lay,
    Move,
    Outcome,
    Phase,
    Score,
    Tile,
    apply_move,
    legal_moves,
    new_game,
    outcome,
)
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
)
from keltis.testing import Seat, position
from leaning import ALL_RULES, games, leaning_game, start_of
from profiles import by_profile


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
        self.outcome = outcome(state)
        self.step_due = state.phase is Phase.ADVANCE

    def apply(self, event: Event) -> None:
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
                assert self.tiles[colour][row] is Tile.WISHING_STONE
                self.tiles[colour][row] = None
                self.stones[seat] = held
            case CloverReached(_, colour, row, gives_step):
                assert self.tiles[colour][row] is Tile.CLOVER
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
    game: list[tuple[GameState, Move]],
) -> None:
    board = Board(game[0][0])
    for state, move in game:
        for event in events(state, move):
            board.apply(event)
        assert vars(board) == vars(Board(apply_move(state, move)))


@given(games(most=40), st.data())
def test_a_viewer_sees_all_but_the_cards_that_others_draw_from_the_pile(
    game: list[tuple[GameState, Move]], data: st.DataObject
) -> None:
    viewer = data.draw(st.sampled_from([None, *range(len(game[0][0].players))]))
    for state, move in game:
        everything, visible = events(state, move), events(state, move, viewer)
        if move == Draw(None) and viewer != state.to_move:
            hidden, *rest = everything
            assert type(hidden) is CardDrawn
            everything = (attrs.evolve(hidden, card=None), *rest)
        assert visible == everything


def test_every_event_happens_in_leaning_games() -> None:
    met = set()
    for rules in ALL_RULES:
        for seed in range(by_profile(8, 25)):
            for state, move in leaning_game(start_of(rules, seed), seed):
                for event in events(state, move):
                    gift = getattr(event, "gives_step", None)
                    met.add((type(event), gift))
                    if type(event) is GameOver:
                        met.add((GameOver, event.outcome.reason is EndReason.FIFTH_FIGURE))
    # Eleven kinds, two of them with and without a step, and one with two reasons besides. A wasted
    # step (P6) is too rare to count on.
    assert len(met - {(StepWasted, None)}) == 15


def test_the_fifth_figure_ends_the_game_before_its_tile_counts() -> None:  # E1
    ends = 0
    for rules in ALL_RULES:
        for seed in range(by_profile(8, 40)):
            state, move = leaning_game(start_of(rules, seed), seed)[-1]
            happened = events(state, move)
            if type(move) is not Draw:
                ends += 1
                assert [type(event) for event in happened if type(event) is not CardLaid] in (
                    [FigureMoved, GameOver],
                    [FigureEntered, GameOver],
                )
    assert ends > 10


def test_an_illegal_move_has_no_events() -> None:
    with pytest.raises(IllegalMove, match="a card must be played first"):
        events(new_game(2, seed=1), Draw(None))


@pytest.mark.parametrize("viewer", [2, -1, True, "0", 0.0])
def test_a_viewer_must_be_a_seat_or_none_or_everything(viewer: int) -> None:
    state = new_game(2, seed=1)
    with pytest.raises(
        InvalidArgument,
        match=r"viewer must be a seat from 0 to 1, or None \(a spectator\), or EVERYTHING, not",
    ):
        events(state, legal_moves(state)[0], viewer)


def test_the_repr_of_everything_is_its_name() -> None:
    assert repr(EVERYTHING) == "EVERYTHING"


R7 = Card.parse("R7")
DRAWN_GAME = Outcome(
    EndReason.DRAW_PILE_EMPTY, (Score(1, 2, 3), Score(0, 0, 6), Score(0, 0, -4)), (0, 1)
)
WON_GAME = Outcome(EndReason.FIFTH_FIGURE, (Score(-1, 2, 0), Score(-4, 0, -4)), (0,))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardDiscarded(0, R7), "Seat 0 discards R7."),
        (CardLaid(1, R7), "Seat 1 lays R7."),
        (FigureEntered(0, Colour.RED, Figure.LARGE), "Seat 0's large figure enters the red path."),
        (
            FigureMoved(0, Colour.BLUE, Figure.SMALL, 4),
            "Seat 0's small figure moves to row 4 of the blue path.",
        ),
        (PointsWon(0, Colour.PINK, 4, 1), "Seat 0 gets 1 point on row 4 of the pink path."),
        (PointsWon(0, Colour.PINK, 4, 3), "Seat 0 gets 3 points on row 4 of the pink path."),
        (
            WishingStoneTaken(0, Colour.GREEN, 2, 3),
            "Seat 0 takes the wishing stone from row 2 of the green path and now has 3.",
        ),
        (
            CloverReached(0, Colour.RED, 2, gives_step=True),
            "Seat 0's clover on row 2 of the red path gives a step.",
        ),
        (
            CloverReached(0, Colour.RED, 9, gives_step=False),
            "Seat 0's clover on row 9 of the red path lapses, as no figure can move.",
        ),
        (
            FinishedPathExtended(0, Colour.RED, gives_step=True),
            "Seat 0's card on the finished red path gives a step.",
        ),
        (
            FinishedPathExtended(0, Colour.RED, gives_step=False),
            "Seat 0's card on the finished red path gives no step, as no figure can move.",
        ),
        (StepDeclined(2), "Seat 2 declines the step."),
        (
            StepWasted(2, Colour.RED),
            "Seat 2 spends the step on the figure on the end stone of the red path: nothing moves.",
        ),
        (CardDrawn(0, None, None), "Seat 0 draws a card from the pile."),
        (CardDrawn(0, None, R7), "Seat 0 draws R7 from the pile."),
        (CardDrawn(0, Colour.RED, R7), "Seat 0 draws R7 from the red discard pile."),
        (GameOver(WON_GAME), "The game is over (fifth figure): seat 0 wins with 1 point."),
        (
            GameOver(DRAWN_GAME),
            "The game is over (draw pile empty): seats 0 and 1 win together with 6 points.",
        ),
    ],
)
def test_every_event_has_a_sentence(event: Event, sentence: str) -> None:
    assert describe(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardLaid(1, R7), "Bob lays R7."),
        (FigureEntered(0, Colour.RED, Figure.LARGE), "Ann's large figure enters the red path."),
        (GameOver(WON_GAME), "The game is over (fifth figure): Ann wins with 1 point."),
        (
            GameOver(DRAWN_GAME),
            "The game is over (draw pile empty): Ann and Bob win together with 6 points.",
        ),
    ],
)
def test_players_can_be_called_by_their_names(event: Event, sentence: str) -> None:
    assert describe(event, names=["Ann", "Bob"]) == sentence


@pytest.mark.parametrize("names", [("Ann",), "Ann"])
@pytest.mark.parametrize("event", [CardLaid(1, R7), GameOver(DRAWN_GAME)])
def test_there_must_be_a_name_for_each_seat(event: Event, names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidArgument, match=r"^names must have a name for seat [01], not "):
        describe(event, names=names)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardDiscarded(0, R7), "You discard R7."),
        (CardLaid(0, R7), "You lay R7."),
        (CardLaid(1, R7), "Seat 1 lays R7."),
        (FigureEntered(0, Colour.RED, Figure.SMALL), "Your small figure enters the red path."),
        (
            FigureMoved(0, Colour.BLUE, Figure.SMALL, 4),
            "Your small figure moves to row 4 of the blue path.",
        ),
        (PointsWon(0, Colour.PINK, 4, 1), "You get 1 point on row 4 of the pink path."),
        (
            WishingStoneTaken(0, Colour.GREEN, 2, 3),
            "You take the wishing stone from row 2 of the green path and now have 3.",
        ),
        (
            CloverReached(0, Colour.RED, 2, gives_step=True),
            "Your clover on row 2 of the red path gives a step.",
        ),
        (
            FinishedPathExtended(0, Colour.RED, gives_step=True),
            "Your card on the finished red path gives a step.",
        ),
        (StepDeclined(0), "You decline the step."),
        (
            StepWasted(0, Colour.RED),
            "You spend the step on the figure on the end stone of the red path: nothing moves.",
        ),
        (CardDrawn(0, None, R7), "You draw R7 from the pile."),
        (GameOver(WON_GAME), "The game is over (fifth figure): you win with 1 point."),
        (
            GameOver(DRAWN_GAME),
            "The game is over (draw pile empty): you and seat 1 win together with 6 points.",
        ),
    ],
)
def test_one_player_can_be_addressed_as_you(event: Event, sentence: str) -> None:
    assert describe(event, you=0) == sentence


def test_winners_are_seats_if_you_are_not_among_them() -> None:
    sentence = "The game is over (draw pile empty): seats 0 and 1 win together with 6 points."
    assert describe(GameOver(DRAWN_GAME), you=2) == sentence


def test_you_need_no_name() -> None:
    assert describe(CardLaid(1, R7), names=["Ann", "Bob"], you=1) == "You lay R7."
    assert describe(CardLaid(0, R7), names=["ann", "Bob"], you=1) == "ann lays R7."


@pytest.mark.parametrize("you", [-1, True, "0", 0.0])
def test_you_must_be_a_seat_or_none(you: int) -> None:
    with pytest.raises(InvalidArgument, match=r"^you must be a whole number from 0, not "):
        describe(CardLaid(0, R7), you=you)


def test_seats_are_counted_from_0_also_among_names() -> None:
    with pytest.raises(InvalidArgument, match="a name for seat -1, not"):
        describe(CardLaid(-1, R7), names=("Ann", "Bob"))


def test_a_declined_step_is_an_event() -> None:
    for state, _ in leaning_game(start_of(ALL_RULES[0], 3), 3):
        if state.may_decline:
            assert events(state, Decline()) == (StepDeclined(state.to_move),)
            return
    pytest.fail("no step could be declined")


def test_a_card_that_brings_the_large_figure_on_to_a_path_is_two_events() -> None:  # T2
    state = new_game(2, seed=1)
    card = state.players[0].hand[0]
    assert events(state, Lay(card, Figure.LARGE)) == (
        CardLaid(0, card),
        FigureEntered(0, card.colour, Figure.LARGE),
    )


def test_a_step_on_an_end_stone_is_one_event() -> None:
    state = position(
        Seat(laid="R3 R4 R5", at="P9"),
        Seat(),
        tiles={"R3": Tile.CLOVER, "P9": Tile.CLOVER},
        phase=Phase.ADVANCE,
        rules=REFERENCE_MANUAL,
    )
    assert events(state, Advance(Colour.PINK)) == (StepWasted(0, Colour.PINK),)
