import type { Providers } from './payment-provider/providers.ts';
import { paystackOf } from './paystack/paystack.ts';
import type { Settings } from './settings/settings.ts';

/** Returns the providers that a shop's settings name. This is the one place that makes them. */
export const providersOf = (settings: Settings): Providers => [paystackOf(settings)];
