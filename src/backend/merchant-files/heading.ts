import { nearest } from '#backend/base/likeness.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';

/** Finds a column by its name, ignoring case and spaces around it. Refusal: not_found, with a suggestion. */
export function findColumn<Name extends string>(
  typed: string,
  names: readonly Name[],
): Result<Name, 'not_found'> {
  const wanted = typed.trim().toLowerCase().replace(/[ -]+/g, '_');
  const name = names.find((known) => known === wanted);
  if (name) return done(name);
  const near = nearest(wanted, names);
  const hint = near ? ` Did you mean '${near}'?` : '';
  return refuse('not_found', `There is no column '${typed.trim()}'.${hint}`);
}
