import type { Route } from '#backend/admin/frame/routes.ts';

export const productsRoutes: readonly Route[] = [];
