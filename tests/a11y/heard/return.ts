import type { APIRequestContext, Page } from '@playwright/test';
import { deliveredOrder } from '../../e2e/support/delivered-order.ts';
import type { Shopper } from './shopper.ts';
import type { Figure, Transcript } from './transcript.ts';

interface Order {
  /** The shop's address. */
  shop: string;
  email: string;
  request: APIRequestContext;
}

/**
 * Asks for a return, by ear, on the page that the confirmation email links to: the form, its faults, the request.
 * @returns the counts on the way.
 */
export async function askForReturn(
  { page, shopper, transcript }: { page: Page; shopper: Shopper; transcript: Transcript },
  { shop, email, request }: Order,
): Promise<Figure[]> {
  const address = await deliveredOrder(page, email, request);
  transcript.begin('The order');
  await shopper.open('opens the order', () => page.goto(shop + address.pathname + address.hash));
  await page.getByRole('button', { name: 'Send something back' }).waitFor();

  transcript.begin('The form');
  await shopper.seek('b', /^SEND SOMETHING BACK/i);
  await shopper.press('Return', () => page.getByRole('button', { name: /^Ask to/ }).waitFor());
  await shopper.seek('Tab', /^ASK TO SEND IT BACK/i);
  const wrong = await shopper.pressAndListen('Return', 2000);

  transcript.begin('The request');
  await page.getByLabel(/Khamrah/).selectOption({ index: 1 });
  await page.getByLabel('Reason').selectOption({ index: 1 });
  await page.getByLabel('What is wrong?').fill('The pump is broken.');
  await page.getByLabel('What would you like?').selectOption({ index: 1 });
  await shopper.seek('Tab', /^ASK TO SEND IT BACK/i);
  const sent = await shopper.pressAndListen('Return', 4000);
  return [
    { what: 'hears what is missing', heard: count(wrong, /send back|Keep it/i), wanted: 1 },
    {
      what: 'hears that the request has arrived',
      heard: count(sent, /We have your request/i),
      wanted: 1,
    },
  ];
}

/** Whether words were said: 0 or 1. */
const count = (said: readonly string[], words: RegExp) =>
  Number(said.some((each) => words.test(each)));
