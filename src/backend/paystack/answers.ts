import * as z from 'zod/mini';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import { parseJson } from './json.ts';
import { stateOf, TRANSACTION_STATUSES } from './transaction.ts';

/** The frame of every answer. Each call reads `data` itself. */
export const envelope = z.object({
  status: z.boolean(),
  message: z.catch(z.string(), ''),
  code: z.catch(z.nullish(z.string()), null),
  data: z.optional(z.unknown()),
  meta: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof envelope>;

/** `data` of initialize. */
export const initialized = z.object({
  authorization_url: z.string(),
  access_code: z.string(),
  reference: z.string(),
});

const kobo = z.int().check(z.nonnegative());
const someText = z.nullish(z.string());
/** For fields that are only shown: an odd name never stops a payment. */
const shown = z.catch(someText, null);

/**
 * `data` of verify, and one entry of a list, reduced to what we use. Fees, card and the rest are ignored, and
 * metadata may be anything, so that no change there can stop a payment.
 */
const verified = z.object({
  id: z.union([z.int(), z.string()]),
  status: z.enum(TRANSACTION_STATUSES),
  reference: z.string(),
  amount: kobo,
  requested_amount: z.nullish(kobo),
  currency: z.string(),
  channel: shown,
  paid_at: shown,
  paidAt: shown,
  customer: z.catch(
    z.nullish(z.object({ first_name: shown, last_name: shown, email: z.string(), phone: shown })),
    null,
  ),
  metadata: z.optional(z.unknown()),
});

/** Reads `data` of verify, or one entry of a list. Null, with the faults, when it cannot be read. */
export function readVerified(
  data: unknown,
): { transaction: ProviderPayment } | { transaction: null; faults: string } {
  const parsed = verified.safeParse(data);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return { transaction: null, faults: faults.join('; ') };
  }
  const answer = parsed.data;
  return {
    transaction: {
      id: String(answer.id),
      ...stateOf(answer.status),
      reference: answer.reference,
      amountKobo: answer.amount,
      requestedAmountKobo: answer.requested_amount ?? null,
      currency: answer.currency,
      channel: answer.channel || null,
      paidAt: readTime(answer.paid_at ?? answer.paidAt),
      customer: answer.customer ?? null,
      metadata: readMetadata(answer.metadata),
    },
  };
}

/** The number of pages of a list. Paystack writes numbers as text, too. */
export const listMeta = z.object({
  pageCount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
});

/** Paystack answers an object, the same as text, or nothing in several spellings. */
function readMetadata(sent: unknown): ProviderPayment['metadata'] {
  if (typeof sent === 'object') return sent === null || Array.isArray(sent) ? null : { ...sent };
  if (typeof sent !== 'string' || !sent.startsWith('{')) return null;
  try {
    return readMetadata(parseJson(sent));
  } catch {
    return null;
  }
}

/** ISO time in UTC. Null for text that is not a time. */
function readTime(text: string | null | undefined): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
