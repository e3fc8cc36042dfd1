/** The link 'Bought on …' of a product page, to the order. Loaded with a session; it keeps nothing in the browser. */
import { paths } from '#config/paths.ts';
import type { Order } from '#contract/order.ts';
import { readOrders } from '#contract/reading/order.ts';
import { lagosDate } from '#domain/lagos-date.ts';
import { ask } from '#site/client/ask.ts';
import { fullReader } from '#site/client/reading.ts';
import { html, show } from '#site/html.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { $session } from '#site/session/session-store.ts';

/**
 * Shows it beside 'Back', where it moves nothing, for the newest paid order; nothing after a failure. It goes when
 * another customer, or nobody, is signed in.
 */
export async function showBought(token: string): Promise<void> {
  const article = document.querySelector<HTMLElement>('.product');
  const id = productIn(article)?.id;
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await ask('/api/order/my-orders', fullReader(readOrders), { headers });
  const isOfIt = ({ productId }: Order['items'][number]) => productId === id;
  const order = body?.find(({ status, items }) => status === 'paid' && items.some(isOfIt));
  const back = article?.querySelector('[data-back]');
  if (!order?.createdAt || !back || $session.get()?.token !== token) return;
  const words = `Bought on ${lagosDate(order.createdAt)}`;
  show(back, html`<a class="link" href="${paths.order(order._id)}">${words}</a>`, 'afterend');
  $session.listen((session) => session?.token !== token && back.nextElementSibling?.remove());
}
