/** @jsxImportSource hono/jsx */

import { and, eq } from 'drizzle-orm';
import { refuse } from '#backend/base/result.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { ORDERS, orderPath } from '#backend/office/addresses.ts';
import { Button, Field, Form, Select } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import {
  type Action,
  defineAction,
  definePage,
  leadTo,
  type Page,
  type View,
} from '#backend/office/frame/routes.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { RefundAccounts } from '#backend/refund-accounts/accounts.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { bankAccount } from '#contract/refund-account.ts';
import { orderNumber } from '#domain/orders/order.ts';

/** The page on which an owner names the account of a refund. */
export const accountPath = (order: string, refund: number | string) =>
  `${orderPath(order)}/account/${refund}`;
const PATH = `${ORDERS}/:id/account/:refund`;

/** Returns the refund of a page with its provider; undefined if it is not one of the order's. */
async function refundOf(request: PageRequest) {
  const id = request.param('refund');
  if (!/^\d{1,15}$/.test(id)) return undefined;
  const [found] = await request.db
    .select({ refund: refunds, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.reference, refunds.payment))
    .where(and(eq(refunds.id, Number(id)), eq(refunds.orderId, request.param('id'))));
  return found;
}

/** The form for an account that the customer has told the shop, by chat or phone. */
export const accountPage = (accounts: Pick<RefundAccounts, 'banks'>): Page =>
  definePage({
    path: PATH,
    role: 'owner',
    async view(request): Promise<View> {
      const order = request.param('id');
      const found = await refundOf(request);
      const view = {
        title: 'A refund to a bank account',
        back: { path: orderPath(order), name: `Order #${orderNumber(order)}` },
      };
      if (!found) return { ...view, status: 404, body: <p>This address names no refund.</p> };
      const { refund, provider } = found;
      if (refund.status !== 'needs_customer')
        return { ...view, body: <p>This refund needs no account any more.</p> };
      const banks = await accounts.banks(provider);
      if (!banks.ok) return { ...view, status: 503, body: <p>{banks.refusal.message}</p> };
      const form = request.form(accountPath(order, refund.id));
      return {
        ...view,
        body: (
          <>
            <p>
              {amountOf(refund.amount, refund.currency)} cannot go back the way it came. Enter the
              account that the customer has told you. {wordsOf(provider).name} pays to it, and this
              cannot be undone.
            </p>
            <Form form={form}>
              <Select
                form={form}
                name="bank"
                label="Bank"
                options={[
                  ['', 'Choose'] as const,
                  ...banks.value.map(({ id, name }) => [id, name] as const),
                ]}
              />
              <Field
                form={form}
                name="number"
                label="Account number"
                hint="Ten digits. The shop keeps the last four."
                inputmode="numeric"
                autocomplete="off"
                required
              />
              <Field
                form={form}
                name="name"
                label="Name of the account"
                hint="As the bank writes it. The shop asks the bank, and pays only if both agree."
                autocomplete="off"
                required
                maxlength={200}
              />
              <Button kind="danger">Pay to this account</Button>
            </Form>
          </>
        ),
      };
    },
  });

/** Pays the refund to the account. Grave, since it sends money to a number that somebody types. */
export const enterAccount = (page: Page, accounts: Pick<RefundAccounts, 'enter'>): Action =>
  defineAction({
    path: PATH,
    role: 'owner',
    page,
    grave: () => true,
    async perform(request) {
      const typed = { bank: request.text('bank'), number: request.text('number') };
      const read = bankAccount.safeParse(typed);
      if (!read.success) {
        const fields = Object.fromEntries(
          read.error.issues.map(({ path, message }) => [String(path[0]), `${message}.`]),
        );
        return refuse('invalid', 'Nothing was paid.', { fields });
      }
      const found = await refundOf(request);
      if (!found) return refuse('not_found', 'There is no such refund.');
      const { actor } = request;
      const name = request.text('name');
      const entered = await accounts.enter(found.refund.id, { ...read.data, name, actor });
      if (entered.ok) return leadTo(orderPath(request.param('id')), entered.value);
      const { code, message, fields } = entered.refusal;
      return fields
        ? refuse('invalid', 'Nothing was paid.', { fields })
        : refuse(code === 'unavailable' ? code : 'conflict', message);
    },
  });
