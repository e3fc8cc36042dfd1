import { done, refuse } from '#backend/base/result.ts';
import { payPage, type RequestSettings } from '#backend/payment-provider/http.ts';
import type {
  Outcome,
  PaymentProvider,
  ProviderFailure,
  ProviderPayment,
} from '#backend/payment-provider/provider.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { begun, readTransaction } from './answers.ts';
import { createCheckCalls } from './check-calls.ts';
import { createListCalls } from './list-calls.ts';
import { nairaOf } from './money.ts';
import { createRefundCalls } from './refund-calls.ts';
import { request } from './request.ts';
import { HASH_HEADER, readWebhook } from './webhook.ts';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1600;
/** The most bytes of `meta`, as JSON in UTF-8. Flutterwave names no limit. */
const LONGEST_META = 5000;

export interface FlutterwaveSettings extends Pick<RequestSettings, 'secretKey' | 'baseUrl'> {
  /** The secret hash of its messages. Empty: all are refused. */
  webhookHash: string;
  /** Milliseconds for one call. 10 s by default. */
  timeoutMs?: number | undefined;
  /** See `PaymentProvider.pauseMs`. 1.6 s by default. */
  pauseMs?: number | undefined;
  /** Hosts that a page to pay on may have, with any unusual port. */
  allowedHosts: readonly string[];
}

/** The adapter of Flutterwave. It opens no account on our own page. */
export type Flutterwave = Required<Omit<PaymentProvider, 'transfers'>>;

/** Returns the provider that a shop's settings name. */
export const flutterwaveOf = (
  settings: Pick<Settings, `FLUTTERWAVE_${'SECRET_KEY' | 'WEBHOOK_HASH' | 'URL' | 'PAGE_HOSTS'}`>,
): Flutterwave =>
  createFlutterwave({
    secretKey: settings.FLUTTERWAVE_SECRET_KEY,
    webhookHash: settings.FLUTTERWAVE_WEBHOOK_HASH,
    baseUrl: settings.FLUTTERWAVE_URL,
    allowedHosts: settings.FLUTTERWAVE_PAGE_HOSTS,
  });

/** Returns the adapter of Flutterwave v3, 'Standard'. The sandbox answers the same calls. */
export function createFlutterwave(settings: FlutterwaveSettings): Flutterwave {
  const { secretKey, webhookHash, baseUrl, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS } = settings;
  const http = { secretKey, baseUrl, timeoutMs };

  return {
    name: 'flutterwave',
    refunds: createRefundCalls(http, find),
    lists: createListCalls(http),
    check: createCheckCalls(http, webhookHash),
    pauseMs,
    timeoutMs,

    async begin({ reference, email, amountKobo, callbackUrl, metadata }) {
      const body = {
        tx_ref: reference,
        amount: nairaOf(amountKobo),
        currency: 'NGN',
        redirect_url: callbackUrl,
        customer: { email },
        meta: metaOf(metadata),
      };
      const answer = await request(http, 'POST', '/payments', JSON.stringify(body));
      if (!answer.ok) {
        const { code, message } = answer.refusal;
        return code === 'rejected' ? refuse(meaning(message), message) : answer;
      }
      const link = begun.safeParse(answer.value.data).data?.link;
      const page = link === undefined ? null : payPage(link, settings.allowedHosts);
      return page === null
        ? refuse('bad_answer', 'payments answered without a page on a host that is allowed')
        : done({ page });
    },

    verify: (reference) => find({ reference }),

    async referenceOf(id) {
      const found = await find({ id });
      return found.ok ? done(found.value.reference) : found;
    },

    readNews: (body, headers) => readWebhook(webhookHash, body, headers.get(HASH_HEADER)),
  };

  /** Returns a payment by our reference, or by Flutterwave's number. */
  async function find(
    by: { reference: string } | { id: string },
  ): Promise<Outcome<ProviderPayment>> {
    const isOurs = 'reference' in by;
    const path = isOurs
      ? `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(by.reference)}`
      : `/transactions/${encodeURIComponent(by.id)}/verify`;
    const answer = await request(http, 'GET', path);
    if (!answer.ok) {
      const { code, message } = answer.refusal;
      // Nobody has tried to pay yet. The status of the answer is 200 or 400 then.
      const unknown = code === 'rejected' && /no transaction was found/i.test(message);
      return unknown ? refuse('unknown_reference', message) : answer;
    }
    const read = readTransaction(answer.value.data);
    if (!read.payment) return refuse('bad_answer', `verify answered ${read.faults}`);
    const { payment } = read;
    const isAnother = isOurs ? payment.reference !== by.reference : payment.id !== by.id;
    return isAnother
      ? refuse('bad_answer', 'verify answered about another payment')
      : done(payment);
  }
}

/** Returns the data that goes with the payment, without the sealed order if that makes it too long. */
function metaOf(metadata: Record<string, unknown> = {}): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= LONGEST_META) return metadata;
  const { sealed: _, ...rest } = metadata;
  return rest;
}

/** Returns the meaning of a refusal to begin a payment, by its words: Flutterwave has no codes. */
function meaning(message: string): ProviderFailure {
  if (/duplicate/i.test(message)) return 'duplicate_reference';
  if (/email/i.test(message)) return 'email_rejected';
  return /amount/i.test(message) ? 'amount_rejected' : 'rejected';
}
