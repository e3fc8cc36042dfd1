import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { migrateShop } from '#shop/migrations.ts';

const USAGE =
  'npm run migrate brings the tables of DATABASE_URL, or of the PostgreSQL in DATA_DIR, up to this version. It takes no arguments.';

/** `npm run migrate` */
await runCommand(async () => {
  readCommandLine({ options: {} }, USAGE);
  const applied = await migrateShop(process.env);
  console.log(
    applied.length > 0
      ? `Applied: ${applied.join(', ')}`
      : 'The database has all migrations of this version.',
  );
  return 0;
});
