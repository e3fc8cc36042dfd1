import { resolve } from 'node:path';
import { number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run backup */
export const command = defineCommand({
  name: 'backup',
  tasks: {
    '': task({
      words: '<file>',
      takes: 'one file',
      help: 'Writes all that a shop could lose into one file, while it sells: the database as it is at one moment, and the original pictures. The site is not in it, because it is built from them. The file is a compressed tar file. Keep it safe: it has names, addresses and password hashes. What is there under that name is replaced when the backup is complete.',
      does:
        ({ words: [file = ''] }) =>
        async () => {
          const { backUp } = await import('#backend/backup/backup.ts');
          const { openPictures } = await import('#backend/media/objects/open.ts');
          const { openShopDatabase } = await import('#shop/database.ts');
          const { readShopSettings } = await import('#shop/settings.ts');
          const { backend: settings } = readShopSettings(process.env);
          const database = await openShopDatabase(settings);
          try {
            const shop = { databaseUrl: database.addresses, pictures: openPictures(settings) };
            const { rows, pictures } = await step(`Writing ${resolve(file)}`, (say) =>
              backUp(shop, resolve(file), say),
            );
            console.log(`It has ${number(rows)} rows and ${pictures} pictures.`);
          } finally {
            await database.close();
          }
        },
    }),
  },
  about: "It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.",
});

if (import.meta.main) await command.run();
