import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  dateIn,
  longDate,
  monthName,
  shortDate,
  weekdays,
  weeksOf,
} from "./dates";

describe("dates", () => {
  it("are moved by days and months over the ends of years", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
    expect(addMonths("2026-12", 1)).toBe("2027-01");
    expect(addMonths("2026-01", -1)).toBe("2025-12");
  });

  it("are written out whatever the time zone of the device is", () => {
    expect(shortDate("2026-11-25")).toMatch(/25/);
    expect(longDate("2026-11-25")).toMatch(/Wednesday.*25.*2026/);
    expect(monthName("2026-11")).toBe("November 2026");
    expect(weekdays().map(({ long }) => long)).toEqual(
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" "),
    );
  });

  it("are those of a time zone", () => {
    const late = new Date("2026-11-25T23:30:00Z");
    expect(dateIn("Europe/Berlin", late)).toBe("2026-11-26");
    expect(dateIn("America/New_York", late)).toBe("2026-11-25");
    expect(dateIn("Nowhere/Land", late)).toBeNull();
  });
});

describe("the weeks of a month", () => {
  it("begin on Monday and have all its days", () => {
    const weeks = weeksOf("2026-11"); // begins on a Sunday
    expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
    expect(weeks.at(-1)?.[0]).toBe("2026-11-30");
    expect(weeks.flat().filter((day) => day !== null)).toHaveLength(30);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });

  it("are four at the least", () => {
    expect(weeksOf("2027-02")).toHaveLength(4); // from Monday to Sunday
  });
});
