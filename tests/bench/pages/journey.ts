import type { Browser, Locator, Page } from '@playwright/test';
import { newEmail } from '../../e2e/support/seed.ts';
import { OUD_WOOD } from '../../e2e/support/shop.ts';
import { PHONE } from './measured-pages.ts';
import { type Line, type Loaded, recordLoads } from './visit.ts';

/** A step of a guest on the way to the payment page. */
export interface JourneyStep {
  step: string;
  /** Seconds from the tap, or from opening the link, until the step is done. */
  seconds: number;
  /** Milliseconds from the tap until the page reacts; 0 if the browser itself does. */
  answered: number;
  /** The bytes of this step alone, on the wire. */
  kB: number;
  requests: number;
}

/** 400 kbit/s and 400 ms. */
const LINE: Line = { bytes: 50_000, latency: 400 };
const SLOWER = 4;
const PATIENCE_MS = 120_000;

/** Taps and waits until the page reacts: until `sign` is there and the next frame has begun. @returns milliseconds. */
async function tap(page: Page, target: Locator, sign: string): Promise<number> {
  await target.scrollIntoViewIfNeeded();
  const answered = page.evaluate(
    (sign) =>
      new Promise<number>((done) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () =>
              requestAnimationFrame(() =>
                document.querySelector(sign)
                  ? requestAnimationFrame((now) => done(now - timeStamp))
                  : look(),
              );
            look();
          },
          { capture: true, once: true },
        );
      }),
    sign,
  );
  await target.tap();
  return answered;
}

/** Walks from a product's link to the payment page, as a guest on a slow line and processor, with an empty cache. */
export async function walkJourney(browser: Browser, shop: string): Promise<JourneyStep[]> {
  const context = await browser.newContext(PHONE);
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const loads = await recordLoads(client, LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const ours = () => loads.filter(({ url }) => url.startsWith(`${shop}/`));
    const steps: JourneyStep[] = [];
    let counted: Loaded[] = [];
    /** Does a step and adds it up. `act` returns the milliseconds until the page reacted. */
    const step = async (name: string, act: () => Promise<number>) => {
      const began = performance.now();
      const answered = await act();
      const seconds = (performance.now() - began) / 1000;
      const fresh = ours().slice(counted.length);
      counted = ours();
      const bytes = fresh.reduce((sum, load) => sum + load.bytes, 0);
      steps.push({ step: name, seconds, answered, kB: bytes / 1000, requests: fresh.length });
    };
    const field = (name: string) => page.getByLabel(name, { exact: true });

    await step('opens the link', async () => {
      await page.goto(shop + OUD_WOOD.path, { waitUntil: 'load' });
      return 0;
    });
    await step('looks at the page', async () => {
      await page.waitForLoadState('networkidle');
      return 0;
    });
    await step('adds to the cart', () =>
      tap(page, page.getByRole('button', { name: 'ADD TO CART' }), '#toasts [data-toast]'),
    );
    await step('opens the cart', async () => {
      const cart = page.getByRole('banner').getByRole('button', { name: /cart/i });
      const answered = await tap(page, cart, '#cart-panel[open]');
      await page.getByRole('link', { name: 'Proceed to Checkout' }).waitFor();
      return answered;
    });
    await step('goes to the checkout', async () => {
      await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
      await page.waitForURL('**/checkout');
      await page.locator('form button[type="submit"]:enabled').waitFor();
      return 0;
    });
    await step('fills the form', async () => {
      await field('Full Name').fill('Amina Bello');
      await field('Email').fill(newEmail());
      await field('Phone').fill('0803 123 4567');
      await field('Address').fill('5 Zoo Road');
      await field('State').selectOption('Kano');
      await field('City').selectOption('Nasarawa');
      const places = field('Shipping Location');
      const kano = places.getByRole('option', { name: /Kano/ }).first();
      await places.selectOption((await kano.getAttribute('value')) ?? '');
      return 0;
    });
    await step('pays', async () => {
      const pay = page.getByRole('button', { name: 'Proceed to Payment' });
      const answered = await tap(page, pay, 'form button[aria-disabled], form button:disabled');
      await page.waitForURL((url) => url.origin !== shop, { waitUntil: 'commit' });
      return answered;
    });
    return steps;
  } finally {
    await context.close();
  }
}

/** Prints the steps with their sum. */
export function printJourney(steps: readonly JourneyStep[]): void {
  const sum = (key: 'seconds' | 'kB' | 'requests') =>
    steps.reduce((all, step) => all + step[key], 0);
  const all = { step: 'all', seconds: sum('seconds'), kB: sum('kB'), requests: sum('requests') };
  console.log(
    '\nA guest from a link to the payment page, cold, with pictures, at 400 kbit/s and 400 ms,',
  );
  console.log(
    "processor slowed 4 times. 'answered' is ms until the page shows that a tap was heard:",
  );
  console.table(
    [...steps, { ...all, answered: Math.max(...steps.map(({ answered }) => answered)) }].map(
      ({ step, seconds, answered, kB, requests }) => ({
        step,
        seconds: Number(seconds.toFixed(1)),
        answered: Math.round(answered),
        kB: Number(kB.toFixed(1)),
        requests,
      }),
    ),
  );
}
