/**
 * The storage of persistent stores: localStorage, and the page's memory for values that it does not take because it is
 * full or denied. The shopper's changes then last until she leaves the page, and she is told so. Every store is created
 * by `persistent`: a write to the library's own storage throws and changes nothing.
 */
import {
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';

/**
 * Stores values by name on a disk, or in memory if the disk refuses; undefined for none. Never throws.
 * @param disk - undefined if storage is denied.
 * @param refused - is called when a value is stored only in memory.
 */
export function createDevice(
  disk: Storage | undefined,
  refused: () => void,
): Record<string, string | undefined> {
  const memory: Record<string, string | undefined> = {};
  const read = (name: string) => memory[name] ?? disk?.[name];
  return new Proxy(memory, {
    get: (_, name: string) => read(name),
    has: (_, name: string) => read(name) !== undefined,
    set(_, name: string, value: string) {
      delete memory[name];
      try {
        (disk as Storage)[name] = value;
      } catch {
        memory[name] = value;
        refused();
      }
      return true;
    },
    deleteProperty(_, name: string) {
      delete memory[name];
      delete disk?.[name];
      return true;
    },
  });
}

function opened(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    // Storage is denied.
    return undefined;
  }
}

/** The values of this device. A module runs once, so the shopper is told once. */
export const device = createDevice(opened(), () => {
  import('./not-kept.ts').catch(() => {});
});

// Not at build time.
if (typeof window !== 'undefined') {
  setPersistentEngine(device as Record<string, string>, windowPersistentEvents);
}

interface Options<T> {
  /** Reads the stored text, which is not trusted. */
  decode: (text: string) => T;
  /** undefined removes the stored value. The default is JSON. */
  encode?: (value: T) => string | undefined;
  /** Whether a change in another tab changes the store; the default is true. */
  listen?: boolean;
}

/** Creates a store that the device keeps. `initial` is its value if nothing is stored. */
export const persistent = <T>(key: string, initial: T, options: Options<T>) =>
  persistentAtom<T>(key, initial, {
    encode: JSON.stringify,
    // The library deletes the key for undefined; its type says string.
    ...(options as Options<T> & { encode?: (value: T) => string }),
  });
