/** The lazy modules of product pages and of the 404 page (modules.ts has those of every page). */
export const modules = {
  /** The menu shows its links, which work without a script. */
  share: {
    at: '.share',
    on: 'toggle',
    load: () => import('#site/product/share/share.ts'),
  },
  /** Shows 'Loading shipping locations...'. */
  choice: {
    at: '.delivery details',
    on: 'toggle',
    load: () => import('#site/delivery/choice.ts'),
  },
  /** Shows 'Loading…'. */
  stockAlert: {
    at: '.stock-alert',
    on: 'toggle',
    load: () => import('#site/stock-alert/stock-alert.ts'),
  },
  /** The checkboxes work by themselves. */
  setChoice: {
    at: '[data-choose]',
    on: 'change',
    load: () => import('#site/product/set/set-choice.ts'),
  },
  /** Shows what is true at any time. */
  delivery: { load: () => import('#site/delivery/line.ts') },
  /** Shows the first picture. */
  gallery: {
    at: '[data-gallery]',
    on: 'pointerover pointerdown pointerup keydown click',
    load: () => import('#site/product/gallery/gallery.ts'),
  },
  /** Shows the heading 'Recently viewed', and room for the cards. */
  viewed: { load: () => import('#site/product/recent/show-viewed.ts') },
  /** Shows 'Looking for this fragrance...'. `at` is the button that appears after a failure. */
  lateProduct: {
    at: '.late-failed button',
    on: 'click',
    load: () => import('#site/product/late/late-product.ts'),
  },
  /** Shows that the page does not exist. This stays if the address has not moved. */
  oldAddress: { load: () => import('#site/product/late/old-address.ts') },
};
