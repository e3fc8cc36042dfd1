import type { CallFailure } from './errors.ts';

/**
 * Returns why a call failed, in a sentence for the shopper. An unreadable answer is the shop's fault, so the sentence
 * does not mention the connection.
 */
export function reason(kind: CallFailure): string {
  switch (kind) {
    case 'FETCH_ERROR':
    case 'TIMEOUT_ERROR':
      return 'The shop could not be reached.';
    case 'PARSING_ERROR':
      return 'The shop’s answer could not be read. That is a fault of the shop.';
    case 401:
      return 'The shop wants a login for this.';
    case 429:
      return 'There were too many tries in a short time.';
    default:
      return 'The shop cannot answer just now.';
  }
}

/** Returns what the shopper can do about it. */
export function remedy(kind: CallFailure): string {
  switch (kind) {
    case 'FETCH_ERROR':
    case 'TIMEOUT_ERROR':
      return 'Please check your connection, then try again.';
    case 401:
      return 'Please log in, then try again.';
    case 429:
      return 'Please wait a minute, then try again.';
    default:
      return 'Please try again in a few minutes.';
  }
}
