import { delegate } from '#site/lazy/delegate.ts';
import { productEntry } from '#site/product-data/product-data.ts';
import { toast, wishlistChanged } from '#site/toasts/toasts-store.ts';
import { $wishlist, toggleWishlist } from './wishlist-store.ts';

const actions = document.querySelector<HTMLTemplateElement>('#card-actions');

/**
 * Adds the buttons over the picture of each card within `place`, and updates all buttons there from the wishlist. In
 * the HTML they would be repeated fifty times.
 */
function dress(place: ParentNode): void {
  for (const card of place.querySelectorAll('.card[data-product]:not(:has(.card-actions))')) {
    const entry = productEntry(card);
    if (!actions || !entry) continue;
    card.append(actions.content.cloneNode(true));
    const quick = card.querySelector('[data-open="quick-view"]');
    quick?.setAttribute('aria-label', `Quick view of ${entry.name}`);
  }
  const wished = new Set($wishlist.get().map(({ id }) => id));
  for (const button of place.querySelectorAll('[data-action="toggle-wishlist"]')) {
    const entry = productEntry(button);
    if (!entry) continue;
    const has = wished.has(entry.id);
    button.setAttribute('aria-pressed', String(has));
    const label = has ? `Remove ${entry.name} from wishlist` : `Add ${entry.name} to wishlist`;
    button.setAttribute('aria-label', label);
  }
}

delegate('click', '[data-action="toggle-wishlist"]', (button) => {
  const entry = productEntry(button);
  if (entry) toast(wishlistChanged(entry.name, toggleWishlist(entry)));
});

$wishlist.subscribe(() => dress(document));
// Cards are also added later: by the list, 'Recently viewed' and the quick view. Only the changed parts are read again.
const observer = new MutationObserver((records) => {
  for (const { target } of records) dress(target as Element);
});
for (const place of document.querySelectorAll('main, #quick-view')) {
  observer.observe(place, { childList: true, subtree: true });
}
