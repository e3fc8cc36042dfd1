/**
 * The product list's URL is its state: links push it, back and forward restore it. The script for other states than the
 * default view loads when the URL or the shopper asks for one.
 */
import { delegate } from '#site/lazy/delegate.ts';
import { modules } from '#site/lazy/listing-modules.ts';
import { loadModule, loadOnEvents } from '#site/lazy/load-module.ts';

const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;

const page = document.documentElement;
const list = find<HTMLElement>('.listing');
const filters = find<HTMLElement>('.filters');
const tags = find<HTMLElement>('.filters-tags');
const panel = find<HTMLDialogElement>('#filters');
const wide = matchMedia(find<HTMLElement>('.filters-beside').dataset.from as string);

async function load(): Promise<void> {
  try {
    await (await loadModule(modules.view)).load();
  } catch {
    page.classList.add('querying');
    list.dataset.state = 'error';
  }
}

function showTags(): void {
  loadModule(modules.tags)
    .then(({ showTags }) => showTags())
    .catch(() => {
      tags.dataset.state = 'error';
    });
}

/** Moves the filters beside the cards if there is room, else into their panel. */
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

delegate('click', '.listing-error button', () => location.reload());
delegate('click', '.tags-error button', () => tags.focus());
delegate('click', '[data-open="filters"], .tags-error button', showTags);

document.addEventListener('click', async (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = target.closest<HTMLAnchorElement>('.listing a, .strip a');
  if (link?.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  try {
    await (await loadModule(modules.view)).follow(link);
  } catch {
    location.assign(link.href);
  }
});

loadOnEvents(Object.values(modules));
// filters.ts handles it.
filters.addEventListener('submit', (event) => event.preventDefault());
