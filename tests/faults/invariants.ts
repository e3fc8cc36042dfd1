import type pg from 'pg';
import { call } from '#sandbox/sandbox.harness.ts';

/** An order as the checks see it. */
interface OrderFacts {
  id: string;
  reference: string;
  status: 'pending' | 'paid' | 'failed' | 'cancelled';
  totalKobo: number;
  refundNeeded: boolean;
  letters: number;
}

/** What the sandbox knows of a payment. */
interface PaymentFacts {
  reference: string;
  status: string;
  amount: number;
  currency: string;
}

/**
 * What must hold in a shop at rest, after its sweep; answers a sentence for each thing that does not.
 * `initial` is the stock that each product began with.
 */
export async function findFaults(
  client: pg.Client,
  { sandboxUrl, initial }: { sandboxUrl: string; initial: Readonly<Record<string, number>> },
): Promise<string[]> {
  return [
    ...(await stockFaults(client, initial)),
    ...paymentFaults(await ordersOf(client), await paymentsOf(sandboxUrl)),
  ];
}

/** Bottles are off the shelf exactly while an order is pending or paid, and count as sold once it is paid. */
async function stockFaults(
  client: pg.Client,
  initial: Readonly<Record<string, number>>,
): Promise<string[]> {
  const { rows } = await client.query<{
    id: string;
    stock: number;
    sold: number;
    kept: number;
    paid: number;
  }>(`
    select p.id, p.stock, p.sold_count as sold,
      coalesce(sum(i.quantity) filter (where o.status in ('pending', 'paid')), 0)::int as kept,
      coalesce(sum(i.quantity) filter (where o.status = 'paid'), 0)::int as paid
    from products p left join order_items i on i.product_id = p.id left join orders o on o.id = i.order_id
    group by p.id`);
  return rows.flatMap(({ id, stock, sold, kept, paid }) => [
    ...(stock < 0 ? [`${id} has ${stock} bottles`] : []),
    ...(stock === (initial[id] ?? 0) - kept
      ? []
      : [`${id} has ${stock} bottles, not ${initial[id]} - ${kept}`]),
    ...(sold === paid ? [] : [`${id} counts ${sold} as sold, not ${paid}`]),
  ]);
}

/** Paid with us is paid there, with our amount, and the other way round; each paid order has its letter. */
function paymentFaults(orders: OrderFacts[], payments: Map<string, PaymentFacts>): string[] {
  return orders.flatMap((order) => {
    const payment = payments.get(order.reference);
    const asAsked =
      payment?.status === 'success' &&
      payment.amount === order.totalKobo &&
      payment.currency === 'NGN';
    const paid = order.status === 'paid';
    const name = `Order ${order.id} (${order.status})`;
    return [
      ...(order.status === 'pending' ? [`${name} is still open after the sweep`] : []),
      ...(paid && !asAsked ? [`${name} is not paid at the sandbox`] : []),
      ...(!paid && !order.refundNeeded && payment?.status === 'success'
        ? [`${name} is paid at the sandbox`]
        : []),
      ...(order.letters === (paid ? 1 : 0) ? [] : [`${name} has ${order.letters} letters`]),
    ];
  });
}

async function ordersOf(client: pg.Client): Promise<OrderFacts[]> {
  const { rows } = await client.query<OrderFacts>(`
    select id, reference, status, total_kobo::int as "totalKobo", refund_needed as "refundNeeded",
      (select count(*) from mails where mails.id = 'paid:' || orders.id)::int as letters
    from orders`);
  return rows;
}

async function paymentsOf(sandboxUrl: string): Promise<Map<string, PaymentFacts>> {
  const found = new Map<string, PaymentFacts>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { body } = await call(sandboxUrl, `/transaction?perPage=100&page=${page}`);
    for (const payment of body.data) found.set(payment.reference, payment);
    pages = body.meta.pageCount;
  }
  return found;
}
