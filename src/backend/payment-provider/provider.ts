/**
 * The interface between the shop and a payment provider, whose adapter maps its words and shapes to these
 * (decision 49).
 */
import type { Result } from '#backend/base/result.ts';
import type { ProviderName } from './names.ts';

/**
 * How far a payment is: nobody has paid on its page, or she gave up (`not_begun`); money may be on its way; it
 * came; it failed for good; it came and has gone back.
 */
export const PAYMENT_STATES = [
  'not_begun',
  'in_flight',
  'succeeded',
  'failed',
  'reversed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A payment as its provider knows it. */
export interface ProviderPayment {
  /** The provider's number, as text since it may not fit 32 bits. */
  id: string;
  state: PaymentState;
  /** The provider's own word for the state, for staff. */
  word: string;
  reference: string;
  /** Kobo charged. More than the requested amount when the shopper bears the fees. */
  amountKobo: number;
  /** Kobo requested. Null when the answer does not say. */
  requestedAmountKobo: number | null;
  currency: string;
  /** 'card', 'bank_transfer' and others. Null when not known. */
  channel: string | null;
  /** ISO time in UTC. Null when not paid. */
  paidAt: string | null;
  customer: {
    first_name?: string | null;
    last_name?: string | null;
    email: string;
    phone?: string | null;
  } | null;
  /** The data that the shop sent when the payment began. Null if there is none. */
  metadata: Readonly<Record<string, unknown>> | null;
}

/** The states of a refund, from the first to the last. */
export const REFUND_STATUSES = [
  'pending',
  'processing',
  'needs_customer',
  'failed',
  'done',
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A dispute waits, or has ended: the shop keeps the money, or the bank takes it. */
export const DISPUTE_STATES = ['open', 'kept', 'taken'] as const;

/** A refund as its provider knows it. */
export interface ProviderRefund {
  /** The provider's number of the refund, as text. */
  id: string;
  status: RefundStatus;
  /** Minor units (kobo) of `currency`. */
  amount: number;
  currency: string;
  /** The note that the shop has written to it. */
  merchantNote: string | null;
}

/** A refund with the reference of its payment. */
export type ListedRefund = ProviderRefund & { reference: string };

/** A message about a refund. */
export interface RefundNews {
  status: RefundStatus;
  /** The refund's own reference. Null until a bank has it. */
  reference: string | null;
  /** Minor units (kobo) of `currency`. */
  amount: number;
  currency: string;
}

/** A message about a payment that a customer disputes with her bank. */
export interface DisputeNews {
  id: string;
  state: (typeof DISPUTE_STATES)[number];
  /** Its state, and how it ended, in the provider's words. */
  status: string;
  resolution: string | null;
  /** Minor units (kobo) of `currency`. Null when not known. */
  amount: number | null;
  currency: string;
  dueAt: Date | null;
}

/** A message about a transfer that the provider did not accept, because it was not the amount. */
export interface TransferNews {
  /** The provider's number of the payment: the message may lack our reference. */
  providerId: string;
  /** Kobo that arrived. */
  amountKobo: number;
}

/**
 * A message of a provider (webhook). Whether a payment succeeded is asked of `verify`, which says nothing of
 * refunds, disputes and transfers of a wrong amount.
 */
export interface ProviderNews {
  about: 'money' | 'refund' | 'dispute' | 'transfer' | 'other';
  /** The provider's name of the event. */
  event: string;
  /** The text that tells this event from others of its name. A repeated delivery has the same. */
  key: string;
  /** The payment's reference. Null for events that are not about one payment. */
  reference: string | null;
  /** The provider's number of the payment, in a message that lacks our reference. */
  providerId?: string;
  /** Null for other events, and for one that cannot be read. */
  refund: RefundNews | null;
  /** Null for other events, and for one that cannot be read. */
  dispute: DisputeNews | null;
  /** Null for other events, and for one that cannot be read. */
  transfer: TransferNews | null;
}

/**
 * How a call failed. Only those that end in `rejected`, `duplicate_reference` and `unknown_reference` are the
 * provider's own answer. After any other code, nobody knows what the provider did.
 */
export type ProviderFailure =
  | 'timeout'
  | 'network'
  | 'rejected'
  | 'email_rejected'
  | 'amount_rejected'
  | 'duplicate_reference'
  | 'unknown_reference'
  | 'bad_answer'
  | 'rate_limited';

/** The provider's answer, or how the call failed, in words for the log. They never contain a key. */
export type Outcome<Value, Code extends string = ProviderFailure> = Result<Value, Code>;

/** A payment that begins. */
export interface NewPayment {
  reference: string;
  email: string;
  amountKobo: number;
  /** The page that the shopper comes back to. It has no query: a provider may add one. */
  callbackUrl: string;
  /** The page for a shopper who cancels. The callback by default. */
  cancelUrl?: string;
  metadata?: Record<string, unknown>;
}

/** An account that takes one payment. */
export interface TransferAccount {
  bank: string;
  /** The account number, ten digits in Nigeria. */
  number: string;
  /** The name of the account, which her bank shows her before she sends. */
  name: string;
  /** The moment from which it takes nothing, as an ISO time. */
  expiresAt: string;
}

/** The call that opens an account for one payment. Without it, transfers are made on the provider's page. */
export interface TransferCalls {
  /** Begins a payment as `begin` does, with an account that takes the exact amount until `expiresAt`. */
  open(payment: NewPayment & { expiresAt: Date }): Promise<Outcome<TransferAccount>>;
}

/** A bank that can take a refund. */
export interface Bank {
  /** The provider's name of it, for `send`. */
  id: string;
  /** Its code among banks, for `nameOf`. */
  code: string;
  name: string;
}

/** The calls that pay a refund to a bank account of the customer. */
export interface RefundAccountCalls {
  /** Returns the banks of the country. */
  banks(): Promise<Outcome<Bank[]>>;
  /** Returns the holder's name of an account, as the bank has it. `rejected`: the bank has no such account. */
  nameOf(bank: Bank, number: string): Promise<Outcome<string>>;
  /**
   * Sends a refund that waits for an account. The provider refuses any other, so the call is safe to repeat. After a
   * failure other than `rejected`, the refund's state says whether it was sent.
   */
  send(
    refund: { id: string },
    bank: Bank,
    number: string,
  ): Promise<Outcome<ProviderRefund['status']>>;
}

/** The calls about refunds. Without them, money goes back by hand. */
export interface RefundCalls {
  /**
   * Whether a refund without a clear answer must not be sent again, because the list may lack it although it exists. Then
   * staff look into the dashboard.
   */
  readonly sendsOnce?: boolean;
  /**
   * Pays back `amountKobo` kobo of a payment. Only `rejected` means that the provider does not. After any other
   * failure the refund may exist: look for its note before you ask again, since there is no key that makes the call
   * safe to repeat.
   */
  make(input: {
    reference: string;
    providerId: string;
    amountKobo: number;
    merchantNote: string;
  }): Promise<Outcome<ProviderRefund>>;
  /** Returns the refunds of a payment that were made since a time, in no order. */
  of(payment: {
    reference: string;
    providerId: string;
    since: Date;
  }): Promise<Outcome<ProviderRefund[]>>;
  /** Returns the refunds of all payments of the account that were made since a time, in no order. */
  since(time: Date): Promise<Outcome<ListedRefund[]>>;
  /** A provider that reports `needs_customer` has them. Else its owner names the account in its dashboard. */
  readonly accounts?: RefundAccountCalls;
}

/** The lists of what the provider has. Without them, money that no order has is known from messages alone. */
export interface ListCalls {
  /**
   * Returns the successful payments that began in a time, newest first. Only those whose reference has our form: an
   * account may have others, about which nothing is known. A payment that was paid back in full is left out. A list may
   * lack the metadata, which `verify` has.
   * @throws the signal's reason.
   */
  payments(wanted: {
    from: Date;
    to: Date;
    signal?: AbortSignal;
  }): Promise<Outcome<ProviderPayment[]>>;
  /**
   * Returns the disputes that began since a time, of payments whose reference has our form, each as the message of
   * its present state.
   * @param wanted.payment - leaves out those of all other payments.
   * @throws the signal's reason.
   */
  disputes(
    since: Date,
    wanted?: {
      payment?: Pick<ProviderPayment, 'id' | 'reference'>;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Outcome<ProviderNews[]>>;
}

/** The state of a provider's account, in sentences for the merchant. */
export interface AccountCheck {
  /** `fault` is something to fix, `note` something to know. */
  state: 'well' | 'note' | 'fault';
  says: string;
  fix?: string;
  /** The provider's clock, ms since 1970. Null if it does not tell. */
  time: number | null;
}

/** Messages that show whether webhooks arrive. They are about no payment. */
export interface TestNews {
  event: string;
  body: string;
  /** The headers of the provider, and those of somebody who does not have the key. */
  signed: Readonly<Record<string, string>>;
  forged: Readonly<Record<string, string>>;
  /** The setting with which the shop checks them. */
  setting: string;
  /** The path that the provider sends to. */
  path: string;
  /** Where the provider is told that address, as a sentence. */
  fix: string;
}

/** The calls with which `turare doctor` looks at the provider. */
export interface CheckCalls {
  /** Asks something that changes nothing and needs the key. @throws if the provider cannot be reached. */
  account(): Promise<AccountCheck>;
  /** Only where the provider sends messages. */
  testNews?(): TestNews;
}

/** A provider. It may lack what is optional: the shop does without, and says so. */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** Milliseconds that a call takes at most. */
  readonly timeoutMs: number;
  /** Milliseconds between two requests of `verify` about one payment, which callers keep. */
  readonly pauseMs: number;
  /**
   * Begins a payment and returns the page to pay on. After `timeout`, `network` or `bad_answer` the payment may
   * exist at the provider: verify the reference, then retry with a new one.
   */
  begin(payment: NewPayment): Promise<Outcome<{ page: string }>>;
  /**
   * Returns the payment as the provider knows it. An answer about another reference is `bad_answer`. Without this
   * call nobody is asked: staff say that the money came.
   */
  verify?(reference: string): Promise<Outcome<ProviderPayment>>;
  /** Checks and reads a message. @param body - the bytes as received: they are signed. */
  readNews?(
    body: Uint8Array,
    headers: Pick<Headers, 'get'>,
  ): Outcome<ProviderNews, 'bad_signature' | 'bad_body'>;
  /** Returns the reference of a payment by the provider's number. Only where messages name a payment by it alone. */
  referenceOf?(providerId: string): Promise<Outcome<string>>;
  readonly transfers?: TransferCalls;
  readonly refunds?: RefundCalls;
  readonly lists?: ListCalls;
  readonly check?: CheckCalls;
}

/** Returns the sum that refunds leave of a payment, in its minor units. Those that failed take nothing. */
export const leftOf = (amount: number, refunds: readonly ProviderRefund[]): number =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((rest, refund) => rest - refund.amount, amount);
