import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A customer as her orders know her. An empty text or null matches no order. */
export interface OrderCustomer {
  accountId: string | null;
  /** In lower case, as orders store it. */
  email: string;
  /** In E.164. */
  phone: string | null;
}

/**
 * Matches orders with the same account, email address or phone number. It follows no chain: two orders that share nothing
 * are of two customers, even if a third one shares something with both.
 * @param order - the orders, or their alias.
 */
export const isOfCustomer = (
  order: SQLWrapper,
  { accountId, email, phone }: Readonly<Record<keyof OrderCustomer, SQL | string | null>>,
): SQL =>
  sql`(${order}.account_id = ${accountId} or ${order}.email = nullif(${email}, '') or ${order}.phone_e164 = ${phone})`;
