import { sql } from 'drizzle-orm';
import { timeOf } from '#backend/backup/kept.ts';
import { overdueDays, readNewestBackup } from '#backend/backup/newest.ts';
import { listBackups } from '#backend/backup/targets/listed.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import { missingMigrations } from '#backend/db/migrate.ts';
import { countWaiting } from '#backend/today/waiting.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { capital, counted } from '#domain/words.ts';
import { listAside, preparedJournal, WAITS } from '#machine/backup/restore-shop.ts';
import { sentencesOf } from '#process/sentences.ts';
import { type Check, fault, note, well } from './check.ts';

/** Whether the database answers, and has the tables of this version. */
export const database: Check = {
  name: 'database',
  async look({ database: open }) {
    const db = await open();
    const asked = await db
      .execute<{ version: string; size: string }>(
        sql`select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
      )
      .catch((error: unknown) => sentencesOf(error).join(' '));
    if (typeof asked === 'string')
      return fault(
        `It does not answer. ${asked}`,
        'Check that PostgreSQL runs (systemctl status postgresql), and check DATABASE_URL.',
      );
    const client = { query: (text: string) => db.execute<{ text: string }>(sql.raw(text)) };
    const missing = await missingMigrations(client);
    if (missing.length > 0)
      return fault(
        `It lacks ${counted(missing.length, 'migration or SQL file', 'migrations or SQL files')} of this version.`,
        'turare run migrate, or systemctl start turare-migrate.',
      );
    const [{ version = '', size = '' } = {}] = asked.rows;
    return well(`PostgreSQL ${version.split(' ')[0]} answers, and has ${size}.`);
  },
};

const HOUR_S = 3600;

/** How old the newest backup is, whether its places can be read, and whether one is damaged. */
export const backups: Check = {
  name: 'backups',
  async look({ settings, database: open }) {
    const targets = openTargets(settings);
    const [newest, listed] = await Promise.all([
      readNewestBackup(await open()),
      listBackups(targets),
    ]);
    if (listed.length === 0)
      return fault('No place is set for them.', 'Set BACKUP_FOLDER, or BACKUP_S3_BUCKET.');
    const away = listed.find((one) => one.fault !== null);
    if (away)
      return fault(
        `${capital(away.target.name)} cannot be read. ${sentencesOf(away.fault).join(' ')}`,
        'Fix that: until then no backup is stored there.',
      );
    const where = listed
      .map(({ target, backups: all }) => `${counted(all.length, 'backup')} in ${target.name}`)
      .join(', ');
    const empty = listed.find(({ backups: all }) => all.length === 0);
    if (empty) return fault(`There is none in ${empty.target.name}.`, 'turare backup makes one.');
    if (newest && newest.damaged.length > 0)
      return fault(
        `${newest.damaged.join(', ')} cannot be restored.`,
        'Find out whether the disk is failing, then delete it.',
      );
    // The files themselves: the table may be of before a restore, and a file may be gone.
    const ages = listed.map(({ backups: [one] }) => Date.now() - timeOf(one?.name ?? '').getTime());
    const ageSeconds = Math.max(0, ...ages.map((age) => age / 1000), newest?.ageSeconds ?? 0);
    const hours = Math.round(ageSeconds / HOUR_S);
    const says = `The newest in every place is ${counted(hours, 'hour')} old: ${where}.`;
    if (overdueDays({ ageSeconds }) > 0)
      return fault(says, 'turare backup makes one now, and says why the nightly one does not.');
    if (!targets.store)
      return note(
        says,
        'A machine that is lost takes its folder along: set BACKUP_S3_BUCKET, or copy the folder elsewhere.',
      );
    return settings.BACKUP_AGE_RECIPIENT === undefined
      ? note(
          says,
          'They are not encrypted in the store: set BACKUP_AGE_RECIPIENT, unless the store encrypts them.',
        )
      : well(says);
  },
};

/** A restored shop that nobody has opened yet, and the databases and clusters that restores have put aside. */
export const putAside: Check = {
  name: 'put aside',
  async look({ machine, database: open }) {
    const waits = await preparedJournal(machine).read();
    if (waits) return note(`The shop of ${lagosTime(waits.of)} is restored, and waits.`, WAITS);
    const names = await listAside(await open());
    if (names.length === 0) return well('No restore has left anything.');
    return note(
      `The state before a restore is in ${names.join(', ')}.`,
      `turare restore --discard ${names[0]} deletes it.`,
    );
  },
};

/** Tasks that wait for somebody. They are not a fault. */
export const work: Check = {
  name: 'work',
  async look({ database: open }) {
    const { toPack, toShip, unmatched, refundsDue, disputes, failedEmails } = await countWaiting(
      await open(),
    );
    const waiting = [
      `${counted(toPack, 'order')} to pack, ${toShip} to ship`,
      unmatched > 0 && `${counted(unmatched, 'payment')} without an order`,
      refundsDue > 0 && `${counted(refundsDue, 'refund')} due`,
      disputes > 0 && `${counted(disputes, 'disputed payment')}`,
      failedEmails > 0 && `${counted(failedEmails, 'email')} that failed`,
    ].filter(Boolean);
    return (unmatched > 0 ? note : well)(`${waiting.join(', ')}.`);
  },
};
