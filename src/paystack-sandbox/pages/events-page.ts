import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { PAYMENT_EVENTS } from '#sandbox/ledger/after-payment.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { frame, type Markup } from './page-frame.ts';

/** The action and the text of each button, in the order in which the events happen. */
const BUTTONS = PAYMENT_EVENTS.flatMap((event): [action: string, label: string][] => {
  if (event !== 'charge.dispute.resolve') return [[event, event]];
  return [
    [`${event} merchant-accepted`, `${event}: the customer wins`],
    [`${event} declined`, `${event}: the shop wins`],
  ];
});

const naira = (kobo: number) => formatNaira(toNaira(kobo));

/** Returns the page of a payment with its refunds and disputes, and a button for each event. */
export function eventsPage(record: TransactionRecord): Markup {
  const title = `After ${naira(record.amount)} was paid`;
  const body = html`<h1>${title}</h1>
<dl>
<div><dt>Reference</dt><dd>${record.reference}</dd></div>
<div><dt>Status</dt><dd>${record.status}</dd></div>
${record.refunds.map(
  ({ amount, status }) => html`<div><dt>Refund</dt><dd>${naira(amount)}, ${status}</dd></div>`,
)}
${record.disputes.map(
  ({ amount, status, resolution }) =>
    html`<div><dt>Dispute</dt><dd>${naira(amount)}, ${resolution ?? status}</dd></div>`,
)}
</dl>
<p class="note">Each button sends the webhook of that name. The amount, in naira, is that of a new refund or dispute; empty means
all of it.</p>
<form method="post">
<label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off">
${BUTTONS.map(([action, label]) => html`<button name="action" value="${action}">${label}</button>`)}
</form>
<p><a href="/">All payments</a></p>`;
  return frame({ title, body });
}
