/**
 * The product list's URL is its state: links push it, back and forward restore it. What shows another state than the
 * default view is fetched when the URL asks for one, or a shopper does.
 */
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';

const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;

const page = document.documentElement;
const list = find<HTMLElement>('.listing');
const filters = find<HTMLElement>('.filters');
const tags = find<HTMLElement>('.filters-tags');
const panel = find<HTMLDialogElement>('#filters');
const wide = matchMedia(find<HTMLElement>('.filters-beside').dataset.from as string);

// Several imports of a script that is on its way end in any order, and what is pressed last must count. So this is one;
// if it fails, the page is loaded anew.
let coming: Promise<typeof import('./view.ts')> | undefined;
function view() {
  coming ??= import('./view.ts');
  return coming;
}

async function load(): Promise<void> {
  try {
    await (await view()).load();
  } catch {
    page.classList.add('querying');
    list.dataset.state = 'error';
  }
}

function showTags(): void {
  import('./tags.ts')
    .then(({ showTags }) => showTags())
    .catch(() => {
      tags.dataset.state = 'error';
    });
}

/** The filters lie beside the grid where there is room, else in their panel. */
function place(): void {
  const focused = document.activeElement;
  if (wide.matches) {
    panel.close();
    showTags();
  }
  const home = find(wide.matches ? '.filters-beside' : '.filters-slot');
  if (home === filters.parentElement) return;
  home.append(filters);
  if (focused instanceof HTMLElement && filters.contains(focused)) focused.focus();
}
place();
wide.addEventListener('change', place);

if (page.classList.contains('querying')) void load();

addEventListener('popstate', async ({ state }) => {
  await load();
  if (typeof state?.y === 'number') scrollTo(0, state.y);
});

document.addEventListener('click', async (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (target.closest('.listing-error button')) location.reload();
  if (target.closest('.tags-error button')) tags.focus();
  if (target.closest('[data-open="filters"], .tags-error button')) showTags();
  const link = target.closest<HTMLAnchorElement>('.listing a, .strip a');
  if (link?.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  try {
    await (await view()).follow(link);
  } catch {
    location.assign(link.href);
  }
});

// These one after the other, as the next try can succeed.
let done = Promise.resolve();
for (const type of ['input', 'change', 'click', 'submit']) {
  list.addEventListener(type, (event) => {
    if (!(event.target instanceof Element && event.target.closest('.filters, .listing-category')))
      return;
    if (type === 'submit') event.preventDefault();
    done = done
      .then(() => import('./filters.ts'))
      .then(({ act }) => act(event))
      .catch(() => toast(NOT_LOADED));
  });
}

// Typed before this script has come.
const search = filters.querySelector('input');
if (search && search.value.trim() !== window.listing.first.state.search) {
  search.dispatchEvent(new Event('input', { bubbles: true }));
}
