import * as z from 'zod/mini';
import { EXTRA_GAINS } from '#domain/orders/order-extras.ts';

/**
 * The extensions that a backend may offer beyond the calls of spec §7, each with its benefit for a shopper. The site uses
 * an extension only if the backend lists it, and works fully without any. Two add no call. `account.facts`: the backend
 * keeps and deletes data as /privacy states (argon2id, sessions of 30 days …). `payment.test`: no payment of the backend
 * is real, and every page says so.
 */
export const GAINS = {
  'product.facts': 'brand, notes, concentration and size on cards and pages',
  'product.group': 'sizes of one fragrance link to each other',
  'product.set': 'the page of a set lists its parts, and lets her choose',
  'product.set.lines': 'an order holds two different choices of one set',
  'product.sizes': 'a fragrance is one card with its sizes in lists, searches and suggestions',
  'product.sample': 'a sample is offered beside its bottle',
  'product.media': 'pictures with reserved space and colour, in small renditions',
  'product.provenance': 'the merchant shows evidence of the origin of a product',
  'product.retired': 'a product that is no longer sold keeps its page, which says so',
  'product.stockAlert': 'shoppers get an email when a product is back in stock',
  'product.lookup': 'the link of a cart shows all its products with one call',
  live: 'prices and stock of a whole page in one call',
  'live.own': 'units in her own unpaid order are not shown to her as sold',
  'catalogue.version': 'rebuilds after each change',
  'catalogue.snapshot': 'builds read the catalogue in one call, at one moment',
  'catalogue.redirects': 'the former address of a product redirects to the new one',
  'shop.facts': 'staff change phone, promo, banners and other words without the folder',
  'shipping.areas': 'a shopper who names her area sees the places that serve it',
  'payment.shippingLocation': 'the courier knows the chosen place',
  'payment.idempotencyKey': 'an order that is sent twice is created once',
  'payment.previousAttempts': 'a shopper who changes her order does not reserve units twice',
  'payment.campaign': 'the merchant sees which advertisement led to an order',
  'payment.promotion': 'an order accepts a code, and shows its discount',
  'payment.sealed': 'a paid order outlives the loss of the database',
  ...EXTRA_GAINS,
  'payment.ways': 'she chooses how to pay before she leaves the checkout',
  'payment.paystack': 'the page that she pays on is Paystack’s, and the words say so',
  'payment.flutterwave': 'she pays on the page of Flutterwave, and the words say so',
  'payment.transfer': 'she pays by bank transfer without another page, to an account for her order',
  'payment.bank':
    'she pays by transfer to the account of the shop, and her order waits for some days',
  'payment.delivery': 'she pays the courier when her order comes, where the shop offers it',
  'payment.refundNeeded': 'the return page says that the money comes back',
  'payment.test': 'every page says that no payment is real',
  'account.attempt': 'a code verifies only the sign-up it was sent for',
  'account.device': 'strangers who guess passwords do not lock out a known browser',
  'account.logout': "'Logout' ends the session on the server, too",
  'account.export': 'customers download their data',
  'account.delete': 'customers delete their account',
  'account.profile': 'customers change their name, phone and email address',
  'account.addresses': 'customers keep their addresses, and choose one at the checkout',
  'account.facts': 'the privacy page says how passwords and sessions are kept',
  'order.shared': 'the confirmation email links to the order',
  'order.attempt': 'a guest who has paid sees the order at once',
  'order.cancel': 'she cancels her order herself until it is packed',
  'order.fulfilment':
    'an order shows whether it is packed, shipped or returned, and what was paid back',
  'order.delivery': 'an order shows its promised day of arrival',
  'order.receipt': 'an order shows the size of each fragrance, and how it was paid',
  'order.accepted': 'an order that is paid later is accepted at once, and says so',
  'order.promotion': 'an order shows its discount',
  'order.return':
    'she asks on the page of her order to send something back, and sees what becomes of it',
  'order.sampleCodes': 'an order lists the codes of its samples, with their discounts',
  promotions: 'cart and checkout show discounts, and what is missing for one',
  'refund.account':
    'a refund that cannot go back the way she paid goes to an account that she names',
  'review.boughtHere': "reviews say 'Bought here'",
  'review.previousShop': "reviews from the merchant's previous shop say so",
  'secret.header': 'no log of addresses contains the secrets of links and payments',
  ucp: 'agents find and read the catalogue, and hand a cart to a person',
} as const;
export type Extension = keyof typeof GAINS;
export const EXTENSIONS = Object.keys(GAINS) as Extension[];

/** The extensions that a backend offers. A client ignores unknown names. */
export const extensionsAnswer = z.object({ extensions: z.array(z.string()) });
