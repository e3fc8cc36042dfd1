import { resolve } from 'node:path';
import { backUp } from '#backend/backup/backup.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { runCommand, step } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { openShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';

const USAGE = `npm run backup -- <file>

Writes all that a shop could lose into one file, while it sells: the database as it is at one moment, and the original
pictures. The site is not in it, because it is built from them. The file is a compressed tar file. Keep it safe: it has
names, addresses and password hashes. What is there under that name is replaced when the backup is complete.

It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** npm run backup */
await runCommand(async () => {
  const { positionals } = readCommandLine({ allowPositionals: true }, USAGE);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.log(USAGE);
    return file === undefined ? 0 : 1;
  }
  const { backend: settings } = readShopSettings(process.env);
  const database = await openShopDatabase(settings);
  try {
    const shop = { databaseUrl: database.url, pictures: openPictures(settings) };
    const { rows, pictures } = await step(`Writing ${resolve(file)}`, (say) =>
      backUp(shop, resolve(file), say),
    );
    console.log(`It has ${rows.toLocaleString('en')} rows and ${pictures} pictures.`);
  } finally {
    await database.close();
  }
  return 0;
});
