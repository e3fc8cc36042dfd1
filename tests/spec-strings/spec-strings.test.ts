import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ACCOUNT_STRINGS } from './account.ts';
import { CHECKOUT_STRINGS } from './checkout.ts';
import { DRAWER_STRINGS } from './drawers.ts';
import { FRAME_STRINGS } from './frame.ts';
import { LANDING_STRINGS } from './landing.ts';
import { LISTING_STRINGS } from './listing.ts';
import { ORDER_STRINGS } from './orders.ts';
import { PAYMENT_STRINGS } from './payment.ts';
import { PRODUCT_STRINGS } from './product.ts';
import { REVIEW_STRINGS } from './reviews.ts';
import { TOAST_STRINGS } from './toasts.ts';

/** The source of one test: from its title to the next test's. */
function sourceOf(file: string, title: string): string {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const start = source.indexOf(title);
  if (start < 0) throw new Error(`${file} has no test '${title}'`);
  const next = source.slice(start).search(/\n\s*test\(/);
  return next < 0 ? source.slice(start) : source.slice(start, start + next);
}

const STRINGS = [
  ...FRAME_STRINGS,
  ...LANDING_STRINGS,
  ...LISTING_STRINGS,
  ...PRODUCT_STRINGS,
  ...DRAWER_STRINGS,
  ...CHECKOUT_STRINGS,
  ...PAYMENT_STRINGS,
  ...TOAST_STRINGS,
  ...ACCOUNT_STRINGS,
  ...ORDER_STRINGS,
  ...REVIEW_STRINGS,
];
test.each(STRINGS)('%s (%s) is looked for in %s', (text, _where, file, title) => {
  const source = sourceOf(file, title);
  expect(source.includes(text) || source.includes(text.replaceAll("'", "\\'"))).toBe(true);
});
