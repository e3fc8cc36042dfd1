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
  'product.set': 'the page of a set says what is in it, and lets her choose',
  'product.set.lines': 'an order holds two different choices of one set',
  'product.sizes': 'a fragrance is one card with its sizes in lists, searches and suggestions',
  'product.sample': 'a sample stands beside the bottle, to be tried first',
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
  'payment.promotion': 'an order takes a code, and says what promotions took off',
  'payment.sealed': 'a paid order outlives the loss of the database',
  ...EXTRA_GAINS,
  'payment.ways': 'she chooses how to pay before she leaves the checkout',
  'payment.transfer': 'she pays by bank transfer without another page, to an account of her own',
  'payment.refundNeeded': 'the return page says that money comes back',
  'payment.test': 'every page says that no payment is real',
  'account.attempt': 'a code verifies only the sign-up it was sent for',
  'account.device': 'strangers who guess do not keep a known browser from logging in',
  'account.logout': "'Logout' ends the session at the server, too",
  'account.export': 'customers download their data',
  'account.delete': 'customers delete their account',
  'account.facts': 'the privacy page says how passwords and sessions are kept',
  'order.shared': 'the confirmation email links to the order',
  'order.attempt': 'who has paid without an account sees the order at once',
  'order.fulfilment':
    'an order shows whether it is packed, shipped or returned, and what was paid back',
  'order.delivery': 'an order shows the day on which it was promised to arrive',
  'order.receipt': 'an order says the size of each fragrance, and how it was paid',
  'order.accepted': 'an order that is paid later stands at once, and says so',
  'order.promotion': 'an order says what promotions took off',
  'order.sampleCodes': 'an order says what its samples take off a bottle, and by which code',
  promotions: 'cart and checkout show what promotions take off, and what is missing for one',
  'review.boughtHere': "reviews say 'Bought here'",
  'review.previousShop': "reviews that were written in the merchant's previous shop say so",
  'secret.header': 'the secrets of links and payments stand in no log of addresses',
  ucp: 'agents find and read the catalogue, and hand a cart to a person',
} as const;
export type Extension = keyof typeof GAINS;
export const EXTENSIONS = Object.keys(GAINS) as Extension[];

/** The extensions that a backend offers. A client ignores unknown names. */
export const extensionsAnswer = z.object({ extensions: z.array(z.string()) });
