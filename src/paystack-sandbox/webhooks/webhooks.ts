import { createHmac, randomUUID } from 'node:crypto';
import type { Journal } from '#sandbox/ledger/journal.ts';
import type { DeliveryRecord } from './delivery-record.ts';

/** Pauses between attempts in ms. Paystack's are minutes and hours, but here a developer waits. */
const PAUSES_MS = [500, 2_000, 8_000, 30_000, 120_000] as const;
/** The time that the shop has to answer. */
const TIMEOUT_MS = 10_000;

interface WebhookOptions {
  secretKey: string;
  /** The secret hash of Flutterwave's messages. */
  flutterwaveHash: string;
  /** The address that receives events. Without it none are sent. */
  url: string | undefined;
  journal: Journal;
  /** ms since 1970. */
  clock: () => number;
  /** Pauses between attempts in ms. There is one attempt more than there are pauses. */
  pausesMs?: readonly number[] | undefined;
}

type Kind = Partial<Pick<DeliveryRecord, 'face' | 'hash'>>;

/** Paystack's signature of a body: lowercase hex HMAC-SHA512 with the secret key. */
function signatureOf(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body, 'utf8').digest('hex');
}

/** Sends signed events, several times until the shop answers 200, and keeps a log of the attempts. */
export class Webhooks {
  readonly #options: WebhookOptions;
  readonly #pausesMs: readonly number[];
  readonly #deliveries = new Map<string, DeliveryRecord>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#pausesMs = options.pausesMs ?? PAUSES_MS;
    for (const entry of options.journal.entries) {
      if (entry.kind === 'delivery') this.#deliveries.set(entry.value.id, entry.value);
    }
    // Events that the shop had not received when the sandbox stopped are sent again at once.
    for (const delivery of this.#deliveries.values()) {
      if (delivery.state === 'waiting') this.#start(delivery);
    }
  }

  /**
   * Sends a message in the background, after `delayMs`. It is serialised once, so every attempt is the same. A restart ends
   * the delay.
   */
  send(
    { message, ...about }: Pick<DeliveryRecord, 'event' | 'reference'> & Kind & { message: object },
    delayMs = 0,
  ): void {
    if (this.#options.url === undefined) return;
    const body = JSON.stringify(message);
    const delivery = { face: 'paystack', hash: 'right', id: randomUUID(), ...about, body } as const;
    const kept = this.#save({ ...delivery, attempts: [], state: 'waiting' });
    if (delayMs === 0) this.#start(kept);
    else this.#startIn(delayMs, kept);
  }

  /** All events and their attempts, newest first. */
  log() {
    return [...this.#deliveries.values()].reverse().map(({ body, attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
      signature: Object.values(this.#signatureOf({ ...delivery, body }))[0] ?? null,
      body: JSON.parse(body) as unknown,
    }));
  }

  /** Stops sending. Resolves when no attempt is running. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #start(delivery: DeliveryRecord): void {
    const run = this.#attempt(delivery).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async #attempt(delivery: DeliveryRecord): Promise<void> {
    const { url } = this.#options;
    if (url === undefined) return;
    const at = this.#options.clock();
    const answer = await this.#post(url, delivery);
    if (this.#closing.signal.aborted) return;
    const attempts = [...delivery.attempts, { at, ...answer }];
    const pause = this.#pausesMs[attempts.length - 1];
    if (answer.status === 200) {
      this.#save({ ...delivery, attempts, state: 'delivered' });
    } else if (pause === undefined) {
      this.#save({ ...delivery, attempts, state: 'given_up' });
    } else {
      this.#startIn(pause, this.#save({ ...delivery, attempts }));
    }
  }

  #startIn(ms: number, delivery: DeliveryRecord): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#start(delivery);
    }, ms);
    this.#timers.add(timer.unref());
  }

  /** The header that shows who sends: Paystack signs the body, Flutterwave repeats a secret. */
  #signatureOf({ face, hash, body }: Kind & { body: string }): Record<string, string> {
    const { secretKey, flutterwaveHash } = this.#options;
    if (face !== 'flutterwave') return { 'x-paystack-signature': signatureOf(body, secretKey) };
    if (hash === 'missing') return {};
    return { 'verif-hash': hash === 'wrong' ? `not ${flutterwaveHash}` : flutterwaveHash };
  }

  async #post(
    url: string,
    delivery: DeliveryRecord,
  ): Promise<{ status: number | null; error: string | null }> {
    const { face, body } = delivery;
    try {
      const response = await fetch(face === 'flutterwave' ? `${url}/flutterwave` : url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': face === 'paystack' ? 'Paystack/2.0 (sandbox)' : 'Flutterwave (sandbox)',
          ...this.#signatureOf(delivery),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  #save(delivery: DeliveryRecord): DeliveryRecord {
    this.#options.journal.append({ kind: 'delivery', value: delivery });
    this.#deliveries.set(delivery.id, delivery);
    return delivery;
  }
}
