"""Playing one game of a tournament. Whatever a bot does wrong, it loses the game, and no more."""

import time
from collections.abc import Mapping
from contextlib import ExitStack

from keltis._shared.chance import bot_random
from keltis.arena._bot_process import ProcessPool
from keltis.arena._entrants import Entrant
from keltis.arena._plan import Fixture, Plan
from keltis.arena._players import Fault, Limits, LocalPlayer, Player, ProgramPlayer
from keltis.arena._results import (
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    winners_of,
)
from keltis.ending import figures_in_goal
from keltis.errors import InvalidArgument
from keltis.legality import legal_moves
from keltis.moves import PLAY, Move
from keltis.play import apply_move
from keltis.scoring import outcome, scores
from keltis.setup import new_game
from keltis.state import GameState


def play_game(
    plan: Plan,
    entrants: Mapping[str, Entrant],
    number: int,
    *,
    seconds_per_move: float | None = None,
    seconds_per_game: float | None = None,
    isolate: bool = False,
) -> GameResult:
    """Play one game of the plan to its end, to the turn limit, or until a bot fails.

    The arguments of a bot are its view, the legal moves and a random generator. A bot that
    raises an exception or returns anything but a legal move loses the game. Only
    `KeyboardInterrupt` is not caught. The time limits and `isolate` are those of `play_tournament`.

    >>> from keltis.arena import Entrant, Plan, play_game
    >>> entrants = {name: Entrant(name, "random") for name in ("ann", "bob")}
    >>> play_game(Plan(names=("ann", "bob"), seed=7), entrants, 0).end
    GameEnd.DRAW_PILE_EMPTY
    """
    limits = Limits(
        seconds_per_move=seconds_per_move, seconds_per_game=seconds_per_game, isolate=isolate
    )
    pool = ProcessPool()
    try:
        return game_result(plan, entrants, limits, pool, number)
    finally:
        pool.stop()


def game_result(
    plan: Plan, entrants: Mapping[str, Entrant], limits: Limits, pool: ProcessPool, number: int
) -> GameResult:
    """Play one game of a plan; the pool has the processes of isolated bots."""
    game = _Game(plan, plan.fixture(number), limits)
    with ExitStack() as stack:
        players: list[Player] = []
        for seat, name in enumerate(game.fixture.seating):
            if name not in entrants:
                raise InvalidArgument(f"entrants must map {name!r} to an Entrant")
            player = _make_player(entrants[name], limits, pool, stack)
            if isinstance(player, Fault):
                return game.result(GameEnd.FORFEITED, Forfeit(seat, *player))
            players.append(player)
        return game.run(players)


def _make_player(
    entrant: Entrant, limits: Limits, pool: ProcessPool, stack: ExitStack
) -> Player | Fault:
    """Make a player; what it needs ends with the stack."""
    program = entrant.new_program()
    if program is not None:
        stack.callback(program.close)
        return ProgramPlayer(program)
    if not limits.needs_processes:
        return LocalPlayer.make(entrant)
    process = pool.take(entrant)
    stack.callback(pool.give_back, process)
    return process.start_game() or process


class _Game:
    """A game in progress, with its counters."""

    def __init__(self, plan: Plan, fixture: Fixture, limits: Limits) -> None:
        self.plan = plan
        self.fixture = fixture
        self.state = new_game(plan.players, seed=fixture.seed, rules=plan.rules)
        self.bot_seed = plan.bot_seed(fixture)
        self.limits = limits
        self.seconds = [0.0] * plan.players  # that each player has taken
        self.turns = 0
        self.decisions = 0
        self.goal_entries: list[GoalEntry] = []
        self.moves: list[Move] = []

    def run(self, players: list[Player]) -> GameResult:
        """Ask for moves until the game ends."""
        while (end := outcome(self.state)) is None:
            if self.state.phase is PLAY:
                if self.turns == self.plan.max_turns:  # E3
                    return self.result(GameEnd.TRUNCATED)
                self.turns += 1
            seat = self.state.to_move
            move = self.ask(seat, players[seat])
            if isinstance(move, Fault):
                return self.result(GameEnd.FORFEITED, Forfeit(seat, *move))
            self.apply(move)
        return self.result(GameEnd(end.reason.value))

    def ask(self, seat: int, player: Player) -> Move | Fault:
        """Ask for a move; return a fault if the bot fails or its time is over."""
        rng = bot_random(self.bot_seed, seat, self.decisions)
        start = time.monotonic()
        answer = player.decide(self.state, legal_moves(self.state), rng, self.seconds_left(seat))
        self.seconds[seat] += time.monotonic() - start
        limit = self.limits.seconds_per_game
        if limit is not None and self.seconds[seat] >= limit:
            return Fault(Failure.OUT_OF_TIME, f"more than {limit:g} seconds in one game")
        return answer

    def seconds_left(self, seat: int) -> float | None:
        """Return the time that a player may take for its next move."""
        per_game = self.limits.seconds_per_game
        limits = [
            self.limits.seconds_per_move,
            None if per_game is None else per_game - self.seconds[seat],
        ]
        return min((limit for limit in limits if limit is not None), default=None)

    def apply(self, move: Move) -> None:
        seat = self.state.to_move
        before = _in_goal(self.state, seat)
        self.state = apply_move(self.state, move)
        self.decisions += 1
        if self.limits.keep_moves:
            self.moves.append(move)
        self.goal_entries += [GoalEntry(self.turns, seat)] * (_in_goal(self.state, seat) - before)

    def result(self, end: GameEnd, forfeit: Forfeit | None = None) -> GameResult:
        points = scores(self.state)
        return GameResult(
            number=self.fixture.number,
            deal=self.fixture.deal,
            seed=self.fixture.seed,
            seating=self.fixture.seating,
            end=end,
            winners=winners_of(end, points, forfeit),
            scores=points,
            turns=self.turns,
            decisions=self.decisions,
            goal_entries=tuple(self.goal_entries),
            forfeit=forfeit,
            moves=tuple(self.moves) if self.limits.keep_moves else None,
        )


def _in_goal(state: GameState, seat: int) -> int:
    return figures_in_goal(state.rules, [state.players[seat]])
