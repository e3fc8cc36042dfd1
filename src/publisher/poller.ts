import type { Follower } from './follower.ts';
import { pollCatalogue } from './poll.ts';
import type { Publisher } from './publisher.ts';
import type { SiteSettings } from './site-settings.ts';
import { changeStatus, type Poll } from './status.ts';

/** The longest pause after failures, unless the interval itself is longer (ms). */
const LONGEST_MS = 3_600_000;
/** The part of a pause that is random, so that shops do not all call a backend at one moment. */
const JITTER = 0.1;

/** Returns the pause (ms) before the next poll: the interval, doubled with each failure in a row. */
export function pauseAfter(everyMs: number, failures: number, chance = Math.random()): number {
  const pause = Math.min(everyMs * 2 ** failures, Math.max(everyMs, LONGEST_MS));
  return Math.round(pause * (1 + JITTER * (2 * chance - 1)));
}

/** Polls a backend that cannot send messages. Passes a difference to the follower, which publishes one change at a time. */
export class Poller {
  readonly #publisher: Publisher;
  readonly #follower: Pick<Follower, 'take'>;
  readonly #options: { everyMs: number; settings: SiteSettings; onLine: (line: string) => void };
  readonly #end = new AbortController();
  #failures = 0;
  #next: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** @param options.onLine - receives a line for a change, and for the first of several failures. */
  constructor(
    publisher: Publisher,
    follower: Pick<Follower, 'take'>,
    options: { everyMs: number; settings: SiteSettings; onLine: (line: string) => void },
  ) {
    this.#publisher = publisher;
    this.#follower = follower;
    this.#options = options;
  }

  /** Polls now, and again after each pause. */
  start(): void {
    if (this.#end.signal.aborted) return;
    this.#running = this.#poll();
  }

  /** Stops, and ends a poll in progress. */
  async close(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#next);
    await this.#running;
  }

  async #poll(): Promise<void> {
    const began = Date.now();
    const found = await this.#look();
    if (this.#end.signal.aborted) return;
    this.#failures = found.outcome === 'failed' ? this.#failures + 1 : 0;
    const pause = pauseAfter(this.#options.everyMs, this.#failures);
    const now = Date.now();
    const lastPoll: Poll = {
      at: new Date(began).toISOString(),
      seconds: (now - began) / 1000,
      ...found,
      next: new Date(now + pause).toISOString(),
    };
    // A full disk must not end the polling. The next poll tries to write again.
    await changeStatus(this.#publisher.folders, () => ({ lastPoll })).catch(this.#report);
    this.#next = setTimeout(() => this.start(), pause);
  }

  async #look(): Promise<Pick<Poll, 'outcome' | 'reason'>> {
    const { settings, onLine } = this.#options;
    try {
      const found = await pollCatalogue(this.#publisher, settings, this.#end.signal);
      if (found.outcome === 'changed' && !this.#end.signal.aborted) {
        await this.#follower.take({});
        onLine(`Polling: ${found.reason}`);
      }
      return found;
    } catch (error) {
      if (!this.#end.signal.aborted && this.#failures === 0) this.#report(error);
      return { outcome: 'failed', reason: messageOf(error) };
    }
  }

  readonly #report = (error: unknown) =>
    this.#options.onLine(`Polling failed and is tried again: ${messageOf(error)}`);
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
