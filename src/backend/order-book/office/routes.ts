import type { Route } from '#backend/office/frame/routes.ts';
import { type OrderServices, orderActions } from './actions.ts';
import { csvPage } from './csv.ts';
import { ordersPage } from './list.tsx';
import { orderPage } from './order.tsx';
import { courierSheetPage, slipsPage } from './printing.tsx';
import { deliverPage, packPage, severalActions, shipPage } from './several.tsx';
import { undoPage, undoSeveral } from './undoing.tsx';

/** Fixed paths come before the path of a single order. */
export const ordersRoutes = (services: OrderServices): readonly Route[] => [
  ordersPage,
  packPage,
  shipPage,
  deliverPage,
  ...severalActions(services),
  undoPage,
  undoSeveral(services),
  slipsPage,
  courierSheetPage,
  csvPage,
  orderPage,
  ...orderActions(services),
];
