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

/** Those with a name of their own stand before the page of one promotion. */
export const promotionsRoutes: readonly Route[] = [
  promotionsPage,
  newPromotionPage,
  addPromotion,
  promotionPage,
  endPromotion,
  addCodes,
  codesPage,
];
