"""The journal: play resumes from it, faults name their line, and a full disk loses no game."""

import errno
import os
import threading
from functools import partial
from io import FileIO
from pathlib import Path

import attrs
import pytest

import arena_bots as bots
from keltis import InvalidArgument, arena
from keltis.arena import ArenaError, BrokenTournament, Entrant, TournamentResult, write_journal
from leaning import SHORT


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.jsonl"
    duel(journal=str(path))
    return path


duel = partial(arena.play_tournament, entrants=bots.DUEL, deals=2, seed=4, rules=SHORT)


def resumed(path: Path, **changes: object) -> TournamentResult:
    return duel(**changes, journal=path, resume=True)


def test_a_journal_is_not_overwritten(journal: Path) -> None:
    before = journal.read_bytes()
    result, reason = resumed(journal), r"journal\.jsonl exists: pass resume=True to continue it$"
    with pytest.raises(InvalidArgument, match=reason):
        duel(journal=journal)
    with pytest.raises(InvalidArgument, match=reason):
        write_journal(result, journal)
    assert journal.read_bytes() == before


def test_a_longer_tournament_can_go_on_from_a_shorter_one(journal: Path) -> None:
    assert resumed(journal, deals=3) == duel(deals=3)
    with pytest.raises(ArenaError, match=r"^line 6: the number of a game must be .* to 3, not 4$"):
        resumed(journal)


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_a_line_that_was_cut_off_is_played_again(journal: Path, cut: int) -> None:
    whole = journal.read_bytes()
    expected = resumed(journal)
    journal.write_bytes(whole[:-cut])
    assert resumed(journal) == expected
    assert journal.read_bytes() == whole


@pytest.mark.parametrize("left", [0, 1, 40])
def test_a_journal_that_was_cut_off_in_its_first_line_begins_anew(journal: Path, left: int) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[:left])
    resumed(journal)
    assert journal.read_bytes() == whole


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seed": 5}, "seed"),
        ({"rules": attrs.evolve(SHORT, goal_figures=8)}, "rules"),
        ({"entrants": [bots.DUEL[1], bots.DUEL[0]]}, "names"),
        ({"entrants": [Entrant("hasty", bots.careful), bots.DUEL[1]]}, "bots"),
        ({"max_turns": 99}, "max_turns"),
    ],
)
def test_the_journal_of_another_tournament_is_refused(
    journal: Path, changes: dict[str, object], field: str
) -> None:
    before = journal.read_bytes()
    reason = f"^line 1: this is the journal of another tournament: {field} differs$"
    with pytest.raises(ArenaError, match=reason):
        resumed(journal, **changes)
    assert journal.read_bytes() == before


@pytest.mark.parametrize(
    ("number", "old", "new", "reason"),
    [
        (1, b"journal", b"diary", r"line 1\.format: expected 'keltis-tournament-journal'"),
        (1, b'"version":3', b'"version":4', r"line 1\.version: unsupported version 4"),
        (3, b'{"game"', b"{game", "line 3: invalid JSON: Expecting property name"),
        (3, b"careful", b"car\xff", "line 3: this is not text in UTF-8"),
        (3, b'"turns":', b'"turns":-', "line 3\\.turns: expected a whole number from 0 on"),
        (4, b'"game":2', b'"game":1', "line 4: game 1 of the plan has another deal or seating"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(
    journal: Path, number: int, old: bytes, new: bytes, reason: str
) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    lines[number - 1] = lines[number - 1].replace(old, new)
    journal.write_bytes(b"".join(lines))
    with pytest.raises(ArenaError, match=f"^{reason}"):
        resumed(journal)


def test_a_game_that_is_there_twice_is_refused(journal: Path) -> None:
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(ArenaError, match=r"^line 6: game 0 is repeated$"):
        resumed(journal)


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann", encoding="utf-8")
    with pytest.raises(ArenaError, match=r"^line 1: this is not the journal of a tournament$"):
        resumed(path)
    assert path.read_text(encoding="utf-8") == "Dear Ann"


# A full disk


class FullDisk(FileIO):
    """A file on a disk that is full after 2,000 bytes; closing it fails as well."""

    def write(self, data: bytes) -> int:  # type: ignore[override]  # it is passed bytes
        room = 2_000 - self.tell()
        if room <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data[:room])

    def close(self) -> None:
        full = not self.closed and self.tell() >= 2_000
        super().close()
        if full:
            raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("keltis.arena._journal.FileIO", FullDisk)
    monkeypatch.setattr("keltis._lib.files.FileIO", FullDisk)
    return tmp_path / "journal.jsonl"


def test_a_full_disk_breaks_the_tournament_with_the_played_games_in_hand(full_disk: Path) -> None:
    with pytest.raises(BrokenTournament) as caught:
        duel(deals=5, journal=full_disk)
    whole = duel(deals=5)
    games = caught.value.result.games
    assert games == whole.games[: len(games)]
    assert 3 <= len(games) == full_disk.read_bytes().count(b"\n")  # the last line is cut off
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ENOSPC
    (note,) = caught.value.__notes__
    assert note == (
        "To play the missing games, call play_tournament again with the same arguments, "
        f"journal={str(full_disk)!r} and resume=True."
    )


def test_a_journal_can_continue_when_the_disk_has_room_again(
    full_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrokenTournament):
        duel(deals=5, journal=full_disk)
    monkeypatch.undo()
    assert resumed(full_disk, deals=5) == duel(deals=5)


def test_a_full_disk_loses_no_game_of_an_executor(full_disk: Path) -> None:
    with pytest.raises(BrokenTournament) as caught:
        duel(deals=5, journal=full_disk, executor=bots.InlineExecutor())
    assert caught.value.result.complete
    assert full_disk.stat().st_size == 2_000  # nothing follows the line that was cut off


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")
def test_a_full_device_breaks_the_tournament_before_the_first_game() -> None:
    with pytest.raises(BrokenTournament, match="stopped after 0 of 4 games") as caught:
        duel(journal="/dev/full")
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ENOSPC


def test_a_result_can_be_written_as_a_journal(journal: Path, tmp_path: Path) -> None:
    write_journal(resumed(journal), tmp_path / "copy.jsonl")
    assert (tmp_path / "copy.jsonl").read_bytes() == journal.read_bytes()


# What the name of a journal stands for


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has pipes and links by name")
def test_a_journal_follows_a_link_and_keeps_the_mode_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("journal.jsonl")
    first = duel(deals=1, journal=tmp_path / "link")
    (tmp_path / "journal.jsonl").chmod(0o600)
    assert resumed(tmp_path / "link", deals=2).games[:2] == first.games
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "journal.jsonl").stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has pipes by name")
def test_a_journal_can_be_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    received = []
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    duel(deals=1, journal=tmp_path / "pipe")
    reader.join()
    assert received[0].count(b"\n") == 3
