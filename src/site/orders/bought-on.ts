/** The link 'Bought on …' of a product page, to the order. Loaded with a session; it keeps nothing in the browser. */
import { paths } from '#config/paths.ts';
import { readOrders } from '#contract/reading/order.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { ask } from '#site/client/ask.ts';
import { fullReader } from '#site/client/reading.ts';
import { html, show } from '#site/html.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { $session } from '#site/session/session-store.ts';

/** Shows it for the newest paid order, beside 'Back', where nothing moves, and removes it when the session ends. */
export async function showBought(token: string): Promise<void> {
  const id = productIn(document.querySelector<HTMLElement>('.product'))?.id;
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await ask('/api/order/my-orders', fullReader(readOrders), { headers });
  const order = body?.find((o) => o.status === 'paid' && o.items.some((i) => i.productId === id));
  const back = document.querySelector('.product [data-back]');
  if (!order?.createdAt || !back || $session.get()?.token !== token) return;
  const words = `Bought on ${lagosDate(order.createdAt)}`;
  show(back, html`<a class="link" href="${paths.order(order._id)}">${words}</a>`, 'afterend');
  $session.listen((session) => session?.token !== token && back.nextElementSibling?.remove());
}
