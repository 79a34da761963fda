"""A match: a game in progress, and who decides at each seat."""

from collections.abc import Callable, Iterator
from typing import Generic, Self, final

import attrs

from keltis._lib.chance import bot_random
from keltis._lib.checks import as_int, as_seat
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game._protocols import Bot, Game, R, V
from keltis.game._record import MAX_MOVES, M, Outcome, Record, S


@final
@attrs.frozen(kw_only=True)
class Match(Immutable, Generic[S, V, M, R]):
    """A game in progress: who decides at each seat, and the record so far.

    Every call returns another match, and this one stays as it is.

    >>> import keltis
    >>> from keltis.game import Match
    >>> game = keltis.GAME
    >>> bots = None, game.bots.make_bot("greedy")
    >>> match = Match(game=game, record=game.record.new_record(2, seed=7), bots=bots, seed=7)
    >>> match = match.play(0, keltis.parse_move("lay R1 small")).advance()
    >>> match.asked, len(match.record), match.outcome
    (0, 4, None)
    """

    game: Game[S, V, M, R]
    record: Record[S, M]
    bots: tuple[Bot[V, M] | None, ...]
    """By seat, the bot that decides; None for a person or a learner, who is asked."""
    seed: int
    """The seed of the bots' random numbers, see `keltis.bots.bot_random`."""
    max_moves: int = MAX_MOVES
    """The number of moves after which the game is truncated (E3)."""
    max_turns: int | None = None
    """The number of turns after which the game is truncated."""
    skip_forced: bool = True
    """Whether somebody with a single legal move is not asked: `advance` makes it."""

    def __attrs_post_init__(self) -> None:
        if len(self.bots) != self.record.player_count:
            raise InvalidArgument(f"expected {self.record.player_count} bots, not {len(self.bots)}")
        as_int(self.max_moves, "max_moves", 0, MAX_MOVES)
        if self.max_turns is not None:
            as_int(self.max_turns, "max_turns", 0)

    @property
    def state(self) -> S:
        """The position."""
        return self.record.final

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None before the end."""
        return self.record.outcome

    @property
    def truncated(self) -> bool:
        """Whether the game has reached a limit before its end."""
        made, turns = self._counts()
        return self.outcome is None and self._is_limit(made, turns, self.state)

    @property
    def asked(self) -> int | None:
        """The seat whose decision the match waits for; None if it can `advance` or is over."""
        state = self.state
        bot_is_due = self.bots[state.to_move] is not None
        if bot_is_due or self.outcome is not None or self.truncated:
            return None
        forced = self.skip_forced and len(self.game.engine.legal_moves(state)) == 1
        return None if forced else state.to_move

    def advance(self, moves: int | None = None) -> Self:
        """Let bots and forced moves run until somebody is asked, or for this number of moves."""
        if self.bots[self.state.to_move] is None and not self.skip_forced:
            return self
        return attrs.evolve(self, record=self.record.play(self.decider(moves)))

    def steps(self) -> Iterator["Match[S, V, M, R]"]:
        """The match after each move that `advance` makes, one after the other."""
        match: Match[S, V, M, R] = self
        while len((longer := match.advance(1)).record) > len(match.record):
            match = longer
            yield match

    def play(self, seat: int, move: M) -> Self:
        """Make a move of the player who is asked. An illegal one raises `IllegalMove`."""
        due = self.state.to_move
        if as_seat(seat, len(self.bots), "seat") != due:
            raise InvalidArgument(f"seat {int(due)} is to move, not seat {seat}")
        if self.skip_forced:
            return attrs.evolve(self, record=self.record.append(move))
        once = iter([move])  # `append` would make a forced move after it
        return attrs.evolve(self, record=self.record.play(lambda _: next(once, None)))

    def undo(self, seat: int) -> Self:
        """The match before the last choice of this player.

        Raises `InvalidArgument` if there is none, or if the player has learnt something hidden
        since then.
        """
        engine, record = self.game.engine, self.record
        for number in range(len(record) - 1, -1, -1):
            state, move = record[number]
            if self.game.events.reveals(state, move, seat):
                raise InvalidArgument("a move cannot be taken back that revealed something hidden")
            if state.to_move == seat and len(engine.legal_moves(state)) > 1:
                return attrs.evolve(self, record=record.until(number))
        raise InvalidArgument(f"seat {seat} has no move to take back")

    def decider(self, moves: int | None = None) -> Callable[[S], M | None]:
        """The function that decides in one state after the other, for `Record.play`.

        It asks the bot that is due, makes forced moves, and returns None when somebody is asked, at
        the end, at a limit, or after this number of moves.
        """
        engine, bots, seed = self.game.engine, self.bots, self.seed
        made, turns = self._counts()
        stop = None if moves is None else made + moves

        def decide(state: S) -> M | None:
            nonlocal made, turns
            if made == stop or self._is_limit(made, turns, state):
                return None
            choices = engine.legal_moves(state)
            seat = state.to_move
            bot = bots[seat]
            if not choices or (bot is None and not (self.skip_forced and len(choices) == 1)):
                return None
            made += 1
            turns += self.record.starts_turn(state)
            if bot is None:
                return choices[0]
            answer = bot(engine.observe(state, seat), choices, bot_random(seed, seat, made - 1))
            if answer is None:  # of a function without a return; it would end the game here
                engine.apply_move(state, answer)
            return answer

        return decide

    def _counts(self) -> tuple[int, int]:
        """How many moves and turns were made; the turns only count if they are limited."""
        return len(self.record), 0 if self.max_turns is None else len(self.record.turns)

    def _is_limit(self, moves: int, turns: int, state: S) -> bool:
        """Whether no move may follow in this state, after so many moves and turns."""
        is_last_turn = turns == self.max_turns and self.record.starts_turn(state)
        return moves >= self.max_moves or is_last_turn
