import * as z from 'zod';

/** What the sandbox does wrong when told to, and where it can. */
export const FAULT_KINDS = {
  hang: { on: ['initialize', 'verify'], does: 'never answers, and does nothing' },
  error: { on: ['initialize', 'verify'], does: 'answers 500, and does nothing' },
  cut: {
    on: ['initialize', 'verify'],
    does: 'does what it is asked, then cuts the connection without an answer',
  },
  html: { on: ['initialize', 'verify'], does: 'answers 200 with a web page, and does nothing' },
  empty: { on: ['initialize', 'verify'], does: 'answers 200 with nothing, and does nothing' },
  shape: {
    on: ['initialize', 'verify'],
    does: 'answers 200 with JSON of another form, and does nothing',
  },
  amount_short: { on: ['verify', 'webhook'], does: 'says that one kobo less was paid' },
  wrong_currency: { on: ['verify', 'webhook'], does: 'says that dollars were paid' },
  another_reference: {
    on: ['initialize', 'verify', 'webhook'],
    does: 'tells of another payment',
  },
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** Where it can go wrong: a call of Paystack's, or what its webhook says. */
export type FaultPlace = (typeof FAULT_KINDS)[FaultKind]['on'][number];

const MOST_TIMES = 1_000_000;

const order = z
  .strictObject({
    on: z.enum(['initialize', 'verify', 'webhook']),
    kind: z.enum(Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]]),
    /** How often; once by default. */
    times: z.int().min(1).max(MOST_TIMES).default(1),
    /** Only payments of this shopper; of all without it. */
    email: z.string().optional(),
    /** With another_reference: whose. Of a payment that there is, verify tells all. */
    reference: z.string().default('another-payment'),
  })
  .refine(({ on, kind }) => (FAULT_KINDS[kind].on as readonly string[]).includes(on), {
    error: 'this kind does not go with that place',
    path: ['kind'],
  });

/** A fault that waits for its calls. */
export type Fault = z.infer<typeof order>;

/** The faults that are to come. They live in memory alone: a restart mends everything. */
export class Faults {
  #waiting: Fault[] = [];

  /** Takes an order to misbehave; answers what is wrong with it, or null. */
  arm(wanted: unknown): string | null {
    const read = order.safeParse(wanted);
    if (!read.success) {
      return read.error.issues
        .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
        .join('; ');
    }
    this.#waiting.push(read.data);
    return null;
  }

  /** The fault for this call, counted down; null when all shall go well. */
  take(on: FaultPlace, email: string | undefined): Fault | null {
    const fault = this.#waiting.find(
      (entry) => entry.on === on && (entry.email === undefined || entry.email === email),
    );
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((entry) => entry !== fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** Mends everything, or what was ordered for one shopper. */
  mend(email: string | undefined): void {
    this.#waiting = this.#waiting.filter((entry) => email !== undefined && entry.email !== email);
  }
}

/** `data` of an answer or a webhook with the fault in it; kinds that change no data leave it as it is. */
export function falsify<Data extends { amount?: unknown }>({ kind, reference }: Fault, data: Data) {
  switch (kind) {
    case 'amount_short':
      return { ...data, amount: Number(data.amount) - 1 };
    case 'wrong_currency':
      return { ...data, currency: 'USD' };
    case 'another_reference':
      return { ...data, reference };
    default:
      return data;
  }
}
