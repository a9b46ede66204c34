/** Differences between JSON values, as the server sends them (docs/wire.md, "Changes"). */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const isEmpty = (change: Json) => Array.isArray(change) && change.length === 0;

/** Return `old` with a change applied; `old` itself is not modified. */
export function merge(old: Json | undefined, change: Json): Json {
  if (Array.isArray(change)) return change[0] ?? null;
  if (typeof change !== "object" || change === null) return change;
  if (Array.isArray(old)) {
    const items = [...old];
    for (const [index, inner] of Object.entries(change)) {
      if (isEmpty(inner)) items.length = Number(index);
      else items[Number(index)] = merge(items[Number(index)], inner);
    }
    return items;
  }
  const members = new Map(Object.entries(old ?? {}));
  for (const [name, inner] of Object.entries(change)) {
    if (isEmpty(inner)) members.delete(name);
    else members.set(name, merge(members.get(name), inner));
  }
  return Object.fromEntries(members);
}
