import type { Route } from '#backend/admin/frame/routes.ts';

export const logRoutes: readonly Route[] = [];
