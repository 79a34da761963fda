# %% [markdown]
"""Display positions in a notebook.

An editor that supports cells (`# %%`) runs this file like a notebook, and `jupytext --to ipynb`
converts it to one. Jupyter displays the last value of a cell: views, states and records have
`_repr_svg_`, so it draws them. As a script, the file writes the same pictures and prints their
paths.
"""

# %%
import random
import tempfile
from pathlib import Path
from typing import Protocol

import keltis
from keltis.record import GameRecord
from keltis.render import animated_svg, board_svg

pictures = Path(tempfile.mkdtemp())


class Picture(Protocol):
    """A value that Jupyter displays as a picture."""

    def _repr_svg_(self) -> str: ...


def show(name: str, picture: Picture) -> None:
    """Write the picture that a notebook would display."""
    path = pictures / f"{name}.svg"
    path.write_text(picture._repr_svg_(), encoding="utf-8")
    print(f"{path}: {path.stat().st_size // 1000} kB")


# %% [markdown]
"""The picture of a state is the view of a spectator: all hands are face down."""

# %%
state = keltis.new_game(players=3, seed=7)
show("spectator", state)

# %% [markdown]
"""The picture of a view has the hand of its player, and no other."""

# %%
view = keltis.observe(state, 1)
show("seat-1", view)

# %% [markdown]
"""A position can be read from text, and edited there."""

# %%
from keltis.notation import format_state, parse_state  # noqa: E402 - a cell imports what it needs

position = parse_state(format_state(state).replace("turn: 0 play", "turn: 2 play"))
show("seat-2-begins", position)

# %% [markdown]
"""The picture of a record is a strip of boards. `state_at` gives the state after any move."""

# %%
record, rng = GameRecord(keltis.new_game(2, seed=3)), random.Random(3)
while record.outcome is None:
    moves = keltis.legal_moves(record.final)
    lays = [move for move in moves if isinstance(move, keltis.Lay | keltis.Advance)]
    record = record.append(rng.choice(lays or moves))
show("film", record)
show("middle", record.state_at(len(record) // 2))

# %% [markdown]
"""`board_svg` also takes names, a theme and `reveal` (all hands face up); `animated_svg` moves."""

# %%
final = board_svg(record.final, names=("Ann", "Bob"), theme="dark", reveal=True)
moving = animated_svg(record, names=("Ann", "Bob"))
print(f"dark board: {len(final) // 1000} kB, animation: {len(moving) // 1000} kB")
