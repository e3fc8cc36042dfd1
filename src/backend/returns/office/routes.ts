import type { Route } from '#backend/office/frame/routes.ts';
import { type ReturnServices, returnActions, returnPage, returnPicture } from './return-page.tsx';

export const returnRoutes = (services: ReturnServices): readonly Route[] => [
  returnPage,
  ...returnActions(services),
  returnPicture,
];
