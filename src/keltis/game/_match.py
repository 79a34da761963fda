"""A match: a game in progress, and who decides at each seat."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, Self, final

import attrs

from keltis._lib.chance import bot_random, generator
from keltis._lib.checks import as_int, as_seat
from keltis._lib.text import short_repr
from keltis._lib.values import Immutable, RefusedMove
from keltis.errors import InvalidArgument
from keltis.game._protocols import Bot, Game, R, V
from keltis.game._record import MAX_MOVES, M, Outcome, Record, S, names_of_bots


@final
@attrs.frozen(kw_only=True, repr=False)
class Match(Immutable, Generic[S, V, M, R]):
    """A game in progress: who decides at each seat, and the record so far.

    Every call returns another match, and this one does not change. A prompt shows the board as the
    player sees it who is asked, and a notebook shows its picture. `start` begins a match; the
    constructor continues any record.

    >>> import keltis
    >>> match = keltis.start_match([None, "greedy"], seed=7)
    >>> match.legal_moves[0]
    Lay(card=<R1>, figure=Figure.SMALL)
    >>> match = match.play("lay R1 small").play("draw pile").advance()
    >>> match.asked, len(match.record), match.outcome
    (0, 4, None)
    >>> match.undo() == keltis.start_match([None, "greedy"], seed=7)
    True
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

    @classmethod
    def start(
        cls,
        game: Game[S, V, M, R],
        bots: Sequence[Bot[V, M] | str | None],
        *,
        seed: int | None = None,
        rules: R | None = None,
        names: Sequence[str] = (),
    ) -> Self:
        """Start a new game between bots, given by name or as callables, and people (None)."""
        from keltis.game._bots import make_each  # noqa: PLC0415 - only those who play need it

        seed = generator(seed).getrandbits(53) if seed is None else seed
        names = tuple(names) or names_of_bots(["Player" if bot is None else bot for bot in bots])
        start = game.rules if rules is None else rules
        return cls(
            game=game,
            record=game.record.new_record(len(bots), seed=seed, rules=start, names=names),
            bots=tuple(make_each(bots, game.bots.make_bot)),
            seed=seed,
        )

    @property
    def state(self) -> S:
        """The position."""
        return self.record.final

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None before the end."""
        return self.record.outcome

    @property
    def legal_moves(self) -> tuple[M, ...]:
        """The legal moves of the player to move, none exactly when the game is over."""
        return self.game.engine.legal_moves(self.state)

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
        with self.naming_bots():
            return attrs.evolve(self, record=self.record.play(self.decider(moves)))

    @contextmanager
    def naming_bots(self) -> Iterator[None]:
        """Note in the error about an illegal answer which bot gave it."""
        try:
            yield
        except RefusedMove as error:
            seat = error.state.to_move
            error.add_note(f"This was the answer of seat {seat}: {short_repr(self.bots[seat])}.")
            raise

    def steps(self) -> Iterator["Match[S, V, M, R]"]:
        """The match after each move that `advance` makes, one after the other."""
        match: Match[S, V, M, R] = self
        while len((longer := match.advance(1)).record) > len(match.record):
            match = longer
            yield match

    def play(self, move: M | str, *, seat: int | None = None) -> Self:
        """Make a move of the player who is asked, given as a move or as its text.

        An illegal one raises `IllegalMove`. With a `seat`, it must be that player's turn.
        """
        due = self.state.to_move
        if seat is not None and as_seat(seat, len(self.bots), "seat") != due:
            raise InvalidArgument(f"seat {int(due)} is to move, not seat {seat}")
        if isinstance(move, str):
            move = self.game.notation.parse_move(move)
        if self.skip_forced:
            return attrs.evolve(self, record=self.record.append(move))
        once = iter([move])  # `append` would make a forced move after it
        return attrs.evolve(self, record=self.record.play(lambda _: next(once, None)))

    def undo(self, seat: int | None = None) -> Self:
        """The match before the last choice of somebody without a bot, or of the player on a seat.

        Raises `InvalidArgument` if there is none, or with a `seat` if that player has learnt
        something hidden since then.
        """
        engine, record = self.game.engine, self.record
        for number in range(len(record) - 1, -1, -1):
            state, move = record[number]
            if seat is not None and self.game.events.reveals(state, move, seat):
                raise InvalidArgument("a move that revealed something hidden cannot be taken back")
            due = state.to_move
            is_theirs = self.bots[due] is None if seat is None else due == seat
            if is_theirs and len(engine.legal_moves(state)) > 1:
                return attrs.evolve(self, record=record.until(number))
        raise InvalidArgument(
            f"{'the match' if seat is None else f'seat {seat}'} has no move to take back"
        )

    def last_turn(self, seat: int) -> int | None:
        """The number of moves before the last turn of a player that began with a choice."""
        legal_moves, record = self.game.engine.legal_moves, self.record
        for number in range(len(record) - 1, -1, -1):
            state = record.states[number]
            due = state.to_move == seat and record.starts_turn(state)
            if due and len(legal_moves(state)) > 1:
                return number
        return None

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

    def __repr__(self) -> str:
        return self.game.render.board_text(self.state, seat=self._viewer, names=self.record.names)

    def _repr_svg_(self) -> str:
        """The picture in a notebook: the board, without the cards that are hidden."""
        return self.game.render.board_svg(
            self.state, seat=self._viewer, names=self.record.names, size=560, theme="auto"
        )

    @property
    def _viewer(self) -> int | None:
        """The player whose hand is shown: who is asked, or else the first without a bot."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        due = int(self.state.to_move)
        return due if due in people else next(iter(people), None)

    def _counts(self) -> tuple[int, int]:
        """How many moves and turns were made; the turns only count if they are limited."""
        return len(self.record), 0 if self.max_turns is None else len(self.record.turns)

    def _is_limit(self, moves: int, turns: int, state: S) -> bool:
        """Whether no move may follow in this state, after so many moves and turns."""
        is_last_turn = turns == self.max_turns and self.record.starts_turn(state)
        return moves >= self.max_moves or is_last_turn
