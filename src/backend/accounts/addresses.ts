import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { newAddressId } from '#backend/base/ids.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { lockOf } from '#backend/db/locks.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { AddressFields, SavedAddress } from '#contract/address.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { addresses } from './tables.ts';

/** The most addresses of an account. With one more, the oldest that is not the default goes. */
const MOST = 20;

const { accountId: owner, createdAt, ...COLUMNS } = getTableColumns(addresses);

/** Returns the addresses of an account: the default first, then the newest first. */
export const listAddresses = (
  db: Pick<Database, 'select'>,
  accountId: string,
): Promise<SavedAddress[]> =>
  db
    .select(COLUMNS)
    .from(addresses)
    .where(eq(owner, accountId))
    .orderBy(desc(addresses.isDefault), desc(createdAt), desc(addresses.id));

/** Changes of one address book run one at a time: the database allows one default. */
const lock = (transaction: Transaction, accountId: string) =>
  transaction.execute(sql`select ${lockOf('addresses', accountId)}`);

/**
 * Saves the address of an order in the transaction that makes it. The first one becomes the default. One that is there
 * already is not saved again, and neither is that of a gift to somebody else.
 */
export async function saveAddress(
  transaction: Transaction,
  accountId: string,
  { shippingInfo, shippingLocation = '' }: InitializeBody,
): Promise<void> {
  const { fullName, phone, address, city, state, buyerName } = shippingInfo;
  if (buyerName) return;
  const fields: AddressFields = { fullName, phone, address, city, state, shippingLocation };
  await lock(transaction, accountId);
  const saved = await listAddresses(transaction, accountId);
  const isSame = (one: SavedAddress) =>
    Object.entries(fields).every(([name, value]) => one[name as keyof AddressFields] === value);
  if (saved.some(isSame)) return;
  for (const { id } of saved.slice(MOST - 1)) {
    await transaction.delete(addresses).where(eq(addresses.id, id));
  }
  const isDefault = !saved.some((one) => one.isDefault);
  await transaction
    .insert(addresses)
    .values({ id: newAddressId(), accountId, ...fields, isDefault });
}

const gone = () =>
  refuse(
    'not_found',
    'This address is no longer in your address book. Perhaps you deleted it in another tab.',
  );

/** Changes an address, or makes it the default. Refusal: not_found. */
export const changeAddress = (
  db: Database,
  accountId: string,
  id: string,
  change: Partial<AddressFields> & { isDefault?: true | undefined },
): Promise<Result<null>> =>
  transact(db, async (transaction) => {
    await lock(transaction, accountId);
    if (change.isDefault) {
      await transaction.update(addresses).set({ isDefault: false }).where(eq(owner, accountId));
    }
    const changed = await transaction
      .update(addresses)
      // An update without a column is an error of SQL.
      .set({ id, ...change })
      .where(and(eq(addresses.id, id), eq(owner, accountId)))
      .returning({ id: addresses.id });
    return changed.length > 0 ? done(null) : gone();
  });

/** Deletes an address. It may have been deleted before, in another tab. */
export async function deleteAddress(
  db: Database,
  accountId: string,
  id: string,
): Promise<Result<null>> {
  await db.delete(addresses).where(and(eq(addresses.id, id), eq(owner, accountId)));
  return done(null);
}
