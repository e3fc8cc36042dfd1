import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { failed, type Outcome } from './outcome.ts';

/** What a webhook is about. It only names the payment to verify. */
export interface WebhookEvent {
  /** 'charge.success' and others. */
  event: string;
  /** Null for events that are not about one transaction. */
  reference: string | null;
}

const webhook = z.object({
  event: z.string(),
  data: z.catch(z.object({ reference: z.catch(z.nullish(z.string()), null) }), {
    reference: null,
  }),
});

/**
 * Checks a webhook's signature over its raw bytes, in constant time, then reads it
 * (Paystack documentation, Webhooks: hex HMAC-SHA512 of the body with the secret key).
 * @param rawBody - the bytes as received. Text made from parsed JSON has another signature.
 */
export function readWebhook(
  secretKey: string,
  rawBody: Uint8Array | string,
  signature: string | undefined,
): Outcome<WebhookEvent, 'bad_signature' | 'bad_body'> {
  const bytes = typeof rawBody === 'string' ? Buffer.from(rawBody, 'utf8') : rawBody;
  if (!isSigned(secretKey, bytes, signature)) {
    return failed('bad_signature', 'The webhook is not signed with our secret key');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { event, data } = z.parse(webhook, JSON.parse(text));
    return { ok: true, value: { event, reference: data.reference ?? null } };
  } catch (cause) {
    return failed(
      'bad_body',
      'The webhook is signed, but is not an event in Paystack’s format',
      cause,
    );
  }
}

function isSigned(secretKey: string, bytes: Uint8Array, signature: string | undefined): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const wanted = createHmac('sha512', secretKey).update(bytes).digest();
  return timingSafeEqual(wanted, Buffer.from(signature, 'hex'));
}
