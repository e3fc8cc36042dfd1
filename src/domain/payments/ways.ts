/** A way to pay, as far as the checkout has to know it. */
interface Way {
  /** The provider that takes the money. `bank` is the shop's own account. */
  provider: 'paystack' | 'flutterwave' | 'bank';
  /** Confirms that the money has come: the provider, or staff, who look within days and pay back by hand. */
  settledBy: 'provider' | 'staff';
  /** Where she pays: on the provider's page, or by what our own page shows. */
  leads: 'provider' | 'site';
  /** Names the way on orders, in exports and in the back office. */
  name: string;
  /** The words of its choice at the checkout. */
  label: string;
  /** The hint that the shopper reads before she pays. @param shop - the name of the shop. */
  hint: (shop: string) => string;
}

/** The ways to pay. The rest of their words loads later (words.ts), and for policies in no browser (site/policies/). */
export const WAYS = {
  paystack: {
    provider: 'paystack',
    settledBy: 'provider',
    leads: 'provider',
    name: 'Paystack',
    label: 'Card, USSD or bank transfer',
    hint: (shop) =>
      `Paystack takes the payment, by card, bank transfer or USSD. You enter your card on Paystack’s own page: ${shop} never sees it.`,
  },
  transfer: {
    provider: 'paystack',
    settledBy: 'provider',
    leads: 'site',
    name: 'Bank transfer',
    label: 'Bank transfer, on this site',
    hint: () =>
      'You get an account number of your own, and send the exact amount to it from your bank’s app or at a POS agent. Paystack tells us when it has arrived.',
  },
  flutterwave: {
    provider: 'flutterwave',
    settledBy: 'provider',
    leads: 'provider',
    name: 'Flutterwave',
    label: 'Card, USSD or bank transfer, with Flutterwave',
    hint: (shop) =>
      `Flutterwave takes the payment. You enter your card on Flutterwave’s own page: ${shop} never sees it.`,
  },
  bank: {
    provider: 'bank',
    settledBy: 'staff',
    leads: 'site',
    name: 'Transfer to the shop',
    label: 'Transfer to our bank account',
    hint: () =>
      'Send the money within a few days, from your bank’s app or at a POS agent. We keep your order until then. Someone checks our account by hand, so this takes longer.',
  },
} as const satisfies Record<string, Way>;

export type WayId = keyof typeof WAYS;
export const WAY_IDS = Object.keys(WAYS) as [WayId, ...WayId[]];
/** The providers that settle them. */
export type ProviderId = (typeof WAYS)[WayId]['provider'];

/** Whether a way is paid on a provider's page. */
const isPage = (id: WayId) => WAYS[id].leads === 'provider';

/** Returns the way whose page takes over where another cannot be paid: that of the same provider, else the first. */
export const pageOf = (ways: readonly WayId[], provider?: ProviderId): WayId => {
  const pages = ways.filter(isPage);
  return pages.find((id) => WAYS[id].provider === provider) ?? pages[0] ?? 'paystack';
};

/**
 * The ways that a backend offers, by its extensions. The page of a provider is always among them: Paystack's, if the
 * backend names none.
 */
export const offeredWays = (has: (extension: 'payment.ways' | `payment.${WayId}`) => boolean) => {
  const first = pageOf(WAY_IDS.filter((id) => has(`payment.${id}`)));
  return WAY_IDS.filter((id) => id === first || (has('payment.ways') && has(`payment.${id}`)));
};
