import { type Result, refuse } from '#backend/base/result.ts';

/**
 * The requests for which this process hashes passwords and codes at once. The last of them waits about two seconds. With
 * more, clients would give up.
 */
const AT_ONCE = 48;
/** The most of them from one network address, so that an attacker leaves room for everybody else. */
const BY_NETWORK = 12;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 2;

const inside = new Map<string | null, number>();
let all = 0;

/**
 * Runs work that hashes. If too much of it is waiting, refuses at once, before anything is counted. Requests from unknown
 * networks share the room of the process. Refusal: unavailable.
 */
export async function admit<T>(
  network: string | null,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const theirs = inside.get(network) ?? 0;
  if (all >= AT_ONCE || (network !== null && theirs >= BY_NETWORK)) {
    return refuse('unavailable', 'Too many people are logging in. Please try again in a moment.', {
      retryAfter: RETRY_AFTER,
    });
  }
  all += 1;
  inside.set(network, theirs + 1);
  try {
    return await work();
  } finally {
    all -= 1;
    const left = (inside.get(network) ?? 1) - 1;
    if (left > 0) inside.set(network, left);
    else inside.delete(network);
  }
}
