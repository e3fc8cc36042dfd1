/** A way to pay, as far as the checkout has to know it. */
interface Way {
  /** The name of the company that takes the money. */
  name: string;
  /** The hint that the shopper reads before she pays. @param shop - the name of the shop. */
  hint: (shop: string) => string;
}

/** The ways to pay. The rest of their words loads later (words.ts), and for policies in no browser (site/policies/). */
export const WAYS = {
  paystack: {
    name: 'Paystack',
    hint: (shop) =>
      `Paystack takes the payment, by card, bank transfer or USSD. You enter your card on Paystack’s own page: ${shop} never sees it.`,
  },
} as const satisfies Record<string, Way>;

export type WayId = keyof typeof WAYS;
