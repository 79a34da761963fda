"""`keltis serve`: a server for friends, until Ctrl-C."""

import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from keltis.cli._commands import CommandError, ExitCode

if TYPE_CHECKING:
    import uvicorn

_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - a comparison


def serve(
    *,
    folder: Path = Path("keltis-tables"),
    host: str = "127.0.0.1",
    port: int = 8000,
    proxy: str | None = None,
) -> ExitCode:
    """Serve the tables of a folder until the program is stopped, and print the addresses."""
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise CommandError('the server needs Starlette and uvicorn: pip install "keltis[server]"')
    with _listen(host, port) as listener:
        addresses = _addresses(host, listener.getsockname()[1])
        server = _make_server(folder, addresses[-1], proxy)
        lines = (f"Tables are saved in {folder}. Press Ctrl-C to stop.", *addresses)
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):  # the way to stop it
            server.run(sockets=[listener])
    return 0


def _make_server(folder: Path, address: str, proxy: str | None = None) -> "uvicorn.Server":
    """A server with limits for its clients, which ends all event streams when it stops."""
    import uvicorn  # noqa: PLC0415 - an extra

    from keltis.cli._connections import LimitedProtocol  # noqa: PLC0415 - an extra
    from keltis.server import create_app  # noqa: PLC0415 - an extra

    app = create_app(folder, address=address)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.end_streams()
            await super().shutdown(sockets)

    return Server(
        uvicorn.Config(
            app,
            access_log=False,  # the paths have the tokens of the players
            log_config=None,  # the logging of the program is not ours to change
            log_level="warning",
            server_header=False,
            http=LimitedProtocol,
            ws="none",
            proxy_headers=proxy is not None,  # else anybody could claim another address
            forwarded_allow_ips=proxy,
            backlog=100,  # asyncio accepts as many at once, before our limits see them
            limit_concurrency=1_000,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
        )
    )


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 means any free port. On `::` it has IPv4 as well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=family, dualstack_ipv6=both)


def _addresses(host: str, port: int) -> list[str]:
    """Addresses for browsers; for a server on all interfaces also that of this machine."""
    hosts = ["127.0.0.1", *_own_addresses()] if host in _EVERYWHERE else [host]
    return [
        f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/" for name in hosts
    ]


def _own_addresses() -> list[str]:
    """The address of this machine in its network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: this chooses an interface
        except OSError:
            return []
        address: str = probe.getsockname()[0]
        return [address]
