import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import type { Fault } from '#sandbox/faults/faults.ts';
import { pagePath, type TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { accountPath } from './account-page.ts';
import { frame, type Markup } from './page-frame.ts';

const SHOWN = 100;

/** The page of what happens to a transaction after its payment. */
export const eventsPath = ({ reference }: TransactionRecord): string =>
  `/sandbox/events/${encodeURIComponent(reference)}`;

/** The newest transactions with links to their pages, for developers. */
export function overviewPage(
  records: readonly TransactionRecord[],
  faults: readonly Fault[],
): Markup {
  const body = html`<h1>Payment sandbox</h1>
<p>Answers the APIs of Paystack and Flutterwave on this machine. <a href="/sandbox/webhooks">Webhooks sent so far (JSON)</a></p>
<h2>Transactions</h2>
${records.length === 0 ? html`<p>None yet.</p>` : table(records.slice(0, SHOWN))}
${faultSection(faults)}`;
  return frame({ title: 'Payment sandbox', body, wide: true });
}

function table(records: readonly TransactionRecord[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Transactions"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Amount</th><th scope="col">Reference</th><th scope="col">Begun</th><th scope="col">Then</th></tr></thead>
<tbody>
${records.map(
  (record) => html`<tr><td>${record.status}</td><td>${formatNaira(toNaira(record.amount))}</td>
<td class="long"><a href="${pagePath(record)}">${record.reference}</a></td>
<td>${new Date(record.createdAt).toISOString().slice(0, 19).replace('T', ' ')} UTC</td>
<td>${thenOf(record)}</td></tr>`,
)}
</tbody></table></div>`;
}

/** The page of what can happen next, if there is one. */
function thenOf(record: TransactionRecord): Markup | string {
  if (record.paidAt !== null) return html`<a href="${eventsPath(record)}">Refunds and disputes</a>`;
  return record.status === 'ongoing' && record.transfer
    ? html`<a href="${accountPath(record.transfer)}">Send the transfer</a>`
    : '';
}

function faultSection(faults: readonly Fault[]): Markup {
  return html`<h2>Faults on demand</h2>
<p>Order a fault to see how the shop handles it. <a href="/sandbox/faults">The kinds of fault (JSON)</a> say what each one
does, and on which calls. DELETE at the same address removes all faults, and so does a restart.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Command"><pre>curl -d '{"on":"verify","kind":"error","times":3}' …/sandbox/faults</pre></div>
<ul>${faults.map(
    ({ on, kind, times, email }) =>
      html`<li>${on}: ${kind}, ${times} more${email === undefined ? '' : html`, for ${email}`}</li>`,
  )}</ul>`;
}
