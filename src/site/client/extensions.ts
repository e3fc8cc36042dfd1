import type { Extension } from '#contract/extensions.ts';

/**
 * The extensions that scripts of every page check. The others are named only by pages that search engines do not list:
 * a product page has no room.
 */
export const EVERYWHERE: readonly Extension[] = [
  'live',
  'live.own',
  'secret.header',
  'promotions',
  'account.logout',
];

/**
 * Whether the backend had an extension when this page was built (layouts/Base.astro). If it has lost it since, the call
 * answers 404. Only for the browser: an island that the build also renders gets the list as a prop.
 */
export const has = (name: Extension): boolean =>
  ` ${document.documentElement.dataset.extensions} `.includes(` ${name} `);
