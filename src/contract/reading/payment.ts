import type { InitializeAnswer } from '#contract/checkout.ts';
import type { Read, Reader } from './reader.ts';
import {
  hasAny,
  inEnvelope,
  isTrue,
  naira,
  nullish,
  optional,
  orElse,
  shape,
  text,
  textOrEmpty,
  time,
  url,
  word,
} from './values.ts';

/** Payment providers' words for the four statuses. */
const STATUSES = {
  success: 'paid',
  successful: 'paid',
  completed: 'paid',
  ongoing: 'pending',
  processing: 'pending',
  queued: 'pending',
  abandoned: 'pending',
  declined: 'failed',
  error: 'failed',
  reversed: 'failed',
  canceled: 'cancelled',
} as const;

const transfer = shape({
  bank: text(),
  accountNumber: text(),
  accountName: textOrEmpty(),
  amount: naira,
  expiresAt: time,
  rejected: optional(naira),
  narration: optional(text()),
  arrived: optional(naira),
});

const payment = shape(
  {
    // An unknown status must neither show a failure nor stop the polling.
    status: orElse(word(['paid', 'pending', 'failed', 'cancelled'], STATUSES), 'pending'),
    reference: optional(text()),
    email: orElse(textOrEmpty(), ''),
    amount: optional(naira),
    // spec §3: it falls back to a default label.
    channel: orElse(text(), 'Paystack', true),
    paidAt: nullish(time),
    refundNeeded: isTrue,
    accepted: isTrue,
    due: optional(naira),
    ownAccount: isTrue,
    // An account that cannot be read is not shown.
    transfer: orElse(optional(transfer), undefined),
    customer: nullish(
      shape({
        first_name: nullish(textOrEmpty()),
        last_name: nullish(textOrEmpty()),
        email: orElse(text(), '', true),
        phone: nullish(textOrEmpty()),
      }),
    ),
  },
  { paidAt: ['paid_at'] },
);

/** A payment from a foreign backend: its status is certain, the rest may be missing. */
export type KnownPayment = Read<typeof payment>;

/** Reads the answer of GET /api/payment/verify/{reference}. */
export const readPayment: Reader<{ payment: KnownPayment }> = (value, at) => ({
  payment: inEnvelope(
    ['payment', 'data.payment', 'data', ''],
    // Paystack's own envelope has a status, too, which is not a text.
    (found) => hasAny('status')(found) && typeof (found as { status: unknown }).status === 'string',
    payment,
  )(value, at),
});

/** Reads the answer of POST /api/payment/initialize: where to pay. Without that URL the call has failed (spec §7). */
export const readInitialized: Reader<InitializeAnswer> = (value, at) => ({
  data: inEnvelope(
    ['data', 'data.data', ''],
    hasAny('authorization_url', 'authorizationUrl'),
    shape(
      {
        authorization_url: url,
        reference: optional(text(100)),
        transfer: orElse(optional(transfer), undefined),
      },
      { authorization_url: ['authorizationUrl'] },
    ),
  )(value, at),
});
