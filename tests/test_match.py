"""Matches: bots and forced moves run, somebody is asked, and limits end a game."""

import pickle

import pytest

import keltis
import noughts
from keltis import celtic
from keltis.game import MAX_MOVES, Game, M, Match, R, S, V

games = pytest.mark.parametrize(
    "game", [keltis.GAME, celtic.GAME, noughts.GAME], ids=lambda game: game.name
)


def match_of(
    game: Game[S, V, M, R],
    *bots: str | None,
    max_turns: int | None = None,
    skip_forced: bool = True,
) -> Match[S, V, M, R]:
    """A match of two, from seed 7; None is a seat that is asked."""
    return Match(
        game=game,
        record=game.record.new_record(2, seed=7),
        bots=tuple(None if bot is None else game.bots.make_bot(bot) for bot in bots),
        seed=7,
        max_turns=max_turns,
        skip_forced=skip_forced,
    )


@games
def test_bots_play_to_the_end(game: Game[S, V, M, R]) -> None:
    match = match_of(game, "random", "random").advance()
    assert match.outcome is not None
    assert match.outcome == game.engine.outcome(match.state)
    assert (match.asked, match.truncated) == (None, False)
    assert match.advance() == match


@games
def test_a_match_does_not_depend_on_the_steps_in_which_it_is_played(game: Game[S, V, M, R]) -> None:
    whole = match_of(game, "random", "random").advance()
    match = match_of(game, "random", "random")
    while match.outcome is None:
        match = match.advance(3)
    assert match.record == whole.record


@games
def test_somebody_without_a_bot_is_asked(game: Game[S, V, M, R]) -> None:
    match = match_of(game, None, "random")
    assert match.asked == 0
    assert match.advance() == match
    while match.asked == 0:
        match = match.play(game.engine.legal_moves(match.state)[-1]).advance()
    assert match.outcome is not None


@games
def test_a_move_out_of_turn_is_rejected(game: Game[S, V, M, R]) -> None:
    match = match_of(game, None, None)
    with pytest.raises(keltis.InvalidArgument, match=r"^seat 0 is to move, not seat 1$"):
        match.play(game.engine.legal_moves(match.state)[0], seat=1)


@games
def test_an_illegal_move_changes_nothing(game: Game[S, V, M, R]) -> None:
    match = match_of(game, None, None)
    first, *_ = game.engine.legal_moves(match.state)
    later = match.play(first)
    with pytest.raises(keltis.KeltisError):
        later.play(first)


@games
def test_a_match_needs_a_decider_for_each_seat(game: Game[S, V, M, R]) -> None:
    with pytest.raises(keltis.InvalidArgument, match=r"^expected 2 bots, not 3$"):
        match_of(game, None, None, None)


@games
def test_a_match_is_truncated_after_its_turns(game: Game[S, V, M, R]) -> None:
    match = match_of(game, "random", "random", max_turns=5).advance()
    assert len(match.record.turns) == 5
    assert (match.outcome, match.truncated, match.asked) == (None, True, None)


def test_e3_a_match_is_truncated_after_its_moves() -> None:
    record = keltis.bots.play_match(["random", "random"], seed=7, max_moves=9)
    bots = (keltis.bots.RandomBot(),) * 2
    match = Match(game=keltis.GAME, record=record, bots=bots, seed=7, max_moves=9)
    assert match.truncated
    assert len(match.advance().record) == 9
    with pytest.raises(keltis.InvalidArgument, match=r"^max_moves must be"):
        Match(game=keltis.GAME, record=record, bots=bots, seed=7, max_moves=MAX_MOVES + 1)


