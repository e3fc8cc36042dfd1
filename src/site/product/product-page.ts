/** The script of a product page before any touch: next to nothing. The rest is in lazy/product-modules.ts. */
import { salePrice } from '#domain/money/price.ts';
import { shopTime } from '#site/client/clock.ts';
import { emit } from '#site/events/emit.ts';
import { type LazyModule, loadModule, loadOnEvents, quiet } from '#site/lazy/load-module.ts';
import { modules } from '#site/lazy/product-modules.ts';
import { openPanel } from '#site/panels/panel-store.ts';
import { keepViewed, viewedProducts } from '#site/product/recent/viewed-store.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { whenShown } from '#site/speculation/shown.ts';

loadOnEvents(Object.values(modules));

const article = document.querySelector<HTMLElement>('.product');
const product = productIn(article);
// An address that opens the reviews (reviews/Reviews.tsx).
if (product && location.hash === '#reviews') openPanel('reviews-panel');

/** Loads the module of a row once an element is on screen or near it, and passes the element on. */
function whenSeen<M>(
  element: Element,
  rootMargin: string,
  row: LazyModule<M>,
  act: (module: M) => void,
) {
  new IntersectionObserver(
    (entries, observer) => {
      // A busy browser reports several changes at once.
      if (!entries.some((entry) => entry.isIntersecting)) return;
      loadModule(row).then((module) => {
        observer.disconnect();
        act(module);
      }, quiet);
    },
    { rootMargin },
  ).observe(element);
}

const line = document.querySelector('.delivery');
if (line) whenSeen(line, '0px', modules.delivery, ({ startLine }) => startLine());

const recent = document.querySelector<HTMLElement>('.recent');
if (product && recent) {
  const viewed = viewedProducts().filter(({ id }) => id !== product.id);
  const brand = article?.querySelector('.product-brand')?.textContent;
  // A card of a product that is no longer sold would lead to a page that says so.
  if (!article?.hasAttribute('data-retired'))
    whenShown(() => {
      keepViewed([{ ...product, ...(brand && { brand }) }, ...viewed]);
      emit('view-product', { id: product.id, price: salePrice(product, shopTime()) });
    });
  recent.hidden = !viewed[0];
  whenSeen(
    recent,
    '600px',
    modules.viewed,
    ({ showViewed }) => void showViewed(recent, viewed, () => keepViewed([])),
  );
}
