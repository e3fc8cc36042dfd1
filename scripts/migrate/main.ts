import { checkDatabase, type Finding } from '#backend/db/check/check.ts';
import { readPlace } from '#backend/settings.ts';
import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { openShopDatabase } from '#shop/database.ts';
import { migrateShop } from '#shop/migrations.ts';

const USAGE = `npm run migrate brings the tables of DATABASE_URL, or of the PostgreSQL in DATA_DIR, up to this version.

npm run migrate -- --check [postgres://…] tells whether a database has what the shop needs, and changes nothing that
stays. Exit code 0: all of it. 1: something is missing; its line says what breaks and how to mend it. 2: the database cannot
be reached.`;

/** `npm run migrate` */
await runCommand(async () => {
  const { values, positionals } = readCommandLine(
    { allowPositionals: true, options: { check: { type: 'boolean' } } },
    USAGE,
  );
  if (values.check) return check(positionals);
  if (positionals.length > 0) throw new Error(USAGE);
  const applied = await migrateShop(process.env);
  console.log(
    applied.length > 0
      ? `Applied: ${applied.join(', ')}`
      : 'The database has all migrations of this version.',
  );
  return 0;
});

async function check([url, ...more]: string[]): Promise<number> {
  if (more.length > 0) throw new Error(USAGE);
  const place = readPlace({ ...process.env, ...(url !== undefined && { DATABASE_URL: url }) });
  const database = await openShopDatabase(place);
  try {
    const findings = await checkDatabase(database.url);
    for (const finding of findings) console.log(lineOf(finding));
    const faults = findings.filter(({ state }) => state !== 'ok').length;
    console.log(
      faults === 0
        ? '\nThe shop can run on this database.'
        : `\n${faults === 1 ? '1 thing needs' : `${faults} things need`} mending before the shop runs on this database.`,
    );
    return faults === 0 ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 2;
  } finally {
    await database.close();
  }
}

function lineOf({ state, name, detail }: Finding): string {
  return `${state.padEnd(8)} ${name}${detail && `: ${detail}`}`;
}
