/** The offline page lists what is on this device: cart, wishlist, and the pages that were seen. */
import { OFFLINE, paths } from '#config/paths.ts';
import { lagosMoment } from '#domain/lagos-date.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { $wishlist } from '#site/wishlist/wishlist-store.ts';
import { AS_OF, PAGES, TITLE } from './kept.ts';

const part = (name: string) => document.querySelector<HTMLElement>(`#offline [data-${name}]`);

function fill(place: HTMLElement | null, entries: readonly Node[]): void {
  if (!place) return;
  place.hidden = entries.length === 0;
  const list = place.querySelector('ul');
  list?.replaceChildren(
    ...entries.map((entry) => {
      const item = document.createElement('li');
      item.append(entry);
      return item;
    }),
  );
}

function link(path: string, name: string): Node {
  const link = document.createElement('a');
  link.className = 'link';
  link.href = path;
  link.textContent = name;
  return link;
}

/** A kept page as a link with its time. */
function pageLink(path: string, { headers }: Response): Node {
  const line = document.createDocumentFragment();
  // The title is text of HTML. Without the shop's name at its end.
  const html = decodeURIComponent(headers.get(TITLE) ?? '');
  const title = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  const name = link(path, title?.replace(/ · .*$/, '') || path);
  const time = document.createElement('span');
  time.className = 'block text-(length:--text-small) text-ink-soft';
  time.textContent = lagosMoment(new Date(Number(headers.get(AS_OF))).toISOString());
  line.append(name, ' ', time);
  return line;
}

async function showPages(): Promise<void> {
  const links: Node[] = [];
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
  fill(part('kept-pages'), links);
  const none = part('none');
  if (none) none.hidden = links.length > 0;
}

$cart.subscribe(({ items }) =>
  fill(
    part('kept-cart'),
    items.map(({ name, quantity }) => document.createTextNode(`${quantity} × ${name}`)),
  ),
);
$wishlist.subscribe((items) =>
  fill(
    part('kept-wishlist'),
    items.map(({ id, name }) => link(paths.product(id), name)),
  ),
);
void showPages();
part('again')?.addEventListener('click', () => location.reload());
// The connection is back.
addEventListener('online', () => location.reload());
