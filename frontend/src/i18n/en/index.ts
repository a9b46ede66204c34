/**
 * Every sentence of the page, in English. The other languages have exactly these keys: the build
 * fails on one that is missing. Cards inside a sentence are written [9D] and drawn by the page.
 */
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

export const en = {
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

export type Catalogue = typeof en;
