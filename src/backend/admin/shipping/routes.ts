import type { Route } from '#backend/admin/frame/routes.ts';

export const shippingRoutes: readonly Route[] = [];
