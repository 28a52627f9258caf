"""Chromium for the tests, driven by its own protocol over a pipe: only the browser is needed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Numbers that the browser reads from and writes to.
READS, WRITES = 3, 4
OPTIONS = (
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
    "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--disable-extensions", "--disable-component-update", "--mute-audio",
)  # fmt: skip


def chromium() -> str | None:
    """The browser, where there is one."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """One page of a browser. Use it as a context manager."""

    def __init__(self, program: str):
        self._folder = tempfile.mkdtemp()
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()

        def number() -> None:
            # Out of the way first: either may have the other's number.
            high = [os.dup(to_read), os.dup(to_write)]
            os.dup2(high[0], READS)
            os.dup2(high[1], WRITES)

        self._process = subprocess.Popen(
            [program, *OPTIONS, f"--user-data-dir={self._folder}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=number, pass_fds=(READS, WRITES), start_new_session=True,
        )  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        self._buffer = b""
        self._last = 0
        self._session: str | None = None
        # The page's complaints: exceptions, console errors, requests to anywhere.
        self.complaints: list[str] = []
        self.requests: list[str] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        told = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = told["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._to)
        os.close(self._from)
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self, page: Path | str, fragment: str = "") -> None:
        """Loads a page to its end: a file, or an address."""
        address = page if isinstance(page, str) else page.as_uri()
        # A change of the fragment alone would load nothing.
        self._ask("Page.navigate", url="about:blank")
        self.requests.clear()
        self._ask("Page.navigate", url=address + fragment)
        self.run("new Promise((done) => document.readyState === 'complete' ? done()"
                 " : addEventListener('load', () => done()))")  # fmt: skip

    def run(self, script: str) -> object:
        """The value of an expression in the page."""
        told = self._ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in told:
            raise AssertionError(f"{script}: {told['exceptionDetails']}")
        return told["result"].get("value")

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent"))

    def click(self, selector: str) -> None:
        """Clicks on an element."""
        self.run(f"document.querySelector({json.dumps(selector)}).click()")

    def key(self, name: str) -> None:
        """Presses a key where the focus is."""
        for kind in ("keyDown", "keyUp"):
            self._ask("Input.dispatchKeyEvent", type=kind, key=name, code=name)

    def theme(self, name: str, width: int = 1200) -> None:
        """`light` or `dark`, and how wide the window is."""
        media = [{"name": "prefers-color-scheme", "value": name}]
        self._ask("Emulation.setEmulatedMedia", features=media)
        self._ask("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=False)  # fmt: skip

    def picture(self, path: Path) -> None:
        """Writes the whole page as PNG."""
        told = self._ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(told["data"]))

    def _ask(self, method: str, **parameters: object) -> dict:
        self._last += 1
        told = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            told["sessionId"] = self._session
        os.write(self._to, json.dumps(told).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self._hear(answer)

    def _next(self) -> dict:
        while b"\0" not in self._buffer:
            data = os.read(self._from, 1 << 16)
            if not data:
                raise AssertionError("the browser ended")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(line)

    def _hear(self, event: dict) -> None:
        method, told = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(str(told["exceptionDetails"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.complaints.append(told["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
