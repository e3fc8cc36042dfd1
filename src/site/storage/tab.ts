/** Undefined where a storage is denied or full. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Texts by name in a storage. It is opened at each use, since opening may be denied. Nothing of it throws. */
export const keptIn = (open: () => Storage) => ({
  get: (name: string) => attempt(() => open().getItem(name)),
  set: (name: string, text: string) => attempt(() => open().setItem(name, text)),
  drop: (name: string) => attempt(() => open().removeItem(name)),
});

/** What ends with this tab. */
export const tab = keptIn(() => sessionStorage);
