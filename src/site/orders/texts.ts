import type { CallError } from '#site/client/errors.ts';

/** Seconds as one says them: 'in 20 seconds', 'in 3 minutes'. */
function inTime(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Why a call brought nothing, and what to do about it; for whatever is not a refusal with a text of its own. */
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
