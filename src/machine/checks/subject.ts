import { connect } from '#backend/db/connect.ts';
import { openShopDatabase } from '#shop/database.ts';
import { type Check, type Found, runChecks, type Subject } from './check.ts';
import { findUnfinished } from './unfinished.ts';

/** Looks at a shop. While something was stopped in the middle, that is all that it finds. */
export async function lookAtShop(
  checks: readonly Check[],
  { machine, env, settings }: Omit<Subject, 'database'>,
): Promise<Found[]> {
  const unfinished = await findUnfinished(machine, settings.DATA_DIR);
  if (unfinished) return [unfinished];
  const open = async () => {
    const database = await openShopDatabase(settings);
    const { db, close } = connect(database.addresses, { connections: 2 });
    return { db, close: () => close().finally(() => database.close()) };
  };
  let opened: ReturnType<typeof open> | undefined;
  const database = async () => {
    opened ??= open();
    return (await opened).db;
  };
  try {
    return await runChecks(checks, { machine, env, settings, database });
  } finally {
    // What could not be opened was told by the check that needed it.
    await (await opened?.catch(() => undefined))?.close();
  }
}
