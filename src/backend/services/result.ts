import type { ApiError, ErrorCode } from '#contract/errors.ts';

/** A failure that was to be expected, as the caller hears it: what is wrong and how to mend it. */
export interface Refusal extends Omit<ApiError, 'code'> {
  code: ErrorCode;
}

/** What a service answers when a refusal is among its ordinary answers. */
export type Result<T> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** The answer itself. */
export const done = <T>(value: T): Result<T> => ({ ok: true, value });

/** The refusal `code` with its `message`, and what belongs to it. */
export const refuse = (
  code: ErrorCode,
  message: string,
  rest: Omit<Refusal, 'code' | 'message'> = {},
): Result<never> => ({ ok: false, refusal: { code, message, ...rest } });
