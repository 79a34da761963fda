"""Data of self-play for learners: what players saw, what they could do, did, and what came of it.

`bot_samples` plays games of any kind between bots, and `batch_samples` many games of Keltis at once
with a policy over arrays. Both return `Samples`, arrays with a row for each decision, in the order
of the games. It needs NumPy: `pip install "keltis[learnt]"`.

    >>> from keltis.self_play import bot_samples
    >>> samples = bot_samples(["greedy", "random"], games=2, seed=7)
    >>> samples
    <Samples 390 decisions, 2 games of keltis>
    >>> samples.observations.shape[1], samples.masks.shape[1]
    (707, 242)
    >>> sorted(set(samples.results.tolist()))
    [-1.0, 1.0]

`Samples.save` writes a file of NumPy (`.npz`), or of Parquet (`.parquet`, with the extra
`parquet`), and `load_samples` reads both. The format has version 1. In `.npz`, `numpy.load` finds
the arrays by their names, and `about`, JSON with the format, the version, the game, the rules, the
number of players, the name of the returns, and the checksum of the layout of observations. In
Parquet each field is a column, `observations` and `masks` as binary, and `about` is in the metadata
of the schema.
"""

import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Final, TypeAlias, final

import attrs

from keltis._codec.forms import Form, register
from keltis._engine.rules import KELTIS, Rules
from keltis._game import GAME
from keltis._lib.chance import derived_seed
from keltis._lib.checks import as_int
from keltis._lib.exports import set_public_module
from keltis._lib.text import count_noun, short
from keltis.documents import from_json
from keltis.errors import InvalidArgument
from keltis.game import Bot, Game, M, Match, R, Returns, S, V, action_mask

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as _error:
    raise ImportError('keltis.self_play needs NumPy: pip install "keltis[learnt]"') from _error

__all__ = ["VERSION", "ArrayPolicy", "Samples", "batch_samples", "bot_samples", "load_samples"]

VERSION: Final = 1
"""The version of the format. A later one can be read too, or says that it cannot."""
_FORMAT: Final = "keltis-self-play"

ArrayPolicy: TypeAlias = Callable[
    [NDArray[np.uint8], NDArray[np.int8], np.random.Generator],
    tuple[NDArray[np.int64], NDArray[np.float32]],
]
"""Chooses an action and says a value for each row of observations and masks."""


@final
@attrs.frozen(eq=False, repr=False, kw_only=True)
class Samples:
    """Decisions of self-play: arrays with a row for each decision."""

    about: dict[str, str | int]
    """What the arrays are: game, rules, players, returns, layout."""
    games: NDArray[np.int64]
    """The number of the game, from 0."""
    seats: NDArray[np.uint8]
    """The player who decided."""
    observations: NDArray[np.uint8]
    """What that player saw, as `keltis.learning.encode` has it."""
    masks: NDArray[np.int8]
    """By action number, 1 if the move was legal."""
    actions: NDArray[np.int64]
    """The action number that was chosen."""
    values: NDArray[np.float32]
    """What the value function said before the decision; NaN without one."""
    results: NDArray[np.float32]
    """The return of that player at the end; NaN in a game that was truncated (E3)."""

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        games = count_noun(len(np.unique(self.games)), "game")
        return f"<Samples {count_noun(len(self), 'decision')}, {games} of {self.about['game']}>"

    def save(self, path: Path | str) -> None:
        """Write a file, of NumPy or Parquet by its suffix."""
        path, arrays = Path(path), {name: getattr(self, name) for name in _TYPES}
        about = json.dumps({"format": _FORMAT, "version": VERSION, **self.about})
        if _is_parquet(path):
            import pyarrow as pa  # noqa: PLC0415 - an extra
            from pyarrow import parquet  # noqa: PLC0415

            rows = {
                name: [row.tobytes() for row in array] if array.ndim > 1 else array
                for name, array in arrays.items()
            }
            table = pa.table(rows).replace_schema_metadata({_FORMAT: about})
            parquet.write_table(table, path)
        else:
            with path.open("wb") as file:
                np.savez_compressed(file, about=np.array(about), **arrays)


_TYPES: Final = {
    "games": np.int64,
    "seats": np.uint8,
    "observations": np.uint8,
    "masks": np.int8,
    "actions": np.int64,
    "values": np.float32,
    "results": np.float32,
}
_TABLES: Final = ("observations", "masks")
"""The arrays with a column for each byte or action."""


@attrs.frozen
class _About:
    """What `about` says in a file."""

    game: str
    rules: str
    players: int
    returns: str
    layout: str


register(Form(_About, format=_FORMAT, version=VERSION))


def load_samples(path: Path | str) -> Samples:
    """Read a file that `Samples.save` has written."""
    path = Path(path)
    is_parquet = _is_parquet(path)
    with path.open("rb") as file:
        try:
            return _load(file, is_parquet=is_parquet)
        except Exception as error:  # NumPy, zlib and Arrow raise a dozen kinds for damaged bytes
            message = f"{path}: this is no file of self-play: {short(str(error))}"
            raise InvalidArgument(message) from error


