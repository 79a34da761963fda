"""CELTIC! in the terminal: its choices, what people type, its tables, and `solve`."""

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, repeat, starmap, zip_longest
from pathlib import Path
from typing import Final

from rich.text import Text

from keltis.celtic import (
    Cell,
    GameState,
    Lay,
    Move,
    Owner,
    Rules,
    count_fillings,
    fillings,
    illegality,
    parse_move,
    scores,
    solve,
)
from keltis.celtic._engine.tiles import MASK_OF_LETTERS, PLAYERS, format_cell, letters_of
from keltis.celtic._game import GAME
from keltis.celtic.events import preview
from keltis.celtic.render import board_svg, board_text
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import make_console, print_written
from keltis.cli._files import write_pictures
from keltis.cli._session import SHORT_SEEDS
from keltis.cli._terminal import (
    Choice,
    Group,
    InputError,
    Listing,
    Size,
    Terminal,
    Viewpoint,
    rows_of,
    targeting,
    unknown,
)
from keltis.game import Record
from keltis.render._kit.terminal import text_width

_GLYPHS: Final = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The tiles by their masks."""

_LABEL: Final = 4
_COLUMNS: Final = 6
_LINES: Final = 4
"""Of a printed board: the columns left of it, and what a cell takes with the gap after it."""
_BOXES: Final[dict[Owner | None, str]] = {
    Owner.ORANGE: "on #7a4a10",
    Owner.BLUE: "on #1f4068",
    Owner.NEUTRAL: "on #4a4a4a",
    None: "",
}


class CelticTerminal(Terminal[GameState, GameState, Move, Rules]):
    """CELTIC!: nothing is hidden, and every move is a turn. A pass is always forced (K8)."""

    command = "keltis celtic"
    answers = "a cell, the number of a tile"
    board_help = """\
The board
  Heavy lines are knots, light ones open paths. O and B are the players' tiles,
  N the neutral ones; a + is where a tile can go. Cells are x,y as on the rim:
  the start tile is on 0,0. N, E, S and W are the open sides of a tile."""
    choice_keys = "←↑↓→ cell  Tab tile"
    digits_choose = False
    most_choices = 12
    keys_help = "the arrow keys choose a cell, Tab a tile"
    seat_names = tuple(map(str, PLAYERS))
    rules_example = "CELTIC width=6"
    examples = "a cell such as 0,-1, or 0,-1 ES for a tile on it"
    default_bot = "search"

    def help(self, rules: Rules) -> str:
        """The rules in short, and how to type a move."""
        return f"""\
How to play
  Each turn you lay one tile, yours or a neutral one, next to an open side of
  the design, so that open sides meet open sides, and closed sides closed ones.
  The design, with the cells it opens on to, must fit {rules.width} by {rules.height} cells.
  If no tile of yours or a neutral one fits, you pass; that is done for you.
The end
  When no player can lay a tile. Closed paths are knots. For each player
  a knot scores as many points as it visits tiles of that player. The best knot
  decides; if it is the same for both, the next best does, and so on.
