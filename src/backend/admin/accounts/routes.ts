import type { Route } from '#backend/admin/frame/routes.ts';
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
