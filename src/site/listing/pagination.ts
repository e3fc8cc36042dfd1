import { pageWindow } from '#domain/products/pagination.ts';
import { html } from '#site/html.ts';

/**
 * Renders the links to a list's pages; nothing for a single page. Used by listing/Pagination.astro and
 * listing/listing.ts. `href` returns paths of the site.
 */
export function paginationHtml(page: number, pages: number, href: (page: number) => string) {
  const numbers = pageWindow(page, pages).map((entry) =>
    entry === 'gap'
      ? html`<li><span>…</span></li>`
      : html`<li><a href="${href(entry)}" aria-label="Page ${entry}"${entry === page && html` aria-current="page"`}>${entry}</a></li>`,
  );
  const step = (to: number, rel: string, text: string) =>
    to >= 1 && to <= pages && html`<a href="${href(to)}" rel="${rel}">${text}</a>`;
  return html`${numbers.length > 0 && html`<nav class="pagination" aria-label="Pages">${step(page - 1, 'prev', 'Previous')}<ol>${numbers}</ol>${step(page + 1, 'next', 'Next')}</nav>`}`;
}
