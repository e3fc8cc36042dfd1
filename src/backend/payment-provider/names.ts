import { WAYS } from '#domain/payments/ways.ts';

/** Words for people about each provider: its name, where its owner looks into her account, and where it tells of outages. */
const WORDS = {
  paystack: {
    name: WAYS.paystack.name,
    dashboard: 'the Paystack dashboard',
    statusPage: 'status.paystack.com',
  },
  flutterwave: {
    name: WAYS.flutterwave.name,
    dashboard: 'the Flutterwave dashboard',
    statusPage: 'status.flutterwave.com',
  },
  bank: { name: WAYS.bank.name, dashboard: 'your bank’s app' },
  door: { name: WAYS.delivery.name, dashboard: 'your own books' },
  none: { name: WAYS.nothing.name, dashboard: 'your own books' },
} as const;

export type ProviderName = keyof typeof WORDS;
export const PROVIDER_NAMES = Object.keys(WORDS) as [ProviderName, ...ProviderName[]];

/** Whether money goes back through a provider. What came to the shop itself an owner sends back, and records that. */
export const paysBack = (name: ProviderName | undefined): boolean =>
  Object.values(WAYS).some((way) => way.provider === name && way.settledBy === 'provider');

/** Returns the words for people about a provider; of none in particular if the name is undefined. */
export const wordsOf = (
  name: ProviderName | undefined,
): { name: string; dashboard: string; statusPage?: string } =>
  name ? WORDS[name] : { name: 'the provider', dashboard: 'its dashboard' };
