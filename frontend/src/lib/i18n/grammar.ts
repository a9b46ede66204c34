/** What sentences in every language are made of. */

/** Somebody at the table; sentences about the reader say "you". */
export interface Who {
  name: string;
  you: boolean;
}

/** Each language calls itself by its own name. */
export const OWN_NAMES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;

/** "1 card", "3 cards". */
export const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
