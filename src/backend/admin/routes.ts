import { accountsRoutes } from './accounts/routes.ts';
import { emailsRoutes } from './emails/routes.ts';
import type { Route } from './frame/routes.ts';
import { logRoutes } from './log/routes.ts';
import { ordersRoutes } from './orders/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { productsRoutes } from './products/routes.ts';
import { publicationsRoutes } from './publications/routes.ts';
import { reviewsRoutes } from './reviews/routes.ts';
import { shippingRoutes } from './shipping/routes.ts';
import { shopRoutes } from './shop/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { wayInRoutes } from './way-in/routes.ts';

/** Every address of the back office, with the role that it needs. Tests walk this table. */
export const routes: readonly Route[] = [
  ...wayInRoutes,
  ...todayRoutes,
  ...ordersRoutes,
  ...productsRoutes,
  ...reviewsRoutes,
  ...shippingRoutes,
  ...shopRoutes,
  ...publicationsRoutes,
  ...emailsRoutes,
  ...accountsRoutes,
  ...peopleRoutes,
  ...logRoutes,
];
