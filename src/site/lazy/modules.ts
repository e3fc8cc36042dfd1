/**
 * The modules that every page loads only on a touch: which events of which elements load which module. The comments say
 * what the page shows until the module has loaded. Scripts load modules without `at`. Modules of single pages would
 * cost every other page 0.3 kB: they are in product-modules.ts and listing-modules.ts.
 */

import type { ComponentType } from 'react';
import searchStyles from '#site/search/search.css?url';
import islandStyles from '#site/styles/islands.css?url';
import { fetchStyles, type LazyModule, loadModule } from './load-module.ts';

/** Hover, touch and keyboard focus: the module is on its way before the finger lifts. */
const REACH = 'pointerover pointerdown focusin';

const styles: LazyModule = { load: () => fetchStyles(islandStyles) };

/** Loads React, an island and its styles in parallel, and renders the island in an element. */
async function draw(
  place: string,
  island: () => Promise<{ default: ComponentType }>,
  sheet: () => Promise<unknown> = () => loadModule(styles),
): Promise<void> {
  const [{ mount }, { default: Contents }] = await Promise.all([
    import('./mount.tsx'),
    island(),
    sheet(),
  ]);
  const element = document.querySelector(place);
  if (element) mount(element, Contents);
}

const panel = (id: string, load: LazyModule['load']): LazyModule => ({
  at: `[data-open="${id}"]`,
  on: REACH,
  load,
});

/** A dialog that an island fills. */
const drawer = (id: string, island: () => Promise<{ default: ComponentType }>) =>
  panel(id, () => draw(`#${id} [data-contents]`, island));

/** Dialogs by id. A dialog opens at the first click (panels/panels.ts) and shows its skeleton. */
export const panels: Record<string, LazyModule> = {
  'cart-panel': drawer('cart-panel', () => import('#site/cart/CartDrawer.tsx')),
  'wishlist-panel': drawer('wishlist-panel', () => import('#site/wishlist/WishlistDrawer.tsx')),
  'reviews-panel': drawer('reviews-panel', () => import('#site/reviews/Reviews.tsx')),
  'quick-view': panel('quick-view', async () =>
    (await import('#site/quick-view/quick-view.ts')).fillQuickView(),
  ),
};

export const modules = {
  /** The form searches by itself (search/search.ts). The first query does not wait for React. */
  search: {
    load: () =>
      Promise.all([
        import('#site/search/search-field.ts'),
        draw(
          '.search > div',
          () => import('#site/search/SearchDropdown.tsx'),
          () => fetchStyles(searchStyles),
        ),
      ]),
  },
  /** The button stays as it is. */
  buyNow: {
    at: '[data-action="buy-now"]',
    on: 'click',
    load: () => import('#site/cart/buy-now.ts'),
  },
  /** The toast is below the header. Most elements that raise toasts are touched before they are clicked. */
  toasts: { at: '[data-action]', on: REACH, load: () => import('#site/toasts/shown-toasts.ts') },
  /** The page's head marks a device with a session: 'Logout' shows, the name in the greeting does not. */
  session: {
    at: '[data-logout]',
    on: 'click',
    load: () => import('#site/session/signed-in.ts'),
  },
  /** The next page loads in the normal way. */
  nextPage: { load: () => import('#site/offline/next-page.ts') },
  payments: { load: () => import('#site/payment/open-payments.ts') },
  /** The strip is empty. */
  categories: { load: () => import('#site/frame/categories.ts') },
};
