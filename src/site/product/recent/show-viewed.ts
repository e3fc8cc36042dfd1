/** Draws what was looked at before on this device. Comes when a shopper scrolls near. */

import { fillCard } from '#site/product-card/fill-card.ts';
import { refresh } from '#site/product-card/live.ts';
import { readAnswer } from '#site/product-data/listing-answer.ts';

const SHOWN = 8;

/** Shows `viewed` (as stored, newest first) as cards, then brings their prices and stock up to date. `forget` clears the store. */
export async function showViewed(
  section: HTMLElement,
  viewed: readonly unknown[],
  forget: () => void,
): Promise<void> {
  const list = section.querySelector('.cards');
  const pattern = section.querySelector('template')?.content.querySelector('li');
  const shown = readAnswer({ products: viewed })?.products.slice(0, SHOWN) ?? [];
  if (!list || !pattern || shown.length === 0) {
    // What was stored cannot be read.
    section.hidden = true;
    return;
  }
  const now = Date.now();
  list.replaceChildren(...shown.map((product) => fillCard(pattern, product, now, false)));
  section.querySelector('button')?.addEventListener('click', () => {
    forget();
    section.hidden = true;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const note = section.querySelector<HTMLElement>('.recent-note');
  if (note) note.hidden = await refresh(section);
}
