import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { restore } from '#backend/backup/restore.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { lagosTime } from '#domain/words.ts';
import { runCommand, step } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { openShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';

const USAGE = `npm run restore -- <file>

Puts a backup of npm run backup into an empty database and a data folder, all of it or nothing, and brings it to this
version. Then start the shop: it builds the site, and asks Paystack about the payments that were under way.

Orders that were made after the backup are not in it. Their payments are in the Paystack dashboard.

It works on DATABASE_URL, or makes the shop's own PostgreSQL in DATA_DIR.`;

/** npm run restore */
await runCommand(async () => {
  const { positionals } = readCommandLine({ allowPositionals: true }, USAGE);
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.log(USAGE);
    return file === undefined ? 0 : 1;
  }
  const { backend: settings } = readShopSettings(process.env);
  await mkdir(settings.DATA_DIR, { recursive: true });
  const database = await openShopDatabase(settings);
  try {
    const shop = { databaseUrl: database.url, pictures: openPictures(settings) };
    const { at, rows, pictures } = await step(`Restoring ${resolve(file)}`, (say) =>
      restore(shop, resolve(file), say),
    );
    console.log(
      `The shop is as it was on ${lagosTime(at)}: ${rows.toLocaleString('en')} rows and ${pictures} pictures. Look into the Paystack dashboard for payments since.`,
    );
  } finally {
    await database.close();
  }
  return 0;
});
