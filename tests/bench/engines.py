"""Other engines for volume, beside which the batch engine is measured.

An engine that is not installed is left out, with the reason. Only decisions of players count, but
the time of the deals does too.
"""

import random
import time
from collections.abc import Callable, Iterator

import attrs

RNG = random.Random(1)
PGX_GAMES = 1_024


@attrs.define
class Program:
    """One line of the table."""

    name: str
    run: Callable[[], tuple[int, float]]
    """Makes a slice: how many decisions, and how many seconds they took."""
    best: float = 0.0

    def slice(self) -> None:
        decisions, seconds = self.run()
        self.best = max(self.best, decisions / seconds)


def timed(
    work: Callable[[], int], clock: Callable[[], float] = time.process_time
) -> tuple[int, float]:
    """Work that returns a number of decisions, and the seconds that it took."""
    start = clock()
    decisions = work()
    return decisions, clock() - start


def other_engines() -> Iterator[Program]:
    """The other engines that are installed; for the rest, print why not."""
    for make in (hearts_in_cpp, hearts_from_python, pgx_leduc, pgx_mahjong):
        try:
            yield make()
        except ImportError as error:
            print(f"left out, {make.__name__}: {error}")


def hearts_in_cpp() -> Program:
    """OpenSpiel's hearts, in the loop of `evaluate_bots`."""
    import pyspiel  # noqa: PLC0415 - it may be missing

    hearts = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(4)]

    def run() -> tuple[int, float]:
        games = [hearts.new_initial_state() for _ in range(100)]
        start = time.process_time()
        for game in games:
            pyspiel.evaluate_bots(game, bots, RNG.randrange(2**31))
        seconds = time.process_time() - start
        return sum(move.player >= 0 for game in games for move in game.full_history()), seconds

    return Program("OpenSpiel hearts, in C++", run)


def hearts_from_python() -> Program:
    """OpenSpiel's hearts, one action after the other from Python, without copies of states."""
    import pyspiel  # noqa: PLC0415 - it may be missing

    hearts = pyspiel.load_game("hearts")

    def play() -> int:
        rand, decisions = RNG.random, 0
        while decisions < 2_000:
            game = hearts.new_initial_state()
            while moves := game.legal_actions():
                decisions += not game.is_chance_node()
                game.apply_action(moves[int(rand() * len(moves))])
        return decisions

    return Program("OpenSpiel hearts, from Python", lambda: timed(play))


def pgx_leduc() -> Program:
    return _pgx("leduc_holdem", 50)


def pgx_mahjong() -> Program:
    return _pgx("sparrow_mahjong", 2)


def _pgx(name: str, steps: int) -> Program:
    """A game of pgx: random actions, a new game after the end, all of it compiled."""
    import jax  # noqa: PLC0415 - it may be missing
    import pgx  # noqa: PLC0415 - it may be missing
    from pgx.experimental import act_randomly, auto_reset  # noqa: PLC0415 - it may be missing

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(state: object, key: object) -> tuple[object, None]:
        first, second = jax.random.split(key)
        action = act_randomly(first, state.legal_action_mask)  # type: ignore[attr-defined] # no types
        return step(state, action, jax.random.split(second, PGX_GAMES)), None

    def advance(state: object, key: object) -> object:
        return jax.lax.scan(play, state, jax.random.split(key, steps))[0]

    compiled = jax.jit(advance)
    games = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), PGX_GAMES))]

    def run() -> tuple[int, float]:
        key = jax.random.PRNGKey(RNG.randrange(2**31))
        start = time.process_time()
        games[0] = jax.block_until_ready(compiled(games[0], key))
        return steps * PGX_GAMES, time.process_time() - start

    run()  # compiles
    return Program(f"pgx {name}, {PGX_GAMES:,} games", run)
