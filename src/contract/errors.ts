import * as z from 'zod/mini';

/** Every error code of the API, and the HTTP status that it is sent with. */
export const ERROR_STATUS = {
  validation_failed: 400,
  malformed_json: 400,
  code_invalid: 400,
  unauthorized: 401,
  credentials_invalid: 401,
  forbidden: 403,
  not_found: 404,
  product_not_found: 404,
  order_not_found: 404,
  reference_not_found: 404,
  review_not_found: 404,
  stock_alert_not_found: 404,
  method_not_allowed: 405,
  cart_changed: 409,
  attempt_reused: 409,
  already_paid: 409,
  order_kept: 409,
  payment_under_way: 409,
  order_link_ended: 410,
  refund_link_ended: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  shipping_place_unknown: 422,
  payment_refused: 422,
  too_much_held: 429,
  rate_limited: 429,
  internal: 500,
  not_implemented: 501,
  payment_unavailable: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The server's present values for one line of a cart. */
export const changedLine = z.object({
  productId: z.string(),
  /** null if the product is no longer sold. */
  name: z.nullable(z.string()),
  /** Naira for one unit; null if the product is no longer sold. */
  price: z.nullable(z.number()),
  qtyAvailable: z.number(),
});
export type ChangedLine = z.infer<typeof changedLine>;

/** The shape of every refusal. `message` says in English what is wrong and how to fix it. */
export const apiError = z.object({
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  /** The fault of each field, by its path in the request ('shippingInfo.email'). */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Seconds to wait, with `rate_limited` and sometimes with `unavailable`. Also in the header Retry-After. */
  retryAfter: z.optional(z.int()),
  /** With `already_paid` and `payment_under_way`: the reference of that payment. */
  reference: z.optional(z.string()),
  /** With `internal` and sometimes with `unavailable`: this request's id in the API's log. Also in the header X-Request-Id. */
  requestId: z.optional(z.string()),
  /**
   * With `cart_changed`: every line as the server prices it, the fee of the chosen place in naira, and what promotions take
   * off (extension payment.promotion).
   */
  current: z.optional(
    z.object({
      items: z.array(changedLine),
      shippingFee: z.number(),
      discount: z.optional(z.number()),
      /** Sentences about offers that this customer has used before. */
      used: z.optional(z.array(z.string())),
    }),
  ),
});
export type ApiError = z.infer<typeof apiError>;
