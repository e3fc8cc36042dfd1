/**
 * Comes first in /sw.js, as its own script. Whatever is wrong in the code after it, no request hangs or fails because
 * of it: if an answer is late, the network is asked. Chromium's own rules (main.ts) need no guard, but other browsers
 * have none.
 */
import type { FetchEvent } from './scope.ts';

/** Milliseconds. Longer than a kept page waits for a silent network, so only our own fault is this late. */
const LATE = 15_000;

const { prototype } = (globalThis as unknown as { FetchEvent: { prototype: FetchEvent } })
  .FetchEvent;
const { respondWith } = prototype;

prototype.respondWith = function (this: FetchEvent, answer) {
  const ask = () => fetch(this.request);
  const late = new Promise((done) => setTimeout(done, LATE)).then(ask);
  // A late rejection must not be an unhandled error. The race has its own handler.
  late.catch(() => {});
  respondWith.call(this, Promise.race([answer.catch(ask), late]));
};
