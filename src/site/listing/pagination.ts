import { pageWindow } from '#domain/products/pagination.ts';

/**
 * The links to a list's pages as HTML, '' for a single page. One source for listing/Pagination.astro and for
 * listing/listing.ts. `href` answers paths of ours, which are percent-encoded: nothing in them needs escaping.
 */
export function paginationHtml(
  page: number,
  pages: number,
  href: (page: number) => string,
): string {
  const numbers = pageWindow(page, pages).map((entry) => {
    if (entry === 'gap') return '<li><span>…</span></li>';
    const current = entry === page ? ' aria-current="page"' : '';
    return `<li><a href="${href(entry)}" aria-label="Page ${entry}"${current}>${entry}</a></li>`;
  });
  if (numbers.length === 0) return '';
  const step = (to: number, rel: string, text: string) =>
    to >= 1 && to <= pages ? `<a href="${href(to)}" rel="${rel}">${text}</a>` : '';
  return `<nav class="pagination" aria-label="Pages">${step(page - 1, 'prev', 'Previous')}<ol>${numbers.join('')}</ol>${step(page + 1, 'next', 'Next')}</nav>`;
}
