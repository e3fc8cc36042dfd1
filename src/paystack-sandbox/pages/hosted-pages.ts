import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Faults } from '#sandbox/faults/faults.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import {
  cancelUrl,
  isOpen,
  returnUrl,
  type TransactionRecord,
} from '#sandbox/ledger/transaction-record.ts';
import { overviewPage } from './overview-page.ts';
import type { Markup } from './page-frame.ts';
import { pagePolicy } from './page-style.ts';
import { cancelledPage, paymentPage, unknownPage } from './payment-page.ts';

const MAX_FORM_BYTES = 4096;

/** The pages that stand in for Paystack's, and an overview for developers. */
export function hostedPages({ ledger, faults }: { ledger: Ledger; faults: Faults }): Hono {
  const pages = new Hono();

  pages.get('/', (c) => show(c, overviewPage(ledger.all(), faults.list()), null));

  pages.get('/checkout/:code', (c) => {
    const record = ledger.byAccessCode(c.req.param('code'));
    if (!record) return show(c, unknownPage(), null, 404);
    // The shopper has seen the page of the transfer and returns to the shop, even if the money has not arrived.
    const back = returnUrl(record);
    if (c.req.query('wait') && !isOpen(record) && back) return c.redirect(back, 303);
    return show(c, paymentPage(record), record);
  });

  pages.post('/checkout/:code', bodyLimit({ maxSize: MAX_FORM_BYTES }), async (c) => {
    const action = new URLSearchParams(await c.req.text()).get('action');
    // Looked up after the body has arrived, because another request may have changed the payment meanwhile.
    const record = ledger.byAccessCode(c.req.param('code'));
    if (!record) return show(c, unknownPage(), null, 404);
    return act(c, ledger, record, action);
  });

  return pages;
}

/** Does what a button says. After a result or a transfer every button leads to the shop and changes nothing. */
function act(c: Context, ledger: Ledger, record: TransactionRecord, action: string | null) {
  const self = `/checkout/${record.accessCode}`;
  const toShop = () => c.redirect(returnUrl(record) ?? self, 303);
  if (!isOpen(record)) return toShop();
  switch (action) {
    case 'pay':
      ledger.pay(record);
      return toShop();
    case 'decline':
      ledger.decline(record);
      return toShop();
    case 'transfer':
      ledger.transfer(record);
      return c.redirect(self, 303);
    case 'cancel': {
      const left = ledger.leave(record);
      const shop = cancelUrl(left) ?? returnUrl(left);
      return shop ? c.redirect(shop, 303) : show(c, cancelledPage(left), left);
    }
    default:
      return c.redirect(self, 303);
  }
}

function show(c: Context, page: Markup, record: TransactionRecord | null, status: 200 | 404 = 200) {
  const targets = record ? [returnUrl(record), cancelUrl(record)] : [];
  return c.html(page, status, {
    'cache-control': 'no-store',
    'content-security-policy': pagePolicy(targets),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}
