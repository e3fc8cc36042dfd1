import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { done, refuse } from '#backend/base/result.ts';
import type { Outcome, ProviderNews } from '#backend/payment-provider/provider.ts';
import { refundMessage } from './answers.ts';
import { parseJson } from './json.ts';

export const HASH_HEADER = 'verif-hash';

const text = z.catch(z.nullish(z.string()), null);
const message = z.object({
  event: text,
  data: z.catch(z.nullish(z.object({ id: text, tx_ref: text, status: text })), null),
});

/** More than any name or number of Flutterwave has. An index of the database takes no text without end. */
const MAX_TEXT = 200;

/**
 * Checks that a message has the hash that the owner has typed into Flutterwave's dashboard, in constant time, and reads
 * it. The hash does not bind the body: anybody who has seen one message can send others. So the body is only a hint to
 * ask verify. Without a hash in the settings, all messages are refused.
 */
export function readWebhook(
  hash: string,
  body: Uint8Array,
  sent: string | null,
): Outcome<ProviderNews, 'bad_signature' | 'bad_body'> {
  if (hash === '' || !sent || !isSame(hash, sent))
    return refuse('bad_signature', `The message does not have our ${HASH_HEADER}`);
  try {
    return done(read(parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body)), body));
  } catch {
    return refuse('bad_body', `The message has our ${HASH_HEADER}, but is not an event`);
  }
}

const digest = (of: string | Uint8Array) => createHash('sha256').update(of);

const isSame = (hash: string, sent: string) =>
  timingSafeEqual(digest(hash).digest(), digest(sent).digest());

/** @throws Error when it is no event. */
function read(json: unknown, body: Uint8Array): ProviderNews {
  const nothing = { reference: null, refund: null, dispute: null, transfer: null } as const;
  const refund = refundMessage.safeParse(json).data;
  if (refund) {
    const { id, status, AmountRefunded: amount, TransactionId: providerId } = refund;
    const news = { status, reference: null, amount, currency: 'NGN' };
    const key = `${id} ${status}`;
    return { ...nothing, about: 'refund', event: 'refund', key, providerId, refund: news };
  }
  const { event, data } = z.parse(message, json);
  const { id, tx_ref: reference, status } = data ?? {};
  const named = [id, status].filter(Boolean).join(' ');
  const key = named !== '' && named.length <= MAX_TEXT ? named : digest(body).digest('hex');
  const about = { ...nothing, event: (event ?? 'without a name').slice(0, MAX_TEXT), key };
  // After a try that failed she can try again on the same page. It ends when she comes back, or her time is over.
  return event === 'charge.completed' && status === 'successful'
    ? { ...about, about: 'money', reference: reference ?? null }
    : { ...about, about: 'other' };
}
