/** Draws what was looked at before on this device. Comes when a shopper scrolls near. */
import { forgetViewed, viewedProducts } from '../stores/recently-viewed.ts';
import { readAnswer } from './listing-answer.ts';
import { fillCard } from './listing-cards.ts';
import { refresh } from './live.ts';

const SHOWN = 8;

/** Shows the cards, newest first and without `current`, then brings their prices and stock up to date. */
export async function showViewed(section: HTMLElement, current: string): Promise<void> {
  const list = section.querySelector('.cards');
  const pattern = section.querySelector('template')?.content.querySelector('li');
  const kept = readAnswer({ products: viewedProducts() })?.products ?? [];
  const shown = kept.filter(({ id }) => id !== current).slice(0, SHOWN);
  if (!list || !pattern || shown.length === 0) {
    // What was stored cannot be read.
    section.hidden = true;
    return;
  }
  const now = Date.now();
  list.replaceChildren(...shown.map((product) => fillCard(pattern, product, now, false)));
  section.querySelector('button')?.addEventListener('click', () => {
    forgetViewed();
    section.hidden = true;
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const note = section.querySelector<HTMLElement>('.recent-note');
  if (note) note.hidden = await refresh(section);
}
