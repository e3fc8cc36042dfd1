import { randomBytes, randomInt } from 'node:crypto';
import type { InitializeRequest } from '#sandbox/api/initialize-request.ts';
import { afterPayment, type WantedEvent } from './after-payment.ts';
import type { Journal } from './journal.ts';
import { newRefund, type RefundRecord, refundable } from './returns.ts';
import {
  type Face,
  isOpen,
  type TransactionRecord,
  type Transfer,
  transferUnderWay,
} from './transaction-record.ts';

/** Milliseconds after which the sandbox sends the money to an account that the shop shows on its own page. */
const ACCOUNT_PAID_MS = 30_000;
/** The time that the account of a transfer accepts money. The page names it. Paystack's is 30 minutes, too. */
const TRANSFER_LIFE_MS = 30 * 60_000;
/** The longest time that a timer of Node waits. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Paystack's ids exceed 32 bits. A shop that truncates ids must notice it here. */
const FIRST_ID = 5_000_000_000;

interface LedgerOptions {
  journal: Journal;
  /** ms since 1970. */
  clock: () => number;
  /** ms from the start of a transfer to its arrival. */
  transferDelayMs: number;
  /** Called once for each paid transaction, after it is stored. */
  onSuccess: (record: TransactionRecord) => void;
  /** Called for each payment that the bank has declined. */
  onDeclined?: (record: TransactionRecord) => void;
  /** Called for each transfer of another amount than was asked for. `amount` in kobo. */
  onRejected: (record: TransactionRecord, amount: number) => void;
}

type EventType = TransactionRecord['history'][number]['type'];

