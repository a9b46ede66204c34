import type { statistics as English } from "../en/statistics";

export const statistics: typeof English = {
  statistics: {},
};
