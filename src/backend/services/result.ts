import type { ApiError, ErrorCode } from '#contract/errors.ts';

/** An expected failure, in words for the client: what is wrong and how to correct it. */
export interface Refusal extends Omit<ApiError, 'code'> {
  code: ErrorCode;
}

/** The result of a service that may refuse. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** A success. */
export const done = <T>(value: T): Result<T> => ({ ok: true, value });

/** A refusal with its `code` and `message`, and the fields that belong to them. */
export const refuse = (
  code: ErrorCode,
  message: string,
  rest: Omit<Refusal, 'code' | 'message'> = {},
): Result<never> => ({ ok: false, refusal: { code, message, ...rest } });
