import { describe, expect, it } from "vitest";
import setup from "../setup/setup.generated.json";
import { element, find, openPage, see } from "../../testing/page";

const withModule = (module_sources: string | null) => ({
  server: { "/api/setup": { ...setup, module_sources } },
});

describe("the start page", () => {
  it("says if its rules are older than their sources", async () => {
    await openPage("/", withModule("of other sources"));
    await see("engine-outdated", "make wasm");
  });

  it.each([MODULE_SOURCES, null])(
    "says nothing of a module that belongs to the server",
    async (sources) => {
      await openPage("/", withModule(sources));
      await element("daily-card");
      expect(find("engine-outdated")).toBeNull();
    },
  );
});
