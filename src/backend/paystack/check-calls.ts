import { createHmac } from 'node:crypto';
import type { CheckCalls } from '#backend/payment-provider/provider.ts';

const LIMIT_MS = 15_000;

/** The shop keeps one row of it, however often it comes. */
const EVENT = 'turare.doctor';
const BODY = JSON.stringify({ event: EVENT, data: { id: 'doctor' } });
const KEY_SETTING = 'PAYSTACK_SECRET_KEY';
const PATH = '/api/payment/webhook';

/** The paths that the shop reads with the key, besides payments, and what each is about. None of them changes anything. */
const NEEDED = [
  ['/refund?perPage=1', 'refunds'],
  ['/dispute?perPage=1', 'disputes'],
  ['/bank?country=nigeria&perPage=1', 'banks, for refunds to an account'],
] as const;

const signature = (key: string) => ({
  'x-paystack-signature': createHmac('sha512', key).update(BODY).digest('hex'),
});

/** Returns the calls with which an account of Paystack is checked. */
export function createCheckCalls({
  secretKey,
  baseUrl,
}: {
  secretKey: string;
  baseUrl: string;
}): Required<CheckCalls> {
  const { host } = new URL(baseUrl);
  return {
    async account() {
      // At the same time: the clock is compared with the middle of this call.
      const [answer, answers] = await Promise.all([
        read('/transaction?perPage=1'),
        Promise.all(NEEDED.map(([path]) => read(path))),
      ]);
      const date = Date.parse(answer.headers.get('date') ?? '');
      const time = Number.isNaN(date) ? null : date;
      if (!answer.ok) return { ...stateOf(answer), time };
      const lacking = NEEDED.filter((_, at) => !answers[at]?.ok).map(([, what]) => what);
      if (lacking.length === 0) return { ...stateOf(answer), time };
      return {
        state: 'fault',
        says: `${host} knows the key, but does not answer it about ${lacking.join(', ')}.`,
        fix: 'Ask Paystack to open that for your account, or look at status.paystack.com.',
        time,
      };
    },
    testNews: () => ({
      event: EVENT,
      body: BODY,
      signed: signature(secretKey),
      forged: signature(`not ${secretKey}`),
      setting: KEY_SETTING,
      path: PATH,
      fix: `In the Paystack dashboard, under Settings, API Keys & Webhooks, set the webhook of this key to SITE_URL${PATH}.`,
    }),
  };

  /** Reads something, and leaves its contents alone. */
  async function read(path: string): Promise<Response> {
    const answer = await fetch(baseUrl + path, {
      headers: { authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await answer.body?.cancel();
    return answer;
  }

  function stateOf({ status, ok }: Response) {
    if (status === 401)
      return {
        state: 'fault' as const,
        says: `${host} does not know the key of ${KEY_SETTING}.`,
        fix: 'Copy the secret key from the dashboard again, and restart the shop.',
      };
    if (!ok)
      return {
        state: 'fault' as const,
        says: `${host} answers ${status}.`,
        fix: 'Look at status.paystack.com.',
      };
    return secretKey.startsWith('sk_live_')
      ? { state: 'well' as const, says: `${host} knows the key, and payments are real.` }
      : {
          state: 'note' as const,
          says: `${host} knows the key, which is one for tests: no payment is real.`,
          fix: 'Set the live key when the shop is to open.',
        };
  }
}
