import type { Finding } from '#backend/db/check/check.ts';
import { defineCommand, task } from '#scripts/command-line.ts';

/** npm run migrate */
export const command = defineCommand({
  name: 'migrate',
  tasks: {
    '': task({
      words: '[<postgres://…>]',
      takes: 'the address of one database, with --check',
      options: {
        check: {
          help: 'checks whether a database has what the shop needs, and leaves no change. Exit code 0: it does. 1: something is missing; its line says what breaks and how to fix it. 2: the database cannot be reached',
        },
      },
      help: 'Brings the tables of DATABASE_URL, or of the PostgreSQL in DATA_DIR, up to this version.',
      does: ({ words: [url], options }) => {
        if (options.check) return () => check(url);
        if (url !== undefined) throw new Error('An address needs --check');
        return async () => {
          const { migrateShop } = await import('#shop/migrations.ts');
          const applied = await migrateShop(process.env);
          console.log(
            applied.length > 0
              ? `Applied: ${applied.join(', ')}`
              : 'The database has all migrations of this version.',
          );
        };
      },
    }),
  },
});

async function check(url: string | undefined): Promise<number> {
  const { readPlace } = await import('#backend/settings/settings.ts');
  const { openShopDatabase } = await import('#shop/database.ts');
  const { checkDatabase } = await import('#backend/db/check/check.ts');
  const place = readPlace({
    ...process.env,
    // A given address is the only one.
    ...(url !== undefined && { DATABASE_URL: url, DATABASE_DIRECT_URL: undefined }),
  });
  const database = await openShopDatabase(place);
  try {
    const findings = await checkDatabase(database.addresses);
    for (const finding of findings) console.log(lineOf(finding));
    const faults = findings.filter(({ state }) => state !== 'ok').length;
    console.log(
      faults === 0
        ? '\nThe shop can run on this database.'
        : `\n${faults === 1 ? '1 thing needs' : `${faults} things need`} fixing before the shop runs on this database.`,
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

if (import.meta.main) await command.run();
