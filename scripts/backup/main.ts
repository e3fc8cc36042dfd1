import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BackupMaker } from '#backend/backup/kept.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { counted, number } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** The option for the key of commands that read backups. */
export const IDENTITY = {
  value: 'KEYFILE',
  help: "opens an encrypted backup: age's file with the private key",
} as const;

const TAKES = 'one file, or --timed, or --update, or --into and a folder';

/** npm run backup */
export const command = defineCommand({
  name: 'backup',
  tasks: {
    '': task({
      words: '[<file>]',
      takes: TAKES,
      options: {
        timed: {
          help: 'for a timer: makes a new backup in BACKUP_FOLDER, named by its time in Lagos and read back, and one in the S3 store of BACKUP_S3_BUCKET, encrypted for BACKUP_AGE_RECIPIENT. Then it names and removes older ones in each. It keeps the newest of each of the last seven days, of this week and of the four weeks before it. It keeps backups by a person or an update for seven days, and the newest that has ten times the rows of all later ones. It also reads one older backup again, a different one each time. A failed backup removes nothing. Other files are left alone. From the first time on, the shop tells you when the newest is older than two days, or one is damaged.',
        },
        update: { help: 'the same before an update, which holds the lock of this machine' },
        into: {
          value: 'FOLDER',
          help: 'the same, with this folder in place of BACKUP_FOLDER. No other shop may use it',
        },
        check: {
          help: 'reads the file as a restore does, to its last byte and without a database, and says what it contains',
        },
        identity: IDENTITY,
      },
      help: 'Writes everything that a shop could lose into one file, while it sells: the database at one moment, and the original pictures. The site is not in it, because it is built from them. The file is a compressed tar file. Keep it safe: it has names, addresses and password hashes. An existing file of that name is replaced when the backup is complete.',
      does: ({ words: [file], options: { timed, update, into, check, identity } }) => {
        const ways = [file !== undefined, timed, update, into !== undefined];
        if (ways.filter(Boolean).length !== 1 || into === '' || (check && !file))
          throw new Error(`backup takes ${TAKES}`);
        if (identity !== undefined && !check)
          throw new Error('--identity is for --check and for a restore');
        if (check) return () => checkFile(resolve(file ?? ''), identity);
        return file === undefined
          ? () => backUpNow(update ? 'update' : 'timer', into)
          : () => writeFile(resolve(file));
      },
    }),
  },
  about: "It works on DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.",
});

async function checkFile(file: string, identityFile: string | undefined): Promise<void> {
  const { checkBackup } = await import('#backend/backup/check.ts');
  const identity = identityFile && (await readFile(identityFile, 'utf8'));
  const { at, version, rows, pictures } = await step(`Reading ${file}`, (say) =>
    checkBackup(file, say, identity),
  );
  console.log(
    `It can be restored. It is of ${lagosTime(at)}, written by ${version ? `version ${version}` : 'a version before 1.0.0'}, and has ${number(rows)} rows and ${counted(pictures, 'picture')}.`,
  );
}

async function writeFile(file: string): Promise<void> {
  const { backUp } = await import('#backend/backup/backup.ts');
  const { onShop } = await import('#machine/backup/on-shop.ts');
  const { readShopSettings } = await import('#shop/settings.ts');
  const { rows, pictures } = await onShop(readShopSettings(process.env).backend, (shop) =>
    step(`Writing ${file}`, (say) => backUp(shop, file, say)),
  );
  console.log(`It has ${number(rows)} rows and ${counted(pictures, 'picture')}.`);
}

async function backUpNow(by: 'timer' | 'update', into: string | undefined): Promise<number> {
  const { readShopSettings } = await import('#shop/settings.ts');
  const env = { ...process.env, ...(into !== undefined && { BACKUP_FOLDER: resolve(into) }) };
  return backUpAndSay(readShopSettings(env).backend, by);
}

/** Makes a backup in each place of the settings, and prints the result. @returns the exit code. */
export async function backUpAndSay(settings: Settings, by: BackupMaker): Promise<number> {
  const { backUpShop, describeTimed } = await import('#machine/backup/timed.ts');
  const { lines, code } = describeTimed(
    await step('Backing up', (say) => backUpShop(settings, { by, say, announce: console.log })),
  );
  for (const line of lines) console.log(line);
  return code;
}

if (import.meta.main) await command.run();
