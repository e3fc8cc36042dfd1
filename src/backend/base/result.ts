import { type ApiError, ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import type { Fault } from './faults.ts';

/** Every code of a refusal, with its HTTP status: the codes of the contract, then those that only staff see. */
export const REFUSAL_STATUS = {
  ...ERROR_STATUS,
  invalid: 400,
  /** The present state does not allow it: a cancelled order cannot be packed. */
  conflict: 409,
  /** Somebody changed it while the form was open. `current` has the present values. */
  stale: 409,
  too_large: 413,
} as const;

type RefusalCode = keyof typeof REFUSAL_STATUS;

/** The codes with which a service refuses one of the merchant's people. */
export type StaffCode =
  | Exclude<RefusalCode, ErrorCode>
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable';

/** The details of some refusals. With `stale`: the fields that somebody has changed, by name, in a form's spelling. */
interface Details<Code extends string> extends Omit<ApiError, 'code' | 'message' | 'current'> {
  current?: Code extends 'stale'
    ? Record<string, string>
    : Code extends 'cart_changed'
      ? ApiError['current']
      : never;
  /** The wrong part of a request, if it can be left out or changed. */
  about?: 'key' | 'restock' | 'dispute' | 'reason';
  /** The faults of rows, for a command's list. */
  faults?: readonly Fault[];
}

/** An expected failure, in words for the caller: what is wrong and how to correct it. The contract's calls have its codes. */
export interface Refusal<Code extends string = ErrorCode> extends Details<Code> {
  code: Code;
  message: string;
}

/** A result that is a refusal. */
export interface Refused<Code extends string = ErrorCode> {
  ok: false;
  refusal: Refusal<Code>;
}

/** The result of a service that may refuse. */
export type Result<T, Code extends string = ErrorCode> = { ok: true; value: T } | Refused<Code>;

/** Returns a success. */
export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** Returns a refusal with its `code` and `message`, and the fields that belong to them. */
export const refuse = <Code extends string>(
  code: Code,
  message: string,
  rest: Details<Code> = {},
): Refused<Code> => ({ ok: false, refusal: { code, message, ...rest } });
