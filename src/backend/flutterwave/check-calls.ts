import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { AccountCheck, CheckCalls } from '#backend/payment-provider/provider.ts';
import { HASH_HEADER } from './webhook.ts';

const LIMIT_MS = 15_000;
const KEY_SETTING = 'FLUTTERWAVE_SECRET_KEY';
const HASH_SETTING = 'FLUTTERWAVE_WEBHOOK_HASH';
const PATH = '/api/payment/webhook/flutterwave';
const FIX = `In the Flutterwave dashboard, under Settings, Webhooks, set the URL to SITE_URL${PATH} and the secret hash to ${HASH_SETTING}. Switch on retries there.`;

/** The paths that the shop reads with the key, and what each is about. None of them changes anything. */
const NEEDED = [
  ['/transactions?page=1', 'payments'],
  ['/refunds?page=1', 'refunds'],
] as const;

/** Returns the calls with which an account of Flutterwave is checked. */
export function createCheckCalls(
  { secretKey, baseUrl }: Pick<RequestSettings, 'secretKey' | 'baseUrl'>,
  webhookHash: string,
): CheckCalls {
  const { host } = new URL(baseUrl);
  const event = 'turare.doctor';
  return {
    async account() {
      const answers = await Promise.all(NEEDED.map(([path]) => read(path)));
      const [first] = answers;
      const time = Date.parse(first?.headers.get('date') ?? '');
      const lacking = NEEDED.filter((_, at) => !answers[at]?.ok).map(([, what]) => what);
      const status = answers.find(({ ok }) => !ok)?.status;
      return { ...stateOf(status, lacking), time: Number.isNaN(time) ? null : time };
    },
    ...(webhookHash !== '' && {
      testNews: () => ({
        event,
        body: JSON.stringify({ event, data: { id: 'doctor' } }),
        signed: { [HASH_HEADER]: webhookHash },
        forged: { [HASH_HEADER]: `not ${webhookHash}` },
        setting: HASH_SETTING,
        path: PATH,
        fix: FIX,
      }),
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

  function stateOf(status: number | undefined, lacking: string[]): Omit<AccountCheck, 'time'> {
    if (status === 401)
      return {
        state: 'fault',
        says: `${host} does not know the key of ${KEY_SETTING}.`,
        fix: 'Copy the secret key from the Flutterwave dashboard again, and restart the shop.',
      };
    if (status !== undefined)
      return {
        state: 'fault',
        says: `${host} answers ${status} about ${lacking.join(' and ')}.`,
        fix: 'Look at status.flutterwave.com.',
      };
    if (!secretKey.startsWith('FLWSECK-'))
      return {
        state: 'note',
        says: `${host} knows the key, which is one for tests: no payment is real.`,
        fix: 'Set the live key when the shop is to open.',
      };
    if (webhookHash === '')
      return {
        state: 'note',
        says: `${host} knows the key, but ${HASH_SETTING} is empty, so its messages are refused.`,
        fix: FIX,
      };
    return {
      state: 'well',
      says: `${host} knows the key, and payments are real. It cannot be asked whether it repeats messages, and sends those about refunds: look at the dashboard, and ask its support for those about refunds.`,
    };
  }
}
