export const learn = {
  learn: {},
};
