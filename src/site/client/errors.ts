import type { ToldError } from '#contract/reading/error.ts';

/**
 * How a call failed (spec §8): before an answer, while reading it, or with an HTTP status. 'UNLISTED_CALL' is a fault
 * of the site that no screen shows: a call of an extension that the page's backend does not have.
 */
export type CallFailure =
  | 'FETCH_ERROR'
  | 'TIMEOUT_ERROR'
  | 'PARSING_ERROR'
  | 'UNLISTED_CALL'
  | number;

export class CallError extends Error {
  readonly kind: CallFailure;
  /** The backend's error, if it can be shown. */
  readonly body: ToldError | undefined;
  /** Whether a 401 has sent the browser to /login. Then nothing more is shown here. */
  leaves = false;

  constructor(kind: CallFailure, message: string, body?: ToldError, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.body = body;
  }
}

/**
 * Returns the backend's own words if they help the shopper: those of our API, and another backend's about a refused
 * request. '' otherwise: 'Internal server error' helps nobody. `sentence` adds a full stop, for another one to follow.
 */
export function errorText({ kind, body }: CallError, sentence = false): string {
  if (!body) return '';
  const refused = typeof kind === 'number' && kind < 500 && kind !== 429;
  if (!body.code && !refused) return '';
  return sentence && !/[.!?]$/.test(body.message) ? `${body.message}.` : body.message;
}

/** Whether the server refused the request for good. false if the outcome is unknown, or a retry may succeed. */
export function isRefusal(error: CallError): boolean {
  const { kind } = error;
  return typeof kind === 'number' && kind >= 400 && kind < 500 && kind !== 408 && kind !== 429;
}
