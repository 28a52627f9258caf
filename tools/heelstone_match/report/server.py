"""Serves the page of a running match to browsers on this machine.

Any web page may send requests to this machine, and a foreign name may be pointed at it ("DNS
rebinding"): so the `Host` has to be a name of this machine, and the address has a part that nobody
can guess. Other users of the machine do not know it either.
"""

from __future__ import annotations

import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .watched import Watched

HOSTS = ("localhost", "127.0.0.1", "[::1]")
# A browser that asked so many seconds ago still looks; it is given that time to see the end.
STILL_LOOKS = 3.0
# The time that a client has for its request.
PATIENCE = 10.0


class LiveServer:
    """A server on the loopback interface, for one page."""

    def __init__(self, watched: Watched, port: int = 0):
        """Listens; port 0 is any free one. Raises OSError."""
        self._watched = watched
        self._token = secrets.token_urlsafe(16)
        self._asked = float("-inf")
        self._has_seen_the_end = threading.Event()
        self.has_ended = False
        server = self

        class Handler(_Handler):
            live = server

        self._http = _Server(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self._http.server_port}/{self._token}/"

    def close(self) -> None:
        """Shows the end of the match to a browser that still looks, and ends."""
        self._watched.end()
        self.has_ended = True
        if time.monotonic() - self._asked < STILL_LOOKS:
            self._has_seen_the_end.wait(STILL_LOOKS)
        self._http.shutdown()
        self._http.server_close()
        self._watched.close()

    def answer(self, path: str) -> tuple[str, str] | None:
        """The type and the text of what is there; None if nothing is."""
        # What differs from character to character of a secret must not be measurable.
        token, _, name = path.removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            return None
        if name == "":
            return "text/html; charset=utf-8", self._watched.page()
        if name == "state":
            self._asked = time.monotonic()
            return "application/json", self._watched.state()
        return None

    def sent(self) -> None:
        """A reply has been sent."""
        if self.has_ended:
            self._has_seen_the_end.set()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: a browser may go away at any time."""


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    live: LiveServer
    timeout = PATIENCE
    protocol_version = "HTTP/1.1"
    server_version = "Heelstone"
    sys_version = ""

    def do_GET(self) -> None:
        """Answers the address of the page, and nothing else."""
        ended = self.live.has_ended
        host = self.headers.get_all("Host") or []
        if len(host) != 1 or host[0].rpartition(":")[0].lower() not in HOSTS:
            self._send(403, "text/plain", "this host name is not accepted")
            return
        found = self.live.answer(self.path)
        if found is None:
            self._send(404, "text/plain", "there is nothing here")
            return
        self._send(200, *found)
        if ended and self.path.endswith("/state"):
            self.live.sent()

    def _send(self, status: int, kind: str, text: str) -> None:
        data = text.encode()
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal is the match's."""
