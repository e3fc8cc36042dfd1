import { CART, NOT_FOR_GUESTS, paths } from '#config/paths.ts';

/**
 * Pages of one person, of a payment, or of a cart that somebody sent. Nothing of them is kept, and neither are answers
 * of the API.
 */
const PERSONAL = [...NOT_FOR_GUESTS, paths.checkout, paths.stockAlertPage, '/payment', CART];
/** What is no page of the site, though it has the site's origin. */
const NOT_PAGES = ['/api', '/media', '/dev', '/admin'];

const isBelow = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Whether a path is that of a page for one person alone. */
export const isPersonal = (path: string): boolean =>
  // The page itself says nothing of anybody. Without a connection it shows the account that this device knows.
  path !== paths.paymentCallback && isBelow(path, PERSONAL);

/** Whether a path is that of a page of the site. */
export const isPage = (path: string): boolean => !isBelow(path, NOT_PAGES);

/** Whether the worker may keep the page of a path. */
export const isPublic = (path: string): boolean => isPage(path) && !isPersonal(path);

/** Whether an address asks for a list that was filtered, searched or turned over: only the API knows it. */
export const isAsked = ({ pathname, search }: URL): boolean =>
  pathname === paths.products && search !== '';
