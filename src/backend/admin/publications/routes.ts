import type { Route } from '#backend/admin/frame/routes.ts';

export const publicationsRoutes: readonly Route[] = [];
