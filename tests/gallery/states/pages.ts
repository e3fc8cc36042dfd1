import type { Screen } from '../state.ts';

/** Pages with a single state: the name by path. */
const PAGES: Readonly<Record<string, string>> = {
  brands: '/brands',
  brand: '/brands/tom-ford',
  category: '/categories/designer',
  about: '/about',
  contact: '/contact',
  returns: '/returns',
  terms: '/terms',
  privacy: '/privacy',
  offline: '/offline',
};

export const pages: Screen = {
  name: 'pages',
  title: 'Other pages',
  states: [
    ...Object.entries(PAGES).map(([name, route]) => ({
      name,
      route,
      shows: 'main h1',
      main: true as const,
    })),
    {
      name: 'not-found',
      route: '/nowhere',
      shows: ['main h1', 'Oops! Page not found'],
      status: 404,
      main: true,
    },
  ],
};

/** Single components, on pages of the gallery (pages/). */
export const components: Screen = {
  name: 'components',
  title: 'Components',
  states: ['cards', 'prices', 'pagination', 'notes', 'form', 'marks'].map((name) => ({
    name: `component-${name}`,
    route: `/gallery/${name}`,
    shows: 'main h1',
    repeats: true,
  })),
};
