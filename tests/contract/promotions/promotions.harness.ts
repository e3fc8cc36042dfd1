import { auditShop } from '#backend/audit/audit.ts';
import type { TypedPromotion } from '#backend/promotions/fields.ts';
import { listPromotions } from '#backend/promotions/list.ts';
import { makePromotion } from '#backend/promotions/making.ts';
import type { PromotionRow } from '#backend/promotions/tables.ts';
import { BOLA, type TestShop } from '../shop.harness.ts';

/** Makes a promotion as an owner does: 10 per cent by the code TEN by default. */
export async function make(
  shop: Pick<TestShop, 'services'>,
  parts: TypedPromotion = {},
): Promise<PromotionRow> {
  const made = await makePromotion(shop.services.db, BOLA, {
    label: 'Harmattan sale',
    ...(!parts.kind && { per_cent: '10' }),
    ...(!parts.counts && { code: 'TEN' }),
    ...parts,
  });
  if (!made.ok) throw new Error(made.refusal.message);
  return made.value;
}

/** Returns how often it counts now. */
export const usesOf = async (shop: Pick<TestShop, 'services'>, id: string) =>
  (await listPromotions(shop.services.db, id))[0]?.uses;

/** Returns the audit's findings. */
export const violations = async (shop: Pick<TestShop, 'services'>) =>
  (await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations;
