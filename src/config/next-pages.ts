/** Links to products and lists. Filters, pages of the list (which a script handles) and anchors are excluded. */
const where = {
  and: [
    { href_matches: ['/products*', '/brands*', '/categories*'] },
    { not: { href_matches: '/*\\?(.+)' } },
    { not: { selector_matches: '[href^="#"]' } },
  ],
};

/**
 * The browser's speculation rules: it may fetch the HTML behind a link under the pointer, and prepare the whole page once
 * the link is pressed. A page adds the text to itself (site/speculation/rules.ts), and its policy allows it by hash.
 */
export const NEXT_PAGES: string = JSON.stringify({
  prefetch: [{ where, eagerness: 'moderate' }],
  prerender: [{ where, eagerness: 'conservative' }],
});
