import type { Route } from '#backend/admin/frame/routes.ts';
import { csvPage } from './csv.ts';
import { deeds } from './deeds.ts';
import { ordersPage } from './list.tsx';
import { orderPage } from './order.tsx';
import { courierSheetPage, slipsPage } from './printing.tsx';
import {
  deliverPage,
  deliverSeveral,
  packPage,
  packSeveral,
  shipPage,
  shipSeveral,
} from './several.tsx';

/** Those with a name of their own stand before the page of one order. */
export const ordersRoutes: readonly Route[] = [
  ordersPage,
  packPage,
  packSeveral,
  shipPage,
  shipSeveral,
  deliverPage,
  deliverSeveral,
  slipsPage,
  courierSheetPage,
  csvPage,
  orderPage,
  ...deeds,
];
