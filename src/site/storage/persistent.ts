/**
 * What persistent stores keep their values in: localStorage, and the page's memory for what it does not take, because
 * it is full or denied. What a shopper does then works until she leaves the page, and she is told so. Every store is
 * made by `persistent`: a write to the library's own storage throws, and changes nothing.
 */
import {
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';

/**
 * Values by name on a disk, or in memory where it refuses; undefined for none. Reading and writing never throws.
 * @param disk - undefined if storage is denied.
 * @param refused - is called when a value is kept in memory alone.
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

/** The values of this device. A module runs once, so she is told once. */
export const device = createDevice(opened(), () => {
  import('./not-kept.ts').catch(() => {});
});

// Not while the pages are built.
if (typeof window !== 'undefined') {
  setPersistentEngine(device as Record<string, string>, windowPersistentEvents);
}

interface Options<T> {
  /** Reads what is stored, which is not trusted. */
  decode: (text: string) => T;
  /** Undefined removes what is stored. By default JSON. */
  encode?: (value: T) => string | undefined;
  /** Whether a change in another tab changes the store; by default it does. */
  listen?: boolean;
}

/** A store that the device keeps. `initial` stands for nothing stored. */
export const persistent = <T>(key: string, initial: T, options: Options<T>) =>
  persistentAtom<T>(key, initial, {
    encode: JSON.stringify,
    // The library deletes the key for undefined; its type says string.
    ...(options as Options<T> & { encode?: (value: T) => string }),
  });
