/** Links to products and lists. What a script answers (filters, pages of the list) and anchors are not among them. */
const where = {
  and: [
    { href_matches: ['/products*', '/brands*', '/categories*'] },
    { not: { href_matches: '/*\\?(.+)' } },
    { not: { selector_matches: '[href^="#"]' } },
  ],
};

/**
 * What the browser may prepare of the pages after this one: the HTML behind a link that the pointer rests on, and the whole
 * page once the link is pressed. A page adds the text to itself (site/speculation/rules.ts), and its policy allows it by hash.
 */
export const NEXT_PAGES: string = JSON.stringify({
  prefetch: [{ where, eagerness: 'moderate' }],
  prerender: [{ where, eagerness: 'conservative' }],
});
