import * as z from 'zod/mini';
import { LONGEST_METADATA } from '#domain/money/metadata-size.ts';
import { webUrl } from '#sandbox/ledger/transaction-record.ts';
import { REFUSALS, type Refusal } from './refusal.ts';

/** A positive number of whole kobo. Paystack takes digits in a text, too. */
export const kobo = z.pipe(
  z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]), z.transform(Number)),
  z.int().check(z.positive()),
);

const request = z.object({
  email: z.string().check(z.maxLength(254), z.regex(z.regexes.email)),
  amount: kobo,
  currency: z.nullish(z.literal('NGN')),
  reference: z.nullish(
    z.string().check(
      z.regex(/^[A-Za-z0-9\-.=,]{1,200}$/),
      // In the path of the verify call these would name another address.
      z.refine((text: string) => text !== '.' && text !== '..'),
    ),
  ),
  callback_url: z.nullish(z.string().check(z.refine((text: string) => webUrl(text) !== null))),
  metadata: z.optional(
    z
      .unknown()
      .check(z.refine((sent) => Buffer.byteLength(JSON.stringify(sent ?? '')) <= LONGEST_METADATA)),
  ),
});
/** A valid request to start a transaction. Without a reference the sandbox makes one. */
export type InitializeRequest = z.infer<typeof request>;

/** The fields that a request is refused for, each with its own refusal. */
const FIELDS = ['email', 'amount', 'currency', 'reference', 'callback_url', 'metadata'] as const;

/**
 * Checks the body of `POST /transaction/initialize`. Smaller amounts than `smallestKobo` are refused. Fields that the shop
 * does not send (channels, plan, split …) are ignored.
 */
export function readInitialize(body: unknown, smallestKobo: number): InitializeRequest | Refusal {
  const read = request.safeParse(body);
  if (read.success) return read.data.amount < smallestKobo ? REFUSALS.amount : read.data;
  const [name] = read.error.issues[0]?.path ?? [];
  return REFUSALS[FIELDS.find((field) => field === name) ?? 'malformed'];
}
