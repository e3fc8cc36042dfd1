/** The offline page lists what is on this device: the cart, the wishlist and the kept pages. */
import { OFFLINE, paths } from '#config/paths.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { type Content, type Html, html, show } from '#site/html.ts';
import { $wishlist } from '#site/wishlist/wishlist-store.ts';
import { AS_OF, PAGES, TITLE } from './kept.ts';

const slot = (name: string) => document.querySelector<HTMLElement>(`#offline [data-${name}]`);

function fill(name: string, entries: readonly Content[]): void {
  const place = slot(name);
  place?.toggleAttribute('hidden', entries.length === 0);
  const list = place?.querySelector('ul');
  if (list) show(list, html`${entries.map((entry) => html`<li>${entry}</li>`)}`);
}

const link = (path: string, name: string) => html`<a class="link" href="${path}">${name}</a>`;

/** Renders a link to a kept page, with its time. */
function pageLink(path: string, { headers }: Response): Html {
  // The title is HTML text. The shop's name at its end is removed.
  const text = decodeURIComponent(headers.get(TITLE) ?? '');
  const title = new DOMParser().parseFromString(text, 'text/html').body.textContent;
  const time = lagosMoment(new Date(Number(headers.get(AS_OF))).toISOString());
  return html`${link(path, title?.replace(/ · .*$/, '') || path)} <span class="block text-(length:--text-small) text-ink-soft">${time}</span>`;
}

async function showPages(): Promise<void> {
  const links: Html[] = [];
  try {
    const cache = await caches.open(PAGES);
    for (const request of (await cache.keys()).toReversed()) {
      const path = new URL(request.url).pathname;
      const page = path !== OFFLINE && (await cache.match(request));
      if (page) links.push(pageLink(path, page));
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
  fill('kept-pages', links);
  slot('none')?.toggleAttribute('hidden', links.length > 0);
}

$cart.subscribe(({ items }) =>
  fill(
    'kept-cart',
    items.map(({ name, quantity }) => `${quantity} × ${name}`),
  ),
);
$wishlist.subscribe((items) =>
  fill(
    'kept-wishlist',
    items.map(({ id, name }) => link(paths.product(id), name)),
  ),
);
void showPages();
slot('again')?.addEventListener('click', () => location.reload());
// The connection is back.
addEventListener('online', () => location.reload());
