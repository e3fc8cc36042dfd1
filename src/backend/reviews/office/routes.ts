import type { Route } from '#backend/office/frame/routes.ts';
import { keepAction, moderateAction, reviewsPage } from './reviews.tsx';

export const reviewsRoutes: readonly Route[] = [reviewsPage, moderateAction, keepAction];
