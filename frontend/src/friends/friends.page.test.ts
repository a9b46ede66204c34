import { describe, expect, it, vi } from "vitest";
import { click, element, find, gone, openPage, type Request, see, until } from "../../testing/page";
import { SharedTable, STEPS } from "../../testing/shared-table";

const network = vi.hoisted(() => ({ fails: false }));
vi.mock("./PersonDialog.svelte", (original) => {
  if (network.fails) throw new Error("the file did not arrive");
  return original();
});

const BO = { id: "bo", name: "Bo", face: null, since: "2026-11-22T12:00:00Z" };
const NOTHING = { friends: [], asking: [], asked: [], blocked: [], recent: [] };
const INVITATION = { table: "next", name: "Bo", face: null, preset: "pagat", free: 1 };
const NONE = { invitations: [], asking: 0, friends: 1 };

describe("an invitation of a friend", () => {
  it("is declined on the start page", async () => {
    const server: Record<string, unknown> = {
      "/api/invitations": { ...NONE, invitations: [INVITATION] },
      "DELETE /api/invitations/next": () => {
        server["/api/invitations"] = NONE;
        return NONE;
      },
    };
    await openPage("/", { server });
    await see("start-invitations", "Bo invites you");
    await click("invitation-decline");
    await gone("start-invitations");
    await openPage("/", { server });
    await element("start-play");
    await gone("start-invitations");
  });

  it("is sent before the match, while some are left", async () => {
    const asked: unknown[] = [];
    const state = (state: string) => ({ left: 0, friends: [{ id: "bo", name: "Bo", state }] });
    const table = new SharedTable(STEPS.alone);
    await table.open({
      "/api/invitations/t": () =>
        asked.length > 0 ? state("invited") : { ...state("free"), left: 1 },
      "POST /api/invitations": ({ body }: Request) => {
        asked.push(body);
        return state("invited");
      },
    });
    await see("invitations-left", "1 invitation left today.");
    await click("invite-friend");
    await element("invite-invited");
    await see("invitations-left", "No more invitations today.");
    expect(asked).toEqual([{ table: "t", friend: "bo" }]);
  });
});

describe("several requests", () => {
  it("are declined together", async () => {
    const server: Record<string, unknown> = {
      "/api/me": { known: true, name: "Anna", face: null, id: "anna", matches: 0, ratings: [] },
      "/api/invitations": { ...NONE, asking: 2 },
      "/api/friends": { ...NOTHING, asking: [BO, { ...BO, id: "cleo", name: "Cleo" }] },
      "DELETE /api/friends/asking": () => {
        server["/api/friends"] = NOTHING;
        return NOTHING;
      },
    };
    await openPage("/me", { server });
    await see("contacts-asking", "Cleo");
    await click("decline-all");
    await gone("contacts-asking");
    await element("no-friends");
  });
});

describe("the menu of a person", () => {
  it("is loaded when it is opened again after a failure", async () => {
    network.fails = true;
    const table = new SharedTable(STEPS.gathered);
    await table.open({ "/api/friends/at/t": [{ seat: 1, id: "bo", relation: "friend" }] });
    await click("menu-1");
    const alert = () => find("places")?.querySelector("[role=alert]");
    await until(() => expect(alert()?.textContent).toContain("could not be loaded"));
    network.fails = false;
    await click("menu-1");
    await see("person-state", "You are friends.");
    expect(alert()).toBeNull();
  });

  it("accepts the person's request", async () => {
    const asks = { seat: 1, id: "bo", relation: "asking" };
    const server: Record<string, unknown> = {
      "/api/friends/at/t": [asks],
      "PUT /api/friends/bo": () => {
        server["/api/friends/at/t"] = [{ ...asks, relation: "friend" }];
        return { ...NOTHING, friends: [BO] };
      },
    };
    const table = new SharedTable(STEPS.gathered);
    await table.open(server);
    await click("menu-1");
    await click("person-accept");
    await see("person-state", "You are friends.");
    await element("person-end");
  });
});
