import { done, type Result, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Deletion, deleteProducts } from '#backend/products/lifecycle/deletion.ts';
import { changeStatus, type StatusChange } from '#backend/products/lifecycle/status.ts';
import type { StatusVerb } from '#backend/products/lifecycle/status-verbs.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';

/** Hides, retires or shows a product, for an owner. Refusals: forbidden, not_found. */
export const changeStatusAs = (
  db: Database,
  id: string,
  { verb, actor }: { verb: StatusVerb; actor: Actor },
): Promise<Result<StatusChange, StaffCode>> =>
  asOwner(actor, `${verb} products`, () => changeStatus(db, [id], { verb, by: actor.name }));

/** Deletes a product, for an owner; a dry run says what would go with it. Refusals: forbidden, not_found. */
export const deleteAs = (
  db: Database,
  id: string,
  { actor, dryRun }: { actor: Actor; dryRun: boolean },
): Promise<Result<Deletion, StaffCode>> =>
  asOwner(actor, 'delete products', () => deleteProducts(db, [id], { by: actor.name, dryRun }));

async function asOwner<T>(
  actor: Actor,
  deed: string,
  work: () => Promise<Result<T[], StaffCode>>,
): Promise<Result<T, StaffCode>> {
  const forbidden = ownersOnly(actor, deed);
  if (forbidden) return forbidden;
  const answer = await work();
  if (!answer.ok) return answer;
  const [value] = answer.value;
  if (value === undefined) throw new Error('A verb answered nothing for the product');
  return done(value);
}
