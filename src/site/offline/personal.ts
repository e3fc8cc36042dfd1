import { CART, NOT_FOR_GUESTS, paths } from '#config/paths.ts';

/** Pages of one person, of a payment, or of a cart that somebody sent. None of them is kept, and no API answer is. */
const PERSONAL = [...NOT_FOR_GUESTS, paths.checkout, paths.stockAlertPage, '/payment', CART];
/** Paths of the site's origin that are not pages of the site. */
const NOT_PAGES = ['/api', '/media', '/dev', '/admin'];

const isBelow = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Whether a path leads to a page for one person alone. */
export const isPersonal = (path: string): boolean =>
  // The page itself has no personal data. Without a connection it shows the account that this device stores.
  path !== paths.paymentCallback && isBelow(path, PERSONAL);

export const isPage = (path: string): boolean => !isBelow(path, NOT_PAGES);

/** Whether the worker may keep a path's page. */
export const isPublic = (path: string): boolean => isPage(path) && !isPersonal(path);

/** Whether an address is a list with filters, a search or a page number: only the API knows it. */
export const isAsked = ({ pathname, search }: URL): boolean =>
  pathname === paths.products && search !== '';
