import type pg from 'pg';
import { asTyped } from '#process/as-typed.ts';
import { addressesOf, type DatabasePlace, isShared } from './addresses.ts';
import { migrate, missingMigrations } from './migrate.ts';
import { expectSessions, openClient, openSession } from './sessions.ts';
import { isRefusedBy } from './transact.ts';
import { UnusableDatabase } from './unusable.ts';

const NO_RIGHT = '42501';

/** Whether a program applies this version's migrations, or leaves them to `npm run migrate` (decision 24). */
export type Migrations = 'apply' | 'leave';

/** In production an earlier version may be serving, so the person who deploys decides when its tables change. */
export const migrationsOf = ({ SHOP_MODE }: { SHOP_MODE: string }): Migrations =>
  SHOP_MODE === 'production' ? 'leave' : 'apply';

/**
 * Makes sure that a database has the tables of this version, and that its direct address is direct.
 * @throws Error with a sentence to show if the database cannot be reached or migrated, or lacks migrations.
 */
export async function prepareDatabase(place: DatabasePlace, migrations: Migrations): Promise<void> {
  let missing: string[] = [];
  try {
    if (migrations === 'apply') await migrate(place);
    else missing = await missingAt(place);
  } catch (cause) {
    if (cause instanceof UnusableDatabase) throw cause;
    if (isRefusedBy(cause, NO_RIGHT)) throw new Error(lackingRights(place, migrations), { cause });
    throw new Error(
      'The database cannot be reached, or its tables cannot be made. Check DATABASE_URL and that PostgreSQL runs.',
      { cause },
    );
  }
  if (missing.length > 0) {
    throw new Error(
      `The database lacks ${missing.join(', ')} of this version: run ${asTyped('migrate')} first.`,
    );
  }
}

const lackingRights = (place: DatabasePlace, migrations: Migrations): string =>
  migrations === 'leave' && isShared(addressesOf(place))
    ? `The role of DATABASE_URL lacks rights to the shop's tables: run ${asTyped('migrate')}, with the owner's address in DATABASE_DIRECT_URL, which gives them.`
    : `The role that migrates lacks rights: the check of ${asTyped('migrate')} names them.`;

/** Uses the address of the calls, whose role must be able to read the migrations. */
async function missingAt(place: DatabasePlace): Promise<string[]> {
  const addresses = addressesOf(place);
  if (!isShared(addresses)) return withClient(await openSession(place));
  await expectSessions(place);
  return withClient(await openClient(addresses.url));
}

async function withClient(client: pg.Client): Promise<string[]> {
  try {
    return await missingMigrations(client);
  } finally {
    await client.end();
  }
}
