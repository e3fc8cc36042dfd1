import { type CallError, errorText } from './errors.ts';
import { reason, remedy } from './reason.ts';

/** Returns a wait in words: 'in 20 seconds', 'in 3 minutes'. */
function inTime(seconds: number): string {
  if (seconds <= 1) return 'in a second';
  return seconds < 90 ? `in ${seconds} seconds` : `in ${Math.ceil(seconds / 60)} minutes`;
}

/** Returns why a call failed and what to do, for failures without their own message. */
export function failureText(error: CallError): string {
  const { kind, body } = error;
  if (kind === 429) {
    const { retryAfter } = body ?? {};
    return `There were too many tries in a short time. Please try again ${retryAfter ? inTime(retryAfter) : 'in a minute'}.`;
  }
  return errorText(error) || `${reason(kind)} ${remedy(kind)}`;
}
