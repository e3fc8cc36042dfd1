import { offeredWays, type ProviderId, WAYS } from '#domain/payments/ways.ts';

/**
 * The words of policies about a provider. The shop's own account needs few of them.
 * Only `.astro` files import it: no browser loads these words.
 */
interface PolicyWords {
  /** The payment, completing 'In naira, …'. */
  how: string;
  /** The moment of the contract, completing 'The contract is made once …'. */
  contract: string;
  terms: string;
  /** The destination of refunds, completing 'It goes back …'. */
  back: string;
  /** The privacy notice of the payment provider. */
  notice: string;
  abroad: string;
}

export const POLICY_WORDS = {
  paystack: {
    how: 'by card, bank transfer or USSD, on Paystack’s own page: we never see your card',
    contract: 'Paystack has confirmed your payment',
    terms:
      'Paystack takes the payment on its own page, by card, bank transfer or USSD; its terms hold there. We never see your card. For a bank transfer, pay the exact sum to the account that you are shown, in the time it gives you.',
    back: 'the way it came, through Paystack, to the card or the account you paid with',
    notice: 'https://paystack.com/privacy',
    abroad:
      'Paystack works in Nigeria and belongs to an American company, so part of what it gets may be handled abroad.',
  },
  flutterwave: {
    how: 'by card, bank transfer or USSD, on Flutterwave’s own page: we never see your card',
    contract: 'Flutterwave has confirmed your payment',
    terms:
      'Flutterwave takes the payment on its own page; its terms hold there. We never see your card. For a bank transfer, pay the exact sum to the account that you are shown, in the time it gives you.',
    back: 'the way it came, through Flutterwave, to the card or the account you paid with',
    notice: 'https://flutterwave.com/ng/privacy-policy',
    abroad:
      'Flutterwave works in Nigeria and in other countries, so part of what it gets may be handled abroad.',
  },
  bank: {
    terms:
      'Or send the money to our own bank account, within the days that the page of your order names. Write the number of your order beside it.',
    back: 'by transfer, to an account that you name',
  },
  door: {
    terms:
      'Where we offer it, you may pay the courier when your order comes, in cash or by transfer. If you refuse an order at the door, we may ask you to pay the next ones before we send them.',
  },
  none: {},
} as const satisfies Record<ProviderId, Partial<PolicyWords>>;

/** Returns the providers on whose pages shoppers pay, by the extensions of the backend, and their names in a sentence. */
export function payersOf(extensions: ReadonlySet<string>) {
  const payers = offeredWays((name) => extensions.has(name)).flatMap((id) => {
    const { leads, provider, name } = WAYS[id];
    return leads === 'provider' ? [{ name, ...POLICY_WORDS[provider] }] : [];
  });
  return { payers, names: payers.map(({ name }) => name).join(' or ') };
}
