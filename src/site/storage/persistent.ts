/**
 * What persistent stores keep their values in: localStorage, and the page's memory for what it does not take, because it is
 * full or denied. What a shopper does then works until she leaves the page, and she is told so. Every store takes
 * `persistentAtom` from here: a write to the library's own storage throws, and changes nothing.
 */
import {
  persistentAtom,
  setPersistentEngine,
  windowPersistentEvents,
} from '@nanostores/persistent';

const memory: Record<string, string | undefined> = {};
let disk: Storage | undefined;
try {
  disk = localStorage;
} catch {
  // Storage is denied.
}

/** The values of this device by name; undefined for none. Reading and writing never throws. */
export const device: Record<string, string | undefined> = new Proxy(memory, {
  get: (_, name: string) => memory[name] ?? disk?.[name],
  has: (_, name: string) => device[name] !== undefined,
  set(_, name: string, value: string) {
    delete memory[name];
    try {
      (disk as Storage)[name] = value;
    } catch {
      memory[name] = value;
      // A module runs once, so she is told once.
      import('./not-kept.ts').catch(() => {});
    }
    return true;
  },
  deleteProperty(_, name: string) {
    delete memory[name];
    delete disk?.[name];
    return true;
  },
});

// Not while the pages are built.
if (typeof window !== 'undefined') {
  setPersistentEngine(device as Record<string, string>, windowPersistentEvents);
}

export { persistentAtom };
