import { readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';

/** sessionStorage: the products that this tab has asked for. The address is not kept. */
const KEY = 'turare:stock-alerts';

function read(): string[] {
  const kept = readJson(tab.get(KEY));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Whether this tab has asked to be told of a product. */
export const wasAsked = (id: string): boolean => read().includes(id);

/** Remembers that it has. Where storage is blocked, the form is shown again. */
export function keepAsked(id: string): void {
  tab.set(KEY, JSON.stringify([...read().filter((kept) => kept !== id), id]));
}
