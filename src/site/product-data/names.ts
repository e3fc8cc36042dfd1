import type { Reading } from '#site/client/reading.ts';
import { isText } from '#site/storage/json.ts';

/** Returns a list of names (categories, tags; spec §7) that keeps the contract; undefined for anything else. */
export const quickNames = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((name) => isText(name, 200)) ? value : undefined;

/** The reading of such a list. */
export const NAMES: Reading<string[]> = {
  quick: quickNames,
  full: async () => (await import('#contract/reading/app-data.ts')).readNames,
};
