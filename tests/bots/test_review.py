"""Play and luck apart: both add up to the result, and luck has the mean 0."""

import random
from collections.abc import Sequence
from statistics import fmean, stdev

import attrs
import pytest
from hypothesis import given

from keltis import (
    Draw,
    GameRecord,
    GameState,
    Move,
    Phase,
    PlayerView,
    Rules,
    apply_move,
    determinize,
    draw_counts,
    legal_moves,
    new_game,
    observe,
    with_top,
)
from keltis.bots import (
    NetworkValue,
    PointsValue,
    Review,
    Value,
    Worth,
    drawn_luck,
    play_match,
    review,
)
from keltis.documents import from_json, to_json
from keltis.testing import states
from pictures import texts


@attrs.frozen
class Odd:
    """A value function that is wrong about everything, and quick."""

    def worths(self, states: Sequence[GameState]) -> list[Worth]:
        return list(map(self._worth, states))

    def _worth(self, state: GameState) -> Worth:
        sums = [1.0 + sum(card.value**2 for card in player.hand) for player in state.players]
        return Worth(tuple(number / sum(sums) for number in sums), tuple(sums))

    def chances(self, _: PlayerView, moves: Sequence[Move]) -> list[float]:
        return [len(str(move)) / 100 for move in moves]


def random_game(seed: int, players: int = 2, moves: int = 10_000) -> GameRecord:
    return play_match(["random"] * players, seed=seed, max_moves=moves)


RECORD = play_match(["greedy", "random"], seed=7)
TOLD = review(RECORD, value=PointsValue())


@pytest.mark.parametrize("value", [PointsValue(), Odd()])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_luck_and_play_add_up_to_the_result_exactly(players: int, value: PointsValue | Odd) -> None:
    for balance in review(random_game(1, players, 60), value=value).balances:
        parts = balance.start + balance.luck + balance.play + balance.play_of_others
        assert parts == balance.result


@pytest.mark.parametrize("players", [2, 4])
def test_they_add_up_exactly_by_the_network_too(players: int) -> None:
    told = review(random_game(1, players, 12))
    assert told.value == "NetworkValue"
    for balance in told.balances:
        parts = balance.start + balance.luck + balance.play + balance.play_of_others
        assert parts == balance.result


def test_without_a_network_for_the_rules_greedy_values_them() -> None:
    record = play_match(["greedy", "random"], seed=3, rules=Rules(hand_size=6), max_moves=8)
    assert review(record).value == "PointsValue"
    assert drawn_luck(record) == drawn_luck(record, PointsValue())


def test_the_result_is_the_share_of_the_win() -> None:
    record = play_match(["greedy", "random", "random"], seed=3)
    assert record.outcome is not None
    shares = tuple([float(seat in record.outcome.winners) for seat in range(3)])
    for value in (PointsValue(), NetworkValue()):
        (end,) = value.worths([record.final])
        assert end.shares == shares


def test_a_step_that_is_due_is_worth_the_best_way_to_make_it() -> None:
    state = next(state for state in RECORD.states if state.phase is Phase.ADVANCE)
    made = [apply_move(state, move) for move in legal_moves(state)]
    worth, *after = NetworkValue().worths([state, *made])
    assert worth in after
    assert worth.shares[state.to_move] == max(each.shares[state.to_move] for each in after)


def test_hidden_cards_matter_to_the_worth_of_a_position() -> None:
    state = new_game(2, seed=7)
    other = determinize(observe(state, 0), random.Random(1))
    one, two = NetworkValue().worths([state, other])
    assert one.shares != two.shares
    assert sum(one.shares) == pytest.approx(1)
    assert sum(one.points) == pytest.approx(0)


@pytest.mark.parametrize("value", [PointsValue(), Odd()])
@pytest.mark.parametrize("moves", [1, 2, 31, 100, 141])
def test_the_mean_luck_of_all_cards_that_can_come_is_0(moves: int, value: Value) -> None:
    game = random_game(4, 3, moves)
    while (state := game.final).phase is not Phase.DRAW:
        game = game.append(legal_moves(state)[0])
    counts = draw_counts(state)
    lucks = [drawn_luck(GameRecord(with_top(state, card), (Draw(None),)), value) for card in counts]
    for seat in range(3):
        for name in ("shares", "points"):
            gains = [getattr(luck, name)[seat] for luck in lucks]
            mean = sum(map(float.__mul__, gains, map(float, counts.values())))
            assert mean == pytest.approx(0, abs=1e-9 * sum(map(abs, gains)) + 1e-9)


