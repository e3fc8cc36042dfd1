import { connect, type Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Machine } from '#machine/place.ts';
import { openShopDatabase } from '#shop/database.ts';
import type { Subject } from './check.ts';

/** What checks look at, and what closes it. */
export function openSubject(
  machine: Machine,
  env: Readonly<Record<string, string | undefined>>,
  settings: Settings,
): { subject: Subject; close(): Promise<void> } {
  let opened: Promise<{ db: Database; close(): Promise<void> }> | undefined;
  const open = async () => {
    const database = await openShopDatabase(settings);
    const { db, close } = connect(database.addresses, { connections: 2 });
    return { db, close: () => close().finally(() => database.close()) };
  };
  return {
    subject: {
      machine,
      env,
      settings,
      async database() {
        opened ??= open();
        return (await opened).db;
      },
    },
    async close() {
      // What could not be opened was told by the check that needed it.
      const database = await opened?.catch(() => undefined);
      await database?.close();
    },
  };
}
