import { type Context, Hono } from 'hono';
import type { Faults } from '#sandbox/faults/faults.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import {
  cancelUrl,
  isOpen,
  pagePath,
  returnUrl,
  type TransactionRecord,
} from '#sandbox/ledger/transaction-record.ts';
import { overviewPage } from './overview-page.ts';
import { show } from './page-frame.ts';
import { paymentPage, unknownPage } from './payment-page.ts';

/** The paths of the pages, as each provider has them (`pagePath`). */
const PAGES = ['/checkout/:code', '/v3/hosted/pay/:code{flwlnk-.+}'] as const;

/** The pages that stand in for the providers', and an overview for developers. */
export function hostedPages({ ledger, faults }: { ledger: Ledger; faults: Faults }): Hono {
  const pages = new Hono();

  pages.get('/', (c) => show(c, overviewPage(ledger.all(), faults.list())));

  for (const path of PAGES) {
    pages.get(path, (c) => {
      const record = ledger.byAccessCode(c.req.param('code').replace('flwlnk-', ''));
      if (!record) return show(c, unknownPage(), 404);
      // The shopper has seen the page of the transfer and returns to the shop, even if the money has not arrived.
      if (c.req.query('wait') && !isOpen(record)) return c.redirect(returnUrl(record), 303);
      return show(c, paymentPage(record));
    });

    pages.post(path, async (c) => {
      const { action } = await c.req.parseBody();
      // Looked up after the body has arrived, because another request may have changed the payment meanwhile.
      const record = ledger.byAccessCode(c.req.param('code').replace('flwlnk-', ''));
      return record ? act(c, ledger, record, action) : show(c, unknownPage(), 404);
    });
  }

  return pages;
}

/** Does what a button says. After a result or a transfer every button leads to the shop and changes nothing. */
function act(c: Context, ledger: Ledger, record: TransactionRecord, action: unknown) {
  const self = pagePath(record);
  const toShop = (now = record) => c.redirect(returnUrl(now), 303);
  if (!isOpen(record)) return toShop();
  switch (action) {
    case 'pay':
      return toShop(ledger.pay(record));
    case 'decline':
      return toShop(ledger.decline(record));
    case 'transfer':
      ledger.transfer(record);
      return c.redirect(self, 303);
    case 'cancel':
      ledger.leave(record);
      return c.redirect(cancelUrl(record) ?? returnUrl(record, true), 303);
    case 'pay-then-cancel':
      return c.redirect(returnUrl(ledger.pay(record), true), 303);
    default:
      return c.redirect(self, 303);
  }
}
