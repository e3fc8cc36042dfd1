import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money.ts';
import { FAULT_KINDS, type Fault } from '#sandbox/faults/faults.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
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
<p>Answers Paystack’s API on this machine. <a href="/sandbox/webhooks">Webhooks sent so far (JSON)</a></p>
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
<td class="long"><a href="/checkout/${record.accessCode}">${record.reference}</a></td>
<td>${new Date(record.createdAt).toISOString().slice(0, 19).replace('T', ' ')} UTC</td>
<td>${record.paidAt === null ? '' : html`<a href="${eventsPath(record)}">Refunds and disputes</a>`}</td></tr>`,
)}
</tbody></table></div>`;
}

/** How to order faults, and the ordered faults. */
function faultSection(faults: readonly Fault[]): Markup {
  return html`<h2>Faults on demand</h2>
<p>Order a fault to see how the shop handles it. <code>on</code> is a call, or <code>webhook</code>;
<code>times</code> is 1 by default; <code>email</code> limits the fault to one shopper’s payments;
<code>reference</code> is the other payment of <code>another_reference</code>; <code>delayMs</code> of <code>late</code> is
5000 by default. A restart removes all faults, and so does
DELETE at the same address.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Command"><pre>curl -d '{"on":"verify","kind":"error","times":3}' …/sandbox/faults</pre></div>
<div class="scroll" tabindex="0" role="region" aria-label="Kinds of fault"><table>
<thead><tr><th scope="col">Kind</th><th scope="col">On</th><th scope="col">The sandbox …</th></tr></thead>
<tbody>
${Object.entries(FAULT_KINDS).map(
  ([kind, { on, does }]) =>
    html`<tr><td>${kind}</td><td>${on.join(', ')}</td><td>${does}</td></tr>`,
)}
</tbody></table></div>
${
  faults.length === 0
    ? ''
    : html`<h2>Ordered faults</h2>
<ul>${faults.map(
        ({ on, kind, times, email }) =>
          html`<li>${on}: ${kind}, ${times} more${email === undefined ? '' : html`, for ${email}`}</li>`,
      )}</ul>`
}`;
}
