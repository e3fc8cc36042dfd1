/** The lazy modules of the product list (modules.ts has those of every page). */
export const modules = {
  /** The page shows skeletons if it was opened with a query, else the previous list. */
  view: { load: () => import('#site/listing/view.ts') },
  /** The fields show what was typed or chosen. The list stays as it is. */
  filters: {
    at: '.filters, .listing-category',
    on: 'input change click submit',
    load: () => import('#site/listing/filters.ts'),
  },
  /** Shows no tags. */
  tags: { load: () => import('#site/listing/tags.ts') },
};
