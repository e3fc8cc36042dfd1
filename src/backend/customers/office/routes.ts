import type { Route } from '#backend/office/frame/routes.ts';
import {
  accountPage,
  accountsPage,
  blockAccount,
  eraseAccount,
  unblockAccount,
} from './accounts-pages.tsx';

export const accountsRoutes: readonly Route[] = [
  accountsPage,
  accountPage,
  blockAccount,
  unblockAccount,
  eraseAccount,
];
