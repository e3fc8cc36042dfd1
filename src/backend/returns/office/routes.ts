import type { Route } from '#backend/office/frame/routes.ts';
import { type ReturnServices, returnActions } from './return-actions.ts';
import { returnPage, returnPicture } from './return-page.tsx';

export const returnRoutes = (services: ReturnServices): readonly Route[] => [
  returnPage,
  ...returnActions(services),
  returnPicture,
];
