import type { CallError } from '#site/client/errors.ts';

/** A wait in words: 'in 20 seconds', 'in 3 minutes'. */
function inTime(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Why a call failed and what to do, for failures without a message of their own. */
export function failureText({ kind, body }: CallError): string {
  if (kind === 429) {
    const { retryAfter } = body ?? {};
    return `There were too many tries in a short time. Please try again ${retryAfter ? inTime(retryAfter) : 'in a minute'}.`;
  }
  if (kind === 'FETCH_ERROR' || kind === 'TIMEOUT_ERROR') {
    return 'The shop could not be reached. Please check your connection.';
  }
  return 'The shop cannot answer just now. Please try again in a few minutes.';
}
