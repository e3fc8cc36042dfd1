import { isText } from '#site/storage/json.ts';

/** Reads a list of names (categories, tags; spec §7); undefined when it is no list. Leaves out what the contract refuses. */
export function readNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((name): name is string => isText(name, 200));
}
