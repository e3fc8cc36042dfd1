import { subjectStyle } from './frame/assets.ts';

/** The style sheets of subjects, with the paths of their pages. */
export const subjectStyles = [
  subjectStyle(new URL('./today/today.css', import.meta.url), '/admin'),
  subjectStyle(new URL('./orders/orders.css', import.meta.url), '/admin/orders'),
  subjectStyle(
    new URL('./orders/paper.css', import.meta.url),
    '/admin/orders/slips',
    '/admin/orders/courier-sheet',
  ),
  subjectStyle(
    new URL('./products/products.css', import.meta.url),
    '/admin/products',
    '/admin/reviews',
  ),
];
