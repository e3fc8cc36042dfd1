import { subjectStyle } from './office/frame/assets.ts';
import { promotionsStyle } from './promotions/office/promotions-style.ts';

/** The style sheets of subjects, with the paths of their pages. */
export const subjectStyles = [
  subjectStyle(new URL('./today/office/today.css', import.meta.url), '/admin'),
  subjectStyle(new URL('./order-book/office/orders.css', import.meta.url), '/admin/orders'),
  subjectStyle(
    new URL('./order-book/office/paper.css', import.meta.url),
    '/admin/orders/slips',
    '/admin/orders/courier-sheet',
  ),
  promotionsStyle,
  subjectStyle(
    new URL('./products/office/products.css', import.meta.url),
    '/admin/products',
    '/admin/reviews',
  ),
];
