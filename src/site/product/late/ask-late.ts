import { table } from '#site/waking/table-product.ts';
import { wake } from '#site/waking/wake.ts';

// The page's head has read from the URL whether a product was asked for (pages/404.astro).
if (document.documentElement.classList.contains('no-product')) {
  wake(table.lateProduct).then(
    ({ handle }) => handle(),
    () => document.querySelector('.late')?.setAttribute('data-state', 'failed'),
  );
}
