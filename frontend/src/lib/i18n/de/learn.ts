import type { learn as English } from "../en/learn";

export const learn: typeof English = {
  learn: {},
};
