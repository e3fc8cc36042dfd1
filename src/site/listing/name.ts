import type { ListingState } from '#domain/listing.ts';
import { inlineSource } from './early.ts';

/**
 * Says what the list shows, everywhere: heading ('“oud” in Women'), tab, controls, the link of the category, and the
 * filters in words, each a link that takes it away. Its source is written into the page behind these elements, so that
 * nothing moves when the list comes: it may use nothing from outside. `plain` is the heading of the default view; the
 * `first` time, as the page is read, a field that someone is in already is left to her.
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

  for (const key of ['search', 'category', 'tag', 'sortBy'] as const) {
    for (const control of document.getElementsByName(key) as NodeListOf<HTMLInputElement>) {
      // What is being typed stays as it is: a space at its end, the caret.
      if (same(control.value, state[key]) || (first && control === document.activeElement))
        continue;
      const options = control instanceof HTMLSelectElement ? control.options : [];
      const option = [...options].find(({ value }) => same(value, state[key]));
      // A house can be shown as well, though it is none of the categories.
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

/** Source of a script that stands behind what it names. */
export const nameEarly = (plain: string) =>
  `listing.name=(s,f)=>(${inlineSource(nameListing)})(s,${JSON.stringify(plain)},f);` +
  "listing.first.answer&&listing.name(listing.first.state,true);document.documentElement.classList.add('named')";
