import type { Route } from '#backend/office/frame/routes.ts';
import {
  acceptLessAction,
  recordTransferAction,
  type TransferServices,
  transferPage,
} from './transfer-page.tsx';

export const transferRoutes = (services: TransferServices): readonly Route[] => [
  transferPage,
  recordTransferAction(services),
  acceptLessAction(services),
];
