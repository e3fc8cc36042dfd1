import { eq, sql } from 'drizzle-orm';
import { newPromotionCode, newPromotionId } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { codeOf, isCode } from '#domain/promotions/code.ts';
import { takesWords } from '#domain/promotions/words.ts';
import { counted } from '#domain/words.ts';
import { type PromotionCell, readPromotion } from './cells.ts';
import { type PromotionRow, promotionCodes, promotions } from './tables.ts';

/** The most codes that are made at once. */
export const MOST_CODES = 10_000;

const CHANGE = 'change promotions';

/**
 * Makes a promotion with its code, and records who did it. Refusals: invalid, with what is wrong with each cell; conflict for a
 * code that there is already; forbidden.
 */
export async function makePromotion(
  db: Database,
  actor: Actor,
  typed: Partial<Record<PromotionCell, string>>,
): Promise<Result<PromotionRow, StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  const read = readPromotion(typed);
  if (!read.ok) return read;
  const { rules, code } = read.value;
  const { limit: useLimit, beginsAt, endsAt, ...same } = rules;
  return transact(db, async (transaction): Promise<Result<PromotionRow, StaffCode>> => {
    const [row] = await transaction
      .insert(promotions)
      .values({
        ...same,
        id: newPromotionId(),
        useLimit,
        beginsAt: beginsAt === null ? null : new Date(beginsAt),
        endsAt: endsAt === null ? null : new Date(endsAt),
      })
      .returning();
    if (!row) throw new Error('The database returned no promotion');
    if (code !== null) {
      const kept = await transaction
        .insert(promotionCodes)
        .values({ code, promotionId: row.id })
        .onConflictDoNothing()
        .returning();
      const message = `There is a code ${code} already. Take another one.`;
      if (kept.length === 0) return refuse('conflict', message, { fields: { code: message } });
    }
    await recordAction(transaction, {
      action: 'promotion.add',
      subject: row.id,
      recordedBy: actor.name,
      detail: [`${row.label}: ${takesWords(row)}`, code].filter(Boolean).join(', '),
    });
    return done(row);
  });
}

/** Ends a promotion for good. Orders that wait for their payment keep it. Refusals: not_found, conflict, forbidden. */
export async function stopPromotion(
  db: Database,
  actor: Actor,
  id: string,
): Promise<Result<PromotionRow, StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  return transact(db, async (transaction): Promise<Result<PromotionRow, StaffCode>> => {
    const [row] = await transaction
      .select()
      .from(promotions)
      .where(eq(promotions.id, id))
      .for('update');
    if (!row) return noPromotion(id);
    if (row.stoppedAt) return refuse('conflict', `${row.label} is stopped already.`);
    await transaction
      .update(promotions)
      .set({ stoppedAt: sql`now()` })
      .where(eq(promotions.id, id));
    await recordAction(transaction, {
      action: 'promotion.stop',
      subject: id,
      recordedBy: actor.name,
      detail: row.label,
    });
    return done(row);
  });
}

/**
 * Makes codes of a promotion that count once each, for a letter or a card, and records who did it. Nobody can guess one.
 * Refusals: not_found; conflict for a promotion that counts by itself or is stopped; invalid; forbidden.
 * @param beginning - stands before the random part: 'THANKS' makes THANKS-7KQ2M9XWTR.
 */
export async function makeCodes(
  db: Database,
  actor: Actor,
  id: string,
  { count, beginning }: { count: number; beginning: string },
): Promise<Result<string[], StaffCode>> {
  const forbidden = ownersOnly(actor, CHANGE);
  if (forbidden) return forbidden;
  const first = codeOf(beginning);
  if (!Number.isInteger(count) || count < 1 || count > MOST_CODES) {
    const message = `Write how many codes: 1 to ${MOST_CODES}.`;
    return refuse('invalid', message, { fields: { count: message } });
  }
  if (first !== '' && (!isCode(first) || first.length > 20)) {
    const message = 'The beginning must have 3 to 20 letters and digits, or be empty.';
    return refuse('invalid', message, { fields: { beginning: message } });
  }
  return transact(db, async (transaction): Promise<Result<string[], StaffCode>> => {
    const [row] = await transaction
      .select()
      .from(promotions)
      .where(eq(promotions.id, id))
      .for('update');
    if (!row) return noPromotion(id);
    if (row.automatic || row.stoppedAt) {
      const why = row.automatic ? 'counts without a code' : 'is stopped';
      return refuse('conflict', `${row.label} ${why}, so no code of it can be used.`);
    }
    const codes = Array.from({ length: count }, () =>
      [first, newPromotionCode()].filter(Boolean).join('-'),
    );
    // As arrays: a statement has at most 65,535 parameters.
    await transaction.execute(sql`insert into promotion_codes (code, promotion_id, once)
      select code, ${id}, true from unnest(${sql.param(codes)}::text[]) as made(code)`);
    await recordAction(transaction, {
      action: 'promotion.codes',
      subject: id,
      recordedBy: actor.name,
      detail: counted(count, 'code'),
    });
    return done(codes);
  });
}

const noPromotion = (id: string) => refuse('not_found', `There is no promotion '${id}'.`);
