import { readJson } from '#site/storage/json.ts';

/** sessionStorage: the products that this tab has asked for. The address is not kept. */
const KEY = 'turare:stock-alerts';

function read(): string[] {
  try {
    const kept = readJson(sessionStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether this tab has asked to be told of a product. */
export const wasAsked = (id: string): boolean => read().includes(id);

/** Remembers that it has. A browser that keeps nothing forgets it. */
export function keepAsked(id: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...read().filter((kept) => kept !== id), id]));
  } catch {
    // The form is shown again then.
  }
}
