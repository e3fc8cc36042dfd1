import { has } from '#site/client/extensions.ts';
import { loadModule, quiet } from '#site/lazy/load-module.ts';
import { modules } from '#site/lazy/product-modules.ts';

// The page's head has read from the URL whether it names a product (pages/404.astro).
if (document.documentElement.classList.contains('no-product')) {
  loadModule(modules.lateProduct).then(
    ({ handle }) => handle(),
    () => document.querySelector('.late')?.setAttribute('data-state', 'failed'),
  );
} else if (has('catalogue.redirects')) {
  loadModule(modules.oldAddress).then(({ handle }) => handle(), quiet);
}
