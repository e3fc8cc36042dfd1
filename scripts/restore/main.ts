import { mkdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
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
      help: `Restores a backup that ${asTyped('backup')} made into an empty database and a data folder, all of it or nothing, and migrates it to this version. Then start the shop: it builds the site, and asks the provider about the payments that were under way.`,
      options: { identity: IDENTITY },
      does:
        ({ words: [file = ''], options: { identity } }) =>
        async () => {
          const { onShop } = await import('#machine/backup/on-shop.ts');
          const { restoreInto } = await import('#machine/backup/restored.ts');
          const { readShopSettings } = await import('#shop/settings.ts');
          const key = identity && (await readFile(identity, 'utf8'));
          const { backend: settings } = readShopSettings(process.env);
          await mkdir(settings.DATA_DIR, { recursive: true });
          console.log(
            await onShop(settings, (shop) =>
              step(`Restoring ${resolve(file)}`, (say) =>
                restoreInto(shop, resolve(file), { identity: key, say }),
              ),
            ),
          );
        },
    }),
  },
  about: `Orders that were made after the backup are not in it. The shop finds their payments at the provider, and
lists them: ${asTyped('payments', 'list')}

It restores into DATABASE_URL, or into a new PostgreSQL in DATA_DIR.`,
});

if (import.meta.main) await command.run();
