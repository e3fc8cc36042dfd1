import type { PaymentProvider } from './provider.ts';

/** The providers of a shop. New payments begin at the first one. */
export type Providers = readonly [PaymentProvider, ...PaymentProvider[]];

/** Returns the provider with a name. Undefined if the shop has it no more. */
export const providerOf = (providers: Providers, name: string): PaymentProvider | undefined =>
  providers.find((provider) => provider.name === name);
