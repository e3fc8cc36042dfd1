import { migrate } from '#backend/db/migrate.ts';
import { UnusableDatabase } from '#backend/db/unusable.ts';
import { readPlace } from '#backend/settings/settings.ts';
import { openShopDatabase } from './database.ts';

/**
 * Runs `npm run migrate`: applies this version's migrations to the shop's database, running or not.
 * @returns their names; none if the database has them all.
 * @throws Error with a sentence to show.
 */
export async function migrateShop(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const database = await openShopDatabase(readPlace(env));
  try {
    return await migrate(database.addresses);
  } catch (cause) {
    if (cause instanceof UnusableDatabase) throw cause;
    throw new Error('The database cannot be reached, or its tables cannot be changed.', { cause });
  } finally {
    await database.close();
  }
}
