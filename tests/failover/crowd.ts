import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import { newShopper, pay } from '../faults/shopper.ts';

/** The interval between a shopper's tries. */
const AGAIN = { interval: 100, timeout: 60_000 };
/** Milliseconds to wait for an answer: a connection to a lost machine may stay silent. */
const SILENCE_MS = 20_000;

/** A crowd's purchases. */
export interface Bought {
  /** References of payments that Paystack has. */
  paid: string[];
  /** Those that the shop has called paid to the shopper. */
  told: string[];
  /** Moments (performance.now) at which accepted orders were sent. */
  sent: number[];
}

/** Starts shoppers who buy one after the other until they are stopped. A begun purchase is finished. */
export function startCrowd({
  shoppers,
  product,
  api,
}: {
  shoppers: number;
  product: string;
  /** Returns the address of a process, for any number. */
  api: (number: number) => string;
}): { bought: Bought; stop(): Promise<void> } {
  const bought: Bought = { paid: [], told: [], sent: [] };
  let isOpen = true;
  const shop = async (place: number) => {
    for (let purchase = 0; isOpen; purchase++) await buy(bought, product, api(place + purchase));
  };
  const all = Promise.all(Array.from({ length: shoppers }, (_, place) => shop(place)));
  return {
    bought,
    async stop() {
      isOpen = false;
      await all;
    },
  };
}

/** Makes one purchase. She repeats each step until it succeeds, unless the shop no longer knows her order. */
async function buy(bought: Bought, product: string, api: string): Promise<void> {
  const shopper = newShopper(product, 1);
  let sent = 0;
  const { page, reference } = await vi.waitFor(async () => {
    sent = performance.now();
    const begun = await inTime(shopper.initialize(api));
    if (typeof begun === 'object' && 'got' in begun) return begun.got;
    throw new Error(`No page to pay on: ${JSON.stringify(begun)}`);
  }, AGAIN);
  bought.sent.push(sent);
  await pay(page);
  bought.paid.push(reference);
  const isTold = await vi.waitFor(async () => {
    const answer = await inTime(shopper.verify(api, reference));
    if (typeof answer === 'object') {
      if ('refused' in answer && answer.refused.code === 'reference_not_found') return false;
      if ('got' in answer && answer.got.status === 'paid') return true;
    }
    throw new Error(`Not paid: ${JSON.stringify(answer)}`);
  }, AGAIN);
  if (isTold) bought.told.push(reference);
}

/** Returns an answer, or 'nothing' when none comes. */
async function inTime<T>(call: Promise<T>): Promise<T | 'nothing'> {
  const ended = new AbortController();
  const late = pause(SILENCE_MS, 'nothing' as const, { signal: ended.signal }).catch(
    () => 'nothing' as const,
  );
  return Promise.race([call, late]).finally(() => ended.abort());
}

/** Looks at a product over and over. Returns the milliseconds from the first failed look to the last. */
export function startLooking(url: string): { stop(): Promise<number> } {
  const failed: number[] = [];
  let isOpen = true;
  const work = (async () => {
    while (isOpen) {
      const began = performance.now();
      const status = await inTime(fetch(url).then((answer) => answer.status));
      if (status !== 200) failed.push(began, performance.now());
      await pause(AGAIN.interval);
    }
  })();
  return {
    async stop() {
      isOpen = false;
      await work;
      return (failed.at(-1) ?? 0) - (failed[0] ?? 0);
    },
  };
}
