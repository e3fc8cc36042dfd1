import type { Reading } from '#site/client/reading.ts';
import { isText } from '#site/storage/json.ts';

/** A list of names (categories, tags; spec §7) as the contract has it; undefined for anything else. */
export const quickNames = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((name) => isText(name, 200)) ? value : undefined;

/** How such a list is read. */
export const NAMES: Reading<string[]> = {
  quick: quickNames,
  full: async () => (await import('#contract/reading/app-data.ts')).readNames,
};
