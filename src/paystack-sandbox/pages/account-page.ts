import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { jsonOf } from '#sandbox/api/json-body.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import type { TransactionRecord, Transfer } from '#sandbox/ledger/transaction-record.ts';
import { frame, type Markup, show } from './page-frame.ts';
import { unknownPage } from './payment-page.ts';

/** The page on which money is sent to an account. */
export const accountPath = ({ accountNumber }: Transfer): string =>
  `/sandbox/accounts/${accountNumber}`;

/**
 * Sends money to an account that the shop shows on its own page, as a bank would. The page has a field for the amount
 * in naira; a program posts JSON: `{ amount }` in kobo, all of the payment by default.
 */
export function accountRoutes(ledger: Ledger): Hono {
  const routes = new Hono();
  routes.get('/:number', (c) => {
    const record = ledger.byAccount(c.req.param('number'));
    return record?.transfer
      ? show(c, accountPage(record, record.transfer))
      : show(c, unknownPage(), 404);
  });
  routes.post('/:number', async (c) => {
    const json = c.req.header('content-type')?.startsWith('application/json');
    const sent: unknown = json ? await jsonOf(c) : await c.req.parseBody();
    const record = ledger.byAccount(c.req.param('number'));
    if (!record) return c.json({ message: 'There is no such account' }, 404);
    const { amount = '' } = (sent ?? {}) as { amount?: number | string };
    const kobo = amount === '' ? record.amount : Math.round(Number(amount) * (json ? 1 : 100));
    if (!(kobo > 0)) return c.json({ message: 'amount must be above 0' }, 400);
    ledger.receive(record, kobo);
    return json ? c.json({ message: 'Done' }, 201) : c.redirect(c.req.path, 303);
  });
  return routes;
}

function accountPage(record: TransactionRecord, transfer: Transfer): Markup {
  const naira = (kobo: number) => formatNaira(toNaira(kobo));
  const title = `Send ${naira(record.amount)}`;
  const body = html`<h1>${title}</h1>
<dl>
<div><dt>Bank</dt><dd>${transfer.bank}</dd></div>
<div><dt>Account number</dt><dd class="number">${transfer.accountNumber}</dd></div>
<div><dt>Status</dt><dd>${record.status}</dd></div>
${transfer.rejected.map((amount) => html`<div><dt>Sent back</dt><dd>${naira(amount)}</dd></div>`)}
</dl>
<p class="note">The sandbox sends the money by itself after half a minute. Send another amount to see what the shop says then.</p>
<form method="post">
<label for="amount">Amount in naira</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" value="${toNaira(record.amount)}">
<button>Send the transfer</button>
</form>
<p><a href="/">All payments</a></p>`;
  return frame({ title, body });
}
