import type { Route } from '#backend/office/frame/routes.ts';
import {
  addPlace,
  changePlace,
  dropPlace,
  newPlacePage,
  placePage,
  placesPage,
} from './shipping-pages.tsx';

export const shippingRoutes: readonly Route[] = [
  placesPage,
  newPlacePage,
  addPlace,
  placePage,
  changePlace,
  dropPlace,
];
