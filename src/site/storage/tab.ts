/** Texts by name. Reading and writing never throws: a storage that is denied or full keeps nothing. */
type Kept = Record<string, string | undefined>;

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** What a storage keeps. It is opened at each use, since opening it may be denied. */
export const keptIn = (open: () => Storage): Kept =>
  new Proxy<Kept>(
    {},
    {
      get: (_, name: string) => attempt(() => open().getItem(name)) ?? undefined,
      set: (_, name: string, text: string) => {
        attempt(() => open().setItem(name, text));
        return true;
      },
      deleteProperty: (_, name: string) => {
        attempt(() => open().removeItem(name));
        return true;
      },
    },
  );

/** What ends with this tab. */
export const tab = keptIn(() => sessionStorage);