def test_a_forced_move_is_made_unless_the_match_asks_for_it() -> None:
    """After a discard with empty piles, and no own discard allowed, only the pile is left (T7)."""
    rules = keltis.Rules(may_take_own_discard=False)
    record = keltis.GameRecord.seeded(2, 7, rules=rules).append(keltis.parse_move("discard R1"))
    for skip_forced, asked, moves in ((True, None, 2), (False, 0, 1)):
        match = Match(
            game=keltis.GAME, record=record, bots=(None, None), seed=7, skip_forced=skip_forced
        )
        assert match.asked == asked
        assert len(match.advance().record) == moves


@games
def test_without_skipping_every_decision_is_asked_for(game: Game[S, V, M, R]) -> None:
    match = match_of(game, None, None, skip_forced=False)
    decisions = 0
    while match.outcome is None:
        assert match.asked == match.state.to_move
        match = match.play(game.engine.legal_moves(match.state)[0]).advance()
        decisions += 1
    assert decisions == len(match.record)


@games
def test_a_pickled_match_goes_on_where_it_was(game: Game[S, V, M, R]) -> None:
    match = match_of(game, "random", "random").advance(5)
    copy = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own bytes
    assert copy.game == game
    assert copy.advance().record == match.advance().record


def test_a_pickle_that_names_no_game_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    pickled = pickle.dumps(celtic.GAME)
    monkeypatch.setattr(celtic, "GAME", None)
    with pytest.raises(keltis.InvalidArgument, match=r"^keltis\.celtic\.GAME is not a game$"):
        pickle.loads(pickled)  # noqa: S301 - our own bytes


def test_undo_takes_back_a_choice_that_revealed_nothing() -> None:
    match = match_of(keltis.GAME, None, "greedy")
    played = match.play("discard R1")
    assert played.undo(0) == match
    drawn = played.play("draw pile")
    with pytest.raises(keltis.InvalidArgument, match=r"revealed something hidden"):
        drawn.undo(0)
    taken = played.play("draw R")
    assert taken.undo(0) == played
    with pytest.raises(keltis.InvalidArgument, match=r"revealed something hidden"):
        taken.advance().undo(0)
    with pytest.raises(keltis.InvalidArgument, match=r"^seat 0 has no move to take back$"):
        match.undo(0)


def test_undo_goes_back_over_the_moves_of_others_where_nothing_is_hidden() -> None:
    match = match_of(celtic.GAME, None, "random")
    after = match.play(celtic.legal_moves(match.state)[0]).advance()
    assert len(after.record) == 2
    assert after.undo(0) == match


def test_a_match_at_a_prompt_undoes_the_last_choice_of_its_player() -> None:
    match = keltis.start_match([None, "greedy"], seed=7)
    turn = match.play("discard P10")
    after = turn.play("draw pile").advance()
    assert (after.asked, len(after.record), after.record.names) == (0, 4, ("Player", "greedy"))
    assert (after.undo(), after.undo().undo()) == (turn, match)
    with pytest.raises(keltis.InvalidArgument, match=r"^the match has no move to take back$"):
        match.undo()


@games
def test_a_match_shows_the_board_of_the_player_who_is_asked(game: Game[S, V, M, R]) -> None:
    match = Match.start(game, ["random", None], seed=7, names=["Ann", "Ben"])
    match = match.advance()
    position, names = match.state, ("Ann", "Ben")
    assert repr(match) == game.render.board_text(position, seat=1, names=names)
    assert ('width="560"' in match._repr_svg_()) is (game.name != "noughts")
    assert match.legal_moves == game.engine.legal_moves(position)
    over = Match.start(game, ["random", "random"], rules=game.rules).advance()
    assert repr(over) == game.render.board_text(over.state, names=over.record.names)


def test_the_error_of_an_illegal_answer_names_the_bot() -> None:
    def draw(*_: object) -> keltis.Move:
        return keltis.Draw()

    with pytest.raises(keltis.IllegalMove, match="a card must be played first") as caught:
        keltis.play_match(["random", draw], seed=7)
    (note,) = caught.value.__notes__
    assert note.startswith("This was the answer of seat 1: <function ")
