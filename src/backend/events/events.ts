import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Email } from '#backend/mail/email.ts';
import type { OrderLine, OrderRow } from '#backend/orders/tables.ts';
import type { ProviderFailure } from '#backend/payment-provider/provider.ts';
import type { Order } from '#contract/order.ts';
import type { WayId } from '#domain/payments/ways.ts';

/** Why a payment bought nothing. */
export type Unusable =
  | {
      reason:
        | 'not_as_asked'
        | 'stock_set_to_less'
        | 'rebuilt_without_stock'
        | 'sold_after_end'
        | 'after_end'
        | 'cancelled'
        | 'by_customer';
    }
  /** `first` is the id of the order that delivers the same purchase. */
  | { reason: 'paid_twice'; first: string };

/** An order from the moment when it may be packed, as the statement that accepts it writes it. */
export interface AcceptedOrder {
  order: OrderRow;
  items: readonly OrderLine[];
  sampleCodes: NonNullable<Order['sampleCodes']>;
  /** The secret of the link that shows this one order. Only an email holds it. */
  key: string;
  /** Kobo that are still to be paid for one that is accepted before. Null for one that is paid. */
  dueKobo: number | null;
  /** The way in which it is paid, or what is left of it after a deposit. */
  way: WayId;
}

/**
 * Everything that happens in the shop and that somebody hears of. An event has ids and figures and names nobody; the id
 * of a payment is its reference. Its subscribers read the rest in the same transaction (emails/subscribers.ts).
 * `order.accepted` alone brings its rows: the statement that accepts the order also writes the emails.
 */
export type ShopEvent =
  | ({ type: 'order.accepted' } & AcceptedOrder)
  /** The money for an accepted order has come. `payment`: the one that brought it. */
  | { type: 'order.collected'; payment: string; sampleCodes: AcceptedOrder['sampleCodes'] }
  /** An accepted order has ended without money: she refused it at the door, or the shop or she cancelled it. */
  | { type: 'order.ended'; order: string; why: 'refused' | 'cancelled' | 'by_customer' }
  | { type: 'order.shipped'; order: string }
  /** A step that the customer knows of was taken back. `note` is the id of the note that says why. */
  | { type: 'order.corrected'; order: string; step: number; note: number }
  /** The provider refuses a payment, and asking again will not help. `message` is its reason. */
  | { type: 'payment.refused'; payment: string; code: ProviderFailure; message: string }
  | { type: 'payment.unusable'; payment: string; why: Unusable }
  /** A transfer was not the amount, and the provider did not accept it. Kobo. */
  | { type: 'payment.wrong_transfer'; payment: string; amountKobo: number }
  /** An order waits for a transfer to the shop's own account, or has got a part of the money, or more. Kobo. */
  | { type: 'transfer.awaited' | 'transfer.short' | 'transfer.over'; payment: string }
  /** Payments without an order. */
  | { type: 'payment.found'; payments: readonly string[] }
  | RefundEvent
  /** A customer asks to return goods, or staff have answered. */
  | { type: 'return.asked' | 'return.answered'; return: number }
  /** The order of an exchange costs more than the returned goods. `page`: where she pays the difference. */
  | { type: 'return.difference'; return: number; page: string }
  | { type: 'dispute.opened' | 'dispute.closed'; dispute: string; isExplained: boolean }
  /** Staff have decided about the code of a sample. `action` is the id of the record of it. */
  | { type: 'code.ended' | 'code.restored'; code: string; action: number }
  /** Units of a product are there again. `alerts` are the requests of those who are told now. */
  | { type: 'stock.back'; product: string; alerts: readonly string[] };

/**
 * A refund has come further, or has been heard of again. `isFirst`: nobody has heard of it before. `isExplained`: the
 * customer has already heard that this money goes back.
 */
export interface RefundEvent {
  type: 'refund.made' | 'refund.failed' | 'refund.needs_customer';
  refund: number;
  isFirst: boolean;
  isExplained: boolean;
}

/** Tells the subscribers of an event, in the transaction of the change that it reports. */
export interface Events {
  /** Writes to the outbox what an event brings. An event may come again: the outbox takes each email once. */
  publish(transaction: Transaction, event: ShopEvent): Promise<void>;
  /** Returns what it would write, for a change that writes it in its own statement. */
  emailsOf(transaction: Transaction, event: ShopEvent): Promise<readonly Email[]>;
}

/** A database whose changes are told. */
export interface WithEvents {
  db: Database;
  events: Events;
}
