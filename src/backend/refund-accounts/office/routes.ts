import type { Route } from '#backend/office/frame/routes.ts';
import type { RefundAccounts } from '#backend/refund-accounts/accounts.ts';
import { accountPage, enterAccount } from './account-page.tsx';

export interface RefundAccountServices {
  refundAccounts: Pick<RefundAccounts, 'banks' | 'enter'>;
}

export function refundAccountRoutes({ refundAccounts }: RefundAccountServices): readonly Route[] {
  const page = accountPage(refundAccounts);
  return [page, enterAccount(page, refundAccounts)];
}
