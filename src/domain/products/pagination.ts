/** Products on a page (spec §9). */
export const PAGE_SIZE = 50;
/** Pages shown on each side of the current one (spec §9). */
const WINDOW = 2;

/**
 * Returns the number of pages (spec §4): the backend's, else from the total, else 1 if there are products, else 0. A
 * backend may send smaller pages than requested, or everything at once. Without counts, a full page may have a
 * successor.
 * @param page - the page of the answer.
 */
export function pageCount(
  answer: {
    totalPages?: number | undefined;
    total?: number | undefined;
    products: readonly unknown[];
  },
  page = 1,
): number {
  const { totalPages, total, products } = answer;
  const { length } = products;
  if (total !== undefined && length > PAGE_SIZE && length >= total) return 1;
  if (totalPages !== undefined) return totalPages;
  if (total === undefined) {
    if (length === 0) return page - 1;
    return length === PAGE_SIZE ? page + 1 : page;
  }
  const isAsked = length === 0 || length === Math.min(PAGE_SIZE, total - (page - 1) * PAGE_SIZE);
  if (isAsked) return Math.ceil(total / PAGE_SIZE);
  if (page === 1) return Math.ceil(total / length);
  // The last page may be shorter than the others, so a later page does not tell the size.
  return page * length < total ? page + 1 : page;
}

/** Returns what the pagination shows (spec §2): page numbers, and 'gap' for an ellipsis; [] for a single page. */
export function pageWindow(current: number, pages: number): (number | 'gap')[] {
  if (pages <= 1) return [];
  const shown: (number | 'gap')[] = [];
  let last = 0;
  for (let page = 1; page <= pages; page++) {
    const kept = page === 1 || page === pages || Math.abs(page - current) <= WINDOW;
    if (!kept) continue;
    if (page - last > 1) shown.push('gap');
    shown.push(page);
    last = page;
  }
  return shown;
}
