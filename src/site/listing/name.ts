import type { ListingState } from '#domain/products/listing.ts';
import { inlineCall } from '#site/frame/inline-script.ts';

/**
 * Names the current list in the heading ('“oud” in Women'), the tab, the canonical address, the controls, the category
 * link, and the active filters, each a link that removes it. The source is written into the page after these elements,
 * so that nothing moves when the list appears. It may use nothing from outside. `plain` is the heading of the default
 * view. The `first` time, while the page is parsed, it leaves the focused field as it is.
 */
export function nameListing(state: ListingState, plain: string, first?: boolean): void {
  const { search, category, tag, page } = state;
  const find = (selector: string) => document.querySelector(selector) as HTMLElement;
  const same = (one: string | null, other: string) =>
    one?.trim().toLowerCase() === other.toLowerCase();

  const heading = find('.listing h1');
  const words = [
    search && `“${search}”`,
    category && (search ? `in ${category}` : category),
    tag && `${search || category ? 'tagged' : 'Tagged'} “${tag}”`,
  ];
  heading.textContent = words.filter(Boolean).join(' ') || plain;
  const shop = document.title.slice(document.title.lastIndexOf(' · '));
  document.title = `${heading.textContent}${page > 1 ? `, page ${page}` : ''}${shop}`;

  // The address for sharing and for search engines: only a category has its own pages.
  const canonical = find('[rel=canonical]') as HTMLLinkElement;
  let address = location.pathname;
  for (const { value, dataset } of document.querySelectorAll<HTMLOptionElement>('[data-page]')) {
    if (!search && !tag && same(value, category))
      address = dataset.page + (page > 1 ? `/${page}` : '');
  }
  canonical.href = String(new URL(address, canonical.href));

  for (const key of ['search', 'category', 'tag', 'sortBy'] as const) {
    for (const control of document.getElementsByName(key) as NodeListOf<HTMLInputElement>) {
      // Typed text stays as it is, with a trailing space and the caret.
      if (same(control.value, state[key]) || (first && control === document.activeElement))
        continue;
      const options = control instanceof HTMLSelectElement ? control.options : [];
      const option = [...options].find(({ value }) => same(value, state[key]));
      // A brand is not a category, but it can be shown as one.
      if (control instanceof HTMLSelectElement && !option) control.add(new Option(state[key]));
      control.value = option?.value ?? state[key];
    }
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('.filters-tags [value]')) {
    button.setAttribute('aria-pressed', String(same(button.value, tag)));
  }
  for (const link of document.querySelectorAll('.strip a')) {
    if (same(link.textContent, category)) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }

  const sort = find('[name="sortBy"]') as HTMLSelectElement;
  const active = {
    search: search && `“${search}”`,
    category,
    tag,
    sortBy: sort.selectedIndex > 0 ? sort.selectedOptions[0]?.text : '',
  };
  find('.listing-active').replaceChildren(
    ...Object.entries(active).flatMap(([key, label]) => {
      if (!label) return [];
      const query = new URLSearchParams(location.search);
      for (const gone of [key, key === 'category' ? 'brand' : key, 'page']) query.delete(gone);
      const link = document.createElement('a');
      link.href = `${location.pathname}?${query}`.replace(/\?$/, '');
      link.textContent = label;
      link.setAttribute('aria-label', `${label}: remove this filter`);
      return [link];
    }),
  );
}

/** Returns the script that follows the elements it names. */
export const nameEarly = (plain: string) =>
  inlineCall(
    (name: typeof nameListing, plain: string) => {
      const { listing } = window;
      listing.name = (state, first) => name(state, plain, first);
      if (listing.first.answer) listing.name(listing.first.state, true);
      document.documentElement.classList.add('named');
    },
    nameListing,
    plain,
  );
