"""The application in the terminal: one for `play`, `watch` and `replay`, and for every game.

It knows nothing of any game: a `Terminal` draws the board, and says what can be chosen.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, Generic, TypeVar

from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, Static

from keltis.cli._commands import CommandError, Stopped, call_on_stop_signals
from keltis.cli._display import show_notices
from keltis.cli._terminal import (
    Size,
    Terminal,
    Viewpoint,
    size_of,
)
from keltis.game import M, R, Record, S, V

T = TypeVar("T")

_SIDE: Final = 28
"""The fewest columns of what stands beside the board."""
CARD_LINES: Final = 2
"""The lines of a card, where there is room for the key that chooses it."""
_MARKED: Final = "bold black on #ffff87"
_PLAIN_BOX: Final = "reverse"
_COMPILING: Final = "Compiling once, about half a minute …"


class Notice(Message):
    """Something is logged that a person should know."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class GameApp(App[BaseException | None]):
    """Shows a screen; the result is why it stopped, if the person did not simply leave."""

    CSS = """
    #table { height: 1fr; }
    #board { width: auto; padding: 0 1 0 0; }
    #side { width: 1fr; }
    #panel { height: auto; padding: 0 0 1 0; }
    #news { height: 1fr; scrollbar-size-vertical: 1; }
    #below { height: auto; }
    #question { text-style: bold; height: 1; }
    #groups { height: auto; }
    #options { height: 1; }
    Input { display: none; height: 1; border: none; padding: 0; }
    .typing Input { display: block; }
    .typing #question { display: none; }
    .narrow #table { layout: vertical; }
    .narrow #side { height: 1fr; }
    .narrow #panel { display: none; }
    Pages { align: center middle; }
    Pages VerticalScroll {
        width: 84; max-width: 100%; height: auto; max-height: 100%; padding: 0 1;
        background: $panel; border: round $primary;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", "Save and leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False),
    ]
    TITLE = "Keltis"

    def __init__(self, first: Screen[None]) -> None:
        super().__init__()
        self._first = first
        self._events: asyncio.AbstractEventLoop | None = None

    def on_mount(self) -> None:
        """Begin."""
        self._events = asyncio.get_running_loop()
        self.push_screen(self._first)

    def stop_by_signal(self, number: int) -> None:
        """Leave because of a signal; it may come at any time."""
        if self._events is None:
            raise Stopped(number)
        self._events.call_soon_threadsafe(self.exit, Stopped(number))

    def announce(self, text: str) -> None:
        """Say what `keltis.batch` logs, in whichever thread a bot runs."""
        with suppress(RuntimeError):  # the loop has ended
            self._first.post_message(Notice(text))

    def action_interrupt(self) -> None:
        """Leave as after Ctrl-C."""
        self.exit(KeyboardInterrupt())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the keys of the screen do, and what every application has."""
        for _, binding, _, tooltip in screen.active_bindings.values():
            if binding.show:
                run = partial(screen.run_action, binding.action)
                yield SystemCommand(binding.description, tooltip or binding.key, run)
        yield from super().get_system_commands(screen)


def run_screen(screen: Screen[None]) -> None:
    """Run the application with this screen; raise the reason why it stopped, if there is one."""
    app = GameApp(screen)
    with call_on_stop_signals(app.stop_by_signal), show_notices(app.announce):
        reason = app.run()
    if reason is not None:
        raise reason
    if app.return_code:
        raise CommandError("the screen failed; --plain works without it")


