"""`keltis serve`."""

import json
import signal
import socket
import subprocess
import sys
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from keltis.cli import _serve, main
from server.tables import run_server

pytest.importorskip("uvicorn", reason="the extra is not installed: pip install keltis[server]")
import uvicorn


def open_page(address: str) -> HTTPResponse:
    """Open a table, and the stream of events that its page has."""
    body = json.dumps({"name": "Ann", "players": 2, "rules": "KELTIS"}).encode()
    request = Request(f"{address}tables", body, {"Content-Type": "application/json"})  # noqa: S310 - ours
    with urlopen(request, timeout=600) as answer:  # noqa: S310 - ours
        link = json.load(answer)["link"]
    stream: HTTPResponse = urlopen(f"{address.rstrip('/')}{link}events", timeout=600)  # noqa: S310 - ours
    return stream


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for one process")
def test_it_serves_until_it_is_interrupted_with_a_page_open(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    command = [sys.executable, "-m", "keltis", "serve", "--port", "0", "--folder", str(folder)]
    with subprocess.Popen(  # noqa: S603 - ours
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith(f"Tables are saved in {folder}")
            address = process.stdout.readline().strip()
            with open_page(address) as stream:
                assert stream.readline() == b"data: 1\n"
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=600)
        finally:
            process.kill()
    assert (process.returncode, output, errors) == (0, "", "")
    assert len(list(folder.glob("*.table.json"))) == 1


def test_a_server_that_stops_ends_the_streams_of_its_pages(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    server = _serve._make_server(tmp_path, "")
    with run_server(server) as port, open_page(f"http://127.0.0.1:{port}/") as stream:
        assert stream.readline() == b"data: 1\n"
        server.should_exit = True
        assert b"data:" not in stream.read()
    assert caplog.records == []


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[uvicorn.Config]:
    """The configurations with which the server was asked to run; it stops at once."""
    configurations: list[uvicorn.Config] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        assert sockets
        configurations.append(server.config)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return configurations


def test_it_logs_no_address_with_a_token(
    tmp_path: Path, served: list[uvicorn.Config], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--folder", str(tmp_path)]) == 0
    assert not served[0].access_log
    assert served[0].log_config is None  # else it would close the handlers of the program
    assert "http://127.0.0.1:" in capsys.readouterr().out


@pytest.mark.parametrize("proxy", [None, "192.0.2.9"])
def test_it_trusts_the_headers_of_the_proxy_alone(
    tmp_path: Path, served: list[uvicorn.Config], proxy: str | None
) -> None:
    options = [] if proxy is None else ["--proxy", proxy]
    assert main(["serve", "--port", "0", "--folder", str(tmp_path), *options]) == 0
    assert served[0].proxy_headers == (proxy is not None)
    assert proxy is None or served[0].forwarded_allow_ips == proxy


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])  # noqa: S104 - the point
def test_on_all_interfaces_it_prints_an_address_for_the_others(
    tmp_path: Path,
    served: list[uvicorn.Config],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    host: str,
) -> None:
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    monkeypatch.setattr(_serve, "_own_addresses", lambda: ["192.0.2.7"])
    assert main(["serve", "--port", "0", "--folder", str(tmp_path), "--host", host]) == 0
    lines = capsys.readouterr().out.splitlines()
    addresses = [line.rpartition(":")[0] for line in lines[1:]]
    assert addresses == ["http://127.0.0.1", "http://192.0.2.7"]
    assert served
    with _serve._listen(host, 0) as listener:  # the first address can be opened
        port = listener.getsockname()[1]
        socket.create_connection(("127.0.0.1", port), timeout=600).close()


def test_an_address_of_ipv6_has_brackets() -> None:
    assert _serve._addresses("::1", 8000) == ["http://[::1]:8000/"]


@pytest.mark.parametrize("address", ["192.0.2.7", ""])
def test_a_machine_in_a_network_has_an_address_for_others(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Socket(socket.socket):
        def connect(self, _: object) -> None:
            if not address:
                raise OSError("no network")

        def getsockname(self) -> tuple[str, int]:
            return address, 9

    monkeypatch.setattr(socket, "socket", Socket)
    assert _serve._own_addresses() == [address] * bool(address)


def test_a_port_that_is_taken_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--folder", str(tmp_path)]) == 1
    assert "in use" in capsys.readouterr().err
