import { reasonOf } from '#machine/status/readiness.ts';
import { type Check, fault, note, well } from './check.ts';

const LIMIT_MS = 15_000;

/** Asks the provider something that changes nothing and needs the key. */
const ask = ({
  PAYSTACK_URL,
  PAYSTACK_SECRET_KEY,
}: {
  PAYSTACK_URL: string;
  PAYSTACK_SECRET_KEY: string;
}) =>
  fetch(`${PAYSTACK_URL}/transaction?perPage=1`, {
    headers: { authorization: `Bearer ${PAYSTACK_SECRET_KEY}` },
    signal: AbortSignal.timeout(LIMIT_MS),
  });

export const paystack: Check = {
  name: 'Paystack',
  async look({ settings }) {
    const { host } = new URL(settings.PAYSTACK_URL);
    try {
      const answer = await ask(settings);
      await answer.body?.cancel();
      if (answer.status === 401)
        return fault(
          `${host} does not know the key of PAYSTACK_SECRET_KEY.`,
          'Copy the secret key from the dashboard again, and restart the shop.',
        );
      if (!answer.ok)
        return fault(`${host} answers ${answer.status}.`, 'Look at status.paystack.com.');
    } catch (error) {
      return fault(
        `${host} cannot be asked. ${reasonOf(error)}`,
        'Look whether this machine reaches the internet, and at status.paystack.com.',
      );
    }
    const isLive = settings.PAYSTACK_SECRET_KEY.startsWith('sk_live_');
    return isLive
      ? well(`${host} knows the key, and payments are real.`)
      : note(
          `${host} knows the key, which is one for tests: no payment is real.`,
          'Set the live key when the shop is to open.',
        );
  },
};

/** Seconds by which a clock may be wrong. The header has whole seconds, and the answer takes a moment. */
const NEAR = 5;

export const clock: Check = {
  name: 'clock',
  async look({ settings }) {
    const before = Date.now();
    const answer = await ask(settings).catch(() => null);
    await answer?.body?.cancel();
    const told = Date.parse(answer?.headers.get('date') ?? '');
    if (Number.isNaN(told)) return note('Nobody tells the time: Paystack did not answer.');
    const middle = (before + Date.now()) / 2;
    const seconds = Math.round(Math.abs(told + 500 - middle) / 1000);
    if (seconds <= NEAR) return well('It is right.');
    return fault(
      `It is ${seconds} s away from Paystack's.`,
      'Let this machine follow a time server: timedatectl set-ntp true. A wrong clock breaks S3 stores, sign-ins and discounts.',
    );
  },
};