async def run_in_thread(function: Callable[[], T]) -> T:
    """The result of a function that takes long.

    Leaving the application does not wait for it, unlike for threads of asyncio.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def deliver(settle: Callable[[], None]) -> None:
        if not future.done():  # it is cancelled when the person leaves
            settle()

    def run() -> None:
        try:
            settle = partial(future.set_result, function())
        except Exception as error:  # noqa: BLE001 - raised where the result is awaited
            settle = partial(future.set_exception, error)
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(deliver, settle)

    threading.Thread(target=run, daemon=True).start()
    return await future


def draw_boxes(
    boxes: Sequence[tuple[str, str]],
    marked: int | None = None,
    *,
    width: int,
    tall: bool = False,
    numbered: bool = False,
    key: str = "",
) -> Text:
    """Labels with their styles as boxes side by side; of too many, those around the mark.

    The meta of each box has its number under this key, for clicks.
    """
    labels = [
        f"[{label}]" if number == marked else f" {label} "
        for number, (label, _) in enumerate(boxes)
    ]
    first = 0
    while marked is not None and sum(len(text) + 1 for text in labels[first : marked + 1]) > width:
        first += 1
    lines = [Text(no_wrap=True) for _ in range(CARD_LINES if tall else 1)]
    for number, (text, (_, style)) in enumerate(zip(labels, boxes, strict=True)):
        if number < first:
            continue
        box = Text(text, _MARKED if number == marked else style or _PLAIN_BOX)
        digit = Text((str(number + 1) if numbered else "").center(len(text)), box.style)
        for line, part in zip(lines, (box, digit), strict=False):
            part.apply_meta({key: number})
            line.append_text(part).append(" ")
    return Text("\n").join(lines)


class GameScreen(Screen[None], Generic[S, V, M, R]):
    """A game: the board, beside it the points and what happened, and lines below."""

    AUTO_FOCUS = ""
    bottom: ClassVar[int] = 3
    """The lines below the board."""

    def __init__(self, terminal: Terminal[S, V, M, R]) -> None:
        super().__init__()
        self.terminal = terminal
        self.messages: list[str] = []
        """What is said below the last turns."""

    def compose(self) -> ComposeResult:
        """The parts of the screen."""
        with Horizontal(id="table"):
            yield Static(id="board")
            with Vertical(id="side"):
                yield Static(id="panel")
                with VerticalScroll(id="news", can_focus=False):
                    yield Static(id="log")
        with Vertical(id="below"):
            yield Static(id="question")
            yield Static(id="groups")
            yield Static(id="options")
            yield Input(select_on_focus=False)
        yield Footer()

    def on_resize(self) -> None:
        """Draw everything for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Draw everything."""

    def say(self, text: str) -> None:
        """Show a message until the next move or answer."""
        self.messages.append(text)
        self.redraw()

    @on(Notice)
    def say_notice(self, notice: Notice) -> None:
        """Say that kernels are being compiled, or what else is logged."""
        self.say(_COMPILING if "compiling" in notice.text else notice.text)

    def leave(self, reason: BaseException | None = None) -> None:
        """Leave the application."""
        self.app.exit(reason)

    def action_leave(self) -> None:
        """Leave the game."""
        self.leave()

    def show(self, selector: str, text: Text) -> None:
        """Put a text in its place."""
        self.query_one(selector, Static).update(text)

    def draw_table(self, record: Record[S, M], view: Viewpoint, preview: M | None = None) -> None:
        """Draw the board, the points and what happened."""
        terminal, state = self.terminal, record.final
        columns, lines = self.size
        room = Size(columns - _SIDE, lines - self.bottom)
        picture = terminal.picture(state, view, room, preview)
        is_narrow = not room.has_room_for(Size(size_of(picture).columns, 0))
        if is_narrow:
            room = Size(columns, lines - self.bottom)
            picture = terminal.picture(state, view, room, preview)
        needed = size_of(picture)
        if not room.has_room_for(needed):
            smallest = Size(needed.columns, needed.lines + self.bottom)
            picture = Text(f"Make this window {smallest} or larger.", no_wrap=False)
        self.set_class(is_narrow, "narrow")
        self.show("#board", picture)
        self.show("#panel", terminal.panel(state, view))
        self.show("#log", self._news(record, view))
        self.query_one("#news", VerticalScroll).scroll_end(animate=False)

    def _news(self, record: Record[S, M], view: Viewpoint) -> Text:
        """A short sentence for each turn; those of the present round are bright."""
        turns = [self.terminal.summarise(turn, view) for turn in record.turns]
        old = len(turns) - len(view.labels)
        lines = [
            Text(f"{number:>3} {turn}", "dim" if number <= old else "")
            for number, turn in enumerate(turns, 1)
        ]
        return Text("\n").join([*lines, *(Text(text, "yellow") for text in self.messages)])


class Pages(ModalScreen[str]):
    """A text that can be scrolled, and the keys that answer it; without any, each key closes it."""

    AUTO_FOCUS = "VerticalScroll"

    def __init__(self, text: Text, answers: dict[str, str] | None = None) -> None:
        super().__init__()
        self._text = text
        self._answers = answers or {}

    def compose(self) -> ComposeResult:
        """The text in a box."""
        with VerticalScroll():
            yield Static(self._text)

    def on_key(self, event: events.Key) -> None:
        """Close with an answer."""
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            return
        if event.key in self._answers:
            self.dismiss(self._answers[event.key])
        elif not self._answers or event.key == "escape":
            self.dismiss("")
        event.stop()
