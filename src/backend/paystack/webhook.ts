import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { refuse } from '#backend/base/result.ts';
import type { Outcome, ProviderNews } from '#backend/payment-provider/provider.ts';
import { parseJson } from './json.ts';
import { readDispute, readRefund, readRejected } from './webhook-updates.ts';

const text = z.catch(z.nullish(z.string()), null);
const id = z.catch(z.nullish(z.union([z.string(), z.number()])), null);

const webhook = z.object({
  event: z.string(),
  data: z.catch(
    z.object({
      id,
      status: text,
      reference: text,
      transaction_reference: text,
      refund_reference: text,
      transaction: z.catch(z.nullish(z.object({ reference: text })), null),
      amount: id,
      resolution: text,
    }),
    {},
  ),
});

/** More than any name or key of Paystack has. An index of the database takes no text without end. */
const MAX_TEXT = 200;

/**
 * Checks a webhook's signature over its raw bytes, in constant time, then reads it
 * (Paystack documentation, Webhooks: hex HMAC-SHA512 of the body with the secret key).
 * @param rawBody - the bytes as received. Text made from parsed JSON has another signature.
 */
export function readWebhook(
  secretKey: string,
  rawBody: Uint8Array | string,
  signature: string | undefined,
): Outcome<ProviderNews, 'bad_signature' | 'bad_body'> {
  const bytes = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : rawBody;
  if (!isSigned(secretKey, bytes, signature)) {
    return refuse('bad_signature', 'The webhook is not signed with our secret key');
  }
  try {
    const json = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return { ok: true, value: readEvent(json, bytes) };
  } catch {
    return refuse('bad_body', 'The webhook is signed, but is not an event in Paystack’s format');
  }
}

/**
 * Reads an event that is Paystack's for certain.
 * @param bytes - what was sent, if it was sent as an event.
 * @throws Error when it is no event.
 */
export function readEvent(
  json: unknown,
  bytes: Uint8Array = Buffer.from(JSON.stringify(json)),
): ProviderNews {
  const { event, data } = z.parse(webhook, json);
  return {
    about: aboutOf(event),
    event: event.slice(0, MAX_TEXT),
    key: keyOf(data, bytes),
    reference: referenceOf(event, data),
    refund: event.startsWith('refund.') ? readRefund(json) : null,
    dispute: event.startsWith('charge.dispute.') ? readDispute(json) : null,
    transfer: event === REJECTED ? readRejected(json) : null,
  };
}

/** A transfer that was not the amount. */
const REJECTED = 'bank.transfer.rejected';

function aboutOf(event: string): ProviderNews['about'] {
  if (event === 'charge.success') return 'money';
  if (event === REJECTED) return 'transfer';
  if (event.startsWith('refund.')) return 'refund';
  return event.startsWith('charge.dispute.') ? 'dispute' : 'other';
}

type Data = z.infer<typeof webhook>['data'];

/**
 * A refund names its payment in `transaction_reference`, a dispute inside `transaction`; their `reference` is
 * another.
 */
function referenceOf(event: string, data: Data): string | null {
  const around = data.transaction?.reference ?? data.transaction_reference ?? null;
  const own = data.reference ?? null;
  return /^(refund|charge\.dispute)\./.test(event) ? around : (own ?? around);
}

/**
 * An event is what happened to one object: the object's id, or else the payment and the refund, with the state that it
 * reached. An event that names none of them is known by its bytes.
 */
function keyOf(data: Data, bytes: Uint8Array): string {
  const { id, status, resolution, amount, refund_reference: refund } = data;
  const payment = data.transaction?.reference ?? data.transaction_reference ?? data.reference;
  const parts =
    id != null
      ? [id, status, resolution]
      : payment
        ? [payment, refund, amount, status, resolution]
        : [];
  const key = parts.filter((part) => part != null && part !== '').join(' ');
  if (key !== '' && key.length <= MAX_TEXT) return key;
  return createHash('sha256').update(bytes).digest('hex');
}

function isSigned(secretKey: string, bytes: Uint8Array, signature: string | undefined): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const wanted = createHmac('sha512', secretKey).update(bytes).digest();
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex'));
}