/**
 * All transactions and their transitions. Each transition is one synchronous change, so two concurrent requests cannot
 * both pay. A transition that the record does not allow answers the record unchanged.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #byReference = new Map<string, TransactionRecord>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: LedgerOptions) {
    this.#options = options;
    for (const entry of options.journal.entries) {
      if (entry.kind === 'transaction') this.#byReference.set(entry.value.reference, entry.value);
    }
    // Transfers that were under way when the sandbox stopped still arrive.
    for (const record of this.#byReference.values()) this.#awaitTransfer(record);
  }

  /** A new transaction; null when the reference is taken. */
  create(request: InitializeRequest, face: Face = 'paystack'): TransactionRecord | null {
    const { email, amount, callback_url, metadata } = request;
    const reference = request.reference ?? randomBytes(8).toString('hex');
    if (this.#byReference.has(reference)) return null;
    return this.#save({
      id: FIRST_ID + this.#byReference.size,
      face,
      reference,
      accessCode: randomBytes(10).toString('hex'),
      email,
      requestedAmount: amount,
      amount,
      currency: 'NGN',
      callbackUrl: callback_url ?? null,
      metadata: metadata ?? null,
      // Paystack calls it abandoned from the start.
      status: 'abandoned',
      channel: null,
      gatewayResponse: 'The transaction was not completed',
      createdAt: this.#options.clock(),
      paidAt: null,
      transfer: null,
      history: [],
      refunds: [],
      disputes: [],
    });
  }

  byReference(reference: string, face?: Face): TransactionRecord | null {
    const found = this.#byReference.get(reference);
    return found && (face === undefined || found.face === face) ? found : null;
  }

  byAccessCode(code: string): TransactionRecord | null {
    return this.all().find(({ accessCode }) => accessCode === code) ?? null;
  }

  /** The transaction with this reference or id, as Paystack's calls about refunds name it. */
  byName(name: string): TransactionRecord | null {
    return this.byReference(name) ?? this.all().find(({ id }) => id === Number(name)) ?? null;
  }

  /** The transaction of the refund with this id. */
  byRefund(id: string): TransactionRecord | null {
    return this.all().find(({ refunds }) => refunds.some((one) => `${one.id}` === id)) ?? null;
  }

  /** Newest first. Without a face, those of all providers. */
  all(face?: Face): TransactionRecord[] {
    const found = [...this.#byReference.values()].reverse();
    return face === undefined ? found : found.filter((record) => record.face === face);
  }

  /** Pays at once, by card. */
  pay(record: TransactionRecord): TransactionRecord {
    if (!isOpen(record)) return record;
    const tried = this.#note(record, 'action', 'Attempted to pay with card');
    return this.#succeed({ ...tried, channel: 'card' });
  }

  decline(record: TransactionRecord): TransactionRecord {
    if (!isOpen(record)) return record;
    const tried = this.#note(record, 'action', 'Attempted to pay with card');
    const refused = this.#note(tried, 'error', 'Declined');
    const change = { status: 'failed', gatewayResponse: 'Declined', channel: 'card' } as const;
    const declined = this.#save({ ...refused, ...change });
    this.#options.onDeclined?.(declined);
    return declined;
  }

  /** Opens an account and sends the money to it, which arrives after the transfer delay. */
  transfer(record: TransactionRecord): TransactionRecord {
    if (!isOpen(record)) return record;
    const now = this.#options.clock();
    const confirmAt = now + this.#options.transferDelayMs;
    return this.#open(record, 'pending', { expiresAt: now + TRANSFER_LIFE_MS, confirmAt });
  }

  /** Opens an account for the shop's own page. Unless somebody sends money before, it arrives half a minute later. */
  openAccount(record: TransactionRecord, expiresAt: number | null): TransactionRecord {
    const now = this.#options.clock();
    return this.#open(record, 'ongoing', {
      expiresAt: expiresAt ?? now + TRANSFER_LIFE_MS,
      confirmAt: now + ACCOUNT_PAID_MS,
    });
  }

  byAccount(number: string): TransactionRecord | null {
    return this.all().find(({ transfer }) => transfer?.accountNumber === number) ?? null;
  }

  /** Sends money to an account. One that is not the amount is sent back. `amount` in kobo. */
  receive(record: TransactionRecord, amount: number): void {
    const { transfer } = record;
    if (!transfer || !transferUnderWay(record)) return;
    if (amount === record.amount) {
      this.#succeed(record);
      return;
    }
    const rejected = [...transfer.rejected, amount];
    // After a wrong amount somebody is trying it out, so the sandbox sends nothing more by itself.
    const held = { ...transfer, rejected, confirmAt: Number.MAX_SAFE_INTEGER };
    this.#options.onRejected(this.#save({ ...record, transfer: held }), amount);
  }

  #open(
    record: TransactionRecord,
    status: 'pending' | 'ongoing',
    times: Pick<Transfer, 'expiresAt' | 'confirmAt'>,
  ): TransactionRecord {
    const opened = this.#save({
      ...this.#note(record, 'action', 'Attempted to pay with bank transfer'),
      status,
      gatewayResponse: 'Waiting for the transfer',
      channel: 'bank_transfer',
      transfer: {
        accountNumber: `99${String(randomInt(100_000_000)).padStart(8, '0')}`,
        bank: 'Sandbox Bank',
        rejected: [],
        ...times,
      },
    });
    this.#awaitTransfer(opened);
    return opened;
  }

  /** The shopper leaves the page and can return later. */
  leave(record: TransactionRecord): TransactionRecord {
    if (!isOpen(record)) return record;
    return this.#save(this.#note(record, 'action', 'Left the payment'));
  }

  /** Lets something happen to a paid transaction: a refund or a dispute. Null if it cannot happen. */
  happen(record: TransactionRecord, wanted: WantedEvent): TransactionRecord | null {
    const changed = afterPayment(record, wanted, this.#options.clock());
    return changed && this.#save(changed);
  }

  /** Begins a refund. Null if it would pay back more than was paid. */
  refund(
    record: TransactionRecord,
    amount: number,
    notes: Pick<RefundRecord, 'merchantNote' | 'customerNote'>,
  ): { record: TransactionRecord; refund: RefundRecord } | null {
    if (record.paidAt === null || amount > refundable(record)) return null;
    const refund = newRefund(amount, this.#options.clock(), notes);
    return { record: this.#save({ ...record, refunds: [...record.refunds, refund] }), refund };
  }

  /** Stops the timers of transfers. The next start sets them again. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #succeed(record: TransactionRecord): TransactionRecord {
    const change = { status: 'success', gatewayResponse: 'Successful' } as const;
    const done = this.#note(record, 'success', `Successfully paid with ${record.channel}`);
    const saved = this.#save({ ...done, ...change, paidAt: this.#options.clock() });
    this.#options.onSuccess(saved);
    return saved;
  }

  #awaitTransfer(record: TransactionRecord): void {
    const transfer = transferUnderWay(record);
    if (!transfer) return;
    const wait = transfer.confirmAt - this.#options.clock();
    if (wait > LONGEST_TIMER_MS) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        const now = this.#byReference.get(record.reference);
        if (now?.transfer?.confirmAt === transfer.confirmAt && transferUnderWay(now))
          this.#succeed(now);
      },
      Math.max(0, wait),
    );
    this.#timers.add(timer.unref());
  }

  #note(record: TransactionRecord, type: EventType, message: string): TransactionRecord {
    const history = [...record.history, { type, message, time: this.#options.clock() }];
    return { ...record, history };
  }

  #save(record: TransactionRecord): TransactionRecord {
    this.#options.journal.append({ kind: 'transaction', value: record });
    this.#byReference.set(record.reference, record);
    return record;
  }
}
