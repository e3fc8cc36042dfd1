/** The words about a provider on pages of results and orders. Those of accepted orders are in accepted.ts. */
interface Words {
  /** The sentence for a payment that cannot begin. */
  unavailable: string;
  /** Returns the beginning of a sentence, which the page completes. @param what - 'the ₦5,000', or 'your payment'. */
  waiting: (what: string) => string;
  /** When the payment is known if the shop cannot be reached now. */
  confirmed: string;
  declined: string;
  /** The words before the reference of a payment that has come. */
  taken: string;
}

/** The sentences about a transfer that was not the amount. Whether the provider returns it by itself is not known. */
export const NOT_ACCEPTED =
  'It was not accepted. If it is not back in your account after two working days, write to us with the session ID of the transfer.';

/** Returns the words about a provider. @param named - its name within a sentence. @param page - the name of its page. */
const ofProvider = (name: string, named = name, page = name): Words => ({
  unavailable: `${page} does not answer at the moment. Nothing was charged. Please try again in a few minutes.`,
  waiting: (what) =>
    `${name} has not confirmed ${what} yet. A bank transfer usually takes a few minutes`,
  confirmed: `it is confirmed as soon as the shop has heard from ${named}`,
  declined: `${name} reports that this payment was declined.`,
  taken: `${name} took a payment`,
});

type Known = 'paystack' | 'flutterwave' | 'bank' | 'any';
const WORDS: Readonly<Record<Known, Words>> = {
  paystack: ofProvider('Paystack'),
  flutterwave: ofProvider('Flutterwave'),
  any: ofProvider('The payment provider', 'the payment provider', 'The payment page'),
  bank: {
    unavailable:
      'The shop cannot take your order at the moment. Please try again in a few minutes.',
    waiting: (what) => `We have not seen ${what} in our bank account yet`,
    confirmed: 'it is confirmed as soon as we have seen it in our bank account',
    declined: 'The money did not come in time.',
    taken: 'Money came to our bank account',
  },
};

/** Returns the words about a provider; `any` for one of several. */
export const wayWords = (provider: Known): Words => WORDS[provider];
