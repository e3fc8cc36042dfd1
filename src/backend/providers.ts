import { WAYS } from '#domain/payments/ways.ts';
import { flutterwaveOf } from './flutterwave/flutterwave.ts';
import type { ProviderName } from './payment-provider/names.ts';
import type { Providers } from './payment-provider/providers.ts';
import { paystackOf } from './paystack/paystack.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Returns the providers that a shop's settings name, that of the first way to pay first. One without a way is asked about
 * its earlier payments. This is the one place that makes them.
 * @throws Error if there is no key at all, which the settings refuse.
 */
export function providersOf(settings: Settings): Providers {
  const known = [
    ...(settings.PAYSTACK_SECRET_KEY ? [paystackOf(settings)] : []),
    ...(settings.FLUTTERWAVE_SECRET_KEY ? [flutterwaveOf(settings)] : []),
  ];
  const main: ProviderName[] = settings.PAYMENT_WAYS.map((way) => WAYS[way].provider);
  const place = ({ name }: { name: ProviderName }) => {
    const at = main.indexOf(name);
    return at < 0 ? main.length : at;
  };
  const [first, ...others] = known.sort((one, other) => place(one) - place(other));
  if (!first) throw new Error('The shop has the key of no payment provider');
  return [first, ...others];
}
