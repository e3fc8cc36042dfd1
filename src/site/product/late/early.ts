import { inlineCall } from '#site/frame/inline-script.ts';

/** Marks, before the first paint, the page of an unknown product path. late-product.ts then asks the API. */
export const markLate = inlineCall(() => {
  if (!/^\/products\/[^/]+$/.test(location.pathname)) return;
  document.documentElement.classList.add('no-product');
  addEventListener('DOMContentLoaded', () => {
    document.title = document.title.replace('Page not found', 'Fragrance');
  });
});
