"""The screen of `play`: what can be chosen, by keys, clicks or words."""

from collections.abc import Sequence
from typing import ClassVar, Final, Generic

import attrs
from rich.text import Text
from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.widgets import Input

from keltis.cli._app import CARD_LINES, GameScreen, Pages, draw_boxes, run_in_thread
from keltis.cli._session import REQUESTS, Request, Session, parse_request
from keltis.cli._terminal import (
    TARGET,
    Choice,
    Group,
    InputError,
    Size,
    Terminal,
    is_turn_over,
    size_of,
)
from keltis.errors import KeltisError
from keltis.game import M, R, S, V

_GROUP, _OPTION, _ONLY = "group", "option", "only"
"""The keys in the meta of boxes: of groups, of the options of one, of groups with one option."""
_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_KEYS: Final = f"""\
Keys
  The arrow keys choose, Tab goes through what can be done, Enter does it; the
  mouse does the same. Or type a move and press Enter. Esc clears the line.
  F1 or ? help   F2 hint   F3 undo   Ctrl-Q leave   Ctrl-P everything, light and dark
What else to type
{REQUESTS}"""


@attrs.define
class Selection(Generic[M]):
    """A mark on one option of one group. There is at least one group, with at least one option."""

    groups: Sequence[Group[M]]
    group_number: int = 0
    option_number: int = 0

    @property
    def group(self) -> Group[M]:
        return self.groups[self.group_number]

    @property
    def option(self) -> Choice[M]:
        return self.group.options[self.option_number]

    @property
    def is_flat(self) -> bool:
        """Whether every group has a single option."""
        return all(len(group.options) == 1 for group in self.groups)

    def choose(self, group: int, option: int = 0) -> None:
        """Set the mark."""
        self.group_number, self.option_number = group, option

    def step(self, key: str) -> None:
        """Move the mark.

        Arrows go to the next group in their direction. Where all groups are side by side, the
        vertical ones go through the options, as Tab does everywhere.
        """
        is_row = len({group.place[1] for group in self.groups}) == 1
        if key in ("tab", "shift+tab") or (is_row and key in ("up", "down")):
            step = 1 if key in ("tab", "down") else -1
            self.option_number = (self.option_number + step) % len(self.group.options)
        else:
            self._go(*_STEPS[key])

    def _go(self, right: int, down: int) -> None:
        """Go to the nearest group that lies in this direction, or round to the farthest behind."""
        x, y = self.group.place
        distances = []
        for number, group in enumerate(self.groups):
            along, across = group.place[0] - x, group.place[1] - y
            ahead = along * right + across * down
            aside = abs(along * down) + abs(across * right)
            if ahead:
                distance = ahead + 2 * aside if ahead > 0 else ahead
                distances.append((ahead < 0, distance, aside, number))
        if distances:
            self.choose(min(distances)[-1])

    def find(self, target: str) -> tuple[int, int] | None:
        """The group and the option with a target: first in the present group, then elsewhere."""
        numbers = [self.group_number, *range(len(self.groups))]
        found = (
            (number, place)
            for number in numbers
            for place, option in enumerate(self.groups[number].options)
            if option.target == target
        )
        return next(found, None)


