/** Shows the products that were viewed on this device. Loads when a shopper scrolls near. */
import { readProduct } from '#contract/reading/product.ts';
import { start } from '#contract/reading/reader.ts';
import { rows } from '#contract/reading/values.ts';
import { shopTime } from '#site/client/clock.ts';
import { fillCard } from '#site/product-card/fill-card.ts';
import { refresh } from '#site/product-card/live.ts';
import { listed } from '#site/product-data/product-readers.ts';

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
  const shown = rows(readProduct)(viewed, start()).slice(0, SHOWN).map(listed);
  if (!list || !pattern || shown.length === 0) {
    // The stored products cannot be read.
    section.hidden = true;
    return;
  }
  const now = shopTime();
  list.replaceChildren(...shown.map((product) => fillCard(pattern, product, now)));
  section.querySelector('button')?.addEventListener('click', () => {
    forget();
    section.hidden = true;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const note = section.querySelector<HTMLElement>('.recent-note');
  if (note) note.hidden = await refresh(section);
}
