import { wordsOf } from '#backend/payment-provider/names.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { reasonOf } from '#machine/status/readiness.ts';
import { type Check, fault, note, well } from './check.ts';

export const account = ({ name, check }: PaymentProvider): Check => {
  const words = wordsOf(name);
  return {
    name: words.name,
    async look() {
      if (!check) return note(`The account of ${words.name} cannot be checked from here.`);
      try {
        const { state, says, fix } = await check.account();
        return { state, says, ...(fix && { fix }) };
      } catch (error) {
        const outages = words.statusPage ? `, and at ${words.statusPage}` : '';
        return fault(
          `${words.name} cannot be asked. ${reasonOf(error)}`,
          `Check that this machine reaches the internet${outages}.`,
        );
      }
    },
  };
};

/** Seconds by which a clock may be wrong. The header has whole seconds, and the answer takes a moment. */
const NEAR = 5;

/** The clock of the machine, by that of a provider. */
export const clock = ({ name: provider, check }: PaymentProvider): Check => ({
  name: 'clock',
  async look() {
    const { name } = wordsOf(provider);
    const before = Date.now();
    const told = (await check?.account().catch(() => null))?.time ?? null;
    if (told === null) return note(`The time cannot be checked: ${name} did not answer.`);
    const middle = (before + Date.now()) / 2;
    const seconds = Math.round(Math.abs(told + 500 - middle) / 1000);
    if (seconds <= NEAR) return well('It is right.');
    return fault(
      `It differs by ${seconds} s from ${name}'s.`,
      'Let this machine follow a time server: timedatectl set-ntp true. A wrong clock breaks S3 stores, sign-ins and discounts.',
    );
  },
});
