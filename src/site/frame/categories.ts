/** Fills the category strip of a release that was built without categories. */
import { paths } from '#config/paths.ts';
import { ask } from '#site/client/ask.ts';
import { NAMES } from '#site/product-data/names.ts';

const strip = document.querySelector('.strip');

function fill(names: string[] | undefined): void {
  if (names) {
    const links = names
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((name) => {
        const link = Object.assign(document.createElement('a'), { href: paths.category(name) });
        const item = document.createElement('li');
        link.append(name);
        item.append(link);
        return item;
      });
    strip?.querySelector('ul')?.replaceChildren(...links);
  } else {
    const sorry = Object.assign(document.createElement('p'), { role: 'status' });
    strip?.append(sorry);
    sorry.textContent = 'Failed to load categories';
  }
}

// Not a top-level `await`: one of these keeps the bundler from merging files on every page.
void ask('/api/app-data/categories', NAMES).then(({ body }) => fill(body));
