import { eq } from 'drizzle-orm';
import type { TypedPromotion } from '#backend/promotions/fields.ts';
import { makePromotion, stopPromotion } from '#backend/promotions/making.ts';
import { promotions } from '#backend/promotions/tables.ts';
import { inOwnShop } from './own-shop.ts';

const OWNER = { name: 'Bola', role: 'owner' } as const;

/** Returns a code that no other test has. */
export const newCode = () => `T${Math.random().toString(36).slice(2, 10).toUpperCase()}`;

/** Creates a promotion as the merchant does: ₦5,000 off with a code by default. Returns its id. */
export async function promote({ ends, ...parts }: TypedPromotion): Promise<string> {
  let id = '';
  await inOwnShop(async (db) => {
    const made = await makePromotion(db, OWNER, {
      label: 'Harmattan sale',
      ...(!parts.kind && { kind: 'naira', naira: '5000' }),
      ...parts,
    });
    if (!made.ok) throw new Error(made.refusal.message);
    id = made.value.id;
    // Nobody can create one that has ended.
    if (ends)
      await db
        .update(promotions)
        .set({ endsAt: new Date(ends) })
        .where(eq(promotions.id, id));
  });
  return id;
}

export const stop = (id: string) => inOwnShop((db) => stopPromotion(db, OWNER, id));

/** Changes its discount, in kobo. */
export const takeOff = (id: string, kobo: number) =>
  inOwnShop((db) =>
    db
      .update(promotions)
      .set({ takes: { kind: 'naira', kobo } })
      .where(eq(promotions.id, id)),
  );
