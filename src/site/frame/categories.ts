/** Fills the category strip of a release that was built without categories. */
import { PUBLIC_API_URL } from 'astro:env/client';
import { paths } from '#config/paths.ts';
import { readNames } from '#site/product-data/names.ts';

async function ask(): Promise<readonly string[] | undefined> {
  try {
    const answer = await fetch(`${PUBLIC_API_URL}/api/app-data/categories`);
    return answer.ok ? readNames(await answer.json()) : undefined;
  } catch {
    // No connection, or no JSON: the strip says so.
    return undefined;
  }
}

const names = await ask();
const strip = document.querySelector('.strip');
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
