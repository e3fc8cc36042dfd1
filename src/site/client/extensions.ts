import type { Extension } from '#contract/extensions.ts';

/**
 * What scripts of every page ask for. Only pages that no search engine lists name the others: a product has no room.
 */
export const EVERYWHERE: readonly Extension[] = [
  'live',
  'live.own',
  'secret.header',
  'promotions',
  'account.logout',
];

/**
 * Whether the backend had an extension when this page was built (layouts/Base.astro). It can have lost it since: then
 * its call answers 404. For the browser alone: an island that the build draws, too, has the list as a prop.
 */
export const has = (name: Extension): boolean =>
  ` ${document.documentElement.dataset.extensions} `.includes(` ${name} `);
