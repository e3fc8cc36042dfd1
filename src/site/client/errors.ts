import type { ToldError } from '#contract/reading/error.ts';

/**
 * How a call failed (spec §8): before an answer, while reading it, or with an HTTP status. 'UNLISTED_CALL' is a fault
 * of the site, which no screen names: a call of an extension that the page's backend does not have.
 */
export type CallFailure =
  | 'FETCH_ERROR'
  | 'TIMEOUT_ERROR'
  | 'PARSING_ERROR'
  | 'UNLISTED_CALL'
  | number;

/** A failed call. */
export class CallError extends Error {
  readonly kind: CallFailure;
  /** What the backend says about it, if that can be shown. */
  readonly body: ToldError | undefined;
  /** Whether a 401 has sent the browser to /login, so that nothing more is to be said here. */
  leaves = false;

  constructor(kind: CallFailure, message: string, body?: ToldError, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.body = body;
  }
}

/**
 * The backend's own words where they help the shopper: those of our API, and another backend's about a request that it
 * refuses. '' otherwise: 'Internal server error' helps nobody. `sentence`: with a full stop, to be followed by another.
 */
export function errorText({ kind, body }: CallError, sentence = false): string {
  if (!body) return '';
  const refused = typeof kind === 'number' && kind < 500 && kind !== 429;
  if (!body.code && !refused) return '';
  return sentence && !/[.!?]$/.test(body.message) ? `${body.message}.` : body.message;
}

/**
 * Whether the server refused the request for good. false if the outcome is unknown, or if the same request may succeed
 * later.
 */
export function isRefusal(error: CallError): boolean {
  const { kind } = error;
  return typeof kind === 'number' && kind >= 400 && kind < 500 && kind !== 408 && kind !== 429;
}
