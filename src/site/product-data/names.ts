/** Reads a list of names (categories, tags; spec §7); undefined when it is none. */
export function readNames(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((name): name is string => typeof name === 'string' && name !== '');
}
