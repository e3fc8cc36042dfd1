import { type SQL, sql } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { awaitsTransfer, keepingUnits } from '#backend/orders/status.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { counted } from '#domain/words.ts';

export interface ReservationLimits {
  /** Units that the unpaid orders of one customer, or of one network address, may reserve. */
  perEmail: number;
  perAddress: number;
  /** Orders that one network address may begin in ten minutes without paying for them. */
  begunPerAddress: number;
}

/**
 * Units that unpaid orders of the customer, and of the network address, have reserved; `except` are orders that count no
 * more. Null for an address that is not known. A customer is an account, or an email address at one network address: who
 * types someone else's address elsewhere does not use up her cap.
 */
export function reservedUnits(
  {
    email,
    accountId,
    address,
  }: { email: string; accountId: string | null; address: string | null },
  except: readonly string[],
): { self: SQL<number>; address: SQL<number | null> } {
  const units = (whose: SQL) =>
    sql<number>`(
      select coalesce(sum(i.quantity), 0) from orders o join order_items i on i.order_id = o.id
      where ${keepingUnits(sql`o`)} and not ${awaitsTransfer(sql`o`)} and ${whose} and o.id <> all(${sql.param([...except])}::text[])
    )`.mapWith(Number);
  return {
    self: units(
      accountId === null
        ? sql`o.email = ${email} and o.account_id is null and o.client_address is not distinct from ${address}`
        : sql`o.account_id = ${accountId}`,
    ),
    address: address === null ? sql`null` : units(sql`o.client_address = ${address}`),
  };
}

/** The caps on reservations, so that nobody empties the shop without paying (decision 12). Refusal: too_much_held. */
export function checkReserved(
  items: InitializeBody['items'],
  reserved: { self: number; address: number | null },
  limits: ReservationLimits,
): Result<null> {
  const wanted = items.reduce((total, item) => total + item.quantity, 0);
  const room = Math.min(
    limits.perEmail - reserved.self,
    reserved.address === null ? Number.POSITIVE_INFINITY : limits.perAddress - reserved.address,
  );
  if (wanted <= room) return done(null);
  return refuse(
    'too_much_held',
    room > 0
      ? `Until an order is paid, we can keep only ${counted(room, 'more item')} for you. Take fewer, or write to us for a larger order.`
      : 'You have other orders waiting for payment. Pay for one of them, or try again once they have ended.',
  );
}
