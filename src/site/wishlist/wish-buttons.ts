import { productEntry } from '#site/product-data/product-entry.ts';
import { toast, wishlistChanged } from '#site/toasts/toasts-store.ts';
import { hear } from '#site/waking/hear.ts';
import { $wishlist, toggleWishlist } from './wishlist-store.ts';

const actions = document.querySelector<HTMLTemplateElement>('#card-actions');

/** Adds the buttons over each card's picture. In the HTML they would be repeated fifty times. */
function dressCards(): void {
  for (const card of document.querySelectorAll('.card[data-product]:not(:has(.card-actions))')) {
    const entry = productEntry(card);
    if (!actions || !entry) continue;
    card.append(actions.content.cloneNode(true));
    const quick = card.querySelector('[data-open="quick-view"]');
    quick?.setAttribute('aria-label', `Quick view of ${entry.name}`);
  }
}

function showWished(): void {
  const wished = new Set($wishlist.get().map(({ id }) => id));
  for (const button of document.querySelectorAll('[data-action="toggle-wishlist"]')) {
    const entry = productEntry(button);
    if (!entry) continue;
    const has = wished.has(entry.id);
    button.setAttribute('aria-pressed', String(has));
    const label = has ? `Remove ${entry.name} from wishlist` : `Add ${entry.name} to wishlist`;
    button.setAttribute('aria-label', label);
  }
}

hear('click', '[data-action="toggle-wishlist"]', (button) => {
  const entry = productEntry(button);
  if (entry) toast(wishlistChanged(entry.name, toggleWishlist(entry)));
});

dressCards();
$wishlist.subscribe(showWished);
function catchUp(): void {
  dressCards();
  showWished();
}
// Cards are also added later: by the list, 'Recently viewed' and the quick view.
new MutationObserver(catchUp).observe(document.body, { childList: true, subtree: true });
