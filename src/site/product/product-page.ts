/**
 * What a product's page does before anyone touches it: next to nothing. Gallery, share menu, delivery fees and what was
 * looked at before come when they are reached for.
 */
import { openPanel } from '#site/panels/panel-store.ts';
import { keepViewed, viewedProducts } from '#site/product/recent/viewed-store.ts';
import { readProductData } from '#site/product-data/product-data.ts';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';

/** What fills a `<details>` as it is opened, by its `data-part`. */
const PARTS: Record<string, () => Promise<{ open: (details: HTMLDetailsElement) => unknown }>> = {
  share: () => import('#site/product/share/share.ts'),
  fees: () => import('#site/delivery/delivery-fees.ts'),
};
const failed = () => toast(NOT_LOADED);

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    PARTS[target.dataset.part ?? '']?.().then(({ open }) => open(target), failed);
  },
  // It does not bubble.
  true,
);

const gallery = document.querySelector('[data-gallery]');
/** One after the other: imports of a script that is on its way end in any order, and a swipe's end would overtake its start. */
let done = Promise.resolve();
for (const type of ['pointerover', 'pointerdown', 'pointerup', 'keydown', 'click']) {
  // The script comes with the first of them, and no one is lost.
  gallery?.addEventListener(type, (event) => {
    done = done
      .then(() => import('#site/product/gallery/gallery.ts'))
      .then(({ handle }) => handle(gallery, event))
      .catch(failed);
  });
}

const article = document.querySelector<HTMLElement>('.product');
const product = readProductData(article?.dataset.product);
// An address that leads to the reviews (reviews/Reviews.tsx).
if (product && location.hash === '#reviews') openPanel('reviews-panel');

const recent = document.querySelector<HTMLElement>('.recent');
if (product && recent) {
  const viewed = viewedProducts().filter(({ id }) => id !== product.id);
  const brand = article?.querySelector('.product-brand')?.textContent;
  keepViewed([{ ...product, ...(brand && { brand }) }, ...viewed]);
  recent.hidden = !viewed[0];
  new IntersectionObserver(
    ([entry], observer) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      import('#site/product/recent/show-viewed.ts').then(
        ({ showViewed }) => showViewed(recent, viewed, () => keepViewed([])),
        failed,
      );
    },
    { rootMargin: '600px' },
  ).observe(recent);
}
