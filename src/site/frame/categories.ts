/** Fills the category strip of a release that was built without categories. */
import { paths } from '#config/paths.ts';
import { ask } from '#site/client/ask.ts';
import { html, show } from '#site/html.ts';
import { NAMES } from '#site/product-data/names.ts';

const list = document.querySelector('.strip ul') as HTMLElement;

function fill(names: string[] | undefined): void {
  if (names) {
    const links = names
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((name) => html`<li><a href="${paths.category(name)}">${name}</a></li>`);
    show(list, html`${links}`);
  } else {
    // Screen readers announce what is added to an existing region.
    show(list, html`<p role="status"></p>`, 'afterend');
    list.nextElementSibling?.append('Failed to load categories');
  }
}

// Not a top-level `await`, which would keep the bundler from merging files on every page.
void ask('/api/app-data/categories', NAMES).then(({ body }) => fill(body));
