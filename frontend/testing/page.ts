/**
 * Pages in tests: the whole page at an address, in a document without layout. The rules and the
 * tables on the device are real; a server is a list of responses.
 */
import { flushSync, mount, unmount } from "svelte";
import { vi } from "vitest";
import App from "../src/App.svelte";
import { Store } from "../src/device/storage/store";
import { type Language, showLanguage } from "../src/i18n";
import { router } from "../src/router/router.svelte";
import { reloadSettings, type Settings } from "../src/storage/settings.svelte";
import setup from "../src/game/setup.generated.json";

/** A request to the server of a test. */
export interface Request {
  url: URL;
  body: unknown;
}

/**
 * Responses of a server, by method and path or by path alone: JSON, or a function that returns JSON
 * or a response. Other requests fail as if the server were unreachable.
 */
export type Server = Record<string, unknown>;

/** Responses to the requests of many pages, for a visitor without matches. */
const NEWCOMER: Server = {
  "/api/setup": setup,
  "/api/tables": [],
  "/api/friends/invitations": [],
};

let mounted: object | null = null;

/** Open the page at an address. */
export async function openPage(
  path: string,
  { server = {}, settings = {} }: { server?: Server; settings?: Partial<Settings> } = {},
): Promise<void> {
  await closePage();
  vi.stubGlobal("fetch", (url: string | URL, init: RequestInit = {}) =>
    answer({ ...NEWCOMER, ...server }, new URL(url, location.href), init),
  );
  if (Object.keys(settings).length > 0)
    localStorage.setItem("schwimmen.settings", JSON.stringify(settings));
  reloadSettings();
  await showLanguage((settings.language as Language | undefined) ?? "en");
  router.go(path);
  mounted = mount(App, { target: document.body });
  flushSync();
}

/** Close the page, as if its tab were closed. */
export async function closePage(): Promise<void> {
  if (mounted) await unmount(mounted);
  mounted = null;
  document.body.replaceChildren();
}

/** Close the page and delete its stored data. */
export async function forget(): Promise<void> {
  await closePage();
  localStorage.clear();
  const store = await Store.open();
  await store.clear();
  store.close();
}

async function answer(server: Server, url: URL, init: RequestInit): Promise<Response> {
  const key = [`${init.method ?? "GET"} ${url.pathname}`, url.pathname].find((key) =>
    Object.hasOwn(server, key),
  );
  if (key === undefined) throw new TypeError(`no answer to ${url.pathname}`);
  const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
  const found = server[key];
  const given: unknown =
    typeof found === "function"
      ? await (found as (asked: Request) => unknown)({ url, body })
      : found;
  return given instanceof Response ? given : Response.json(given);
}

/** Return an error in the server's form. */
export const refusal = (status: number, code: string, details: object = {}): Response =>
  Response.json({ error: { code, message: code, details } }, { status });

/** Wait until a check passes and return its result, with a limit for busy machines. */
export const until = <T>(check: () => T): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 });

/** Return the element with a test id, or null. */
export const find = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-testid="${id}"]`);

/** Return the element with a test id once it exists. */
export const element = (id: string): Promise<HTMLElement> =>
  until(() => {
    const found = find(id);
    if (!found) throw new Error(`${id} is missing in: ${textOf(document.body).slice(-500)}`);
    return found;
  });

/** Wait until the element with a test id has disappeared. */
export const gone = (id: string): Promise<void> =>
  until(() => {
    if (find(id)) throw new Error(`${id} is still there`);
  });

/** Watch for an element with a test id; return a function that reports whether it ever existed. */
export function watch(id: string): () => boolean {
  let seen = find(id) !== null;
  const observer = new MutationObserver(() => (seen ||= find(id) !== null));
  observer.observe(document, { subtree: true, childList: true });
  return () => {
    observer.disconnect();
    return seen;
  };
}

/** Return the text of an element without marks of direction. */
export const textOf = (part: Element | null): string =>
  (part?.textContent ?? "")
    .replace(/[\u2066-\u2069\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Wait until the element with a test id contains a text. */
export async function see(id: string, text: string | RegExp): Promise<void> {
  await until(() => {
    const shown = textOf(find(id));
    if (typeof text === "string" ? !shown.includes(text) : !text.test(shown))
      throw new Error(`${id} says: ${shown}`);
  });
}

/** Click the element with a test id once it exists and is enabled. */
export async function click(id: string): Promise<void> {
  const target = await element(id);
  await until(() => {
    if (target.getAttribute("aria-disabled") === "true") throw new Error(`${id} is disabled`);
  });
  target.click();
  flushSync();
}

/** Unfold the details with a test id. */
export async function unfold(id: string): Promise<void> {
  const details = (await element(id)) as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  flushSync();
}

/** Choose an option of the list with a test id. */
export async function select(id: string, value: string): Promise<void> {
  const list = (await element(id)) as HTMLSelectElement;
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}

/** Replace the text in the field with a test id. */
export async function type(id: string, text: string): Promise<void> {
  const field = (await element(id)) as HTMLInputElement;
  field.value = text;
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  flushSync();
}

/** Press a key at the element with a test id. */
export async function press(id: string, key: string): Promise<void> {
  (await element(id)).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  flushSync();
}
