import { eq, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { orders } from '#backend/orders/tables.ts';
import { readSampleCodes } from '#backend/promotions/sample-codes.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { codeOf } from '#domain/promotions/code.ts';

/**
 * Ends the code of a sample, or gives it back, and emails its customer. Replaces an earlier decision about the code.
 * Refusals: not_found; conflict for a code that is used, past, or in that state already; forbidden.
 * @returns the result in a sentence.
 */
export const decideCode = async (
  { db, events }: WithEvents,
  actor: Actor,
  typed: string,
  ends: boolean,
): Promise<Result<string, StaffCode>> =>
  ownersOnly(actor, 'end codes or give them back') ??
  transact(db, async (transaction): Promise<Result<string, StaffCode>> => {
    const code = codeOf(typed);
    const [order] = await transaction
      .select()
      .from(orders)
      .where(sql`id = (select order_id from promotion_codes where code = ${code})`)
      .for('no key update');
    const [found] = await readSampleCodes(transaction, [code]);
    if (!order || !found) return refuse('not_found', `No sample has the code ${code}.`);
    if (found.used) return refuse('conflict', `The code ${code} has been used.`);
    if (found.past) return refuse('conflict', `The time of the code ${code} is over.`);
    if ((found.endedBy !== null) === ends)
      return refuse('conflict', `The code ${code} ${ends ? 'has ended' : 'counts'} already.`);
    await transaction
      .update(promotionCodes)
      .set(ends ? { staffEndedAt: sql`now()` } : { staffEndedAt: null, givenBackAt: sql`now()` })
      .where(eq(promotionCodes.code, code));
    const action = await recordAction(transaction, {
      action: ends ? 'order.end-code' : 'order.give-code-back',
      subject: order.id,
      recordedBy: actor.name,
      detail: code,
    });
    const type = ends ? 'code.ended' : 'code.restored';
    await events.publish(transaction, { type, code, action });
    return done(`The code ${code} ${ends ? 'has ended' : 'counts again'}.`);
  });
