// @ts-check
/** What is being edited, for each world; another screen may lay something here. */
export const draft = {
  /** @param {string} world */
  read: (world) => JSON.parse(sessionStorage.getItem(`draft ${world}`) ?? 'null'),
  /** @param {string} world @param {unknown} value */
  keep: (world, value) => sessionStorage.setItem(`draft ${world}`, JSON.stringify(value)),
};
