import { subjectStyle } from './frame/assets.ts';

/** The style sheets of subjects, with the paths of their pages. */
export const subjectStyles = [
  subjectStyle('today/today.css', '/admin'),
  subjectStyle('orders/orders.css', '/admin/orders'),
  subjectStyle('orders/paper.css', '/admin/orders/slips', '/admin/orders/courier-sheet'),
  subjectStyle('products/products.css', '/admin/products', '/admin/reviews'),
];
