import { html } from 'hono/html';
import { store } from '#config/store.ts';
import { formatNaira, toNaira } from '#domain/money.ts';
import { frame, type Markup } from './page-frame.ts';
import {
  instantChannel,
  isOnItsWay,
  returnUrl,
  type Transfer,
  type TransactionRecord,
} from './transaction-record.ts';

/** How often a page that waits for a transfer looks again. */
const LOOK_AGAIN_SECONDS = 2;

const lagos = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'Africa/Lagos' });
const clockTime = lagos({ hour: '2-digit', minute: '2-digit', hour12: false });
const longTime = lagos({ dateStyle: 'long', timeStyle: 'short' });

const amountOf = (record: TransactionRecord) => formatNaira(toNaira(record.amount));

/** The page of a transaction as it stands now: pay, transfer, wait, or what happened. */
export function paymentPage(record: TransactionRecord): Markup {
  if (record.status === 'pending' && record.transfer) {
    return isOnItsWay(record) ? waitingPage(record) : transferPage(record, record.transfer);
  }
  if (record.status === 'abandoned' || record.status === 'ongoing') return choicePage(record);
  return resultPage(record);
}

/** After 'Cancel', when the shop gave no address to return to. */
export function cancelledPage(record: TransactionRecord): Markup {
  return page(
    'Payment cancelled',
    html`<h1>Payment cancelled</h1><p>Nothing was paid. You can close this page.</p>
${facts(record)}`,
  );
}

/** For an address that belongs to no transaction. */
export function unknownPage(): Markup {
  const body = html`<h1>No such payment</h1>
<p>This address belongs to no payment in the sandbox. Go back to the shop and start again.</p>`;
  return frame({ title: 'No such payment', body });
}

function choicePage(record: TransactionRecord): Markup {
  const instant = instantChannel(record) !== null;
  const transfer = record.channels.includes('bank_transfer');
  return page(
    `Pay ${amountOf(record)}`,
    html`${head(record)}
${facts(record)}
<form method="post">
${instant ? choice('pay', 'Pay now', 'Goes through, as an accepted card does.', true) : ''}
${transfer ? choice('transfer', 'Bank transfer', 'Gives you an account number; takes a moment to confirm.') : ''}
${instant ? choice('decline', 'Decline', 'Fails, as a refused card does.') : ''}
${choice('cancel', 'Cancel', 'Back to the shop without paying.')}
</form>`,
  );
}

function transferPage(record: TransactionRecord, transfer: Transfer): Markup {
  return page(
    `Transfer ${amountOf(record)}`,
    html`${head(record)}
<p>Send exactly this amount from your bank app to this account.</p>
<dl>
<div><dt>Bank</dt><dd>${transfer.bank}</dd></div>
<div><dt>Account number</dt><dd class="number">${transfer.accountNumber}</dd></div>
<div><dt>Amount</dt><dd>${amountOf(record)}</dd></div>
</dl>
<p class="note">The account is for this payment alone and lives 30 minutes, until
${clockTime.format(transfer.expiresAt)}, Lagos time.</p>
<form method="post">
${choice('sent', "I've sent the money", 'Confirmed a few seconds later.', true)}
${choice('back', 'Back to the shop', 'The payment stays pending; you can come back to it.')}
${choice('other', 'Pay another way', 'Closes this account.')}
</form>`,
  );
}

function waitingPage(record: TransactionRecord): Markup {
  return page(
    'Waiting for your transfer',
    html`<p class="payee">Pay ${store.name}</p>
<h1>Waiting for your transfer</h1>
<p role="status">We are waiting for ${amountOf(record)} to arrive. This page takes you back to the shop
when it has.</p>
${facts(record)}
<form method="post">
${choice('back', 'Back to the shop', 'The payment goes on without this page.')}
</form>`,
    { seconds: LOOK_AGAIN_SECONDS, to: `/checkout/${record.accessCode}?wait=1` },
  );
}

function resultPage(record: TransactionRecord): Markup {
  const [title, sentence] = resultOf(record);
  const back = returnUrl(record);
  return page(
    title,
    html`<p class="payee">${store.name}</p>
<h1>${title}</h1>
<p role="status">${sentence}</p>
${facts(record)}
${back ? html`<a class="button go" href="${back}">Back to the shop</a>` : ''}`,
  );
}

function resultOf(record: TransactionRecord): [title: string, sentence: string] {
  switch (record.status) {
    case 'success':
      return [
        `${amountOf(record)} paid`,
        `Paid by ${(record.channel ?? 'card').replace('_', ' ')} on ${longTime.format(record.paidAt ?? record.createdAt)}, Lagos time. It cannot be paid twice.`,
      ];
    case 'failed':
      return [
        'Payment declined',
        'The bank declined this payment. Nothing was taken; go back to the shop to try again.',
      ];
    case 'reversed':
      return ['Payment returned', 'The money went back to where it came from.'];
    default:
      return ['Payment in progress', 'This payment is being worked on. Look again in a moment.'];
  }
}

function head(record: TransactionRecord): Markup {
  return html`<p class="payee">Pay ${store.name}</p>
<h1>${amountOf(record)}</h1>`;
}

function facts(record: TransactionRecord): Markup {
  return html`<dl>
<div><dt>E-mail</dt><dd>${record.email}</dd></div>
<div><dt>Reference</dt><dd>${record.reference}</dd></div>
</dl>`;
}

/** A button with a line that says what it does; the line is not part of its name. */
function choice(action: string, label: string, note: string, main = false): Markup {
  return html`<button name="action" value="${action}" aria-describedby="about-${action}"${
    main ? html` class="go"` : ''
  }>${label}</button>
<p class="note" id="about-${action}">${note}</p>`;
}

function page(title: string, body: Markup, refresh?: { seconds: number; to: string }): Markup {
  return frame({ title: `${title} (test)`, body, ...(refresh && { refresh }) });
}
