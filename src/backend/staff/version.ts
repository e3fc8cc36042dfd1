import { createHash } from 'node:crypto';
import { type Refused, refuse } from '#backend/base/result.ts';

/**
 * Returns the version of what a form shows: a hash of its values in the form's spelling. Other data does not affect it, so
 * stock that is sold in the meantime does not block a change of a price.
 */
export const versionOf = (values: Readonly<Record<string, string>>): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 16);

/**
 * Refuses a change of data that has changed since the form showed it. Call it in the transaction of the change, with the
 * row locked.
 * @param version - the form's; undefined changes the data in any case, as a command does.
 * @param current - the present values, by the names of the form's fields.
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
