import type { Result } from '#backend/base/result.ts';
import type { OrderCustomer } from '#backend/base/same-customer.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** The rules of a way to pay, apart from those of its provider. */
export interface WayRules {
  /** Minutes for which an order keeps its units until it is paid. */
  minutes(settings: Pick<Settings, 'RESERVATION_MINUTES'>): number;
  /** Kobo of the delivery fee that are paid before the order is accepted, by another way. None by default. */
  depositKobo?(feeKobo: number): number;
  /**
   * Decides whether this order may be paid in this way, with the buyer locked. Without it the caps on reserved units hold.
   * @param order.place - the name of the chosen place. Null if the client named none.
   */
  check?(
    transaction: Transaction,
    buyer: OrderCustomer,
    order: { totalKobo: number; place: string | null },
  ): Promise<Result<null>>;
}
