import { resolve } from 'node:path';
import type { BackupSource } from '#backend/backup/backup.ts';
import { counted, lagosTime, number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run backup */
export const command = defineCommand({
  name: 'backup',
  tasks: {
    '': task({
      words: '[<file>]',
      takes: 'one file, or --into and a folder',
      options: {
        into: {
          value: 'FOLDER',
          help: 'for a timer: writes a new file into this folder, which no other shop may use, named by its time in Lagos, and reads it back. Then it removes older ones. The newest of each of the last seven days is kept, and of this week and the four before it. A backup that fails removes nothing. Other files are left alone. From the first time on the shop tells you when the newest is older than two days.',
        },
        check: {
          help: 'reads the file as a restore does, to its last byte and without a database, and says what it has',
        },
      },
      help: 'Writes all that a shop could lose into one file, while it sells: the database as it is at one moment, and the original pictures. The site is not in it, because it is built from them. The file is a compressed tar file. Keep it safe: it has names, addresses and password hashes. What is there under that name is replaced when the backup is complete.',
      does: ({ words: [file], options: { into, check } }) => {
        if ((file === undefined) === (into === undefined) || into === '' || (check && !file))
          throw new Error('backup takes one file, or --into and a folder');
        if (check) return () => checkFile(resolve(file ?? ''));
        return into === undefined ? () => writeFile(resolve(file ?? '')) : () => writeInto(into);
      },
    }),
  },
  about: "It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.",
});

async function checkFile(file: string): Promise<void> {
  const { checkBackup } = await import('#backend/backup/check.ts');
  const { at, version, rows, pictures } = await step(`Reading ${file}`, (say) =>
    checkBackup(file, say),
  );
  console.log(
    `It can be restored. It is of ${lagosTime(at)}, written by ${version ? `version ${version}` : 'a version before 1.0.0'}, and has ${number(rows)} rows and ${counted(pictures, 'picture')}.`,
  );
}

async function writeFile(file: string): Promise<void> {
  const { backUp } = await import('#backend/backup/backup.ts');
  const { rows, pictures } = await onShop((shop) =>
    step(`Writing ${file}`, (say) => backUp(shop, file, say)),
  );
  console.log(`It has ${number(rows)} rows and ${counted(pictures, 'picture')}.`);
}

async function writeInto(into: string): Promise<void> {
  const { backUpInto } = await import('#backend/backup/into-folder.ts');
  const { file, rows, pictures, removed } = await onShop((shop) =>
    step(`Backing up into ${resolve(into)}`, (say) => backUpInto(shop, resolve(into), say)),
  );
  console.log(
    `${file} reads back: ${number(rows)} rows and ${counted(pictures, 'picture')}. ${counted(removed.length, 'older one')} removed.`,
  );
}

/** Runs work on the shop of the settings. */
async function onShop<T>(work: (shop: BackupSource) => Promise<T>): Promise<T> {
  const { openPictures } = await import('#backend/media/objects/open.ts');
  const { openShopDatabase } = await import('#shop/database.ts');
  const { readShopSettings } = await import('#shop/settings.ts');
  const { backend: settings } = readShopSettings(process.env);
  const database = await openShopDatabase(settings);
  try {
    return await work({ databaseUrl: database.addresses, pictures: openPictures(settings) });
  } finally {
    await database.close();
  }
}

if (import.meta.main) await command.run();
