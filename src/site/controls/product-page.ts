/**
 * What a product's page does before anyone touches it: next to nothing. Gallery, share menu, delivery fees and what was
 * looked at before come when they are reached for.
 */
import { rememberViewed, viewedProducts } from '../stores/recently-viewed.ts';
import { NOT_LOADED, toast } from '../stores/toasts.ts';
import { readProductData } from './product-data.ts';

/** Px that a finger must go sideways to turn the picture. */
const SWIPE = 40;

const article = document.querySelector<HTMLElement>('.product');
const gallery = article?.querySelector<HTMLElement>('[data-gallery]');

/** Does something with a part that comes only now. */
const withPart = <T>(part: Promise<T>, act: (part: T) => unknown) =>
  part.then(act).catch(() => toast(NOT_LOADED));

document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open) return;
    if (target.matches('.share')) {
      void withPart(import('./share.ts'), ({ wireShareMenu }) => wireShareMenu(target));
    }
    if (target.matches('.fees')) {
      void withPart(import('./delivery-fees.ts'), ({ showFees }) => showFees(target));
    }
  },
  // It does not bubble.
  true,
);

if (gallery) {
  const step = (by: number) =>
    withPart(import('./gallery.ts'), ({ stepPicture }) => stepPicture(gallery, by));
  let start = 0;
  gallery.addEventListener('click', ({ target }) => {
    const { step: by, show } = (target as Element).closest('button')?.dataset ?? {};
    if (by) void step(Number(by));
    if (show) {
      void withPart(import('./gallery.ts'), ({ showPicture }) =>
        showPicture(gallery, Number(show)),
      );
    }
  });
  gallery.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') void step(-1);
    if (key === 'ArrowRight') void step(1);
  });
  gallery.addEventListener('pointerdown', ({ clientX }) => {
    start = clientX;
  });
  gallery.addEventListener('pointerup', ({ clientX, pointerType }) => {
    const by = start - clientX;
    if (pointerType !== 'mouse' && Math.abs(by) > SWIPE) void step(Math.sign(by));
  });
  gallery.addEventListener(
    'pointerover',
    () => void withPart(import('./gallery.ts'), ({ fetchPictures }) => fetchPictures(gallery)),
    { once: true },
  );
}

const product = readProductData(article?.dataset.product);
const recent = document.querySelector<HTMLElement>('.recent');
if (product && recent) {
  const brand = article?.querySelector('.product-house')?.textContent;
  if (viewedProducts().some(({ id }) => id !== product.id)) {
    recent.hidden = false;
    new IntersectionObserver(
      ([entry], observer) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void withPart(import('./recently-viewed.ts'), ({ showViewed }) =>
          showViewed(recent, product.id),
        );
      },
      { rootMargin: '600px' },
    ).observe(recent);
  }
  rememberViewed({ ...product, ...(brand && { brand }) });
}
