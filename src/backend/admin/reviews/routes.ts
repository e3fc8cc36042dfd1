import type { Route } from '#backend/admin/frame/routes.ts';
import { keepAction, moderateAction, reviewsPage } from './reviews.tsx';

export const reviewsRoutes: readonly Route[] = [reviewsPage, moderateAction, keepAction];
