/** Whose look is whose: the cast as it was drawn, everybody else by their name. */
import type { Look } from "./look";
import { PEOPLE } from "./people";
import { composed } from "./composed";
import { bare } from "../lib/people/names";

const cast = new Map<string, Look>(Object.entries(PEOPLE));

/** The same name always has the same look. */
export const lookOf = (name: string): Look => cast.get(bare(name)) ?? composed(bare(name));
