import { inlineCall } from '#site/frame/inline-script.ts';

/** Marks the page of an unknown path that names a product, before the first paint: late-product.ts asks the API for it. */
export const markLate = inlineCall(() => {
  if (!/^\/products\/[^/]+$/.test(location.pathname)) return;
  document.documentElement.classList.add('no-product');
  addEventListener('DOMContentLoaded', () => {
    document.title = document.title.replace('Page not found', 'Fragrance');
  });
});
