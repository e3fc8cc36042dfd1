import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { migrate } from '#backend/db/migrate.ts';
import { describeSchema, SCHEMA_FILE, schemaText } from '#backend/db/schema.ts';
import { openSession } from '#backend/db/sessions.ts';
import { runCommand } from '#process/console.ts';
import { root } from '#process/root.ts';

const META = 'src/backend/db/migrations/meta';

/** Returns the schema that migrations and SQL files create, from the embedded server. */
async function makeSchema(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-schema-'));
  const cluster = await startCluster({ dataDir });
  try {
    await migrate(cluster.url);
    const client = await openSession(cluster.url);
    try {
      return schemaText(await describeSchema(client));
    } finally {
      await client.end();
    }
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Checks the file for `npm run check`. With --write it writes it, and deletes drizzle-kit's older snapshots. */
await runCommand(async () => {
  const file = join(root, SCHEMA_FILE);
  const made = await makeSchema();
  const older = globSync(`${META}/*_snapshot.json`, { cwd: root }).sort().slice(0, -1);
  if (process.argv.includes('--write')) {
    await writeFile(file, made);
    for (const path of older) await rm(join(root, path));
    return 0;
  }
  const written = await readFile(file, 'utf8').catch(() => '');
  const faults = [
    ...(made === written ? [] : [`${SCHEMA_FILE} is not what the migrations and SQL files make.`]),
    ...older.map((path) => `${path} is an older snapshot: drizzle-kit needs the newest one only.`),
  ];
  if (faults.length === 0) return 0;
  console.error([...faults, 'Run node scripts/check/schema.ts --write.'].join('\n'));
  return 1;
});
