/** Products on a page (spec §9). */
export const PAGE_SIZE = 50;
/** Pages shown on each side of the current one (spec §9). */
const WINDOW = 2;

/** The number of pages (spec §4): as the backend says, else from the total, else 1 if there are products, else 0. */
export function pageCount(answer: {
  totalPages?: number | undefined;
  total?: number | undefined;
  products: readonly unknown[];
}): number {
  if (answer.totalPages !== undefined) return answer.totalPages;
  if (answer.total !== undefined) return Math.ceil(answer.total / PAGE_SIZE);
  return answer.products.length > 0 ? 1 : 0;
}

/** What the pagination shows (spec §2): page numbers, and 'gap' for an ellipsis; [] for a single page. */
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
