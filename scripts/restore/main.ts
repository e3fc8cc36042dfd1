import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lagosTime } from '#domain/lagos-date.ts';
import { number } from '#domain/words.ts';
import { asTyped } from '#process/as-typed.ts';
import { step } from '#process/console.ts';
import { IDENTITY } from '#scripts/backup/main.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run restore */
export const command = defineCommand({
  name: 'restore',
  tasks: {
    '': task({
      words: '<file>',
      takes: 'one file',
      help: `Restores a backup that ${asTyped('backup')} made into an empty database and a data folder, all of it or nothing, and migrates it to this version. Then start the shop: it builds the site, and asks the provider about pending payments.`,
      options: { identity: IDENTITY },
      does:
        ({ words: [file = ''], options: { identity } }) =>
        async () => {
          const { restore } = await import('#backend/backup/restore.ts');
          const { connect } = await import('#backend/db/connect.ts');
          const { recordLostTime } = await import('#backend/lost-time/lost-times.ts');
          const { onShop } = await import('#machine/backup/on-shop.ts');
          const { readShopSettings } = await import('#shop/settings.ts');
          const key = identity && (await readFile(identity, 'utf8'));
          const { backend: settings } = readShopSettings(process.env);
          await mkdir(settings.DATA_DIR, { recursive: true });
          const { at, rows, pictures } = await onShop(settings, (shop) =>
            step(`Restoring ${resolve(file)}`, async (say) => {
              const restored = await restore(shop, resolve(file), say, { identity: key });
              const { db, close } = connect(shop.databaseUrl, { connections: 1 });
              await recordLostTime(db, 'restored', restored.at).finally(close);
              return restored;
            }),
          );
          console.log(
            `The shop is as it was on ${lagosTime(at)}: ${number(rows)} rows and ${pictures} pictures. Once it runs, it asks the providers of payments what was paid and paid back since then, and tells you of payments without an order.`,
          );
        },
    }),
  },
  about: `Orders made after the backup are not in it. The shop finds their payments at the provider, and
lists them: ${asTyped('payments', 'list')}

It restores into DATABASE_URL, or into a new PostgreSQL in DATA_DIR.`,
});

if (import.meta.main) await command.run();
