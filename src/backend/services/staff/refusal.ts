/** Why a service refuses one of the merchant's people, and the HTTP status that a page has then. */
export const STAFF_STATUS = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  /** It cannot be done as things stand: an order that was cancelled cannot be packed. */
  conflict: 409,
  /** Somebody changed it while the form was open. `current` has the values as they are now. */
  stale: 409,
  too_large: 413,
  rate_limited: 429,
  /** Paystack or another service of others does not answer. */
  unavailable: 503,
} as const;

export type StaffCode = keyof typeof STAFF_STATUS;

/** An expected failure, in words for the merchant's people: what is wrong and how to mend it. Pages and commands show them. */
export interface StaffRefusal {
  code: StaffCode;
  message: string;
  /** What is wrong with each field of the form, by its name. */
  fields?: Record<string, string>;
  /** With `stale`: the fields that somebody has changed, by name, as a form writes them. */
  current?: Record<string, string>;
  /** With `rate_limited`: seconds to wait. */
  retryAfter?: number;
}

export interface Refused {
  ok: false;
  refusal: StaffRefusal;
}

/** The result of what one of the merchant's people asks for. */
export type StaffResult<T> = { ok: true; value: T } | Refused;

/** A refusal with its code and words. */
export const refused = (
  code: StaffCode,
  message: string,
  rest: Omit<StaffRefusal, 'code' | 'message'> = {},
): Refused => ({ ok: false, refusal: { code, message, ...rest } });