What to type
  0,-1              show which tiles fit on this cell, with their numbers
  7                 lay the tile with this number
  0,-1 ES           lay your corner that is open to the east and the south
  0,-1 ES neutral   lay the neutral one instead"""

    def rules_of(self, state: GameState) -> Rules:
        return state.rules

    def note(self, state: GameState, move: Move) -> str:
        return preview(state, move)

    def question(self, _record: Record[GameState, Move]) -> str:
        return "Lay a tile: yours, or a neutral one."

    def groups(self, _state: GameState, choices: Sequence[Choice[Move]]) -> tuple[Group[Move], ...]:
        """The choices by cell; a pass is forced, and so never a choice (K8)."""
        tiles = [(choice, choice.move) for choice in choices if isinstance(choice.move, Lay)]
        return tuple(
            Group(format_cell(cell), tuple(starmap(_option, options)), cell)
            for cell, options in groupby(tiles, lambda tile: tile[1].cell)
        )

    def rows(self, group: Group[Move]) -> Listing:
        """The tiles that fit on a cell, four in a row."""
        cells = [
            f"{option.number:>2} {option.label}{f' ({option.note})' if option.note else ''}"
            for option in group.options
        ]
        labels = chain([f"{group.label}:"], repeat(""))
        return tuple((label, *row) for label, row in zip(labels, rows_of(cells), strict=False))

    def parse_move(
        self, text: str, state: GameState, choices: Sequence[Choice[Move]]
    ) -> Move | Group[Move]:
        """The legal move that the player to move typed; for a cell, its tiles."""
        typed = " ".join(text.lower().split())
        if cell := _CELL.fullmatch(typed):
            return self._tiles_on((int(cell[1]), int(cell[2])), self.groups(state, choices))
        match = _LAY.fullmatch(typed)
        if match is None and typed != "pass":
            raise InputError(unknown(typed, choices, self.examples))
        move = parse_move(typed if match is None else _normalise(match, state.to_move))
        reason = illegality(state, move)
        if reason is None:
            return move
        raise InputError(f"You cannot {move}: {reason}.")

    def _tiles_on(self, cell: Cell, groups: Iterable[Group[Move]]) -> Group[Move]:
        by_cell = {group.place: group for group in groups}
        if cell in by_cell:
            return by_cell[cell]
        cells = " ".join(group.label for group in by_cell.values())
        raise InputError(f"No tile can be laid on {format_cell(cell)}. Tiles fit on {cells}.")

    def picture(
        self,
        state: GameState,
        view: Viewpoint,
        _room: Size = Size(80, 24),  # noqa: B008 - immutable
        preview: Move | None = None,
    ) -> Text:
        """The design, with the tile that the player thinks of; cells and tiles are boxes."""
        return Text("\n").join(line for line, _ in self._split(state, view, preview))

    def panel(self, state: GameState, view: Viewpoint) -> Text:
        """The tiles that are left, and the knots."""
        beside = [text for _, text in self._split(state, view, None)]
        while beside and not beside[-1].plain.strip():
            del beside[-1]
        return Text("\n").join(beside)

    def _split(
        self, state: GameState, view: Viewpoint, preview: Move | None
    ) -> Iterator[tuple[Text, Text]]:
        """The lines of the design with boxes, and what stands beside them."""
        heading, *lines = self.board(state, view, compact=True, preview=preview).split("\n")
        columns = [int(number) for number in heading.plain.split()]
        width = _LABEL + _COLUMNS * len(columns)
        owners = {lay.cell: lay.supply for lay in state.lays}
        yield heading[:width], heading[width:]
        top = int(lines[1].plain[:_LABEL])
        for number, line in enumerate(lines):
            line.pad_right(max(width - line.cell_len, 0))
            row, inside = divmod(number, _LINES)
            for place, x in enumerate(columns if inside < _LINES - 1 else ()):
                cell = x, top + row
                start = _LABEL + _COLUMNS * place
                style = targeting(format_cell(cell), _BOXES.get(owners.get(cell), ""))
                line.stylize_before(style, start, start + _COLUMNS - 1)
            yield line[:width], line[width:]

    def explanation(self, state: GameState, view: Viewpoint) -> Text:
        """The knots of both players, the best first, and which of them decides (K11)."""
        rows = list(zip_longest(*scores(state)))
        if not rows:
            return Text("There is no knot.")
        width = max(map(text_width, view.labels)) + 2
        lines = [" " * 14 + "".join(f"{label:>{width}}" for label in view.labels)]
        decisive = next((row for row in rows if row[0] != row[1]), None)
        for number, row in enumerate(rows, 1):
            name = "best knot" if number == 1 else f"knot {number}"
            points = "".join(f"{'-' if score is None else score:>{width}}" for score in row)
            lines.append(f"{name:<14}{points}" + "   decides the game" * (row is decisive))
        return Text("\n".join(lines))


CELTIC: Final = CelticTerminal(GAME)


def _option(choice: Choice[Move], tile: Lay) -> Choice[Move]:
    neutral = " neutral" if tile.supply is Owner.NEUTRAL else ""
    label = f"{_GLYPHS[tile.mask]} {letters_of(tile.mask)}{neutral}"
    return choice._replace(label=label, target=format_cell(tile.cell))


_CELL: Final = re.compile(r"(?:lay )?(-?[0-9]{1,2}) ?, ?(-?[0-9]{1,2})")
_LAY: Final = re.compile(rf"{_CELL.pattern} ([nesw]{{1,4}})(?: (orange|blue|neutral))?")


def _normalise(match: re.Match[str], mover: Owner) -> str:
    """The move in the notation: sides in any order, and by default the player's own tile."""
    x, y, sides, supply = match.groups()
    letters = next(letters for letters in MASK_OF_LETTERS if set(letters) == set(sides.upper()))
    return f"lay {int(x)},{int(y)} {letters} {supply or mover}"


def show_solution(
    *,
    hard: bool = False,
    seed: int | None = None,
    count: bool = False,
    svg: Path | None = None,
    png: Path | None = None,
    theme: str = "light",
) -> ExitCode:
    """Find a solution of a puzzle, and print it as a board and as the rows of its masks.

    Or print only the number of solutions.
    """
    console = make_console()
    if count:
        solutions = sum(filling.knots == 1 for filling in fillings()) if hard else count_fillings()
        console.print(str(solutions))
        return 0
    seed = secrets.randbelow(SHORT_SEEDS) if seed is None else seed
    filling = solve(hard=hard, seed=seed)
    if filling is None:
        raise CommandError("these tiles have no solution")
    written = write_pictures(lambda: board_svg(filling, theme=theme), svg=svg, png=png)
    console.print(Text.from_ansi(board_text(filling, colour=True)), overflow="crop", no_wrap=True)
    console.print("\n" + str(filling).replace("/", "\n"))
    print_written(console, written)
    console.print(f"\nWith --seed {seed} the same solution is found again.")
    return 0
