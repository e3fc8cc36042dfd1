import type { ApiError } from '#contract/errors.ts';

/** How a call failed (spec §8): before an answer, while reading it, or with an HTTP status. */
export type CallFailure = 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | number;

/** A call that brought no answer to use. */
export class CallError extends Error {
  readonly kind: CallFailure;
  /** What the API said, when it answered in the contract's shape. */
  readonly body: ApiError | undefined;

  constructor(kind: CallFailure, message: string, body?: ApiError, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallError';
    this.kind = kind;
    this.body = body;
  }
}

/**
 * Whether the server has said no, so that the same request would be refused again. false when nobody
 * knows what has become of the request, or when it may be sent again later.
 */
export function isRefusal(error: CallError): boolean {
  const { kind } = error;
  return typeof kind === 'number' && kind >= 400 && kind < 500 && kind !== 408 && kind !== 429;
}
