import type { Catalogue } from "../en";
import { cast } from "./cast";
import { common } from "./common";
import { fairness } from "./fairness";
import { friends } from "./friends";
import { learn } from "./learn";
import { nav } from "./nav";
import { options } from "./options";
import { offline } from "./offline";
import { players } from "./players";
import { people } from "./people";
import { settings } from "./settings";
import { showdown } from "./showdown";
import { start } from "./start";
import { statistics } from "./statistics";
import { table } from "./table";

export const de: Catalogue = {
  ...common,
  ...cast,
  ...nav,
  ...start,
  ...options,
  ...table,
  ...showdown,
  ...settings,
  ...offline,
  ...learn,
  ...statistics,
  ...players,
  ...fairness,
  ...friends,
  ...people,
};
