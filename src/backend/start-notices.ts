import { shop } from '#config/shop.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { asTyped } from '#process/as-typed.ts';
import type { Services } from './http/services.ts';
import { isOffered } from './settings/payment-mode.ts';
import type { Settings } from './settings/settings.ts';

/**
 * Returns what the merchant must know at the start of a shop, although it starts: sentences to print.
 * @param host - the address that it listens on.
 */
export async function startNotices(
  settings: Settings,
  {
    catalogue,
    staff,
  }: { catalogue: Pick<Services['catalogue'], 'shippingPlaces'>; staff: Services['staff'] },
  host = '127.0.0.1',
): Promise<string[]> {
  const places = await catalogue.shippingPlaces();
  const people = settings.ADMIN === 'on' ? await staff.count() : null;
  const production = settings.SHOP_MODE === 'production';
  const open = !/^(127\.|localhost$|::1$)/.test(host);
  return [
    ...(open && !production
      ? [
          `HOST=${host}: anybody who can reach this machine can read all emails at /dev/mail. To be open to others, a shop needs SHOP_MODE=production.`,
        ]
      : []),
    ...(settings.TEST_PAYMENTS === 'yes'
      ? [
          'TEST_PAYMENTS=yes: no payment is real. Every page and email says so. Deliver nothing. To trade, set the live key of the payment provider and leave TEST_PAYMENTS out.',
        ]
      : []),
    ...(places.length === 0
      ? [
          `There is no shipping place, so nobody can order. Add one: ${asTyped('shipping', 'set "Lagos – Ikeja" amount=3000')}, or all of them: ${asTyped('shipping', 'import places.csv')}.`,
        ]
      : []),
    ...(isOffered('delivery', settings) && places.length > 0 ? elsewhere(places) : []).map(
      (name) =>
        `payOnDelivery in shop.json names '${name}', which is no shipping place: nobody can pay on delivery there.`,
    ),
    ...(people === 0
      ? [
          `Nobody can sign in to the back office yet. This prints a link for the first owner: ${asTyped('people', 'invite owner NAME')}`,
        ]
      : []),
    ...(production && !settings.SHOP_DIR
      ? [
          'SHOP_DIR is not set, so the site and every email name the demo’s shop, its address and its promises. Copy src/demo/shop, make the copy yours, and name it in SHOP_DIR.',
        ]
      : []),
    ...(production && !settings.CLIENT_ADDRESS_HEADER
      ? [
          'CLIENT_ADDRESS_HEADER is not set. If there is a proxy before this shop, all customers seem to have one network address, and nothing is limited by it: set the name of the header in which your proxy sends the client’s address, such as CLIENT_ADDRESS_HEADER=x-forwarded-for.',
        ]
      : []),
  ];
}

/** Returns the places of `payOnDelivery` that the shop does not deliver to. */
function elsewhere(places: readonly Pick<ShippingPlace, 'place'>[]): string[] {
  const known = new Set(places.map(({ place }) => place));
  return (shop.payOnDelivery?.places ?? []).filter((name) => !known.has(name));
}
