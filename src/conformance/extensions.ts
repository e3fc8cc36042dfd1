import { EXTENSIONS, type Extension, extensionsAnswer } from '#contract/extensions.ts';
import { type Asker, excerpt, send } from './ask.ts';

const CALL = 'GET /api/extensions';

/** What each extension gives a shopper. */
export const GAINS: Readonly<Record<Extension, string>> = {
  'product.facts': 'brand, notes, concentration and size on cards and pages',
  'product.group': 'sizes of one fragrance link to each other',
  'product.media': 'pictures with reserved space and colour, in small renditions',
  'product.provenance': 'what the merchant can prove of the origin of a product',
  'product.retired': 'the page of a product that is no longer sold stays, and says so',
  'product.stockAlert': 'shoppers are told by email when a product is back in stock',
  'product.lookup': 'the link of a cart shows all its products after one call',
  live: 'prices and stock of a whole page in one call',
  'live.own': 'what her own unpaid order holds is not told to her as sold',
  'catalogue.version': 'rebuilds that notice each change',
  'catalogue.snapshot': 'builds that read the catalogue in one call, at one moment',
  'catalogue.redirects': 'the old address of a product whose id has changed leads to the new one',
  'shop.facts': 'phone, promo, banners and other words that staff change without a folder',
  'shipping.areas': 'a shopper who names her area is shown the places that serve it',
  'payment.shippingLocation': 'the courier knows the place that was chosen',
  'payment.idempotencyKey': 'an order that is sent twice is made once',
  'payment.previousAttempts': 'who changes her order before paying is not in her own way',
  'payment.campaign': 'the merchant sees which advertisement led to an order',
  'payment.refundNeeded': 'the return page says that money comes back',
  'payment.test': 'every page says that no payment is real',
  'account.attempt': 'a code verifies only the sign-up it was sent for',
  'account.device': 'strangers who guess do not keep a known browser from logging in',
  'account.logout': "'Logout' ends the session at the server, too",
  'account.facts': 'the privacy page says how passwords and sessions are kept',
  'account.export': 'customers download their data',
  'account.delete': 'customers delete their account',
  'order.shared': 'the confirmation email links to the order',
  'order.attempt': 'who has paid without an account sees the order at once',
  'order.fulfilment':
    'an order shows whether it is packed, shipped or returned, and what was paid back',
  'order.delivery': 'an order shows the day on which it was promised to arrive',
  'order.receipt': 'an order says the size of each fragrance, and how it was paid',
  'review.boughtHere': "reviews say 'Bought here'",
  'secret.header': 'the secrets of links and payments stand in no log of addresses',
  ucp: 'agents find and read the catalogue, and hand a cart to a person',
};

/** Paths that show that an extension is there. Asking them changes nothing. */
const PROOFS: Partial<Record<Extension, string>> = {
  'product.lookup': '/api/lookup?ids=no-such-product',
  live: '/api/live?ids=no-such-product',
  'catalogue.version': '/api/catalogue/version',
  'catalogue.snapshot': '/api/catalogue/snapshot',
  'catalogue.redirects': '/api/catalogue/redirects',
  'shop.facts': '/api/shop',
};

/** The extensions that a backend lists. A backend needs none. */
export async function checkExtensions(asker: Asker): Promise<Extension[]> {
  const { findings } = asker;
  const reply = await send(asker, CALL, '/api/extensions');
  const row = findings.row(CALL);
  if (!reply || reply.status === 404) {
    row.findings = [];
    row.missing = 'Nothing: the call is optional, and there are no extensions then.';
    return [];
  }
  const read = extensionsAnswer.safeParse(reply.json);
  if (!read.success) {
    const got = `${reply.status} ${excerpt(reply.text)}`;
    const wanted = '404, or { "extensions": [ … ] }';
    findings.adapted(CALL, 'extensions', got, wanted, 'The site takes it for none.');
    return [];
  }
  const found = EXTENSIONS.filter((name) => read.data.extensions.includes(name));
  for (const name of found) {
    const path = PROOFS[name];
    if (!path) continue;
    const proof = await send(asker, CALL, path);
    if (proof && proof.status < 300) continue;
    const got = `${proof?.status ?? 'no answer'} for ${path}`;
    findings.broken(CALL, name, got, '200', `Answer ${path}, or do not list '${name}'.`);
  }
  return found;
}
