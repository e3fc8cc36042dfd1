import { inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import type { PlaceChange } from './comparing.ts';
import { type OwnPlace, ownPlaces } from './places.ts';
import { shippingPlaces } from './tables.ts';

/** The action that needs an owner, after 'may'. */
export const CHANGE = 'change the places and their fees';

/** Runs `work` while nobody else changes the places. Shoppers can read them and order in the meantime. */
export async function inLock<T>(
  db: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${shippingPlaces} in share row exclusive mode`);
    return work(transaction);
  });
}

export async function write(
  transaction: Transaction,
  changes: readonly PlaceChange[],
): Promise<void> {
  const gone = changes.flatMap(({ before, after }) => (before && !after ? [before.place] : []));
  if (gone.length > 0) {
    await transaction.delete(shippingPlaces).where(inArray(shippingPlaces.place, gone));
  }
  for (const { after } of changes) {
    if (!after) continue;
    const { place, ...fields } = after;
    await transaction
      .insert(shippingPlaces)
      .values({
        ...after,
        position: sql`(select coalesce(max(position) + 1, 0) from shipping_places)`,
      })
      .onConflictDoUpdate({ target: shippingPlaces.place, set: fields });
  }
}

/** Moves a place to another position in the list, from 1. Returns whether its position changed. */
export async function move(
  transaction: Transaction,
  all: readonly OwnPlace[],
  name: string,
  position: number | undefined,
): Promise<boolean> {
  const names = all.map(({ place }) => place);
  const now = names.indexOf(name);
  if (position === undefined || now === -1 || now === position - 1) return false;
  const order = names.toSpliced(now, 1).toSpliced(position - 1, 0, name);
  await reorder(transaction, order);
  return order.indexOf(name) !== now;
}

/** Writes the order if it changed. Otherwise the site would get a notice without a change. */
export async function reorder(transaction: Transaction, order: readonly string[]): Promise<void> {
  const now = (await ownPlaces(transaction)).map(({ place }) => place);
  if (now.every((place, at) => place === order[at])) return;
  await transaction.execute(sql`
    update shipping_places set position = wanted.position
    from unnest(${sql.param(order)}::text[]) with ordinality as wanted(place, position)
    where shipping_places.place = wanted.place and shipping_places.position <> wanted.position`);
}

/** Records a change of a place. @param position - its new position in the list, if it has moved. */
export async function recordPlace(
  transaction: Transaction,
  { name: recordedBy }: Actor,
  { before, after }: PlaceChange,
  position?: number,
): Promise<void> {
  const subject = (after ?? before)?.place ?? '';
  const details = differences(before, after);
  if (details.length > 0) {
    const action = !before ? 'place.add' : after ? 'place.change' : 'place.remove';
    const detail = details.join('; ');
    await recordAction(transaction, { action, subject, recordedBy, detail });
  }
  if (position === undefined) return;
  const detail = `to position ${position}`;
  await recordAction(transaction, { action: 'place.move', subject, recordedBy, detail });
}

/** Describes the differences: 'fee from ₦3,000 to ₦3,500'. A new or removed place is described with all its values. */
function differences(before: OwnPlace | null, after: OwnPlace | null): string[] {
  const [old, now] = [before && wordsOf(before), after && wordsOf(after)];
  const names = ['fee', 'state', 'areas'] as const;
  if (!old || !now) return names.map((name) => `${name} ${(old ?? now)?.[name]}`);
  return names.flatMap((name) =>
    old[name] === now[name] ? [] : [`${name} from ${old[name]} to ${now[name]}`],
  );
}

const wordsOf = ({ state, areas, amountKobo }: OwnPlace) => ({
  fee: formatNaira(toNaira(amountKobo)),
  state: state ?? 'none',
  areas: areas?.join(', ') ?? 'all',
});
