/** Shows the products that were viewed on this device. Loads when a shopper scrolls near. */
import { fillCard } from '#site/product-card/fill-card.ts';
import { refresh } from '#site/product-card/live.ts';
import { readAnswer } from '#site/product-data/listing-answer.ts';

const SHOWN = 8;

/** Shows `viewed` (as stored, newest first) as cards, then updates their prices and stock. `forget` clears the store. */
export async function showViewed(
  section: HTMLElement,
  viewed: readonly unknown[],
  forget: () => void,
): Promise<void> {
  const list = section.querySelector('.cards');
  if (list?.firstElementChild) return;
  const pattern = section.querySelector('template')?.content.querySelector('li');
  const shown = readAnswer({ products: viewed })?.products.slice(0, SHOWN) ?? [];
  if (!list || !pattern || shown.length === 0) {
    // The stored products cannot be read.
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
