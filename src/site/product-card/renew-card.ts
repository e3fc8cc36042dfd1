/** Renders the card of a fragrance with several sizes again, as the cheapest size now in stock. */
import type { Product } from '#contract/product.ts';
import { readDetail } from '#contract/reading/product.ts';
import { shownSize } from '#domain/products/sizes.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import { fullReader } from '#site/client/reading.ts';
import { show } from '#site/html.ts';
import { toCard } from '#site/product-data/card.ts';
import { cardHtml } from './card-html.ts';

async function find(id: string): Promise<Product | undefined> {
  const { body } = await ask(`/api/product/${encodeURIComponent(id)}`, fullReader(readDetail), {
    cache: 'no-cache',
  });
  return body?.product;
}

/** Renders the card again. @param id - the size that it shows. Without an answer the card stays as it is. */
export async function renewCard(card: HTMLElement, id: string): Promise<void> {
  const own = await find(id);
  const [first, ...others] = own?.sizes ?? [];
  if (!own || !first) return;
  const now = shopTime();
  const best = shownSize([first, ...others], now).id;
  const shown = best === id ? own : await find(best);
  if (!shown) return;
  const level = card.querySelector('h2') ? 2 : 3;
  const imageSizes = card.querySelector<HTMLImageElement>('img[sizes]')?.sizes;
  show(card, cardHtml(toCard(shown), { now, level, imageSizes }), 'beforebegin');
  card.remove();
}
