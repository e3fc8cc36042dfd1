import { nearest } from '#backend/services/search/likeness.ts';

/** Finds a column by its name, ignoring case and spaces around it. Without one, returns a sentence for the merchant. */
export function findColumn<Name extends string>(
  typed: string,
  names: readonly Name[],
): { ok: true; name: Name } | { ok: false; sentence: string } {
  const wanted = typed.trim().toLowerCase().replace(/[ -]+/g, '_');
  const name = names.find((known) => known === wanted);
  if (name) return { ok: true, name };
  const near = nearest(wanted, names);
  const hint = near ? ` Did you mean '${near}'?` : '';
  return { ok: false, sentence: `There is no column '${typed.trim()}'.${hint}` };
}
