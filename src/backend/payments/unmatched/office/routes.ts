import type { Route } from '#backend/office/frame/routes.ts';
import type { Unmatched } from '#backend/payments/unmatched/unmatched.ts';
import {
  makeAgainAction,
  makeAgainFromAction,
  payBackAction,
  paymentsPage,
} from './payments-page.tsx';

/** The services of the shop that the page needs. */
export interface PaymentServices {
  unmatched: Unmatched;
}

export const paymentsRoutes = ({ unmatched }: PaymentServices): readonly Route[] => [
  paymentsPage,
  payBackAction(unmatched),
  makeAgainAction(unmatched),
  makeAgainFromAction(unmatched),
];
