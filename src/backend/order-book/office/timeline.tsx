/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { FulfilmentRecord } from '#backend/fulfilment/tables.ts';
import { amountOf } from '#backend/mail/amount.ts';
import type { QueuedEmail } from '#backend/mail/outbox.ts';
import type { AdminOrder } from '#backend/order-book/admin-orders.ts';
import type { OrderNote } from '#backend/order-book/tables.ts';
import { deliveryState, forWords } from '#backend/order-book/words.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import { refundState } from '#backend/refunds/state.ts';
import type { StaffAction } from '#backend/staff/action-tables.ts';
import { WAYS } from '#domain/payments/ways.ts';
import { ShortTime } from './parts.tsx';

interface Happening {
  at: Date;
  what: Child;
  /** The person; undefined for automatic events. */
  by?: string | null;
  note?: boolean;
}

interface Parts {
  order: AdminOrder;
  notes: readonly OrderNote[];
  actions: readonly StaffAction[];
  emails: readonly QueuedEmail[];
  /** Whether the shop has a mail server. */
  mails: boolean;
}

const STEP = {
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  returned: 'Came back',
  'sent-now': 'The customer was told at once',
} as const;

/** Describes the records of the goods. */
const recordWords = (
  { step, about, courier, trackingNumber }: FulfilmentRecord,
  all: AdminOrder,
) => {
  if (step === 'taken-back')
    return `Taken back: ${all.records.find(({ id }) => id === about)?.step}`;
  const how = [courier, trackingNumber].filter(Boolean).join(', ');
  return `${STEP[step]}${how && `: ${how}`}`;
};

const DONE: Partial<Record<StaffAction['action'], string>> = {
  'order.cancel': 'Cancelled',
  'order.rebuild': 'Rebuilt',
  'order.sheet': 'On a sheet for the courier',
  'order.end-code': 'Code ended: ',
  'order.name-place': 'Place named: ',
  'order.give-code-back': 'Code given back: ',
  'order.transfer': 'Transfer recorded: ',
  'order.accept_less': 'Accepted for less: ',
  'order.collected': 'Collected: ',
  'order.write_off': 'Written off: ',
  'return.accept': 'Return accepted',
  'return.refuse': 'Return refused',
  'return.receive': 'Returned goods received: ',
  'return.exchange': 'Exchanged for ',
  'order.refused': 'Refused at the door',
  'order.lift_refusal': 'The refusal is lifted',
};

/** The history of an order, oldest first, with the people. */
export function Timeline(parts: Parts) {
  const all = happenings(parts).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <ol class="timeline">
      {all.map(({ at, what, by, note }) => (
        <li class={note ? 'note' : undefined}>
          <p>{what}</p>
          <p class="soft">
            <ShortTime at={at} />
            {by && `, ${by}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

function happenings({ order, notes, actions, emails, mails }: Parts): Happening[] {
  const list: Happening[] = [{ at: order.createdAt, what: 'Placed' }];
  if (order.payment?.rejectedAt)
    list.push({
      at: order.payment.rejectedAt,
      what: `A transfer of ${amountOf(order.payment.rejectedKobo ?? 0, 'NGN')} was not accepted: the order costs ${amountOf(order.totalKobo, 'NGN')}`,
    });
  if (order.acceptedAt && order.rest)
    list.push({ at: order.acceptedAt, what: `Accepted: ${WAYS[order.rest.way].name}` });
  if (order.paidAt) list.push({ at: order.paidAt, what: 'Paid' });
  if (order.reversedAt) list.push({ at: order.reversedAt, what: 'The payment was reversed' });
  for (const record of order.records)
    list.push({ at: record.at, by: record.recordedBy, what: recordWords(record, order) });
  for (const refund of order.refunds) {
    const { amount, currency, status, heardAt, requestedBy, reason, refusal, byHand } = refund;
    const why = [
      reason,
      refusal && `${wordsOf(order.payment?.provider).name} refused it: ${refusal}`,
    ]
      .filter(Boolean)
      .join('. ');
    list.push({
      at: heardAt,
      by: requestedBy,
      what: `Refund of ${amountOf(amount, currency)}${forWords(order, refund)}: ${byHand ? 'by hand' : refundState(status)}${why && `. ${why}`}`,
    });
  }
  for (const { givenAt, givenBy, bank, lastDigits } of order.accounts) {
    const what = `${givenBy ? 'An account was entered for a refund' : 'She named an account for a refund'}: ${bank}, ending in ${lastDigits}`;
    if (givenAt) list.push({ at: givenAt, by: givenBy, what });
  }
  for (const { heardAt, amount, currency, status, resolution, dueAt } of order.disputes) {
    const claimed = amount === null ? 'The payment' : amountOf(amount, currency);
    list.push({
      at: heardAt,
      what: (
        <>
          {claimed} is disputed: {resolution ?? status}
          {dueAt && !resolution && (
            <>
              , answer until <ShortTime at={dueAt} />
            </>
          )}
        </>
      ),
    });
  }
  if (order.restocked) list.push({ at: order.restocked.at, what: 'Its units are back in stock' });
  for (const { action, at, recordedBy, detail } of actions) {
    const what = DONE[action];
    if (what) list.push({ at, by: recordedBy, what: what.endsWith(' ') ? what + detail : what });
  }
  for (const { at, text, recordedBy } of notes)
    list.push({ at, by: recordedBy, note: true, what: text });
  for (const email of emails)
    list.push({
      at: email.createdAt,
      what: `Email to ${email.recipient}: ${email.subject} (${deliveryState(email, mails)})`,
    });
  return list;
}
