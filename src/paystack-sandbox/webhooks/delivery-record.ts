import * as z from 'zod/mini';
import { FACES } from '#sandbox/ledger/transaction-record.ts';

/** A webhook and every attempt to deliver it. Times in ms since 1970. */
export const deliveryRecord = z.object({
  id: z.string(),
  face: z._default(z.enum(FACES), 'paystack'),
  /** Whether a message of Flutterwave has its hash. */
  hash: z._default(z.enum(['right', 'wrong', 'missing']), 'right'),
  event: z.string(),
  reference: z.string(),
  /** The exact text that is signed and sent, the same in each attempt. */
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.array(
    z.object({
      at: z.int(),
      /** The HTTP status; null without an answer. */
      status: z.nullable(z.int()),
      error: z.nullable(z.string()),
    }),
  ),
});
export type DeliveryRecord = z.infer<typeof deliveryRecord>;
