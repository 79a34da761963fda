"""`train`: it reports checkpoints, and says how to continue after Ctrl-C."""

import sys
from pathlib import Path

import pytest

from cli.programs import Program
from keltis import KELTIS_LITERAL
from keltis.batch import Checkpoint


def test_checkpoints_are_reported(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, object] = {}

    def train(path: Path, **options: object) -> None:
        progress = options.pop("progress")
        assert callable(progress)
        seen.update(options)
        progress(Checkpoint(0.5, 400, 0.1))
        progress(
            Checkpoint(
                1.25, 1600, 0.5, ((KELTIS_LITERAL, 2, 0.5, 0.05), (KELTIS_LITERAL, 3, 0.25, 0.1))
            )
        )
        path.write_text("")

    monkeypatch.setattr("keltis.batch.train", train)
    out = keltis.print("train --out mine.json --minutes 2.5 --players 2 3 --rules keltis-literal")
    assert (
        "1.2 minutes, 1,600 games: won against greedy\n"
        "  50.0% ± 5.0% with 2 players under KELTIS_LITERAL\n"
        "  25.0% ± 10.0% with 3 players under KELTIS_LITERAL\n" in out
    )
    assert "mine.json" in out.splitlines()[-1]
    assert seen == {"minutes": 2.5, "players": [2, 3], "rules": [KELTIS_LITERAL], "seed": None}


def test_after_ctrl_c_the_same_command_continues(
    keltis: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("keltis.batch.train", interrupt)
    message = keltis.fail("train --out mine.json", code=130)
    assert "The network is in mine.json. The same command continues." in message


def test_without_numba_the_extra_is_named(keltis: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("keltis.batch")
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "keltis.batch")
    assert 'pip install "keltis[batch]"' in keltis.fail("train --out mine.json")


@pytest.mark.parametrize("minutes", ["0", "nan", "long"])
def test_other_minutes_are_wrong_usage(minutes: str, keltis: Program) -> None:
    expected = f"expected minutes above 0, up to 86400, not '{minutes}'"
    assert expected in keltis.fail(f"train --out mine.json --minutes {minutes}", code=2)
