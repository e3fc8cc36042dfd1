/**
 * Comes first in /sw.js, as a script of its own. Whatever is wrong in the code behind it, no request hangs or fails by
 * that: an answer that does not come in time is asked of the network. Chromium's own rules (main.ts) need no guard, but
 * other browsers have none.
 */
import type { FetchEvent } from './scope.ts';

/** Milliseconds. Longer than a kept page waits for a silent network, so that only a fault of ours comes so late. */
const LATE = 15_000;

const { prototype } = (globalThis as unknown as { FetchEvent: { prototype: FetchEvent } })
  .FetchEvent;
const { respondWith } = prototype;

prototype.respondWith = function (this: FetchEvent, answer) {
  const ask = () => fetch(this.request);
  const late = new Promise((done) => setTimeout(done, LATE)).then(ask);
  // A promise that is too late must not be an unhandled error. The race has its own.
  late.catch(() => {});
  respondWith.call(this, Promise.race([answer.catch(ask), late]));
};
