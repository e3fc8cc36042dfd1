import { and, eq, getTableColumns } from 'drizzle-orm';
import { mostForReturn } from '#backend/base/still-counts.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { type ReturnRow, returns } from '#backend/returns/tables.ts';
import { RETURN_REASONS } from '#domain/returns/rules.ts';

/** The address of the page of a return. */
export const RETURN = `${ORDERS}/:id/returns/:return`;
/** Returns the address of the page of one return. */
export const returnPath = (order: string, id: number | string) =>
  `${orderPath(order)}/returns/${id}`;
/** Kobo as '₦5,000'. */
export const naira = (kobo: number) => amountOf(kobo, 'NGN');

/** A return on its page. `most`: the most kobo that go back for it. */
export type ShownReturn = ReturnRow & { most: number };

/** Returns the return of an address; undefined if it is not one of the order's. */
export async function rowOf(request: PageRequest): Promise<ShownReturn | undefined> {
  const id = request.param('return');
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const own = and(eq(returns.id, Number(id)), eq(returns.orderId, request.param('id')));
  const columns = { ...getTableColumns(returns), most: mostForReturn.mapWith(Number) };
  return (await request.db.select(columns).from(returns).where(own))[0];
}

/** The sum that the form proposes: the delivery goes back only if the shop is at fault, and sends nothing else. */
export const proposed = (row: ShownReturn) =>
  row.most - (RETURN_REASONS[row.reason].atFault && !row.exchangeId ? 0 : (row.feeKobo ?? 0));

/** The words about the state of a return, for staff. */
export const RETURN_STATES = {
  asked: 'to answer',
  accepted: 'accepted, on its way back',
  refused: 'refused',
  received: 'received, to settle',
  ended: 'settled',
} as const;
