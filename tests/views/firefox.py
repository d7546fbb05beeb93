"""A real Firefox, driven by the protocol that it speaks itself (WebDriver BiDi), to use a page as a reader does."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
PATH = next(filter(None, map(shutil.which, NAMES)), None)
SECONDS = 60  # until which an answer must be there
SAYS = "WebDriver BiDi listening on "
QUIET = {  # what a Firefox does by itself, and what it would ask
    "app.update.enabled": False,
    "browser.download.folderList": 2,
    "browser.download.alwaysOpenPanel": False,
    "browser.helperApps.neverAsk.saveToDisk": "image/svg+xml,image/png,text/csv,application/json",
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "ui.prefersReducedMotion": 1,
}
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Enter": "\ue007", "Tab": "\ue004", "End": "\ue010"}
# What is clicked must be on the screen, below the dial that sticks to the top.
CENTRE = """(() => {
    const all = [...document.querySelectorAll(SELECTOR)];
    const element = all.find(one => one.textContent.includes(TEXT) && one.getClientRects().length);
    element.scrollIntoView({ block: 'center' });
    const box = element.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height];
})()"""


@dataclass
class Tab:
    """One page in the browser, and what went wrong on it."""

    firefox: Firefox
    context: str
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def ask(self, expression: str) -> Any:
        """Return what an expression is on the page."""
        return json.loads(self.text_of(f"JSON.stringify(await ({expression}) ?? null)"))

    def text_of(self, expression: str) -> str:
        """Return the text that an expression is on the page."""
        found = self.firefox.send(
            "script.evaluate",
            expression=f"(async () => {expression})()",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return str(found["result"]["value"])

    def text(self, selector: str) -> str:
        """Return the text of the first element."""
        return str(self.ask(f"document.querySelector({json.dumps(selector)}).textContent"))

    def value(self, selector: str, name: str = "data-value") -> float:
        """Return the unrounded number behind what is shown."""
        return float(self.ask(f"document.querySelector({json.dumps(selector)}).getAttribute({json.dumps(name)})"))

    def settle(self) -> None:
        """Wait until hidden sections have caught up."""
        # By the page's own clock: on a busy machine its timers are late, and these are as late as they.
        frame = "new Promise(done => requestAnimationFrame(() => setTimeout(done, 350)))"
        for _ in range(2):
            self.ask(frame)

    def box(self, selector: str, text: str = "") -> tuple[float, float, float, float]:
        """Return where an element with such a text is on the screen, once it is there."""
        there = CENTRE.replace("SELECTOR", json.dumps(selector)).replace("TEXT", json.dumps(text))
        left, top, width, height = self.ask(there)
        return left, top, width, height

    def click(self, selector: str, text: str = "") -> None:
        """Click an element that is seen, as a mouse does."""
        left, top, width, height = self.box(selector, text)
        self.point([(left + width / 2, top + height / 2)])

    def point(self, way: list[tuple[float, float]]) -> None:
        """Press the mouse at the first place, and let go at the last."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in way]
        steps = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": steps})
        self.settle()

    def press(self, *keys: str) -> None:
        """Press keys one after the other; a text is its signs."""
        signs = [sign for key in keys for sign in ([KEYS[key]] if key in KEYS else key)]
        steps = [{"type": way, "value": sign} for sign in signs for way in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})
        self.settle()

    def fill(self, selector: str, text: str) -> None:
        """Type over what a field holds."""
        self.ask(f"(e => {{ e.focus(); e.select(); }})(document.querySelector({json.dumps(selector)}))")
        self.press(text, "Tab")

    def choose(self, selector: str, value: str) -> None:
        """Choose of a list."""
        change = "e.value = VALUE; e.dispatchEvent(new Event('change', { bubbles: true }));"
        there = f"document.querySelector({json.dumps(selector)})"
        self.ask(f"(e => {{ {change.replace('VALUE', json.dumps(value))} }})({there})")
        self.settle()

    def picture(self) -> bytes:
        """Return what is seen, as PNG."""
        return base64.b64decode(self.firefox.send("browsingContext.captureScreenshot", context=self.context)["data"])

    def pdf(self) -> bytes:
        """Return what the browser would print, on A4."""
        page = {"width": 21.0, "height": 29.7}
        printed = self.firefox.send("browsingContext.print", context=self.context, background=True, page=page)
        return base64.b64decode(printed["data"])

    def _act(self, source: dict[str, Any]) -> None:
        self.firefox.send("input.performActions", context=self.context, actions=[source])


@dataclass
class Firefox:
    """A running browser."""

    socket: ClientConnection
    downloads: Path
    sent: int = 0
    tabs: dict[str, Tab] = field(default_factory=dict)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command, and return its result."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": params}))
        while True:
            found = json.loads(self.socket.recv(timeout=SECONDS))
            if found.get("id") == self.sent:
                assert found["type"] == "success", found
                return dict(found["result"])
            self._heard(found)

    def _heard(self, event: dict[str, Any]) -> None:
        params = event.get("params", {})
        tab = self.tabs.get(params.get("context") or params.get("source", {}).get("context", ""))
        if tab is None:
            return
        if event["method"] == "log.entryAdded" and params["level"] == "error":
            tab.errors.append(str(params["text"]))
        if event["method"] == "network.beforeRequestSent":
            tab.requests.append(str(params["request"]["url"]))

    def open(self, path: Path, hash: str = "", width: int = 1280, height: int = 900) -> Tab:
        """Open a file."""
        context = str(self.send("browsingContext.create", type="tab")["context"])
        tab = self.tabs[context] = Tab(self, context)
        self.send("browsingContext.setViewport", context=context, viewport={"width": width, "height": height})
        self.send("browsingContext.navigate", context=context, url=path.as_uri() + hash, wait="complete")
        tab.settle()
        return tab

    def saved(self, ending: str) -> Path:
        """Return the file that was saved last, once all of it is there."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            found = sorted(self.downloads.glob(f"*.{ending}"), key=lambda path: path.stat().st_mtime_ns)
            if found and found[-1].stat().st_size and not [*self.downloads.glob("*.part")]:
                return found[-1]
            time.sleep(0.1)
        raise AssertionError(f"nothing that ends in .{ending} was saved")


@contextmanager
def running(folder: Path) -> Iterator[Firefox]:
    """Start a Firefox of its own in a folder, and end it."""
    assert PATH is not None
    profile, downloads = folder / "profile", folder / "downloads"
    profile.mkdir()
    downloads.mkdir()
    wanted = {**QUIET, "browser.download.dir": str(downloads)}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    options = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile)]
    with subprocess.Popen([PATH, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            address = next(line.partition(SAYS)[2].strip() for line in process.stderr if SAYS in line)
            with connect(f"{address}/session", max_size=None) as socket:
                firefox = Firefox(socket, downloads)
                firefox.send("session.new", capabilities={})
                firefox.send("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
                yield firefox
        finally:
            process.terminate()
