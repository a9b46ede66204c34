import { beforeEach, describe, expect, it, vi } from "vitest";
import { until } from "../../testing/page";
import { PlayFiles } from "./play-files.svelte";

/** Requests that wait for their parts, by path. */
let requests: Map<string, { priority?: RequestPriority; body: ReadableStreamDefaultController }>;

beforeEach(() => {
  requests = new Map();
  const meta = document.createElement("meta");
  meta.name = "play-files";
  meta.lang = "en";
  meta.content = "/a.js 10 /b.js 20 /c.js 30 /d.js 40 /e.wasm 100";
  document.head.replaceChildren(meta);
  vi.stubGlobal("fetch", (path: string, { priority }: RequestInit) => {
    const body = new ReadableStream({
      start: (controller) => void requests.set(path, { priority, body: controller }),
    });
    return Promise.resolve({ body });
  });
});

const requested = () => [...requests.keys()].join(" ");

function arrive(path: string, ...parts: number[]): void {
  for (const length of parts) requests.get(path)?.body.enqueue(new Uint8Array(length));
  requests.get(path)?.body.close();
}

describe("the files that Play needs", () => {
  it("are fetched a few at a time while the reader does something else", async () => {
    const files = new PlayFiles();
    const done = files.prefetch();
    expect(requested()).toBe("/a.js /b.js /c.js");
    arrive("/b.js", 20);
    await until(() => expect(requested()).toBe("/a.js /b.js /c.js /d.js"));
    arrive("/a.js", 10);
    await until(() => expect(requests.get("/e.wasm")?.priority).toBe("low"));
    for (const [path, bytes] of Object.entries({ "/c.js": 30, "/d.js": 40, "/e.wasm": 100 }))
      arrive(path, bytes);
    await done;
    expect(files.progress).toBeNull();
  });

  it("are fetched all at once when they are awaited, with their progress by bytes", async () => {
    const files = new PlayFiles();
    void files.prefetch();
    const done = files.fetch();
    expect(requested()).toBe("/a.js /b.js /c.js /d.js /e.wasm");
    expect(requests.get("/a.js")?.priority).toBe("low");
    expect(requests.get("/e.wasm")?.priority).toBe("auto");
    expect(files.progress).toBe(0);
    requests.get("/e.wasm")?.body.enqueue(new Uint8Array(50));
    await until(() => expect(files.progress).toBe(0.25));
    requests.get("/e.wasm")?.body.error(new TypeError("the connection is lost"));
    arrive("/a.js", 7); // shorter than the build says
    arrive("/b.js", 20, 20); // longer
    await until(() => expect(files.progress).toBe(0.65));
    arrive("/c.js", 30);
    arrive("/d.js", 20, 20);
    await done;
    expect(files.progress).toBeNull();
  });

  it("are not fetched twice", async () => {
    const files = new PlayFiles();
    const done = files.fetch();
    for (const path of requests.keys()) arrive(path);
    await done;
    requests.clear();
    await files.prefetch();
    await files.fetch();
    expect(requested()).toBe("");
  });

  it("are unknown on the development server", async () => {
    document.head.replaceChildren();
    const files = new PlayFiles();
    await files.fetch();
    expect(files.progress).toBeNull();
    expect(requested()).toBe("");
  });
});
