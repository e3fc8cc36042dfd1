import type { Route } from '#backend/office/frame/routes.ts';
import {
  acceptLessAction,
  recordAction,
  type TransferServices,
  transferPage,
} from './transfer-page.tsx';

export const transferRoutes = (services: TransferServices): readonly Route[] => [
  transferPage,
  recordAction(services),
  acceptLessAction(services),
];
