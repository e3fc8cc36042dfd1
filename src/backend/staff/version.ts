import { createHash } from 'node:crypto';
import { type Refused, refuse } from '#backend/base/result.ts';

/**
 * The version of what a form shows: a hash of its values as the form writes them. It changes only with them, so that stock sold
 * meanwhile does not stop a change of a price.
 */
export const versionOf = (values: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 16);

/**
 * Refuses a change of something that is not any more as the form showed it. Call it in the transaction that makes the change,
 * with the row locked.
 * @param version - the form's; undefined changes whatever is there, as a command does.
 * @param current - the values now, by the names of the form's fields.
 * @returns the refusal (`stale`, with `current`), or null.
 */
export function ifStale(
  version: string | undefined,
  current: Readonly<Record<string, string>>,
): Refused<'stale'> | null {
  if (version === undefined || version === versionOf(current)) return null;
  return refuse(
    'stale',
    'Somebody changed this while you were typing, so nothing was saved. Compare both, and save again what you want to keep.',
    { current: { ...current } },
  );
}
