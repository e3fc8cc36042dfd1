/** A way to pay, as far as the checkout has to know it. */
interface Way {
  /** The provider that takes the money. `bank` is the shop's own account, `door` the courier, `none` nobody. */
  provider: 'paystack' | 'flutterwave' | 'bank' | 'door' | 'none';
  /** Confirms that the money has come: the provider, or staff, who look within days and pay back by hand. */
  settledBy: 'provider' | 'staff';
  /** Whether the order is accepted before it is paid, and goes out. */
  accepts?: true;
  /** Where she pays: on the provider's page, or by what our own page shows. */
  leads: 'provider' | 'site';
  /** Names the way on orders, in exports and in the back office. */
  name: string;
  /** The words of its choice at the checkout. Absent where she does not choose it. */
  label?: string;
  /** The hint that the shopper reads before she pays. @param shop - the name of the shop. */
  hint?: (shop: string) => string;
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
  delivery: {
    provider: 'door',
    settledBy: 'staff',
    accepts: true,
    leads: 'site',
    name: 'Pay on delivery',
    label: 'Pay on delivery',
    hint: () => 'Pay the courier when your order comes, in cash or by transfer.',
  },
  nothing: {
    provider: 'none',
    settledBy: 'staff',
    accepts: true,
    leads: 'site',
    name: 'Nothing to pay',
  },
} as const satisfies Record<string, Way>;

export type WayId = keyof typeof WAYS;
export const WAY_IDS = Object.keys(WAYS) as [WayId, ...WayId[]];
/** The providers that settle them. */
export type ProviderId = (typeof WAYS)[WayId]['provider'];

/** The ways that a shop offers. An order that costs nothing takes `nothing` by itself. */
export type ChosenWay = Exclude<WayId, 'nothing'>;
export const CHOSEN_WAYS = WAY_IDS.filter((id) => id !== 'nothing') as [ChosenWay, ...ChosenWay[]];

/** Whether an order that is paid in this way is accepted before. */
export const acceptsUnpaid = (id: WayId): boolean => 'accepts' in WAYS[id];

/** Returns the way of an order: there is nothing to pay for one that costs nothing. */
export const wayOf = (totalKobo: number, chosen: ChosenWay): WayId =>
  totalKobo === 0 ? 'nothing' : chosen;

/** Whether a way is paid on a provider's page. */
const isPage = (id: WayId) => WAYS[id].leads === 'provider';

/** Returns the way whose page takes over where another cannot be paid: that of the same provider, else the first. */
export const pageOf = (ways: readonly ChosenWay[], provider?: ProviderId): ChosenWay => {
  const pages = ways.filter(isPage);
  return pages.find((id) => WAYS[id].provider === provider) ?? pages[0] ?? 'paystack';
};

/**
 * The ways that a backend offers, by its extensions. The page of a provider is always among them: Paystack's, if the
 * backend names none.
 */
export const offeredWays = (
  has: (extension: 'payment.ways' | `payment.${ChosenWay}`) => boolean,
) => {
  const first = pageOf(CHOSEN_WAYS.filter((id) => has(`payment.${id}`)));
  return CHOSEN_WAYS.filter((id) => id === first || (has('payment.ways') && has(`payment.${id}`)));
};
