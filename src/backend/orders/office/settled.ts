import { eq } from 'drizzle-orm';
import type { Result, StaffCode } from '#backend/base/result.ts';
import { orderPath } from '#backend/office/addresses.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { leadTo, type Outcome } from '#backend/office/frame/routes.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';

/** The service behind pages that record money: an order is asked about once something was recorded of it. */
export interface Settling {
  settlement: { ask(order: OrderRow): Promise<unknown> };
}

/** Makes the transition that a record asks for, and leads to the order. */
export async function settled(
  { settlement }: Settling,
  request: FormRequest,
  recorded: Result<string, StaffCode>,
): Promise<Outcome> {
  if (!recorded.ok) return recorded;
  const id = request.param('id');
  const [order] = await request.db.select().from(orders).where(eq(orders.id, id));
  if (order) await settlement.ask(order);
  return leadTo(orderPath(id), recorded);
}
