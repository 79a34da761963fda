"""One protocol fits `keltis.render` and `keltis.celtic.render`: the same verbs and keywords."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Protocol, TypeVar

import pytest

import keltis.celtic.render
import keltis.render
from keltis import GameRecord, Move, celtic

S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)


class Render(Protocol[S_contra, M_contra, R_contra]):
    """What a tool may ask of the pictures of a game."""

    def board_text(
        self,
        position: S_contra,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        colour: bool = ...,
    ) -> str: ...
    def board_svg(
        self,
        position: S_contra,
        /,
        *,
        seat: int | None = ...,
        reveal: bool = ...,
        names: Sequence[str] = ...,
        last: Iterable[M_contra] = ...,
        panels: bool = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def film_svg(
        self,
        record: R_contra,
        /,
        *,
        frames: int = ...,
        names: Sequence[str] = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def animated_svg(
        self,
        record: R_contra,
        /,
        *,
        pace: float = ...,
        names: Sequence[str] = ...,
        size: float | None = ...,
        theme: str = ...,
        colours: Mapping[str, str] = ...,
    ) -> str: ...
    def moves_table(self, moves: R_contra | Iterable[M_contra], /) -> object: ...


KELTIS: Render[keltis.GameState, Move, GameRecord] = keltis.render
CELTIC: Render[celtic.GameState, celtic.Move, celtic.GameRecord] = keltis.celtic.render


def parameters(module: ModuleType, verb: str) -> list[str]:
    return list(inspect.signature(getattr(module, verb)).parameters)


@pytest.mark.parametrize(
    "verb", ["animated_svg", "board_svg", "board_text", "film_svg", "moves_table"]
)
def test_a_verb_has_the_same_parameters_in_both_games(verb: str) -> None:
    assert parameters(keltis.render, verb) == parameters(keltis.celtic.render, verb)


def test_seat_and_reveal_make_no_difference_where_nothing_is_hidden() -> None:
    state = celtic.new_game()
    for draw in (CELTIC.board_text, CELTIC.board_svg):
        assert draw(state, seat=1, reveal=True) == draw(state)
