"""Without a framework, its adapter says which extra installs it."""

import importlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("framework", "extra"),
    [("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("pyspiel", "openspiel")],
)
def test_the_import_error_names_the_extra(
    framework: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, framework, None)
    monkeypatch.delitem(sys.modules, f"keltis.adapters.{extra}", raising=False)
    with pytest.raises(ImportError, match=rf'pip install "keltis\[{extra}\]"'):
        importlib.import_module(f"keltis.adapters.{extra}")


def test_importing_the_package_imports_no_framework() -> None:
    code = (
        "import sys, keltis.adapters; print(*{'gymnasium', 'numpy', 'pettingzoo'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    assert result.stdout.split() == []
