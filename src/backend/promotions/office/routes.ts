import type { Route } from '#backend/office/frame/routes.ts';
import {
  addCodes,
  addPromotion,
  codesPage,
  endPromotion,
  newPromotionPage,
  promotionPage,
  promotionsPage,
} from './promotions-pages.tsx';

/** Fixed paths come before the path of a single promotion. */
export const promotionsRoutes: readonly Route[] = [
  promotionsPage,
  newPromotionPage,
  addPromotion,
  promotionPage,
  endPromotion,
  addCodes,
  codesPage,
];
