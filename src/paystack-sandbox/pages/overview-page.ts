import { html } from 'hono/html';
import { formatNaira, toNaira } from '#domain/money.ts';
import { FAULT_KINDS, type Fault } from '#sandbox/faults/faults.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { frame, type Markup } from './page-frame.ts';

const SHOWN = 100;

/** The newest transactions and where to find each, for whoever develops the shop. */
export function overviewPage(
  records: readonly TransactionRecord[],
  faults: readonly Fault[],
): Markup {
  const body = html`<h1>Payment sandbox</h1>
<p>Answers Paystack’s API on this machine. <a href="/sandbox/webhooks">Webhooks sent so far (JSON)</a></p>
<h2>Transactions</h2>
${records.length === 0 ? html`<p>None yet.</p>` : table(records.slice(0, SHOWN))}
${misbehaviour(faults)}`;
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

/** How to make the sandbox do wrong, and what it is about to. */
function misbehaviour(faults: readonly Fault[]): Markup {
  return html`<h2>Misbehave on demand</h2>
<p>To see how the shop bears it. <code>on</code> is a call, or what the webhook says; <code>times</code> is 1 unless
said; <code>email</code> limits it to one shopper’s payments; <code>reference</code> is the other payment of
<code>another_reference</code>. A restart mends everything, and so does DELETE at the same address.</p>
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
    : html`<h2>Faults to come</h2>
<ul>${faults.map(
        ({ on, kind, times, email }) =>
          html`<li>${on}: ${kind}, ${times} more${email === undefined ? '' : html`, for ${email}`}</li>`,
      )}</ul>`
}`;
}
