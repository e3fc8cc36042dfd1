import type { Backups } from './backup/by-hand.ts';
import { backupsRoutes } from './backup/office/routes.ts';
import { accountsRoutes } from './customers/office/routes.ts';
import { emailsRoutes } from './emails/office/routes.ts';
import type { Route } from './office/frame/routes.ts';
import { logRoutes } from './office/log/routes.ts';
import { peopleRoutes } from './office/people/routes.ts';
import { wayInRoutes } from './office/way-in/routes.ts';
import type { DoorServices } from './on-delivery/office/door-page.tsx';
import { doorRoutes } from './on-delivery/office/routes.ts';
import type { OrderServices } from './order-book/office/actions.ts';
import { ordersRoutes } from './order-book/office/routes.ts';
import { transferRoutes } from './own-bank/office/routes.ts';
import { type PaymentServices, paymentsRoutes } from './payments/unmatched/office/routes.ts';
import { importsRoutes } from './products/files/jobs/office/routes.ts';
import { productsRoutes } from './products/office/routes.ts';
import { promotionsRoutes } from './promotions/office/routes.ts';
import { publicationsRoutes } from './publishing/office/routes.ts';
import {
  type RefundAccountServices,
  refundAccountRoutes,
} from './refund-accounts/office/routes.ts';
import type { ReturnServices } from './returns/office/return-actions.ts';
import { returnRoutes } from './returns/office/routes.ts';
import { reviewsRoutes } from './reviews/office/routes.ts';
import { shippingRoutes } from './shipping/office/routes.ts';
import { shopRoutes } from './shop/office/routes.ts';
import { todayRoutes } from './today/office/routes.ts';

/** Returns every address of the back office, with the role that it needs. Tests walk this table. */
export const officeRoutes = (
  services: OrderServices &
    PaymentServices &
    RefundAccountServices &
    DoorServices &
    ReturnServices & { backups: Backups },
): readonly Route[] => [
  ...wayInRoutes,
  ...todayRoutes,
  ...ordersRoutes(services),
  ...refundAccountRoutes(services),
  ...returnRoutes(services),
  ...transferRoutes(services),
  ...doorRoutes(services),
  ...paymentsRoutes(services),
  ...productsRoutes,
  ...importsRoutes,
  ...reviewsRoutes,
  ...promotionsRoutes,
  ...shippingRoutes,
  ...shopRoutes,
  ...publicationsRoutes,
  ...backupsRoutes(services),
  ...emailsRoutes,
  ...accountsRoutes,
  ...peopleRoutes,
  ...logRoutes,
];
