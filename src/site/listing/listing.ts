/**
 * The product list's URL is its state: links push it, back and forward restore it. The script that shows another state
 * than the default view is loaded when the URL or the shopper asks for one.
 */
import { hear } from '#site/waking/hear.ts';
import { table } from '#site/waking/table-listing.ts';
import { listen, wake } from '#site/waking/wake.ts';

const find = <E extends Element>(selector: string) => document.querySelector(selector) as E;

const page = document.documentElement;
const list = find<HTMLElement>('.listing');
const filters = find<HTMLElement>('.filters');
const tags = find<HTMLElement>('.filters-tags');
const panel = find<HTMLDialogElement>('#filters');
const wide = matchMedia(find<HTMLElement>('.filters-beside').dataset.from as string);

async function load(): Promise<void> {
  try {
    await (await wake(table.view)).load();
  } catch {
    page.classList.add('querying');
    list.dataset.state = 'error';
  }
}

function showTags(): void {
  wake(table.tags)
    .then(({ showTags }) => showTags())
    .catch(() => {
      tags.dataset.state = 'error';
    });
}

/** Moves the filters beside the grid where there is room, else into their panel. */
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

hear('click', '.listing-error button', () => location.reload());
hear('click', '.tags-error button', () => tags.focus());
hear('click', '[data-open="filters"], .tags-error button', showTags);

document.addEventListener('click', async (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.button !== 0 || !(target instanceof Element)) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = target.closest<HTMLAnchorElement>('.listing a, .strip a');
  if (link?.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  try {
    await (await wake(table.view)).follow(link);
  } catch {
    location.assign(link.href);
  }
});

listen(Object.values(table));
// filters.ts handles it.
filters.addEventListener('submit', (event) => event.preventDefault());
