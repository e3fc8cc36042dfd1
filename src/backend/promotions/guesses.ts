import { done, type Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Counted, count, type Limit, release } from '#backend/limits/rate-limits.ts';

/** By network address, wide enough for the thousands of people on a phone network after a campaign. */
const REFUSED: Limit = { name: 'refused promotion codes', max: 500, seconds: 600 };

/**
 * Runs the work for a typed code, and counts the try unless the code is accepted, so that nobody can guess codes or their
 * uses. Counts it first, so that simultaneous guesses all count. Refusal: rate_limited, whatever the code.
 * Without a code, a refusal may tell whose address or number has ordered before. It is counted once it is known, and not
 * told beyond the limit: a purchase waits for nothing.
 */
export async function tryCode<T>(
  db: Database,
  { code, network }: { code?: string | undefined; network: string | null },
  work: () => Promise<Result<T>>,
  isRefused: (result: Result<T>) => unknown,
): Promise<Result<T>> {
  const guess: Counted = [REFUSED, network];
  if (!code) {
    const result = await work();
    const counted = isRefused(result) ? await count(db, guess) : done(null);
    return counted.ok ? result : counted;
  }
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
