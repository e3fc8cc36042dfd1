import type { Route } from '#backend/admin/frame/routes.ts';

export const ordersRoutes: readonly Route[] = [];
