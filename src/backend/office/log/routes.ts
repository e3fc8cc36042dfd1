import type { Route } from '#backend/office/frame/routes.ts';
import { logPage } from './log-page.tsx';

export const logRoutes: readonly Route[] = [logPage];
