export const statistics = {
  statistics: {},
};