class PlayScreen(GameScreen[S, V, M, R]):
    """Asks for moves, and lets the bots move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,right,up,down,tab,shift+tab", "none", show=False),
        Binding("enter", "confirm", "Do it"),
        Binding("f1", "help", "Help"),
        Binding("f2", "hint", "Hint"),
        Binding("f3", "undo", "Undo"),
        Binding("escape", "clear", show=False),
        Binding("ctrl+q", "leave", "Leave", priority=True),
    ]

    def __init__(self, session: Session[S, V, M, R]) -> None:
        super().__init__(session.terminal)
        self.session = session
        self.selection: Selection[M] | None = None
        """What can be chosen, while the person is asked."""
        self.messages = [f"This is {self.terminal.game.title}: press F1 for the rules and keys."]

    @property
    def bottom(self) -> int:  # type: ignore[override] # as many as there is room for
        """The lines below the board: the question, the cards, the options and the keys."""
        return 3 + self._card_lines

    @property
    def _card_lines(self) -> int:
        state, view = self.session.record.final, self.session.view
        needed = size_of(self.terminal.picture(state, view, Size(0, 0)))
        return CARD_LINES if self.size.height >= needed.lines + 3 + CARD_LINES else 1

    def on_mount(self) -> None:
        """Ask, or let the bots move."""
        self._go_on()

    def redraw(self) -> None:
        session, selection = self.session, self.selection
        preview = None if selection is None else selection.option.move
        self.draw_table(session.record, session.view, preview)
        hand = self.terminal.hand(session.record.final, session.view)
        width, tall = self.size.width, self._card_lines > 1
        if selection is None:
            news = f"{session.thinker} thinks …" if session.thinker else ""
            if session.match.outcome is not None:
                news = "The game is over: Enter for the points, F3 for undo."
            self.show("#question", Text(news))
            self.show("#groups", draw_boxes(hand, width=width, tall=tall))
            self.show("#options", Text())
            return
        keys = Terminal.choice_keys if selection.is_flat else self.terminal.choice_keys
        question = Text(self.terminal.question(session.record))
        self.show("#question", question.append(f"   {keys}", "dim"))
        groups = [(group.label, group.style) for group in selection.groups]
        marked, numbered = selection.group_number, self.terminal.digits_choose
        options = [(option.label, "") for option in selection.group.options]
        if selection.is_flat:
            self.show("#groups", draw_boxes(hand, width=width, tall=tall))
            strip = draw_boxes(groups, marked, width=width, key=_ONLY)
        else:
            boxes = draw_boxes(
                groups, marked, width=width, tall=tall, numbered=numbered, key=_GROUP
            )
            self.show("#groups", boxes)
            strip = draw_boxes(options, selection.option_number, width=width, key=_OPTION)
        note = Text(f"  {selection.option.note}", "dim")
        self.show("#options", strip.append_text(note))

    # The game

    def _go_on(self) -> None:
        """Ask the person, or let the bots move, or show the end."""
        session = self.session
        self.selection = None
        self.messages += session.take_news()
        if session.match.outcome is not None:
            self._show_end()
        elif session.is_waiting:
            state = session.match.state
            self.selection = Selection(self.terminal.groups(state, self.terminal.choices(state)))
        else:
            self._think()
        self.redraw()

    @work(exclusive=True)
    async def _think(self) -> None:
        """Make the moves of bots and those without a choice."""
        session = self.session
        try:
            while session.match.outcome is None and not session.is_waiting:
                session.accept(await run_in_thread(session.next_match))
                if is_turn_over(session.record):
                    self.redraw()
        except (KeltisError, OSError) as error:
            self.leave(error)
        else:
            self._go_on()

    def _show_end(self) -> None:
        text = self.session.explain_end()
        text.append("\n\ny another game   b the board   q leave", "bold")
        self.app.push_screen(Pages(text, {"y": "y", "b": "b", "q": "q"}), self._after_end)

    def _after_end(self, answer: str | None) -> None:
        if answer == "y":
            self.session.save_somewhere()
            self.session.start_again()
            self.messages.clear()
            self._go_on()
        elif answer == "q":
            self.leave()

    def play(self, move: M) -> None:
        """Make a move of the person."""
        self.messages.clear()
        self.session.choose(move)
        self._go_on()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Move the mark, choose a card by its number, or begin to type."""
        key, character, selection = event.key, event.character or "", self.selection
        is_typing = self.has_class("typing")
        if selection is not None and (key in _STEPS or key in ("tab", "shift+tab")):
            if not (is_typing and key in ("left", "right")):
                selection.step(key)
                self.redraw()
            event.stop()
            event.prevent_default()
        elif not (character and character.isprintable()):
            return
        elif is_typing:  # the key came before the line had the focus
            self.query_one(Input).insert_text_at_cursor(character)
        elif character in "123456789" and self.terminal.digits_choose:
            self.choose_number(int(character) - 1)
        elif character == "?":
            self.action_help()
        else:
            line = self.query_one(Input)
            self.add_class("typing")
            line.value = character if character.strip() else ""
            line.cursor_position = len(line.value)
            self.set_focus(line)
        event.stop()
        event.prevent_default()

    @on(Input.Submitted)
    def read_line(self, event: Input.Submitted) -> None:
        """Do what was typed."""
        event.stop()
        self.action_clear()
        self.answer(event.value)

    def answer(self, text: str) -> None:
        """Do what the person typed, or say why not."""
        try:
            if request := parse_request(text):
                self._handle(*request)
            elif self.selection is None:
                self.say("Please wait: it is not your turn.")
            elif text.strip():
                self._play_typed(text)
        except InputError as error:
            self.say(str(error))

    def _play_typed(self, text: str) -> None:
        """Make the move that is typed, or mark the group that is."""
        state = self.session.match.state
        found = self.terminal.parse_move(text, state, self.terminal.choices(state))
        if isinstance(found, Group):
            self.choose_target(found.options[0].target)
        else:
            self.play(found)

    def _handle(self, request: Request, rest: str) -> None:
        match request:
            case Request.HELP:
                self.action_help()
            case Request.HINT:
                self.action_hint()
            case Request.UNDO:
                self.action_undo()
            case Request.SAVE:
                self.say(self.session.save_as(rest))
            case Request.QUIT:
                self.action_leave()
            case _:  # the board is in sight
                self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Mark a card, do what an option says, or choose a place on the board."""
        selection, meta = self.selection, event.style.meta
        if selection is None:
            return
        if _GROUP in meta:
            self.choose_number(meta[_GROUP])
        elif _OPTION in meta:
            self.play(selection.group.options[meta[_OPTION]].move)
        elif _ONLY in meta:
            self.play(selection.groups[meta[_ONLY]].options[0].move)
        elif TARGET in meta:
            self.choose_target(meta[TARGET])

    def choose_number(self, number: int) -> None:
        """Mark the group with this number, if there is one."""
        if self.selection is not None and number < len(self.selection.groups):
            self.selection.choose(number)
            self.redraw()

    def choose_target(self, target: str) -> None:
        """Mark the move with this place on the board; if it is marked already, make it."""
        selection = self.selection
        found = None if selection is None else selection.find(target)
        if selection is None or found is None:
            return
        if found == (selection.group_number, selection.option_number):
            self.play(selection.option.move)
        else:
            selection.choose(*found)
            self.redraw()

    def action_none(self) -> None:
        """Leave the key to `on_key`."""

    def action_confirm(self) -> None:
        """Make the move with the mark."""
        if self.selection is not None:
            self.play(self.selection.option.move)
        elif self.session.match.outcome is not None:
            self._show_end()

    def action_clear(self) -> None:
        """Clear the line and the messages."""
        self.query_one(Input).value = ""
        self.remove_class("typing")
        self.set_focus(None)
        self.messages.clear()
        self.redraw()

    def action_help(self) -> None:
        """Show the rules and the keys."""
        terminal = self.terminal
        texts = (terminal.help(terminal.rules_of(self.session.record.final)), terminal.board_help)
        self.app.push_screen(Pages(Text("\n".join(filter(None, (_KEYS, *texts))))))

    def action_hint(self) -> None:
        """Say what a bot would do."""
        if self.selection is not None:
            self.say(self.session.hint())

    def action_undo(self) -> None:
        """Take the last turn back."""
        if self.selection is None and self.session.match.outcome is None:
            return
        try:
            taken = self.session.undo()
        except InputError as error:
            self.say(str(error))
        else:
            self.messages = [taken]
            self._go_on()
