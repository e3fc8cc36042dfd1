import { CART, COLLECTIONS, OFFLINE, paths, WORKER } from './paths.ts';

const PAGES = new Set([
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...[CART, OFFLINE, WORKER, '/404', '/index', '/robots.txt', '/sitemap.xml'],
]);
/** Folders that hosts forward, rewrite or keep. Those of brands and categories include their former names. */
const FOLDERS = [
  ...Object.values(COLLECTIONS).map((folder) => `${folder}/`),
  ...[paths.orders, paths.account].map((page) => `${page}/`),
  ...['/api/', '/media/', '/admin', '/dev/', '/feeds/', '/pagefind/', '/renditions/', '/_', '/.'],
];

/** Whether a path, without a slash at its end, belongs to the site, whatever the shop sells. */
export const isOwnPath = (path: string): boolean =>
  PAGES.has(path) || FOLDERS.some((folder) => path.startsWith(folder));
