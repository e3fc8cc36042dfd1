import type { ApiError } from '#contract/errors.ts';

/** How a call failed (spec §8): before an answer, while reading it, or with an HTTP status. */
export type CallFailure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number;

/** A failed call. */
export class CallError extends Error {
  readonly kind: CallFailure;
  /** The error of the API, if it matches the contract. */
  readonly body: ApiError | undefined;

  constructor(kind: CallFailure, message: string, body?: ApiError, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.body = body;
  }
}

/**
 * Whether the server refused the request for good. false if the outcome is unknown, or if the same request may succeed
 * later.
 */
export function isRefusal(error: CallError): boolean {
  const { kind } = error;
  return typeof kind === 'number' && kind >= 400 && kind < 500 && kind !== 408 && kind !== 429;
}
