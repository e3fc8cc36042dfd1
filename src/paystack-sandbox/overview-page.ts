import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money.ts';
import { frame, type Markup } from './page-frame.ts';
import type { TransactionRecord } from './transaction-record.ts';

const SHOWN = 100;

/** The newest transactions and where to find each, for whoever develops the shop. */
export function overviewPage(records: readonly TransactionRecord[]): Markup {
  const body = html`<h1>Payment sandbox</h1>
<p>Answers Paystack’s API on this machine. <a href="/sandbox/webhooks">Webhooks sent so far (JSON)</a></p>
<h2>Transactions</h2>
${records.length === 0 ? html`<p>None yet.</p>` : table(records.slice(0, SHOWN))}`;
  return frame({ title: 'Payment sandbox', body, wide: true });
}

function table(records: readonly TransactionRecord[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Transactions"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Amount</th><th scope="col">Reference</th><th scope="col">Begun</th></tr></thead>
<tbody>
${records.map(
  (record) => html`<tr><td>${record.status}</td><td>${formatNaira(toNaira(record.amount))}</td>
<td class="long"><a href="/checkout/${record.accessCode}">${record.reference}</a></td>
<td>${new Date(record.createdAt).toISOString().slice(0, 19).replace('T', ' ')} UTC</td></tr>`,
)}
</tbody></table></div>`;
}
