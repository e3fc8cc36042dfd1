import { eq, sql } from 'drizzle-orm';
import { newPromotionCode, newPromotionId } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { codeOf, isCode } from '#domain/promotions/code.ts';
import { takesWords } from '#domain/promotions/words.ts';
import { counted } from '#domain/words.ts';
import { readPromotion } from './cells.ts';
import { MOST_CODES, type TypedPromotion } from './fields.ts';
import { type PromotionRow, promotions, SAMPLES } from './tables.ts';

type Changed<T> = Promise<Result<T, StaffCode>>;

/** Changes promotions as an owner, in one transaction. */
const asOwner = async <T>(
  db: Database,
  actor: Actor,
  work: (transaction: Transaction) => Changed<T>,
): Changed<T> => ownersOnly(actor, 'change promotions') ?? transact(db, work);

/**
 * Makes a promotion with its code, and records the person. Refusals: invalid, with the fault of each field; conflict for
 * an existing code; forbidden.
 */
export const makePromotion = (db: Database, actor: Actor, typed: TypedPromotion) =>
  asOwner<PromotionRow>(db, actor, async (transaction) => {
    const read = readPromotion(typed);
    if (!read.ok) return read;
    const { code, ...rules } = read.value;
    const [row] = await transaction
      .insert(promotions)
      .values({ ...rules, id: newPromotionId() })
      .returning();
    if (!row) throw new Error('The database returned no promotion');
    const [made] = code === null ? [] : await addCodes(transaction, [code], row.id, false);
    if (made !== (code ?? undefined)) {
      const message = `There is a code ${code} already, or one that reads like it. Take another one.`;
      return refuse('conflict', message, { fields: { code: message } });
    }
    await recordAction(transaction, {
      action: 'promotion.add',
      subject: row.id,
      recordedBy: actor.name,
      detail: [`${row.label}: ${takesWords(row)}`, code].filter(Boolean).join(', '),
    });
    return done(row);
  });

/** Adds codes, except those whose plain form equals that of another code. Returns the added ones. */
async function addCodes(
  transaction: Transaction,
  codes: readonly string[],
  promotionId: string,
  once: boolean,
): Promise<string[]> {
  await transaction.execute(sql`select ${lockOf('promotionCodes', 'made')}`);
  // One array, because a statement has at most 65,535 parameters.
  const { rows } = await transaction.execute<{ code: string }>(sql`
    insert into promotion_codes (code, promotion_id, once)
    select distinct on (plain_code(made)) made, ${promotionId}, ${once}::boolean from unnest(${sql.param([...codes])}::text[]) as made
    where not exists (select from promotion_codes c where plain_code(c.code) = plain_code(made)) returning code`);
  return rows.map(({ code }) => code);
}

/** Locks and returns a promotion of the merchant that still counts. Refusals: not_found, conflict. */
async function lockRunning(transaction: Transaction, id: string): Changed<PromotionRow> {
  if (id === SAMPLES)
    return refuse(
      'conflict',
      'Codes of samples are made while the fact sampleCreditDays of the shop is more than 0.',
    );
  const [row] = await transaction
    .select()
    .from(promotions)
    .where(eq(promotions.id, id))
    .for('no key update');
  if (!row) return refuse('not_found', `There is no promotion '${id}'.`);
  return row.stoppedAt ? refuse('conflict', `${row.label} is stopped already.`) : done(row);
}

/** Ends a promotion for good, and records the person. Orders that wait for their payment keep it. */
export const stopPromotion = (db: Database, actor: Actor, id: string) =>
  asOwner<PromotionRow>(db, actor, async (transaction) => {
    const found = await lockRunning(transaction, id);
    if (!found.ok) return found;
    await transaction
      .update(promotions)
      .set({ stoppedAt: sql`now()` })
      .where(eq(promotions.id, id));
    await recordAction(transaction, {
      action: 'promotion.stop',
      subject: id,
      recordedBy: actor.name,
      detail: found.value.label,
    });
    return found;
  });

/**
 * Makes codes of a promotion that count once each, for a printed note or a card, and records the person. Nobody can guess
 * one. Refusals: those of lockRunning; conflict for a promotion that counts without a code; invalid; forbidden.
 * @param beginning - comes before the random part: 'THANKS' makes THANKS-7KQ2M9XWTR.
 */
export const makeCodes = (
  db: Database,
  actor: Actor,
  id: string,
  { count, beginning }: { count: number; beginning: string },
) =>
  asOwner<string[]>(db, actor, async (transaction) => {
    const found = await lockRunning(transaction, id);
    if (!found.ok) return found;
    const { label, automatic } = found.value;
    if (automatic) return refuse('conflict', `${label} counts without a code.`);
    const first = codeOf(beginning);
    const fields = {
      ...(!(count >= 1 && count <= MOST_CODES) && { count: `Write how many: 1 to ${MOST_CODES}.` }),
      ...(first !== '' &&
        !(isCode(first) && first.length <= 20) && {
          beginning: 'The beginning must have 3 to 20 letters and digits, or be empty.',
        }),
    };
    const wrong = Object.values(fields).join(' ');
    if (wrong) return refuse('invalid', wrong, { fields });
    const codes = Array.from({ length: count }, () =>
      [first, newPromotionCode()].filter(Boolean).join('-'),
    );
    const made = await addCodes(transaction, codes, id, true);
    if (made.length < count) return refuse('conflict', 'Two codes read alike. Please try again.');
    await recordAction(transaction, {
      action: 'promotion.codes',
      subject: id,
      recordedBy: actor.name,
      detail: counted(count, 'code'),
    });
    return done(codes);
  });
