import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readSqlFiles } from '#backend/db/sql-files.ts';

/** A migration that this version does not have. */
export interface LaterMigration {
  tag: string;
  sql: string;
}

/** Makes the folder of a later version's migrations: those of this version and more. The test removes it at its end. */
export async function laterVersion(...more: readonly LaterMigration[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-later-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('src/backend/db/migrations', folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8'));
  const last = journal.entries.at(-1);
  for (const [n, { tag, sql }] of more.entries()) {
    journal.entries.push({ ...last, idx: last.idx + n + 1, when: last.when + n + 1, tag });
    await writeFile(join(folder, `${tag}.sql`), sql);
  }
  await writeFile(path, JSON.stringify(journal));
  return folder;
}

/**
 * Makes the folder of another version: a changed copy of this version's SQL files. The test removes it at its end.
 * @param change - returns the text of a file, and null for one that the version does not have.
 */
export async function otherFiles(
  change: (path: string, text: string) => string | null,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = readSqlFiles().map(({ path, text }) => [path, change(path, text)] as const);
  for (const [path, text] of [...files, ...Object.entries(more)]) {
    if (text === null) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