def test_luck_is_0_in_the_mean_of_whole_games() -> None:
    lucks = [drawn_luck(random_game(seed, moves=60), Odd()).points for seed in range(60)]
    for gains in zip(*lucks, strict=True):
        error = stdev(gains) / len(gains) ** 0.5
        assert abs(fmean(gains)) < 3 * error
        assert error > 1


def test_the_luck_of_the_deal_is_who_got_which_hand() -> None:
    start = new_game(3, seed=5)
    hands = [player.hand for player in start.players]
    deals = []
    for shift in range(3):
        players = [
            attrs.evolve(player, hand=hands[(seat + shift) % 3])
            for seat, player in enumerate(start.players)
        ]
        deals.append(review(GameRecord(attrs.evolve(start, players=tuple(players)))).deal)
    assert [sum(gains) for gains in zip(*deals, strict=True)] == pytest.approx([0] * 3)
    assert max(map(max, deals)) > 0.01


def test_a_position_in_the_middle_of_a_game_is_no_deal() -> None:
    start = random_game(2, moves=20).final
    told = review(GameRecord(start).play(lambda _: None))
    assert set(told.deal) == {0}
    assert told.start == told.result
    assert told.moves == ()


@given(states(over=False))
def test_a_move_is_judged_from_what_its_player_knew(state: GameState) -> None:
    view = observe(state, state.to_move)
    other = determinize(view, random.Random(1))
    move = legal_moves(state)[-1]
    (told,), (again,) = (review(GameRecord(each, (move,))).moves for each in (state, other))
    assert (told.best, told.lost) == (again.best, again.lost)


def test_the_loss_is_the_difference_to_the_best_move() -> None:
    state = new_game(2, seed=7)
    moves = legal_moves(state)
    chances = NetworkValue().chances(observe(state, 0), moves)
    best = moves[chances.index(max(chances))]
    for move, chance in zip(moves, chances, strict=True):
        (told,) = review(GameRecord(state, (move,))).moves
        assert told.lost == max(chances) - chance
        assert (told.best == best) or told.lost == 0
    assert TOLD.mistakes[0].seat == 1
    assert TOLD.mistakes[0].lost == max(move.lost for move in TOLD.moves)


def test_a_forced_move_loses_nothing() -> None:
    assert all(
        move.lost == 0 and move.best == move.move
        for (state, _), move in zip(RECORD, TOLD.moves, strict=True)
        if len(legal_moves(state)) == 1
    )


def test_only_cards_from_the_pile_are_luck() -> None:
    for (state, move), told in zip(RECORD, TOLD.moves, strict=True):
        card = state.draw_pile[-1] if move == Draw(None) else None
        assert told.card == card
        assert card or not any(told.luck)
        assert apply_move(state, move).to_move in (0, 1)


def test_a_review_is_written_as_json() -> None:
    assert from_json(Review, to_json(TOLD)) == TOLD


def test_the_picture_marks_mistakes_and_strokes_of_luck() -> None:
    lucky = review(play_match(["greedy", "greedy"], seed=7), value=PointsValue())
    for told in (TOLD, lucky):
        written = "\n".join(texts(told.to_svg(theme="dark")))
        for move in told.mistakes[:4]:
            assert f"{move.move} cost" in written
        for move in told.strokes_of_luck[:4]:
            assert f"drew {move.card}, luck" in written
        assert {text for _, text in told.moments} <= set(written.split("\n"))
        assert [number for number, _ in told.moments] == [
            number
            for number, move in enumerate(told.moves, 1)
            if move in (*told.mistakes[:4], *told.strokes_of_luck[:4])
        ]
        assert not {text for _, text in told.moments} & {*texts(told.to_svg(legend=False))}
    assert TOLD.mistakes
    assert lucky.strokes_of_luck
    assert "greedy wins" in texts(TOLD.to_svg())


def test_each_of_more_players_has_a_curve() -> None:
    record = random_game(3, 3, 12).rename(["Ann", "Bob", "Cleo"])
    picture = review(record).to_svg()
    assert {"Ann", "Bob", "Cleo"} < set(texts(picture))
    assert picture.count('stroke-linejoin="round"') == 3


def test_a_game_without_moves_has_a_picture() -> None:
    assert review(GameRecord.seeded(2, seed=1))._repr_svg_().startswith("<svg ")
