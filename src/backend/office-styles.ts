import { subjectStyle } from './office/frame/assets.ts';

/** The style sheets of subjects, with the paths of their pages. */
export const subjectStyles = [
  subjectStyle(new URL('./today/office/today.css', import.meta.url), '/admin'),
  subjectStyle(new URL('./order-book/office/orders.css', import.meta.url), '/admin/orders'),
  subjectStyle(
    new URL('./order-book/office/paper.css', import.meta.url),
    '/admin/orders/slips',
    '/admin/orders/courier-sheet',
  ),
  subjectStyle(new URL('./promotions/office/promotions.css', import.meta.url), '/admin/promotions'),
  subjectStyle(
    new URL('./products/office/products.css', import.meta.url),
    '/admin/products',
    '/admin/reviews',
  ),
];
