/** Shows the products that were viewed on this device. Loads when a shopper scrolls near. */
import { readProduct } from '#contract/reading/product.ts';
import { start } from '#contract/reading/reader.ts';
import { rows } from '#contract/reading/values.ts';
import { shopTime } from '#site/client/clock.ts';
import { show } from '#site/html.ts';
import { fetchStyles } from '#site/lazy/load-module.ts';
import { cardsHtml } from '#site/product-card/card-html.ts';
import { refresh } from '#site/product-card/live.ts';
import { toCard } from '#site/product-data/card.ts';
import styles from './viewed.css?url';

const SHOWN = 8;

/** Shows `viewed` (as stored, newest first) as cards, then updates their prices and stock. `forget` clears the store. */
export async function showViewed(
  section: HTMLElement,
  viewed: readonly unknown[],
  forget: () => void,
): Promise<void> {
  const list = section.querySelector('.cards');
  if (list?.firstElementChild) return;
  const shown = rows(readProduct)(viewed, start()).slice(0, SHOWN).map(toCard);
  if (!list || shown.length === 0) {
    // The stored products are unreadable.
    section.hidden = true;
    return;
  }
  // Without it they are in rows.
  await fetchStyles(styles).catch(() => {});
  show(list, cardsHtml(shown, { now: shopTime(), level: 3 }));
  section.querySelector('button')?.addEventListener('click', () => {
    forget();
    section.hidden = true;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const note = section.querySelector<HTMLElement>('.recent-note');
  if (note) note.hidden = await refresh(section);
}
