import { CART, COLLECTIONS, OFFLINE, paths, WORKER } from './paths.ts';

const PAGES = new Set([
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...[CART, OFFLINE, WORKER, '/404', '/index', '/robots.txt', '/sitemap.xml'],
]);
/** What hosts forward, rewrite or keep below them. Those of brands and categories hold their former names, too. */
const FOLDERS = [
  ...Object.values(COLLECTIONS).map((folder) => `${folder}/`),
  ...[paths.orders, paths.account].map((page) => `${page}/`),
  ...['/api/', '/media/', '/admin', '/dev/', '/feeds/', '/pagefind/', '/renditions/', '/_', '/.'],
];

/** Whether a path, without a slash at its end, is the site's own whatever the shop sells. */
export const isOwnPath = (path: string): boolean =>
  PAGES.has(path) || FOLDERS.some((folder) => path.startsWith(folder));
