/** Runs a storage operation; undefined if storage is denied or full. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Returns texts by name in a storage. It is opened at each use, since opening may be denied. It never throws. */
export const keptIn = (open: () => Storage) => ({
  get: (name: string) => attempt(() => open().getItem(name)),
  set: (name: string, text: string) => attempt(() => open().setItem(name, text)),
  drop: (name: string) => attempt(() => open().removeItem(name)),
});

export const tab = keptIn(() => sessionStorage);
