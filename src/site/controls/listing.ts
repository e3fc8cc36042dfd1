/**
 * The product list's URL is its state: links push it, back and forward restore it. What shows another state than the
 * default view is fetched when the URL asks for one, or a shopper does.
 */
import { paths } from '#config/paths.ts';

const view = () => import('./listing-view.ts');

if (document.documentElement.classList.contains('querying')) void view().then(({ load }) => load());

document.addEventListener('click', async (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = target.closest<HTMLAnchorElement>('.listing a, .strip a');
  if (link?.origin !== location.origin || link.pathname !== paths.products) return;
  event.preventDefault();
  try {
    await (await view()).go(link.href);
  } catch {
    location.assign(link.href);
  }
});

document.addEventListener('change', async ({ target }) => {
  if (target instanceof HTMLSelectElement && target.id === 'sort') {
    void (await view()).sortBy(target.value);
  }
});

addEventListener('popstate', async ({ state }) => {
  await (await view()).load();
  if (typeof state?.y === 'number') scrollTo(0, state.y);
});
