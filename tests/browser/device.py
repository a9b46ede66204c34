"""Tables on the device in tests: opening them, their messages, and faults of their storage."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from playwright.sync_api import Error, Page, Route, expect

from tests.processes import PATIENCE

TABLE = re.compile(r"/t/(device\.\w+)$")

HEARD = "device-messages"
"""Name under which the page keeps the messages of its worker."""

LISTEN = f"""
  window["{HEARD}"] = [];
  const descriptor = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", {{
    ...descriptor,
    set(handler) {{
      descriptor.set.call(this, (event) => {{
        window["{HEARD}"].push(event.data);
        handler(event);
      }});
    }},
  }});
"""
"""Script that keeps every message of a table on the device, as the page receives it."""


SHORT_GAME = json.dumps(
    {
        "preset": "pagat",
        "options": {"lives": 1},
        "opponents": [{"level": "casual"}, {"level": "casual"}],
    }
)


def play_short_games(page: Page) -> None:
    """Let the start page begin games that end after few rounds."""
    page.add_init_script(
        "if (location.protocol === 'http:')"
        f" localStorage['schwimmen.game'] = {json.dumps(SHORT_GAME)};"
    )


def open_on_device(page: Page, url: str) -> str:
    """Open a table by the button of the start page; return its id."""
    page.goto(url)
    begin_match(page)
    expect(page.get_by_test_id("table")).to_be_visible()
    return table_of(page)


def begin_match(page: Page) -> None:
    """Begin a match by the button of the start page, also beside one in progress."""
    page.get_by_test_id("start-play").click()
    asked = page.get_by_test_id("which-new")
    expect(asked.or_(page.get_by_test_id("table"))).to_be_visible()
    if asked.is_visible():
        asked.click()
    page.wait_for_url(TABLE)


def table_of(page: Page) -> str:
    """Return the id of the table that a page shows."""
    found = TABLE.search(page.url)
    assert found, page.url
    return found[1]


def messages(page: Page) -> list[Any]:
    """Return the messages of the worker to the page; ``LISTEN`` must have run."""
    heard: list[Any] = page.evaluate(f"window['{HEARD}']")
    return heard


def change_worker(page: Page, code: str) -> None:
    """Have the worker run some code before its own."""

    def answer(route: Route) -> None:
        with suppress(Error):  # the page may be closed meanwhile
            response = route.fetch()
            route.fulfill(response=response, body=code + ";" + response.text())

    page.context.route("**/assets/worker-*.js", answer)


def steered(seed: int, pause_ms: int) -> str:
    """Return code of the worker that seeds packs and bots, and sets the pause of the bots."""
    return f"""
      const draw = Crypto.prototype.getRandomValues;
      let seed = {seed}n;
      Crypto.prototype.getRandomValues = function (numbers) {{
        if (!(numbers instanceof BigUint64Array)) return draw.call(this, numbers); // ids of tables
        for (let place = 0; place < numbers.length; place++)
          numbers[place] = seed =
            BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
        return numbers;
      }};
      performance.now = () => 0; // no part of a pause is over when the bot has chosen
      const wait = self.setTimeout;
      self.setTimeout = (run, ms, ...given) => wait(run, ms > 0 ? {pause_ms} : 0, ...given);
    """


CONNECT = """(table) => {
  const client = crypto.randomUUID();
  const channel = new BroadcastChannel(`schwimmen.table.${table}`);
  const heard = [];
  let hello = null;
  let waiting = null;
  const send = (text) => channel.postMessage({ type: "to-host", client, text });
  channel.onmessage = ({ data: { type, client: to, message } }) => {
    if (type === "new-host" && hello !== null) send(hello);
    if (type !== "to-client" || to !== client) return;
    heard.push(message);
    waiting?.();
  };
  return {
    send(text) {
      if (JSON.parse(text).type === "hello") hello = text;
      send(text);
    },
    async receive(patience) {
      let timer;
      const late = new Promise((_, reject) => {
        timer = setTimeout(reject, patience, new Error("the table sends nothing"));
      });
      while (heard.length === 0)
        await Promise.race([late, new Promise((resolve) => (waiting = resolve))]);
      clearTimeout(timer);
      return heard.shift();
    },
    close() {
      channel.postMessage({ type: "left", client });
      channel.close();
    },
  };
}"""
"""Connects with a table on the device that a page shows, or is about to, as another tab does."""


class DeviceLink:
    """Connection with a table on the device that a page shows, as that of another tab."""

    def __init__(self, page: Page, table: str) -> None:
        self._link = page.evaluate_handle(CONNECT, table)

    def __enter__(self) -> DeviceLink:
        return self

    def __exit__(self, *_: object) -> None:
        self._link.evaluate("(link) => link.close()")
        self._link.dispose()

    def send(self, message: str, /) -> None:
        """Send a message."""
        self._link.evaluate("(link, message) => link.send(message)", message)

    def recv(self, timeout: float | None = None) -> str:
        """Return the next message; raise an error if none comes for ``timeout`` seconds."""
        patience = 1000 * (PATIENCE if timeout is None else timeout)
        message: str = self._link.evaluate("(link, patience) => link.receive(patience)", patience)
        return message


FAILING_STORAGE = """
  let failure = null;
  new BroadcastChannel("test-storage").onmessage = ({ data }) => { failure = data; };
  const { add } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (...given) {
    if (failure !== null) throw new DOMException("a test fails this", failure);
    return add.apply(this, given);
  };
"""
"""Code of the worker after which ``failing_storage`` works."""


@contextmanager
def failing_storage(page: Page, error: str) -> Iterator[None]:
    """Let every event that is stored fail with an error of this name."""
    post = "name => new BroadcastChannel('test-storage').postMessage(name)"
    page.evaluate(post, error)
    yield
    page.evaluate(post, None)


def edit_database(page: Page, code: str) -> Any:
    """Run code with the stores ``tables`` and ``events`` of the database; return its result."""
    return page.evaluate(
        f"""() => new Promise((resolve, reject) => {{
          const opening = indexedDB.open("schwimmen");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {{
            const database = opening.result;
            const transaction = database.transaction(["tables", "events"], "readwrite");
            const tables = transaction.objectStore("tables");
            const events = transaction.objectStore("events");
            let result = null;
            const done = (value) => {{ result = value; }};
            {{ {code} }}
            transaction.oncomplete = () => {{ database.close(); resolve(result); }};
            transaction.onerror = () => reject(transaction.error);
          }};
        }})"""
    )


def rows_of(page: Page) -> list[dict[str, Any]]:
    """Return the stored rows of all tables, without their logs."""
    code = "const all = tables.getAll(); all.onsuccess = () => done(all.result);"
    rows: list[dict[str, Any]] = edit_database(page, code)
    return rows


def log_of(page: Page, table: str) -> list[dict[str, Any]]:
    """Return the stored log of a table."""
    code = f"""
      const range = IDBKeyRange.bound(["{table}", 0], ["{table}", Infinity]);
      const reading = events.getAll(range);
      reading.onsuccess = () => done(reading.result.map(({{ body }}) => body));
    """
    log: list[dict[str, Any]] = edit_database(page, code)
    return log
