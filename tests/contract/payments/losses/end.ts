import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orders } from '#backend/orders/tables.ts';
import { listUnmatched } from '#backend/payments/unmatched/list.ts';
import { BOLA, REFUND } from '../../shop.harness.ts';
import { type Life, pasteCopy } from './life.ts';
import { deliverMail } from './mailbox.ts';
import type { Scene } from './scene.ts';

/**
 * Longer than a reservation and the pause of an unheard refund; shorter than the first pause of a recheck of a paid
 * order.
 */
const PAUSE_MINUTES = 70;
const MINUTE_MS = 60_000;

/** The providers repeat what was not received. */
async function receiveAll({ books, processes }: Scene): Promise<void> {
  const { settlement } = processes[0].services;
  for (const { provider, body, headers } of books.waiting.splice(0))
    expect(await settlement.webhook(provider, Buffer.from(body), headers)).toBe('done');
}

/** Lets enough time pass that everything settles, with the background at work. */
async function hour(scene: Scene): Promise<void> {
  const { books, states, processes } = scene;
  const { settlement, refunds } = processes[0].services;
  await receiveAll(scene);
  books.pass(PAUSE_MINUTES * MINUTE_MS);
  await states.pass(PAUSE_MINUTES);
  await processes[0].round();
  while ((await settlement.sweep()) > 0);
  while ((await settlement.recheck()) > 0);
  while ((await refunds.sweep()) > 0);
}

/** Twice: an unanswered refund is sent again after the first. */
export async function rest(scene: Scene): Promise<void> {
  await Promise.all(scene.processes.map((one) => one.round()));
  await hour(scene);
  await hour(scene);
}

/**
 * The merchant rebuilds what can be rebuilt, from payments and emails, and refunds what cannot and what is due. The
 * providers finish all refunds.
 */
export async function settle(scene: Scene, life: Life): Promise<void> {
  const { books, processes } = scene;
  const { db, unmatched, refunds } = processes[0].services;
  // The customers' banks have the last word about disputes.
  for (const [place, { reference, disputes }] of books.all().entries())
    if (disputes.at(-1)?.status === 'awaiting-merchant-feedback') {
      const resolution = place % 2 === 0 ? 'declined' : 'merchant-accepted';
      books.happen(reference, { event: 'charge.dispute.resolve', resolution });
    }
  await receiveAll(scene);
  const { open } = await listUnmatched(db);
  for (const { reference } of open) {
    const isRebuilt = await processes[0].makeAgain(reference);
    if (!isRebuilt) await unmatched.payBack(reference, BOLA);
  }
  for (const id of life.mailbox.copies.keys()) await pasteCopy(processes[0], life, id);
  await hour(scene);
  const due = await db.select().from(orders).where(eq(orders.refundNeeded, true));
  for (const { id, refundedAt } of due) if (!refundedAt) await refunds.refund(id, REFUND);
  for (const { reference, refunds: made } of books.all())
    for (const { id, status } of made)
      if (status !== 'failed' && status !== 'processed')
        books.happen(reference, { event: 'refund.processed', refund: id });
  await hour(scene);
  await deliverMail(db, life.mailbox);
}