def _load(opened: IO[bytes], *, is_parquet: bool) -> Samples:
    if is_parquet:
        from pyarrow import parquet  # noqa: PLC0415 - an extra

        table = parquet.read_table(opened)
        text = table.schema.metadata[_FORMAT.encode()].decode()
        arrays = {
            name: np.array([np.frombuffer(row, kind) for row in table[name].to_pylist()])
            if name in _TABLES
            else table[name].to_numpy().astype(kind)
            for name, kind in _TYPES.items()
        }
    else:
        with np.load(opened) as file:
            text = str(file["about"])
            arrays = {name: file[name] for name in _TYPES}
    for name, kind in _TYPES.items():
        axes = 1 + (name in _TABLES)
        if arrays[name].dtype != np.dtype(kind) or arrays[name].ndim != axes:
            raise ValueError(f"{name} must be {np.dtype(kind)} with {axes} axes")
    if len({len(array) for array in arrays.values()}) > 1:
        raise ValueError("the arrays have different lengths")
    return Samples(about=attrs.asdict(from_json(_About, text)), **arrays)


def _is_parquet(path: Path) -> bool:
    if path.suffix not in (".npz", ".parquet"):
        raise InvalidArgument(f"expected a file that ends in .npz or .parquet, not {path}")
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ImportError('Parquet files need pyarrow: pip install "keltis[parquet]"')
    return path.suffix == ".parquet"


def bot_samples(
    bots: Sequence[Bot[V, M] | str],
    *,
    games: int,
    seed: int,
    game: Game[S, V, M, R] = GAME,  # type: ignore[assignment]  # a default of a generic argument
    rules: R | None = None,
    returns: Returns = "win_shares",
    value: Callable[[V], float] | None = None,
) -> Samples:
    """Play games of any kind between bots, by seat.

    `value` says what a view is worth to the player who sees it. Game *i* has the seed
    `derived_seed(seed, "self-play", i)`, whatever the number of games.
    """
    learning, chosen = game.learning, game.rules if rules is None else rules
    actions = learning.action_count(chosen)
    rows: list[tuple[int, int, bytes, bytes, int, float, float]] = []
    for number in range(as_int(games, "games", 1)):
        own = derived_seed(seed, "self-play", number)
        record = Match.start(game, bots, seed=own, rules=chosen).advance().record
        ends = learning.returns(record.final, returns)
        for state, move in record:
            seat = state.to_move
            legal = {learning.move_of(n): n for n in learning.legal_action_ids(state)}
            numbers = [learning.seat_action(n, seat) for n in legal.values()]
            action = learning.seat_action(legal[move], seat)
            worth = np.nan if value is None else value(game.engine.observe(state, seat))
            result = np.nan if ends is None else ends[seat]
            mask = action_mask(numbers, actions)
            seen = learning.observation(state, seat)
            rows.append((number, seat, seen, mask, action, worth, result))
    games_of, seats, codes, masks, chosen_actions, values, results = zip(*rows, strict=True)
    return Samples(
        about=_about(game, chosen, len(bots), returns),
        games=np.array(games_of, np.int64),
        seats=np.array(seats, np.uint8),
        observations=np.array([np.frombuffer(code, np.uint8) for code in codes]),
        masks=np.array([np.frombuffer(mask, np.int8) for mask in masks]),
        actions=np.array(chosen_actions, np.int64),
        values=np.array(values, np.float32),
        results=np.array(results, np.float32),
    )


def batch_samples(
    choose: ArrayPolicy,
    *,
    games: int,
    seed: int,
    players: int = 2,
    rules: Rules = KELTIS,
    returns: Returns = "win_shares",
    max_moves: int = 2_000,
) -> Samples:
    """Play games of Keltis at once, in which a policy over arrays decides for all players.

    It gets the observations and masks of all games that are not over, and returns the actions and
    the values. A game is truncated after `max_moves` moves. It needs the extra `batch`.
    """
    from keltis.batch import new_games  # noqa: PLC0415 - an extra

    batch, rng = new_games(games, players, seed=seed, rules=rules), np.random.default_rng(seed)
    steps: list[tuple[NDArray[np.generic], ...]] = []
    for _ in range(as_int(max_moves, "max_moves", 1)):
        playing = np.flatnonzero(~batch.over)
        if not len(playing):
            break
        seen, masks = batch.encode()[playing], batch.legal_masks()[playing]
        actions, values = choose(seen, masks, rng)
        steps.append((playing, batch.to_move[playing], seen, masks, actions, values))
        moves = np.zeros(len(batch), np.int64)
        moves[playing] = actions
        batch.apply(moves, where=~batch.over)
    columns = [np.concatenate(column) for column in zip(*steps, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    numbers, seats, codes, masks, actions, values = [column[order] for column in columns]
    ends = [GAME.learning.returns(batch.state(number), returns) for number in range(len(batch))]
    table = np.array([(np.nan,) * players if end is None else end for end in ends])
    return Samples(
        about=_about(GAME, rules, players, returns),
        games=numbers.astype(np.int64),
        seats=seats.astype(np.uint8),
        observations=codes.astype(np.uint8),
        masks=masks.astype(np.int8),
        actions=actions.astype(np.int64),
        values=values.astype(np.float32),
        results=table[numbers.astype(np.int64), seats.astype(np.uint8)].astype(np.float32),
    )


def _about(
    game: Game[S, V, M, R], rules: R, players: int, returns: Returns
) -> dict[str, str | int]:
    return {
        "game": game.name,
        "rules": game.notation.format_rules(rules),
        "players": players,
        "returns": returns,
        "layout": game.learning.layout(rules, players).checksum,
    }


set_public_module(__name__)
