import type { Route } from '#backend/office/frame/routes.ts';
import { todayPage } from './today.tsx';

export const todayRoutes: readonly Route[] = [todayPage];
