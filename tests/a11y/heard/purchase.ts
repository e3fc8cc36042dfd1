import type { Page } from '@playwright/test';
import type { Shopper } from './shopper.ts';
import type { Figure, Transcript } from './transcript.ts';

interface Desk {
  page: Page;
  shopper: Shopper;
  transcript: Transcript;
}

interface Order {
  /** The shop's address. */
  shop: string;
  product: { name: string; path: string };
  email: string;
}

/** Milliseconds within which the answer to a choice must be heard. */
const ANSWER_MS = 2000;
const REST_MS = 60_000;

/** A sum that is spoken in full. */
const SUM = /^Shipping ₦[\d,]+\. Total ₦[\d,]+\. With you .+\.$/;
const TOTAL = /^Total ₦[\d,]+$/;

/** Buys one product as a guest, from the landing page to the order, by ear. @returns what was counted on the way. */
export async function buy({ page, shopper, transcript }: Desk, order: Order): Promise<Figure[]> {
  const figures: Figure[] = [];
  /** Counts the sums among answers. */
  const countSums = (after: string, said: readonly string[], whole: RegExp) => {
    const sums = said.filter((text) => /\bTotal\b/.test(text));
    const parts = sums.filter((text) => !whole.test(text));
    figures.push(
      { what: `sums within 2 s after ${after}`, heard: sums.length, wanted: 1 },
      { what: 'of these in parts', heard: parts.length, wanted: 0 },
    );
  };
  /** Counts the other announcements of a quantity: its new number. */
  const countNumbers = (said: readonly string[]) =>
    figures.push({
      what: 'other messages: the new quantity',
      heard: said.filter((text) => !/\bTotal\b/.test(text)).length,
      wanted: 1,
    });
  const at = (path: string | RegExp) => () => page.waitForURL(path, { waitUntil: 'commit' });
  const { name, path } = order.product;

  transcript.begin('The landing page');
  await shopper.open('opens the shop', () => page.goto(`${order.shop}/`));
  await shopper.seek('k', /^SHOP OUR COLLECTION/);

  transcript.begin('The list');
  await shopper.follow('Return', at('**/products'));
  // The brand and the name are on two lines, which Orca reads as one word.
  await shopper.seek('2', new RegExp(`${name.split(' ').at(-1)} link`));

  transcript.begin('The product');
  await shopper.follow('Return', at(`**${path}`));

  transcript.begin('Fee and date for a place');
  await shopper.seek('b', /^Your place/);
  await shopper.press('Return', () => page.getByLabel('State').waitFor());
  await shopper.seek('Tab', /^State combo box/);
  await shopper.type('Lagos');
  await shopper.seek('Tab', /^Local government area combo box/);
  await shopper.type('Ikeja', ANSWER_MS);

  transcript.begin('Into the cart');
  await shopper.seek('Tab', /Browse mode/);
  await shopper.seek('shift+b', /^ADD TO CART/);
  await shopper.press('Return', () => page.getByText('Added to Cart').waitFor());
  await shopper.seek('b', /^View Cart/);

  transcript.begin('The cart');
  await shopper.press('Return', () => page.getByRole('dialog').waitFor());
  const more = new RegExp(`^One ${name} more`);
  await shopper.seek('Tab', more);
  const inCart = await shopper.pressAndListen('space', ANSWER_MS);
  countSums('a quantity has changed in the cart', inCart, TOTAL);
  countNumbers(inCart);
  await shopper.seek('Tab', /^PROCEED TO CHECKOUT/);

  transcript.begin('The checkout');
  await shopper.follow('Return', at('**/checkout'));
  await shopper.seek('e', /^Full Name/);
  // Tab and back: only a focused field takes letters.
  await shopper.seek('Tab', /^Email/);
  await shopper.seek('shift+Tab', /^Full Name/);

  transcript.begin('The form');
  let chatter = 0;
  const type = async (text: string) => {
    chatter += (await shopper.type(text)).length;
  };
  await type('Amina Bello');
  await shopper.seek('Tab', /^Email/);
  await type(order.email);
  await shopper.seek('Tab', /^Phone/);
  await type('08031234567');
  await shopper.seek('Tab', /^Address/);
  await type('5 Zoo Road');
  figures.push({ what: 'messages while she types in a field', heard: chatter, wanted: 0 });
  await shopper.seek('Tab', /^State/);
  await shopper.type('Kano');
  await shopper.seek('Tab', /^City/);
  await shopper.type('Dala');
  await shopper.seek('Tab', /^Shipping Location/);
  countSums('a place has changed', await shopper.type('Kano', ANSWER_MS), SUM);

  transcript.begin('One more, at the checkout');
  const folded = page.getByRole('button', { name: /^Order Summary/ });
  if (await folded.isVisible()) {
    await shopper.seek('shift+Tab', /^Order Summary/);
    await shopper.press('Return', () =>
      page.getByRole('group', { name: 'Items and sums' }).waitFor(),
    );
    await shopper.seek('Tab', more);
  } else await shopper.seek('shift+Tab', more);
  const atCheckout = await shopper.pressAndListen('space', ANSWER_MS);
  countSums('a quantity has changed at the checkout', atCheckout, SUM);
  countNumbers(atCheckout);

  transcript.begin('A minute at rest');
  const unasked = await shopper.rest(REST_MS);
  figures.push({
    what: 'messages in a minute at rest with a filled form',
    heard: unasked.length,
    wanted: 0,
  });

  transcript.begin('The payment');
  await shopper.seek('Tab', /^PROCEED TO PAYMENT/);
  await shopper.follow('Return', () => page.getByRole('button', { name: 'Pay now' }).waitFor());
  await shopper.seek('b', /^Pay now/i);
  await shopper.follow('Return', () =>
    page.getByRole('heading', { name: 'Payment Successful!' }).waitFor(),
  );

  transcript.begin('The order');
  await shopper.seek('k', /^View Order #/i);
  await shopper.follow('Return', () => page.getByText('Order Timeline').waitFor());
  await shopper.readAll();
  return figures;
}
