/** Players and settings of small tables, for tests. */
import type { SeatInfo, TableSettings } from "../../api/wire";
import { defaultSettings } from "../../game/table-settings";

export const person = (seat: number, parts: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  name: `P${seat}`,
  level: null,
  away: null,
  invited: false,
  program: false,
  face: null,
  profile: null,
  bot: null,
  ...parts,
});

export const settings = (parts: Partial<TableSettings> = {}): TableSettings => ({
  ...defaultSettings(),
  ...parts,
});
