import { html } from 'hono/html';
import { shop } from '#config/shop.ts';
import { lagosMomentNamed, lagosTime } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import {
  isOpen,
  pagePath,
  returnUrl,
  type TransactionRecord,
  type Transfer,
  transferUnderWay,
} from '#sandbox/ledger/transaction-record.ts';
import { frame, type Markup } from './page-frame.ts';

/** After this time the page of a transfer leads to the shop. */
const ON_TO_SHOP_SECONDS = 2;

const amountOf = (record: TransactionRecord) => formatNaira(toNaira(record.amount));

/** The page of a transaction in its present state: choices, transfer or result. */
export function paymentPage(record: TransactionRecord): Markup {
  if (isOpen(record)) return choicePage(record);
  const transfer = transferUnderWay(record);
  return transfer ? transferPage(record, transfer) : resultPage(record);
}

/** The page of an address without a transaction. */
export function unknownPage(): Markup {
  const body = html`<h1>No such payment</h1>
<p>This address belongs to no payment in the sandbox. Go back to the shop and start again.</p>`;
  return frame({ title: 'No such payment', body });
}

function choicePage(record: TransactionRecord): Markup {
  return page(
    `Pay ${amountOf(record)}`,
    html`${head(record)}
${facts(record)}
<form method="post">
${choice('pay', 'Pay now', 'Succeeds, like an accepted card.', true)}
${choice('transfer', 'Bank transfer', 'Test mode sends the money for you; it arrives a few seconds later.')}
${choice('decline', 'Decline', 'Fails, like a refused card.')}
${choice('cancel', 'Cancel', 'Back to the shop without paying.')}
${
  record.face === 'flutterwave'
    ? choice(
        'pay-then-cancel',
        'Pay, then cancel',
        'The money is taken, and the shop hears of a cancelled payment.',
      )
    : ''
}
</form>`,
  );
}

/** The page of a transfer, with its account. It leads back to the shop by itself. */
function transferPage(record: TransactionRecord, transfer: Transfer): Markup {
  return page(
    'Transfer on its way',
    html`<p class="payee">Pay ${shop.name}</p>
<h1>Transfer on its way</h1>
<p role="status">Test mode sends the money for you. The shop is notified when it arrives.
This page takes you back there in a moment.</p>
<dl>
<div><dt>Bank</dt><dd>${transfer.bank}</dd></div>
<div><dt>Account number</dt><dd class="number">${transfer.accountNumber}</dd></div>
<div><dt>Amount</dt><dd>${amountOf(record)}</dd></div>
</dl>
<p class="note">The account is for this payment only and is valid for 30 minutes, until
${lagosTime(transfer.expiresAt).slice(-5)}, Lagos time.</p>
<form method="post">
${choice('back', 'Back to the shop', 'The transfer continues without this page.', true)}
</form>`,
    { seconds: ON_TO_SHOP_SECONDS, to: `${pagePath(record)}?wait=1` },
  );
}

function resultPage(record: TransactionRecord): Markup {
  const [title, sentence] = resultOf(record);
  return page(
    title,
    html`<p class="payee">${shop.name}</p>
<h1>${title}</h1>
<p role="status">${sentence}</p>
${facts(record)}
<a class="button go" href="${returnUrl(record)}">Back to the shop</a>`,
  );
}

function resultOf(record: TransactionRecord): [title: string, sentence: string] {
  switch (record.status) {
    case 'success':
      return [
        `${amountOf(record)} paid`,
        `Paid by ${(record.channel ?? 'card').replace('_', ' ')} on ${lagosMomentNamed(record.paidAt ?? record.createdAt)}. It cannot be paid twice.`,
      ];
    case 'failed':
      return [
        'Payment declined',
        'The bank declined this payment. You were not charged; go back to the shop to try again.',
      ];
    case 'reversed':
      return ['Payment returned', 'The money was returned to its sender.'];
    default:
      return ['Payment in progress', 'This payment is being processed. Check again in a moment.'];
  }
}

function head(record: TransactionRecord): Markup {
  return html`<p class="payee">Pay ${shop.name}</p>
<h1>${amountOf(record)}</h1>`;
}

function facts(record: TransactionRecord): Markup {
  return html`<dl>
<div><dt>Email</dt><dd>${record.email}</dd></div>
<div><dt>Reference</dt><dd>${record.reference}</dd></div>
</dl>`;
}

/** A button with a description, which is not part of its name. */
function choice(action: string, label: string, note: string, main = false): Markup {
  return html`<button name="action" value="${action}" aria-describedby="about-${action}"${
    main ? html` class="go"` : ''
  }>${label}</button>
<p class="note" id="about-${action}">${note}</p>`;
}

function page(title: string, body: Markup, refresh?: { seconds: number; to: string }): Markup {
  return frame({ title: `${title} (test)`, body, ...(refresh && { refresh }) });
}
