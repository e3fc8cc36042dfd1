import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lagosTime, number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run restore */
export const command = defineCommand({
  name: 'restore',
  tasks: {
    '': task({
      words: '<file>',
      takes: 'one file',
      help: 'Restores a backup that npm run backup made into an empty database and a data folder, all of it or nothing, and migrates it to this version. Then start the shop: it builds the site, and asks Paystack about the payments that were under way.',
      does:
        ({ words: [file = ''] }) =>
        async () => {
          const { restore } = await import('#backend/backup/restore.ts');
          const { connect } = await import('#backend/db/connect.ts');
          const { recordLostTime } = await import('#backend/lost-time/lost-times.ts');
          const { openPictures } = await import('#backend/media/objects/open.ts');
          const { openShopDatabase } = await import('#shop/database.ts');
          const { readShopSettings } = await import('#shop/settings.ts');
          const { backend: settings } = readShopSettings(process.env);
          await mkdir(settings.DATA_DIR, { recursive: true });
          const database = await openShopDatabase(settings);
          try {
            const shop = { databaseUrl: database.addresses, pictures: openPictures(settings) };
            const { at, rows, pictures } = await step(`Restoring ${resolve(file)}`, (say) =>
              restore(shop, resolve(file), say),
            );
            const { db, close } = connect(database.addresses, { connections: 1 });
            await recordLostTime(db, 'restored', at).finally(close);
            console.log(
              `The shop is as it was on ${lagosTime(at)}: ${number(rows)} rows and ${pictures} pictures. Once it runs, it asks Paystack what was paid and paid back since then, and tells you of payments without an order. npm run payments -- find asks at once.`,
            );
          } finally {
            await database.close();
          }
        },
    }),
  },
  about: `Orders that were made after the backup are not in it. The shop finds their payments at Paystack, and
lists them: npm run payments -- list

It restores into DATABASE_URL, or into a new PostgreSQL in DATA_DIR.`,
});

if (import.meta.main) await command.run();
