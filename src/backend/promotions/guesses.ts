import type { Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Counted, count, type Limit, release } from '#backend/limits/rate-limits.ts';

/** By network address, wide enough for the thousands of a phone network on the day after a campaign. */
const REFUSED: Limit = { name: 'refused promotion codes', max: 500, seconds: 600 };

/**
 * Does what a code was typed for, and counts it unless the code is accepted: nobody is to guess codes, or who has used
 * one. It is counted before, so that simultaneous guesses are all counted. Refusal: rate_limited, whatever the code.
 */
export async function tryCode<T>(
  db: Database,
  { code, network }: { code?: string | undefined; network: string | null },
  work: () => Promise<Result<T>>,
  isRefused: (result: Result<T>) => unknown,
): Promise<Result<T>> {
  if (!code) return work();
  const guess: Counted = [REFUSED, network];
  const limited = await count(db, guess);
  if (!limited.ok) return limited;
  let isAccepted = true;
  try {
    const result = await work();
    isAccepted = !isRefused(result);
    return result;
  } finally {
    if (isAccepted) await release(db, guess);
  }
}
