import { done, type Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { check, count, type Limit } from '#backend/limits/rate-limits.ts';

/** By network address, wide enough for the thousands of a phone network on the day after a campaign. */
const REFUSED: Limit = { name: 'refused promotion codes', max: 500, seconds: 600 };

/**
 * Does what a code was typed for, and counts if the code is refused: nobody is to guess codes, or who has used one.
 * Refusal: rate_limited, whatever the code.
 */
export async function tryCode<T>(
  db: Database,
  { code, network }: { code?: string | undefined; network: string | null },
  work: () => Promise<Result<T>>,
  isRefused: (result: Result<T>) => unknown,
): Promise<Result<T>> {
  const guessed = code ? await check(db, [REFUSED, network]) : done(null);
  if (!guessed.ok) return guessed;
  const result = await work();
  if (code && isRefused(result)) await count(db, [REFUSED, network]);
  return result;
}
