import type { Route } from '#backend/office/frame/routes.ts';
import { cashActions, cashPage } from './cash-page.tsx';
import { type DoorServices, doorActions, doorPage } from './door-page.tsx';

export const doorRoutes = (services: DoorServices): readonly Route[] => [
  doorPage,
  ...doorActions(services),
  cashPage,
  ...cashActions(services),
];
