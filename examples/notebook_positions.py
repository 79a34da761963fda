# %% [markdown]
"""Positions in a notebook.

An editor that knows cells (`# %%`) runs this file like a notebook, and `jupytext --to ipynb` makes
one of it. Whatever is last in a cell is shown as a picture: views, states and records have
`_repr_svg_`, which Jupyter asks for. As a script, the file writes the same pictures and says where.
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
    """What a notebook can draw."""

    def _repr_svg_(self) -> str: ...


def show(name: str, picture: Picture) -> None:
    """Stand in for the notebook."""
    path = pictures / f"{name}.svg"
    path.write_text(picture._repr_svg_(), encoding="utf-8")
    print(f"{path}: {path.stat().st_size // 1000} kB")


# %% [markdown]
"""A state is shown as a spectator sees it: the backs of all hands."""

# %%
state = keltis.new_game(players=3, seed=7)
show("spectator", state)

# %% [markdown]
"""A view is shown with the hand of its player, and no other."""

# %%
view = keltis.observe(state, 1)
show("seat-1", view)

# %% [markdown]
"""A position that you write down yourself, or read from text."""

# %%
from keltis.notation import format_state, parse_state  # noqa: E402 - in a notebook imports stand where they are needed

position = parse_state(format_state(state).replace("turn: 0 play", "turn: 2 play"))
show("seat-2-begins", position)

# %% [markdown]
"""A record is shown as a strip of boards. Every state on the way is at hand."""

# %%
record, rng = GameRecord(keltis.new_game(2, seed=3)), random.Random(3)
while record.outcome is None:
    moves = keltis.legal_moves(record.final)
    lays = [move for move in moves if isinstance(move, keltis.Lay | keltis.Advance)]
    record = record.append(rng.choice(lays or moves))
show("film", record)
show("middle", record.state_at(len(record) // 2))

# %% [markdown]
"""The functions behind it can do more: names, a dark theme, all hands face up once the game is over, and moving pictures."""

# %%
final = board_svg(record.final, names=("Ann", "Bob"), theme="dark", reveal=True)
moving = animated_svg(record, names=("Ann", "Bob"))
print(f"the end in the dark: {len(final) // 1000} kB, the moving picture: {len(moving) // 1000} kB")
